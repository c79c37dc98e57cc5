"""Shared by everything that shoots: the two ends of a shot and its strike read off the state, and who can hit whom.

Sight and range are measured as teams stand; a gun that may turn to shoot is judged by its field of fire after turning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import passes
from orsha.tabletop.battle.aircraft import check_strike, strafed
from orsha.tabletop.battle.rules import Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import (
    Deeds,
    Field,
    Needed,
    Shooter,
    Target,
    any_of,
    field_of_fire,
    machine_gun,
    to_hit,
)
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import chain, facts, room_sight
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL, Look, Stand, armour_facing, bearing, in_arc, lookout
from orsha.tabletop.table.bases import reaches
from orsha.tabletop.table.sight import FARTHER, protected, sheltering

BLITZ = "blitz-move"
ANYWHERE_FROM = 6 * MIL
"""A gun that may turn can face whatever is so far from its middle, and its weapon bears on all of it."""
Looks = Mapping[str, Mapping[str, Look]]
"""What each of some teams sees of each of others: 0 nothing, 1 a concealed team, 2 one in the open."""
Sighted = Mapping[str, int]
"""The same of one team, more by FARTHER where the other is at long range."""


# -- sight and range


def looks(state: BattleState, viewers: Sequence[str], others: Sequence[str]) -> Looks:
    """What some teams see of others, all at once."""
    return looks_at(state, dict.fromkeys(viewers, others))


def looks_at(state: BattleState, wanted: Mapping[str, Sequence[str]]) -> Looks:
    """What each of some teams sees of others of its own; maybe more. What was found out before is not looked at
    again."""
    if rooms(state):
        others = [*dict.fromkeys([id for some in wanted.values() for id in some])]
        if any(state.teams[id].room is not None for id in (*wanted, *others)):
            return room_sight.looks(state, list(wanted), others)
    known, new = sighted(state), []
    found: dict[str, dict[str, Look]] = {}
    for id, some in wanted.items():
        seen = known.get(id)
        if seen is None or [other for other in some if other not in seen]:
            new.append(id)
        else:
            found[id] = cast(dict[str, Look], {other: seen[other] % FARTHER for other in some})
    if new:
        others = [*dict.fromkeys([other for id in new for other in wanted[id]])]
        eyes, there = [facts.stand(state, id) for id in new], [facts.stand(state, id) for id in others]
        rows = lookout(facts.ground(state), eyes, there, facts.screens(state))
        found.update((id, dict(zip(others, row, strict=True))) for id, row in zip(new, rows, strict=True))
    return found


def sighted(state: BattleState) -> dict[str, dict[str, int]]:
    """What was found out about who sees whom, as everybody stands and smoke lies."""
    return facts.placed(state, ("sighted", state.smoke), dict)


def within(state: BattleState, one: str, other: str, inches: int) -> bool:
    """Whether two teams are so near, edge to edge; measured exactly only where their middles do not say it."""
    roster = state.roster.teams
    a, b = state.teams[one], state.teams[other]
    if a.room is not None or b.room is not None:
        return shot_range(state, one, other) <= inches * MIL
    far = hypot(a.x - b.x, a.y - b.y)
    (least, most), (least_other, most_other) = reaches(roster[one].base), reaches(roster[other].base)
    if far - most - most_other > inches * MIL:
        return False
    if far - least - least_other <= inches * MIL:
        return True
    return facts.gap(state, one, other) <= inches * MIL


def reached(state: BattleState, team: str, others: Sequence[str], inches: int) -> list[str]:
    """Those of some teams that are so near to one: `within` of them all, without a call for each."""
    if rooms(state):
        housed = others if state.teams[team].room is not None else [id for id in others if state.teams[id].room]
        if housed:
            near = {*room_sight.reached(state, team, housed, inches * MIL)}
            near.update(reached_outside(state, team, [id for id in others if id not in set(housed)], inches))
            return [id for id in others if id in near]
    return reached_outside(state, team, others, inches)


def reached_outside(state: BattleState, team: str, others: Sequence[str], inches: int) -> list[str]:
    """The same where nobody is in a room."""
    roster, teams, limit = state.roster.teams, state.teams, inches * MIL
    here, (least, most) = teams[team], reaches(roster[team].base)
    found = []
    for other in others:
        there, (least_other, most_other) = teams[other], reaches(roster[other].base)
        far = hypot(here.x - there.x, here.y - there.y)
        if far - most - most_other > limit:
            continue
        if far - least - least_other <= limit or facts.gap(state, team, other) <= limit:
            found.append(other)
    return found


def shot_range(state: BattleState, by: str, at: str) -> int:
    """How far a shot is, edge to edge; 002: into and out of rooms by the openings. Friends are measured as ever."""
    if state.teams[by].room is None and state.teams[at].room is None:
        return facts.stands_gap(facts.ground(state), facts.stand(state, by), facts.stand(state, at))
    if facts.seat_of(by) != facts.seat_of(at):
        return room_sight.shot_range(state, by, at)
    return facts.gap(state, by, at)


def nearest_friend(state: BattleState, seat: Seat, team: str) -> int | None:
    """How far a team is from the nearest team of a side on the ground."""
    own = [id for id in facts.on_table(state, seat) if state.teams[id].aboard is None]
    return facts.nearest_gap(state, team, own)


# -- fields of fire


def may_turn(card: Team, rules: Rules) -> bool:
    """core 4.3: a gun turns to shoot; works that never move do not."""
    if card.kind != "gun" or not rules.turns.guns_turn_to_shoot or card.move is None:
        return False
    move = card.move
    return any(far is not None for far in (move.tactical, move.terrain, move.cross_country, move.road))


def faces(state: BattleState, team: str, weapon: Weapon, other: Stand) -> int | None:
    """How a team stands when it shoots at something: as it does, or turned; nothing if it cannot."""
    card = facts.card(state, team)
    if state.teams[team].room is not None:
        return room_sight.faces(state, team, other)
    rules = state.setup.rules
    field = field_of_fire(card, weapon, rules)
    if field == "all-round":
        return state.teams[team].facing
    here = facts.stand(state, team)
    if in_arc(here, other, field):
        return here.facing
    if not may_turn(card, rules):
        return None
    turned = bearing(here.spot, other.spot) or 0
    if field == "rear":
        turned = (turned + 180) % 360
    return turned if in_arc(_facing(here, turned), other, field) else None


def faces_team(state: BattleState, team: str, weapon: Weapon, at: str) -> int | None:
    """The same for a shot at a team; 002: at one in a room it goes to an opening that is seen."""
    if state.teams[at].room is None:
        return faces(state, team, weapon, facts.stand(state, at))
    ways = (faces(state, team, weapon, line.end) for line in room_sight.lines(state, team, at).clear)
    return next((facing for facing in ways if facing is not None), None)


def _facing(stand: Stand, facing: int) -> Stand:
    return Stand(stand.x, stand.y, stand.base, facing, stand.up)


def bears(state: BattleState, team: str, weapon: Weapon, other: str, facing: int) -> bool:
    """Whether a weapon of a team that faces some way can hit another team."""
    field = field_of_fire(facts.card(state, team), weapon, state.setup.rules)
    if state.teams[team].room is not None:
        return room_sight.faces(state, team, facts.stand(state, other)) is not None
    if field == "all-round":
        return True
    return in_arc(_facing(facts.stand(state, team), facing), _end(state, team, other), field)


def _end(state: BattleState, by: str, at: str) -> Stand:
    """Where a shot at a team ends: where it stands, or at an opening of its room."""
    return facts.stand(state, at) if state.teams[at].room is None else room_sight.best(state, by, at)[1]


def exposed(state: BattleState, team: str, by: str) -> bool:
    """000 Bunker: whether a shooter stands in a team's own field of fire, for those who are shot at from there only."""
    field = guarded_teams(state).get(team)
    return field is None or in_arc(facts.stand(state, team), facts.stand(state, by), field)


