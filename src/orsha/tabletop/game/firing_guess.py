"""A quick guess at what shooting is worth, in points: for bots that look at many units at once.

Every number comes from the rules' own functions and is kept, from game to game, by weapon, card and what makes the shot
harder, so that most of a guess is looking up. Bulletproof terrain, and smoke screens that a team is seen through, are
left out: they cost a look of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.tabletop.battle import odds
from orsha.tabletop.battle.rules import Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import Hidden, hidden, to_hit
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import aiming, facts, room_shooting, surveying
from orsha.tabletop.game.aiming import Gun, Sighted
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL, Look, Stand, armour_facing
from orsha.tabletop.table.sight import FARTHER

BAILED_OUT = 0.4
"""What a tank that is Bailed Out counts for, beside one that is destroyed. Ours."""
LEAST = 0.05
"""What shots at a unit that is as good as gone still count for."""
LOOKS: tuple[Look, Look] = (1, 2)
"""Of a team that is seen: concealed, in the open."""
Key = tuple[object, ...]


class Plan(Struct, frozen=True):
    """The aims of a unit that promise most, and what they promise in points."""

    aims: tuple[Aim, ...]
    points: float


def expected(state: BattleState, unit: str, target_unit: str) -> float:
    """The points of damage that a unit's shots at another may be expected to do, as both are now."""
    foes = [id for id in facts.teams_of(state, target_unit) if state.teams[id].aboard is None]
    return plan(state, unit, foes).points


def plan(state: BattleState, unit: str, among: Sequence[str] | None = None) -> Plan:
    """Legal aims that promise much, at some enemy teams or at all of them. Greedy, team by team."""
    found, seen = surveying.survey(state, unit, among)
    by_team: dict[str, list[Gun]] = {}
    for gun in found:
        by_team.setdefault(gun.team, []).append(gun)
    guess = _Guess(state, seen)
    used: dict[str, int] = {}
    aims: list[Aim] = []
    points = 0.0
    for own in by_team.values():
        free = [gun for gun in own if not gun.limited or used.get(gun.name, 0) < gun.limited]
        best = max(_ways(guess, free), key=lambda way: sum(worth for _, _, worth in way), default=[])
        for gun, at, worth in best:
            if worth <= 0 and is_work(at):
                continue
            used[gun.name] = used.get(gun.name, 0) + 1
            guess.spent(at, worth)
            aims.append(Aim(gun.team, gun.weapon, at))
            points += worth
    return Plan(tuple(aims), points)


def _ways(guess: _Guess, own: Sequence[Gun]) -> list[list[tuple[Gun, str, float]]]:
    """What a team may fire: one of its weapons, or all its machine-guns."""
    single = [[guess.best(gun)] for gun in own]
    machine_guns = [one for way in single for one in way if one[0].machine_gun]
    return [*single, machine_guns] if len(machine_guns) > 1 else single


def price(state: BattleState, team: str) -> float:
    """What a team cost: its unit's points, shared out."""
    sheet = facts.unit_sheet(state, facts.unit_id(team))
    return max(sheet.unit.points, 1) / len(sheet.teams)


class _Mark(NamedTuple):
    """A team that is shot at."""

    alike: Key
    """What counts about it: the same for all that fare the same."""
    hidden: tuple[Hidden, Hidden]
    """What hides it from who sees it concealed, and from who sees it in the open."""
    unit: str
    price: float
    stand: Stand | None
    """Where it stands, if it makes a difference from where it is hit."""
    housed: bool


