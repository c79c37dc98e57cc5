"""The Shooting Step: a unit shoots (core 6). Its aims are checked together, then rolled; the hits are spread, the other
player may have one team mistaken for another, and then saves are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from orsha.kernel import Illegal, OneOf, Option, Some
from orsha.tabletop.battle import hits, saves
from orsha.tabletop.battle.aircraft import check_strike
from orsha.tabletop.battle.hits import Beside, Hit, Swap, Volley
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import (
    Needed,
    Shooter,
    Target,
    check_may_shoot,
    check_target,
    field_of_fire,
    hidden,
    shots,
    throw,
)
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import aiming, facts, room_shooting, surveying
from orsha.tabletop.game import aims as aims_rules
from orsha.tabletop.game.commands import Aim, Mistake, Shoot
from orsha.tabletop.game.events import Asked, Fired, HitsAsked, Mistook, Volleyed
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Fire, Pending, Rate
from orsha.tabletop.game.telling import Story, harm
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL, Look

TURN = "core 3 turns"
SHOOTING = "core 6.1"


class Shot(Struct, frozen=True):
    """An aim that was looked into."""

    aim: Aim
    shooter: Shooter
    target: Target
    facing: int
    """How the shooter faces when it shoots."""
    needed: Needed
    count: int
    """Dice."""

    @property
    def weapon(self) -> Weapon:
        return self.shooter.weapon


# -- looking into it


def check_step(state: BattleState, seat: Seat) -> None:
    """Whether a seat may do something in its own Shooting Step now."""
    if state.asked is not None:
        raise Illegal(TURN, f"{state.asked.seat} must answer a question first")
    if state.mission.active != seat or state.step != "shooting":
        raise Illegal(TURN, f"this is done in {seat}'s own Shooting Step")


def check_unit(state: BattleState, seat: Seat, unit: str) -> None:
    check_step(state, seat)
    sheet = state.roster.units.get(unit)
    if sheet is None or sheet.seat != seat or unit not in state.units or not facts.teams_of(state, unit):
        raise Illegal(SHOOTING, f"{seat} has no unit {unit!r} on the table")


def check_shoot(state: BattleState, seat: Seat, unit: str, aims: Sequence[Aim]) -> list[Shot]:
    """core 6.1, 6.2: every weapon of a unit that shoots, and at whom, all at once; refuses what may not be."""
    check_unit(state, seat, unit)
    return look_into(state, seat, unit, aims)


def look_into(state: BattleState, seat: Seat, unit: str, aims: Sequence[Aim]) -> list[Shot]:
    """The same whatever step it is: for the odds of shots to come."""
    name = facts.unit_name(state, unit)
    own = facts.teams_of(state, unit)
    if not aims:
        raise Illegal(SHOOTING, f"{name} shoots with at least one team")
    if has_shot(state, unit):
        raise Illegal(SHOOTING, f"{name} has shot: a unit declares all its targets at once")
    foes = set(facts.targets(state, seat))
    for aim in aims:
        if aim.team not in own:
            raise Illegal(SHOOTING, f"{name} has no team {aim.team!r} on the table")
        if aim.at not in foes:
            raise Illegal(SHOOTING, f"there is no enemy team {aim.at!r} to shoot at")
    fired = aims_rules.check_together(state, aims)
    wanted: dict[str, list[str]] = {}
    for aim in aims:
        wanted.setdefault(aim.team, []).append(aim.at)
    seen = aiming.looks_at(state, wanted)
    beside = aims_rules.beside(state, aims)
    return [
        _shot(state, seat, aim, weapon, seen[aim.team][aim.at], (aim.team, aim.weapon) in beside)
        for aim, weapon in zip(aims, fired, strict=True)
    ]


def _shot(state: BattleState, seat: Seat, aim: Aim, weapon: Weapon, look: Look, beside: bool) -> Shot:
    rules = state.setup.rules
    shooter = aiming.shooter(state, aim.team, weapon, beside=beside, smoke=aim.smoke, held_back=aim.moving)
    check_may_shoot(shooter)
    facing = aiming.faces_team(state, aim.team, weapon, aim.at)
    target = aiming.target(state, aim.team, aim.at, look, in_field=facing is not None)
    check_target(shooter, target, rules)
    if shooter.team.kind == "aircraft":
        check_strike(aiming.nearest_friend(state, seat, aim.at), rules)
    assert facing is not None
    return Shot(aim, shooter, target, facing, aiming.needed(state, shooter, target), shots(shooter, rules))


def check_prefer(state: BattleState, seat: Seat, prefer: Sequence[str]) -> None:
    foes = facts.targets(state, seat) if prefer else ()
    if len(set(prefer)) < len(prefer) or any(id not in foes for id in prefer):
        raise Illegal("core 6.4", "the teams to hit first are different enemy teams on the table")


# -- shooting


def shoot(story: Story, seat: Seat, command: Shoot) -> None:
    """core 6.1: a unit shoots."""
    state = story.state
    found = check_shoot(state, seat, command.unit, command.aims)
    check_prefer(state, seat, command.prefer)
    landed = roll(story, seat, found)
    volleys = tuple([_told(state, shot, count) for shot, count in zip(found, landed, strict=True)])
    smoked = [shot.aim.at for shot, count in zip(found, landed, strict=True) if shot.aim.smoke and count]
    flies = facts.unit_sheet(state, command.unit).flies
    name = facts.unit_name(state, command.unit)
    how: Literal["strafing", "shooting"] = "strafing" if flies else "shooting"
    story.tell(Fired(command.unit, name, volleys, how, tuple(dict.fromkeys(smoked))))
    hit = [(shot, count) for shot, count in zip(found, landed, strict=True) if count and not shot.aim.smoke]
    if not hit:
        return
    spread = room_shooting.brutal(story, seat, volleys_of(story.state, hit))
    who = tuple(shot.aim.team for shot, _ in hit)
    fire = Fire(command.unit, seat, spread, who, hits.evenly(spread, command.prefer))
    _ask_or_settle(story, fire, begun=False)


def roll(story: Story, seat: Seat, found: Sequence[Shot]) -> list[int]:
    """core 6.3: the hits of each weapon. Dice that need the same against the same team are thrown together."""
    alike: dict[tuple[str, bool, str, Needed], list[int]] = {}
    for n, shot in enumerate(found):
        alike.setdefault((shot.weapon.name, shot.aim.smoke, shot.aim.at, shot.needed), []).append(n)
    landed = [0] * len(found)
    for (weapon, smoke, at, needed), some in alike.items():
        counts = [found[n].count for n in some]
        purpose = f"to hit {facts.team_name(story.state, at)} with {weapon}{' (smoke)' if smoke else ''}"
        dice = throw(story.dice, purpose, seat, needed, sum(counts))
        for n, count in zip(some, counts, strict=True):
            landed[n], dice = sum(dice[:count]), dice[count:]
    return landed


def _told(state: BattleState, shot: Shot, landed: int) -> Volleyed:
    aim = shot.aim
    rate: Rate = "halted" if shot.shooter.halted else "moving"
    turned = shot.facing if shot.facing != state.teams[aim.team].facing else None
    spot = facts.spot(state, aim.at)
    return Volleyed(aim.team, shot.weapon.name, aim.at, spot, shot.count, landed, shot.needed.words(), rate, turned)


# -- whom the hits go to


def volleys_of(state: BattleState, hit: Sequence[tuple[Shot, int]]) -> tuple[Volley, ...]:
    """core 6.4: each weapon's hits, and whom they may go to."""
    mates = {at: _mates(state, at) for at in dict.fromkeys([shot.aim.at for shot, _ in hit])}
    near = [_in_range(state, shot, mates[shot.aim.at]) for shot, _ in hit]
    wanted: dict[str, list[str]] = {}
    for (shot, _), some in zip(hit, near, strict=True):
        if some:
            wanted.setdefault(shot.aim.team, []).extend(some)
    seen = aiming.looks_at(state, wanted) if wanted else {}
    known: Sharing = {}
    return tuple(
        [
            Volley(
                shot.weapon,
                shot.aim.at,
                count,
                _others(state, shot, some, seen[shot.aim.team], known) if some else (),
                shot.target.range,
            )
            for (shot, count), some in zip(hit, near, strict=True)
        ]
    )


