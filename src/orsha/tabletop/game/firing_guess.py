"""A quick guess at what shooting is worth, in points: for bots that look at many units at once.

Every number comes from the rules' own functions and is kept, from game to game, by weapon, card and what makes the shot
harder, so that most of a guess is looking up. Bulletproof terrain, and smoke screens that a team is seen through, are
left out: they cost a look of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cache, lru_cache
from typing import TypeVar, TypeVarTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.tabletop.battle import odds
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import Hidden, Target, hidden, to_hit
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import aiming, facts, room_shooting
from orsha.tabletop.game.aiming import Gun, Looks
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL, Look, armour_facing

BAILED_OUT = 0.4
"""What a tank that is Bailed Out counts for, beside one that is destroyed. Ours."""
LEAST = 0.05
"""What shots at a unit that is as good as gone still count for."""
MOST_KEPT = 100_000
"""So many shots are remembered at most."""
Key = tuple[object, ...]
T = TypeVar("T")
About = TypeVarTuple("About")


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
    found, seen, far = aiming.survey(state, unit, among)
    by_team: dict[str, list[Gun]] = {}
    for gun in found:
        by_team.setdefault(gun.team, []).append(gun)
    guess = _Guess(state, seen, far)
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
    single = [[_best(guess, gun)] for gun in own]
    machine_guns = [one for way in single for one in way if one[0].machine_gun]
    return [*single, machine_guns] if len(machine_guns) > 1 else single


def _best(guess: _Guess, gun: Gun) -> tuple[Gun, str, float]:
    return max(((gun, at, guess.worth(gun, at)) for at in gun.at), key=lambda one: one[2])


def price(state: BattleState, team: str) -> float:
    """What a team cost: its unit's points, shared out."""
    sheet = facts.unit_sheet(state, facts.unit_id(team))
    return max(sheet.unit.points, 1) / len(sheet.teams)


class _Guess:
    """Shots as they are at this moment, each pair looked into once."""

    def __init__(self, state: BattleState, seen: Looks, far: Set[tuple[str, str]]) -> None:
        self.state, self.seen, self.far = state, seen, far
        self.known: dict[tuple[str, int, str], float] = {}
        self.covers: dict[tuple[str, Look, bool], Hidden] = facts.kept(state, "covers", dict)
        self.guns: dict[tuple[str, int], Key] = {}
        self.targets: dict[str, Key] = facts.kept(state, "targets shot at", dict)
        self.done: dict[str, float] = {}
        self.kept = _memory(state.setup)

    def worth(self, gun: Gun, at: str) -> float:
        """The points that a weapon's shots at a team promise, less for units that are as good as gone."""
        key = (gun.team, gun.weapon, at)
        known = self.known.get(key)
        if known is None:
            count = gun.shots + room_shooting.more_hits(self.state, gun.team, gun.weapon, at)
            known = self.known[key] = count * self._shot(gun, at) * price(self.state, at)
        spent = self.done.get(facts.unit_id(at)) if self.done else None
        return known if spent is None else known * max(LEAST, 1 - spent)

    def spent(self, at: str, worth: float) -> None:
        """Shots were aimed: so much of the unit is as good as gone."""
        unit = facts.unit_id(at)
        teams = len(facts.teams_of(self.state, unit))
        self.done[unit] = self.done.get(unit, 0.0) + worth / price(self.state, at) / teams

    def _shot(self, gun: Gun, at: str) -> float:
        """One die: the chance that it hits, times the share of the team that it takes."""
        state = self.state
        own, look = facts.card(state, gun.team), self.seen[gun.team][at]
        far, target = (gun.team, at) in self.far, self._target(at)
        front = _has_front(cast(Team, target[0])) and (
            armour_facing(facts.stand(state, at), facts.stand(state, gun.team)) == "front"
        )
        cover = self._cover(at, look, own.kind == "aircraft")
        key: Key = (self._gun(gun), target, far, front, cover)
        found = self.kept.get(key)
        if found is None:
            rules = state.setup.rules
            weapon, smoke = own.weapons[gun.weapon], state.teams[gun.team].smoked or state.teams[at].smoked
            aim = replace(aiming.target(state, gun.team, at, look), smoke=smoke)
            chance = float(to_hit(aiming.shooter(state, gun.team, weapon), aim, rules).chance)
            found = self.kept[key] = chance * self._harm(at, weapon, facts.card(state, at), far, front)
        return found

    def _gun(self, gun: Gun) -> Key:
        """What counts about a weapon that shoots."""
        name = (gun.team, gun.weapon)
        if name not in self.guns:
            state, its = self.state, self.state.teams[gun.team]
            weapon = facts.card(state, gun.team).weapons[gun.weapon]
            pinned, moved = state.units[facts.unit_id(gun.team)].pinned, facts.deeds(state, gun.team).moved
            self.guns[name] = (weapon, its.smoked, moved, its.hasty, pinned)
        return self.guns[name]

    def _target(self, at: str) -> Key:
        """What counts about a team that is shot at."""
        found = self.targets.get(at)
        if found is None:
            its = self.state.teams[at]
            card = facts.card(self.state, at)
            found = (card, its.smoked, its.foxholes, its.bailed_out, its.dashed, its.room is not None)
            self.targets[at] = found
        return found

    def _cover(self, at: str, look: Look, by_aircraft: bool) -> Hidden:
        found = self.covers.get((at, look, by_aircraft))
        if found is None:
            its = state_target(self.state, at, look)
            found = self.covers[at, look, by_aircraft] = hidden(its, by_aircraft, self.state.setup.rules)
        return found

    def _harm(self, at: str, weapon: Weapon, card: Team, far: bool, front: bool) -> float:
        state, its = self.state, self.state.teams[at]
        strike = Strike(
            at,
            card,
            weapon,
            range=(state.setup.rules.shooting.long_range + 1) * MIL if far else 0,
            facing="front" if front else "side",
            foxholes=its.foxholes,
            shot_from_front=front,
            dashed=its.dashed,
            in_room=its.room is not None,
            condition="bailed out" if its.bailed_out else "fighting",
        )
        return _share(state, strike)