class _Guess:
    """Shots of a unit as they are at this moment."""

    def __init__(self, state: BattleState, seen: Mapping[str, Sighted]) -> None:
        self.state, self.seen = state, seen
        self.marks: dict[str, _Mark] = {}
        self.done: dict[str, float] = {}
        self.kept: dict[Key, float] = remembered(state.setup, "shots")
        self.covers: dict[Key, tuple[Hidden, Hidden]] = remembered(state.setup, "covers")
        self.by_aircraft = any(facts.card(state, id).kind == "aircraft" for id in seen)

    def best(self, gun: Gun) -> tuple[Gun, str, float]:
        """The team that a weapon's shots promise most points at, and how many: less for units as good as gone."""
        seen, here, who = self.seen[gun.team], facts.stand(self.state, gun.team), self._shooter(gun)
        best, most = "", -1.0
        for at in gun.at:
            mark = self.marks.get(at) or self._mark(at)
            front = mark.stand is not None and armour_facing(mark.stand, here) == "front"
            key = (who, mark.alike, mark.hidden[seen[at] % FARTHER - 1], seen[at] > FARTHER, front)
            share = self.kept.get(key)
            if share is None:
                share = self.kept[key] = self._shot(gun, at, seen[at], front)
            more = room_shooting.more_hits(self.state, gun.team, gun.weapon, at) if mark.housed else 0
            worth = (gun.shots + more) * share * mark.price
            if mark.unit in self.done:
                worth *= max(LEAST, 1 - self.done[mark.unit])
            if worth > most:
                best, most = at, worth
        return gun, best, most

    def spent(self, at: str, worth: float) -> None:
        """Shots were aimed: so much of the unit is as good as gone."""
        mark = self.marks[at]
        teams = len(facts.teams_of(self.state, mark.unit))
        self.done[mark.unit] = self.done.get(mark.unit, 0.0) + worth / mark.price / teams

    def _shooter(self, gun: Gun) -> Key:
        """What counts about a weapon that shoots."""
        state, its, card = self.state, self.state.teams[gun.team], facts.card(self.state, gun.team)
        deeds = facts.deeds(state, gun.team)
        return card.weapons[gun.weapon], its.smoked, deeds.moved, its.hasty, deeds.pinned

    def _mark(self, at: str) -> _Mark:
        state, its, card, unit = self.state, self.state.teams[at], facts.card(self.state, at), facts.unit_id(at)
        housed, stand = its.room is not None, facts.stand(state, at) if _has_front(card) else None
        dashed = its.dashed and stand is not None
        alike = (card, its.smoked, its.foxholes, its.bailed_out, dashed, housed)
        made = self.marks[at] = _Mark(alike, self._hidden(at), unit, price(state, at), stand, housed)
        return made

    def _hidden(self, at: str) -> tuple[Hidden, Hidden]:
        """What hides a team, remembered by all of it that may count."""
        state, its, card = self.state, self.state.teams[at], facts.card(self.state, at)
        busy = its.shot is not None or its.assaulted or its.bombarded != "no" or its.fired_at_aircraft
        moved = its.moved or facts.met(state, facts.seat_of(at))
        key = (card, its.foxholes, its.room is not None, moved, its.dug_in, busy, self.by_aircraft)
        found = self.covers.get(key)
        if found is None:
            concealed, open_ = (
                hidden(aiming.in_view(state, at, look), self.by_aircraft, state.setup.rules) for look in LOOKS
            )
            found = self.covers[key] = concealed, open_
        return found

    def _shot(self, gun: Gun, at: str, sighted: int, front: bool) -> float:
        """One die: the chance that it hits, times the share of the team that it takes."""
        state, its, card = self.state, self.state.teams[at], facts.card(self.state, at)
        rules, weapon = state.setup.rules, facts.card(state, gun.team).weapons[gun.weapon]
        far = (rules.shooting.long_range + 1) * MIL if sighted > FARTHER else 0
        smoke = its.smoked or state.teams[gun.team].smoked
        aim = replace(aiming.in_view(state, at, cast(Look, sighted % FARTHER)), range=far, smoke=smoke)
        strike = Strike(
            at,
            card,
            weapon,
            range=far,
            facing="front" if front else "side",
            foxholes=its.foxholes,
            shot_from_front=front,
            dashed=its.dashed,
            in_room=its.room is not None,
            condition="bailed out" if its.bailed_out else "fighting",
        )
        return float(to_hit(aiming.shooter(state, gun.team, weapon), aim, rules).chance) * share_taken(strike, rules)


def _has_front(card: Team) -> bool:
    """Whether it makes a difference from where a team is hit."""
    return card.armour is not None or "gun-shield" in card.rules


def share_taken(strike: Strike, rules: Rules) -> float:
    """The share of a team that one hit takes."""
    ends = odds.fate((strike,), rules)
    bailed = float(ends.chance("bailed out")) if strike.condition == "fighting" else 0.0
    return float(ends.chance("destroyed")) + BAILED_OUT * bailed