def _mates(state: BattleState, at: str) -> list[str]:
    """The teams of a target's unit that are of its class and near it."""
    near, sheets, teams = state.setup.rules.hits.spread_within, state.roster.teams, state.teams
    own = hits.class_of(sheets[at].card)
    others = [
        id
        for id in facts.teams_of(state, facts.unit_id(at))
        if id != at and teams[id].aboard is None and hits.class_of(sheets[id].card) == own
    ]
    return _those_within(state, at, others, near)


def _in_range(state: BattleState, shot: Shot, mates: list[str]) -> list[str]:
    """Those of a target's mates whom the weapon reaches too."""
    return _those_within(state, shot.aim.team, mates, shot.weapon.range) if mates else mates


def _those_within(state: BattleState, team: str, others: list[str], inches: int) -> list[str]:
    if rooms(state):
        return [id for id in others if aiming.within(state, team, id, inches)]
    return aiming.reached_outside(state, team, others, inches)


Sighted = tuple[tuple[str, Look], ...]
"""Teams that a shooter can hit too, and how it sees them."""
Sharing = dict[tuple[str, bool, Sighted], tuple[str, ...]]
"""Who may take hits in a target's stead, as those who shoot see it and its mates: most of a unit see them alike."""


def _others(
    state: BattleState, shot: Shot, mates: Sequence[str], looks: Mapping[str, Look], known: Sharing
) -> tuple[str, ...]:
    """The mates in range that may take hits in the target's stead."""
    all_open = _all_open(state, shot)
    sighted = tuple([(id, looks[id]) for id in mates if looks[id] and (all_open or _open_to(state, shot, id))])
    if not sighted:
        return ()
    alike = shot.aim.at, shot.target.concealed, sighted
    found = known.get(alike)
    if found is None:
        found = known[alike] = _sharing(state, shot, sighted)
    return found