def guarded_teams(state: BattleState) -> Mapping[str, Field]:
    """000 Bunker: the teams that are shot at only from within their own fields of fire, and those; kept with a
    battle's roster."""
    roster = state.roster
    found: dict[str, Field] | None = roster.__dict__.get("guarded")
    if found is None:
        rules = state.setup.rules
        only = {
            id: its.card for id, its in roster.teams.items() if any_of(rules.works.only_from_its_field, its.card.rules)
        }
        found = {id: field_of_fire(card, card.weapons[0], rules) for id, card in only.items() if card.weapons}
        roster.__dict__["guarded"] = found
    return found


# -- the two ends of a shot


def shooter(
    state: BattleState,
    team: str,
    weapon: Weapon,
    *,
    beside: bool = False,
    smoke: bool = False,
    defensive: bool = False,
    held_back: bool = False,
) -> Shooter:
    """A team that shoots one of its weapons. core 4.5, 4.6: who was hasty hits less."""
    hasty = state.teams[team].hasty and not defensive
    blitz = hasty and any(order.order == BLITZ and not order.passed for order in state.units[facts.unit_id(team)].given)
    return Shooter(
        facts.card(state, team),
        weapon,
        facts.deeds(state, team),
        out_of_command=hasty and not blitz,
        failed_blitz=blitz,
        beside=beside,
        smoke_shell=smoke,
        defensive=defensive,
        held_back=held_back,
    )


def deeds_of_target(state: BattleState, team: str) -> Deeds:
    """core 4.7: what counts against being Gone to Ground; fire at aircraft since its turn does too."""
    its = facts.deeds(state, team)
    if not its.fired_at_aircraft:
        return its
    return Deeds(its.moved, its.dashed, its.dug_in, True, its.assaulted, its.bombarded, pinned=its.pinned)


