"""A quick guess at what shooting is worth, in points: for bots that look at many units at once.

Every number comes from the rules' own functions and is kept, from game to game, by weapon, card and what makes the shot
harder, so that most of a guess is looking up. Bulletproof terrain, and smoke screens that a team is seen through, are
left out: they cost a look of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.tabletop.battle import odds
from orsha.tabletop.battle.rules import Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import Hidden, hidden, to_hit
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import aiming, facts, room_shooting, surveying
from orsha.tabletop.game.aiming import Gun, Sighted
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.table import MIL, Look, Stand, armour_facing
from orsha.tabletop.table.sight import FARTHER

BAILED_OUT = 0.4
"""What a tank that is Bailed Out counts for, beside one that is destroyed. Ours."""
LEAST = 0.05
"""What shots at a unit that is as good as gone still count for."""
LOOKS: tuple[Look, Look] = (1, 2)
"""Of a team that is seen: concealed, in the open."""
Key = tuple[object, ...]
Promise = tuple[Gun, str, float]
"""A weapon, whom it is best fired at, and what that promises in points."""
_WORTH = itemgetter(2)


class Plan(Struct, frozen=True):
    """The aims of a unit that promise most, and what they promise in points."""

    aims: tuple[Aim, ...]
    points: float


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
        for gun, at, worth in _best_way([guess.best(gun) for gun in free]):
            if worth <= 0 and is_work(at):
                continue
            used[gun.name] = used.get(gun.name, 0) + 1
            guess.spent(at, worth)
            aims.append(Aim(gun.team, gun.weapon, at))
            points += worth
    return Plan(tuple(aims), points)


def _best_way(single: Sequence[Promise]) -> Sequence[Promise]:
    """What a team fires: one of its weapons, or all its machine-guns, whatever promises more."""
    best = max(single, key=_WORTH, default=None)
    if best is None:
        return ()
    together = [one for one in single if one[0].machine_gun]
    more = len(together) > 1 and sum([worth for _, _, worth in together]) > best[2]
    return together if more else (best,)


def price(state: BattleState, team: str) -> float:
    return state.roster.teams[team].price


class _Mark(NamedTuple):
    """A team that is shot at."""

    its: TeamState
    """The team as it was when it was looked at,"""
    seen_as: tuple[bool, bool]
    """by aircraft or not, and whether it counted as moved for the meeting of both sides."""
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
        self.done: dict[str, float] = {}
        self.kept: dict[Key, float] = remembered(state.setup, "shots")
        self.marks: dict[str, _Mark] = state.setup.__dict__.setdefault("marks", {})
        """Of all who were ever shot at in battles of this set-up; each is true of a team that is still the same."""
        self.shooters: dict[str, tuple[Stand, Key]] = {}
        sheets = state.roster.teams
        self.by_aircraft = any(sheets[id].flies for id in seen)

    def best(self, gun: Gun) -> Promise:
        """The team that a weapon's shots promise most points at, and how many: less for units as good as gone."""
        state, seen, kept, marks, done = self.state, self.seen[gun.team], self.kept, self.marks, self.done
        teams, shots = state.teams, gun.shots
        seen_as = self._seen_as(gun.at[0])
        here, does = self._shooter(gun.team)
        who = (state.roster.teams[gun.team].card.weapons[gun.weapon], *does)
        best, most = "", -1.0
        for at in gun.at:
            mark = marks.get(at)
            if mark is None or mark.its is not teams[at] or mark.seen_as != seen_as:
                mark = marks[at] = self._mark(at, seen_as)
            front = mark.stand is not None and armour_facing(mark.stand, here) == "front"
            sighted = seen[at]
            key = (who, mark.alike, mark.hidden[sighted % FARTHER - 1], sighted > FARTHER, front)
            share = kept.get(key)
            if share is None:
                share = kept[key] = self._shot(gun, at, sighted, front)
            more = room_shooting.more_hits(state, gun.team, gun.weapon, at) if mark.housed else 0
            worth = (shots + more) * share * mark.price
            if mark.unit in done:
                left = 1 - done[mark.unit]
                worth *= left if left > LEAST else LEAST
            if worth > most:
                best, most = at, worth
        return gun, best, most

    def spent(self, at: str, worth: float) -> None:
        """Shots were aimed: so much of the unit is as good as gone."""
        mark = self.marks[at]
        teams = len(facts.teams_of(self.state, mark.unit))
        self.done[mark.unit] = self.done.get(mark.unit, 0.0) + worth / mark.price / teams

    def _shooter(self, team: str) -> tuple[Stand, Key]:
        """Where a team stands that shoots, and what counts about it besides its weapon."""
        found = self.shooters.get(team)
        if found is None:
            state, its, deeds = self.state, self.state.teams[team], facts.deeds(self.state, team)
            does = (its.smoked, deeds.moved, its.hasty, deeds.pinned)
            found = self.shooters[team] = facts.stand(state, team), does
        return found

    def _seen_as(self, at: str) -> tuple[bool, bool]:
        return self.by_aircraft, facts.met(self.state, facts.seat_of(at))

    def _mark(self, at: str, seen_as: tuple[bool, bool]) -> _Mark:
        state, its, card, unit = self.state, self.state.teams[at], facts.card(self.state, at), facts.unit_id(at)
        housed, stand = its.room is not None, facts.stand(state, at) if _has_front(card) else None
        dashed = its.dashed and stand is not None
        alike = (card, its.smoked, its.foxholes, its.bailed_out, dashed, housed)
        return _Mark(its, seen_as, alike, self._hidden(at, seen_as[1]), unit, price(state, at), stand, housed)

    def _hidden(self, at: str, met: bool) -> tuple[Hidden, Hidden]:
        """What hides a team, remembered by all of it that may count."""
        state, its, card = self.state, self.state.teams[at], facts.card(self.state, at)
        busy = its.shot is not None or its.assaulted or its.bombarded != "no" or its.fired_at_aircraft
        key = (card, its.foxholes, its.room is not None, its.moved or met, its.dug_in, busy, self.by_aircraft)
        covers: dict[Key, tuple[Hidden, Hidden]] = remembered(state.setup, "covers")
        found = covers.get(key)
        if found is None:
            concealed, open_ = (
                hidden(aiming.in_view(state, at, look), self.by_aircraft, state.setup.rules) for look in LOOKS
            )
            found = covers[key] = concealed, open_
        return found

    def _shot(self, gun: Gun, at: str, sighted: int, front: bool) -> float:
        """One die: the chance that it hits, times the share of the team that it takes."""
        state, its, weapon = self.state, self.state.teams[at], facts.card(self.state, gun.team).weapons[gun.weapon]
        rules, far = state.setup.rules, sighted > FARTHER
        smoke = its.smoked or state.teams[gun.team].smoked
        view = aiming.in_view(state, at, cast(Look, sighted % FARTHER))
        aim = replace(view, range=_range(far, rules), smoke=smoke)
        chance = to_hit(aiming.shooter(state, gun.team, weapon), aim, rules).chance
        return float(chance) * self._share(weapon, at, far, front)

    def _share(self, weapon: Weapon, at: str, far: bool, front: bool) -> float:
        """The share of a team that a hit takes, remembered by all that may count: how well it is hidden does not."""
        its, card, rules = self.state.teams[at], facts.card(self.state, at), self.state.setup.rules
        strike = Strike(
            "",
            card,
            weapon,
            range=_range(far, rules),
            facing="front" if front else "side",
            foxholes=its.foxholes,
            shot_from_front=front,
            dashed=its.dashed,
            in_room=its.room is not None,
            condition="bailed out" if its.bailed_out else "fighting",
        )
        shares: dict[Strike, float] = remembered(self.state.setup, "shares")
        found = shares.get(strike)
        if found is None:
            found = shares[strike] = share_taken(strike, rules)
        return found


def _range(far: bool, rules: Rules) -> int:
    """Some range that is long, or not."""
    return (rules.shooting.long_range + 1) * MIL if far else 0


def _has_front(card: Team) -> bool:
    """Whether it makes a difference from where a team is hit."""
    return card.armour is not None or "gun-shield" in card.rules


def share_taken(strike: Strike, rules: Rules) -> float:
    """The share of a team that one hit takes."""
    ends = odds.fate((strike,), rules)
    bailed = float(ends.chance("bailed out")) if strike.condition == "fighting" else 0.0
    return float(ends.chance("destroyed")) + BAILED_OUT * bailed