def _sharing(state: BattleState, shot: Shot, sighted: Sighted) -> tuple[str, ...]:
    rules, flies = state.setup.rules, shot.shooter.team.kind == "aircraft"
    near = rules.hits.spread_within * MIL
    beside = [
        Beside(id, facts.card(state, id), near, hidden=hidden(aiming.in_view(state, id, look), flies, rules))
        for id, look in sighted
    ]
    return hits.may_share(shot.target.team, hidden(shot.target, flies, rules), beside, rules)


def _all_open(state: BattleState, shot: Shot) -> bool:
    """Whether a weapon can hit all whom it sees within its range, so that nothing else need be asked."""
    if shot.shooter.team.kind == "aircraft" or rooms(state) or aiming.guarded_teams(state):
        return False
    return field_of_fire(shot.shooter.team, shot.weapon, state.setup.rules) == "all-round"


def _open_to(state: BattleState, shot: Shot, id: str) -> bool:
    """Whether a weapon that is fired at another can hit a team that is seen within its range."""
    by, weapon = shot.aim.team, shot.weapon
    return (
        aiming.bears(state, by, weapon, id, shot.facing)
        and aiming.exposed(state, id, by)
        and room_shooting.may_share(state, weapon, shot.aim.at, id)
        and not (shot.shooter.team.kind == "aircraft" and aiming.too_near(state, facts.seat_of(by), id))
    )


# -- Mistaken Target


def _ask_or_settle(story: Story, fire: Fire, *, begun: bool) -> None:
    """core 6.5: asks the other player while there is a swap to try; then the hits do their work."""
    if next(hits.each_swap(fire.volleys, fire.hits, fire.used, story.state.setup.rules), None) is not None:
        if not begun:
            story.tell(HitsAsked(fire))
            units = dict.fromkeys(facts.unit_id(hit.team) for hit in fire.hits)
            story.tell(Asked(Pending(facts.enemy(fire.by), "mistake", tuple(units))))
        return
    _settle(story, fire, begun=begun)