def in_view(state: BattleState, at: str, look: Look) -> Target:
    """A team as far as hiding goes: whoever sees it so, from wherever."""
    its, deeds = state.teams[at], deeds_of_target(state, at)
    housed = its.room is not None
    return Target(facts.card(state, at), deeds=deeds, concealed=look == 1, foxholes=its.foxholes, in_room=housed)


def target(
    state: BattleState, by: str, at: str, look: Look, *, in_field: bool = True, assaulting: bool = False
) -> Target:
    """A team as a shooter sees it. Smoke counts between them, and by a marker on either of them."""
    its = state.teams[at]
    smoke = its.smoked or state.teams[by].smoked
    if not smoke and look and state.smoke:
        smoke = facts.sight(state, by, at).smoke
    return Target(
        facts.card(state, at),
        shot_range(state, by, at),
        deeds_of_target(state, at),
        concealed=look == 1,
        foxholes=its.foxholes,
        in_room=its.room is not None,
        assaulting=assaulting,
        smoke=smoke,
        seen=look > 0,
        in_field=in_field,
        shooter_in_its_field=exposed(state, at, by),
    )


def strike(
    state: BattleState,
    by: str,
    at: str,
    weapon: Weapon,
    *,
    assaulting: bool = False,
    again: bool = False,
    cover: bool = True,
) -> Strike:
    """A hit of a team's weapon on a team. `again`: it may be one of several on that team; `cover`: that in front of it
    counts, and must be looked for."""
    its, who = state.teams[at], facts.card(state, at)
    start = facts.stand(state, by) if state.teams[by].room is None else room_sight.best(state, by, at)[0]
    side = armour_facing(facts.stand(state, at), start)
    crew = who.armoured and (its.bailed_out or again)
    made = Strike(
        at,
        who,
        weapon,
        range=shot_range(state, by, at) if who.armoured else 0,
        facing=side,
        in_room=its.room is not None,
        cover_in_front=cover and not assaulting and covered(state, by, at),
        foxholes=its.foxholes,
        shot_from_front=side == "front",
        dashed=its.dashed,
        assaulting=assaulting,
        condition="bailed out" if its.bailed_out else "fighting",
        commander=crew and chain.commander_helps(state, "remount", at),
        komissar=crew and chain.komissar(state, facts.unit_id(at)),
    )
    return strafed(made, state.setup.rules) if facts.card(state, by).kind == "aircraft" else made


def covered(state: BattleState, by: str, at: str) -> bool:
    """core 6.7: bulletproof terrain between, or about the target; looked for only where it can matter."""
    if facts.card(state, at).kind not in ("infantry", "gun") or state.teams[at].foxholes:
        return False
    if state.teams[at].room is not None:
        return True
    sheltered = facts.placed(state, ("sheltered", at), lambda: sheltering(facts.ground(state), facts.stand(state, at)))
    if not sheltered:
        return False
    if state.teams[by].room is not None:
        return facts.sight(state, by, at).bulletproof
    return protected(facts.ground(state), facts.stand(state, by), facts.stand(state, at), facts.screens(state))


def needed(state: BattleState, shooter: Shooter, target: Target) -> Needed:
    """What a shot's dice must show, remembered: of the range it counts only whether it is long."""
    rules = state.setup.rules
    long = rules.shooting.long_range * MIL
    alike = shooter, replace(target, range=long + 1 if target.range > long else 0)
    known: dict[tuple[Shooter, Target], Needed] = remembered(state.setup, "needed")
    found = known.get(alike)
    if found is None:
        found = known[alike] = to_hit(*alike, rules)
    return found


# -- who can hit whom


class Gun(Struct, frozen=True, omit_defaults=True):
    """A weapon that can shoot now, and at whom."""

    team: str
    weapon: int
    name: str
    range: int
    shots: int
    at: tuple[str, ...]
    machine_gun: bool = False
    """One of a vehicle's, that fire together."""
    secondary: bool = False
    smoke: bool = False
    limited: int | None = None
    moving: bool = False
    """It may shoot at its moving rate instead, so that its team may charge."""


def gun_of(card: Team, team: str, number: int, count: int, at: tuple[str, ...], rules: Rules) -> Gun:
    weapon = card.weapons[number]
    return Gun(
        team,
        number,
        weapon.name,
        weapon.range,
        count,
        at,
        machine_gun=card.kind in ("tank", "aircraft") and machine_gun(weapon, rules),
        secondary="secondary-weapon" in weapon.rules,
        smoke="smoke" in weapon.rules,
        limited=weapon.limited,
    )


def too_near(state: BattleState, seat: Seat, foe: str) -> bool:
    """core 8: whether a target is too near to an aircraft's own side."""
    return not passes(check_strike, nearest_friend(state, seat, foe), state.setup.rules)