def _has_front(card: Team) -> bool:
    """Whether it makes a difference from where a team is hit."""
    return card.armour is not None or "gun-shield" in card.rules


def state_target(state: BattleState, at: str, look: Look) -> Target:
    """A team as far as hiding goes."""
    deeds, its = aiming.deeds_of_target(state, at), state.teams[at]
    room = its.room is not None
    return Target(facts.card(state, at), deeds=deeds, concealed=look == 1, foxholes=its.foxholes, in_room=room)


def _memory(setup: BattleSetup) -> dict[Key, float]:
    """The shots that were worked out: by the usual rules for all games, by others for this one."""
    if setup.rules is not STANDARD:
        return cast("dict[Key, float]", setup.__dict__.setdefault("firing_guesses", {}))
    kept = _usual_memory()
    if len(kept) > MOST_KEPT:
        kept.clear()
    return kept


@cache
def _usual_memory() -> dict[Key, float]:
    return {}


def _usually(work: Callable[[Rules, *About], T]) -> Callable[[Rules, *About], T]:
    """Keeps what is worked out by the usual rules: nearly all games have them and ask the same again and again."""

    @lru_cache(maxsize=1 << 14)
    def usual(*about: *About) -> T:
        return work(STANDARD, *about)

    def ask(rules: Rules, *about: *About) -> T:
        return usual(*about) if rules is STANDARD else work(rules, *about)

    return ask


def _share(state: BattleState, strike: Strike) -> float:
    """The share of a team that one hit takes. Whose team it is makes no difference."""
    return _share_by(state.setup.rules, replace(strike, name=""))


@_usually
def _share_by(rules: Rules, strike: Strike) -> float:
    ends = odds.fate((strike,), rules)
    bailed = float(ends.chance("bailed out")) if strike.condition == "fighting" else 0.0
    return float(ends.chance("destroyed")) + BAILED_OUT * bailed