def _settle(story: Story, fire: Fire, *, begun: bool) -> None:
    if begun:
        story.tell(Asked(None))
    state, landed = story.state, hits.team_by_team(fire.hits)
    strikes = strikes_of(state, fire, cover=False)
    struck = saves.resolve(
        story.dice,
        strikes,
        fire.by,
        facts.enemy(fire.by),
        state.setup.rules,
        lambda n: aiming.covered(state, fire.shooters[landed[n].volley], landed[n].team),
    )
    harm(story, strikes, struck)


def strikes_of(state: BattleState, fire: Fire, *, cover: bool = True) -> list[Strike]:
    """Every hit as its team suffers it, team by team. Hits of one weapon on one team are alike. `cover`: that in front
    of teams is looked for."""
    counts = hits.count(fire.hits)
    made: dict[Hit, Strike] = {}
    for hit in fire.hits:
        if hit not in made:
            by, weapon = fire.shooters[hit.volley], fire.volleys[hit.volley].weapon
            made[hit] = aiming.strike(state, by, hit.team, weapon, again=counts[hit.team] > 1, cover=cover)
    return [made[hit] for hit in hits.team_by_team(fire.hits)]


def _asked(state: BattleState, seat: Seat) -> Fire:
    asked, fire = state.asked, state.fire
    if asked is None or asked.seat != seat or asked.kind != "mistake" or fire is None:
        raise Illegal(hits.MISTAKEN, f"{seat} is not asked for a Mistaken Target now")
    return fire


def mistake(story: Story, seat: Seat, command: Mistake) -> None:
    """core 6.5: two teams try to change their hits."""
    fire = _asked(story.state, seat)
    rules = story.state.setup.rules
    swap = Swap(command.one, command.other)
    known = {id for volley in fire.volleys for id in volley.teams}
    for id in swap.both:
        if id not in known:
            raise Illegal(hits.MISTAKEN, f"{id!r} cannot be hit by these shots")
    done = hits.mistake(story.dice, seat, fire.volleys, fire.hits, swap, fire.used, rules)
    story.tell(Mistook(command.one, command.other, done.swapped, done.hits, done.used))
    assert story.state.fire is not None
    _ask_or_settle(story, story.state.fire, begun=True)


def no_mistake(story: Story, seat: Seat) -> None:
    """The hits stay where they are."""
    _settle(story, _asked(story.state, seat), begun=True)


# -- options


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "shoot" for each unit that can."""
    found = []
    foes = tuple(facts.targets(state, seat))
    for unit in shooting_units(state, seat):
        able = surveying.guns(state, unit, foes)
        if able:
            found.append(_option(state, seat, unit, able, foes))
    return found


def shooting_units(state: BattleState, seat: Seat) -> list[str]:
    """The units of a side, aircraft too, that have not shot."""
    units = dict.fromkeys(facts.unit_id(id) for id in state.teams if facts.seat_of(id) == seat)
    return [unit for unit in units if not has_shot(state, unit)]


def has_shot(state: BattleState, unit: str) -> bool:
    teams = state.teams
    return any(teams[id].shot is not None for id in facts.teams_of(state, unit))


def _option(state: BattleState, seat: Seat, unit: str, able: tuple[aiming.Gun, ...], foes: tuple[str, ...]) -> Option:
    takes = {
        "unit": OneOf((unit,)),
        "aims": aims_rules.aims_domain(able, lambda aims: check_shoot(state, seat, unit, aims)),
        "prefer": Some(foes, 0, len(foes)),
    }
    return Option("shoot", f"{facts.unit_name(state, unit)} shoots", takes)


def question_options(state: BattleState, seat: Seat) -> list[Option]:
    """The swaps that may be tried, and to let the hits be."""
    fire = _asked(state, seat)
    partners: dict[str, list[str]] = {}
    rules = state.setup.rules
    for swap in hits.swaps(fire.volleys, fire.hits, fire.used, rules):
        partners.setdefault(swap.one, []).append(swap.other)
        partners.setdefault(swap.other, []).append(swap.one)
    found = [
        Option(
            "mistake",
            f"have {facts.team_name(state, one)} mistaken for another team, on {hits.mistaken_target(rules).number}+",
            {"one": OneOf((one,)), "other": OneOf(tuple(others))},
        )
        for one, others in partners.items()
    ]
    return [*found, Option("pass", "let the hits be as they are")]
