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
from orsha.tabletop.battle.to_hit import Deeds, Shooter, Target, hidden, shots, to_hit
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import aiming, facts, room_shooting, surveying
from orsha.tabletop.game.aiming import Gun, Sighted
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.contact import foe_spots
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.game.surveying import Arms
from orsha.tabletop.table import MIL, Look, Stand, armour_facing
from orsha.tabletop.table.sight import FARTHER

APART = 8 * MIL
"""How much nearer to an enemy other teams of a unit may be than one of them."""
BAILED_OUT = 0.4
"""What a tank that is Bailed Out counts for, beside one that is destroyed. Ours."""
LEAST = 0.05
"""What shots at a unit that is as good as gone still count for."""
LOOKS: tuple[Look, Look] = (1, 2)
"""Of a team that is seen: concealed, in the open."""
LIKELY, MORE = 8, 24
"""How many targets teams that are armed alike look at first, and at the most."""
HALF = float((12 * MIL) ** 2)
"""Whoever is so far off is half as likely a target as one who is close by: its square."""
IN_FOXHOLES = 0.6
"""What a target in foxholes is worth, beside one that is not."""
Key = tuple[object, ...]
Shares = dict[Key, float]
"""What one die takes of a team, by who shoots, whether from far off, and whether from the front."""
Promise = tuple[Gun, str, float]
"""A weapon, whom it is best fired at, and what that promises in points."""
_WORTH = itemgetter(2)


class Plan(Struct, frozen=True):
    """The aims of a unit that promise most, and what they promise in points."""

    aims: tuple[Aim, ...]
    points: float


NOTHING = Plan((), 0.0)


def plan(state: BattleState, unit: str, among: Sequence[str] | None = None) -> Plan:
    """Legal aims that promise much, at some enemy teams or at all of them. Greedy, team by team; rough: teams look
    first at the enemies that are likely to be the best targets, and only one of those that fire alike at the same asks
    what that is worth."""
    able = surveying.armed(state, unit)
    if not able:
        return NOTHING
    guess = _Guess(state, unit)
    used: dict[str, int] = {}
    aims: list[Aim] = []
    points = 0.0
    for own in guess.guns(able, among):
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
    if len(single) <= 1:
        return single
    best = max(single, key=_WORTH)
    together = [one for one in single if one[0].machine_gun]
    more = len(together) > 1 and sum([worth for _, _, worth in together]) > best[2]
    return together if more else (best,)


def _likely(state: BattleState, team: str, arms: Arms) -> list[str]:
    """The enemies that may be in reach of a team, the likeliest targets first, by what is known without a look: what
    its weapons do to their like, what they cost, and how near they are."""
    seat, teams, tastes = facts.seat_of(team), state.teams, _tastes(state, team)
    x, y, reach = float(teams[team].x), float(teams[team].y), max([gun.range for gun, _ in arms]) * MIL + APART
    most = float(reach * reach)
    near = [
        (-tastes[foe] / (square + HALF) * (IN_FOXHOLES if teams[foe].foxholes else 1.0), foe)
        for fx, fy, foe in foe_spots(state, seat)
        if (square := (x - fx) * (x - fx) + (y - fy) * (y - fy)) < most
    ]
    near.sort()
    return [foe for _, foe in near]


def _tastes(state: BattleState, team: str) -> Mapping[str, float]:
    """What the weapons of a team promise at each enemy team that is in the open, whoever it is."""
    known: dict[object, dict[str, float]] = state.roster.__dict__.setdefault("tastes", {})
    card, seat = facts.card(state, team), facts.seat_of(team)
    found = known.get((seat, card))
    if found is None:
        there = [one for one in state.roster.teams.values() if one.seat != seat]
        shares: dict[Team, float] = remembered(state.setup, "tastes").setdefault(card, {})
        for its in {one.card for one in there} - shares.keys():
            shares[its] = _taste(card, its, state.setup.rules)
        found = known[seat, card] = {one.id: shares[one.card] * one.price for one in there}
    return found


def _taste(card: Team, other: Team, rules: Rules) -> float:
    """What share of a team that is in the open the best weapon of another may be expected to take."""
    fires = [Shooter(card, weapon) for weapon in card.weapons if weapon.fires == "direct"]
    return max(
        [
            shots(who, rules)
            * float(to_hit(who, Target(other, deeds=Deeds(moved=True)), rules).chance)
            * share_taken(Strike("", other, who.weapon), rules)
            for who in fires
        ],
        default=0.0,
    )


def price(state: BattleState, team: str) -> float:
    return state.roster.teams[team].price


class _Mark(NamedTuple):
    """A team that is shot at."""

    its: TeamState
    """The team as it was when it was looked at."""
    shares: Sequence[Shares]
    """What one die takes of its like: if it is seen concealed, and in the open."""
    unit: str
    price: float
    stand: Stand | None
    """Where it stands, if it makes a difference from where it is hit."""
    housed: bool


class _Fire(NamedTuple):
    """Shots of one weapon, for all teams of a unit that have it."""

    gun: Gun
    """The first team's that asked: it counts as if it shot for all,"""
    here: Stand
    """from where it stands."""
    who: Key
    """What counts about it."""
    worth: dict[tuple[str, int], float]
    """What the shots promise at a target that is seen so, in points."""


class _Guess:
    """Shots of a unit as they are at this moment."""

    def __init__(self, state: BattleState, unit: str) -> None:
        self.state = state
        self.seen: dict[str, Sighted] = {}
        self.done: dict[str, float] = {}
        self.fires: dict[tuple[Weapon, int], _Fire] = {}
        self.by_aircraft = facts.unit_sheet(state, unit).unit.kind == "aircraft"
        self.met = facts.met(state, facts.enemy(facts.seat_of(unit)))
        seen_as = self.by_aircraft, self.met
        self.marks: dict[str, _Mark] = state.setup.__dict__.setdefault("marks", {}).setdefault(seen_as, {})
        """Of all who were ever shot at so in battles of this set-up; each is true of a team that is still the same."""

    def guns(self, able: Mapping[str, Arms], among: Sequence[str] | None) -> list[Sequence[Gun]]:
        """The weapons that can shoot, team by team: at some enemies, or else at the likeliest targets of all; at the
        next likely only of who sees none of these."""
        if among is not None:
            return self._look(able, among)
        kits = {id(arms): (team, arms) for team, arms in able.items()}
        ways = [_likely(self.state, team, arms) for team, arms in kits.values()]
        found = self._look(able, list(dict.fromkeys([foe for way in ways for foe in way[:LIKELY]])))
        if len(found) == len(able) or all(len(way) <= LIKELY for way in ways):
            return found
        shoots = {own[0].team for own in found}
        blind = {id: arms for id, arms in able.items() if id not in shoots}
        return found + self._look(blind, list(dict.fromkeys([foe for way in ways for foe in way[LIKELY:MORE]])))

    def _look(self, able: Mapping[str, Arms], foes: Sequence[str]) -> list[Sequence[Gun]]:
        """The weapons of some teams that can shoot at some enemies, team by team."""
        found, seen = surveying.look_about(self.state, able, foes)
        self.seen.update(seen)
        return found

    def best(self, gun: Gun) -> Promise:
        """The team that a weapon's shots promise most points at, and how many: less for units as good as gone."""
        seen, marks, done = self.seen[gun.team], self.marks, self.done
        fire = self._fire(gun)
        worth = fire.worth
        best, most = "", -1.0
        for at in gun.at:
            key = at, seen[at]
            points = worth.get(key)
            if points is None:
                points = worth[key] = self._worth(fire, at, seen[at])
            if points > most and marks[at].unit in done:
                points *= max(1 - done[marks[at].unit], LEAST)
            if points > most:
                best, most = at, points
        return gun, best, most

    def _fire(self, gun: Gun) -> _Fire:
        state, team = self.state, gun.team
        weapon = facts.card(state, team).weapons[gun.weapon]
        found = self.fires.get((weapon, gun.shots))
        if found is None:
            its, deeds = state.teams[team], facts.deeds(state, team)
            who = (weapon, its.smoked, deeds.moved, its.hasty, deeds.pinned)
            found = self.fires[weapon, gun.shots] = _Fire(gun, facts.stand(state, team), who, {})
        return found

    def _worth(self, fire: _Fire, at: str, sighted: int) -> float:
        """What a weapon's shots promise at a target that is seen so, in points."""
        state, gun, mark = self.state, fire.gun, self.marks.get(at)
        if mark is None or mark.its is not state.teams[at]:
            mark = self.marks[at] = self._mark(at)
        front = mark.stand is not None and armour_facing(mark.stand, fire.here) == "front"
        shares, key = mark.shares[sighted % FARTHER - 1], (fire.who, sighted > FARTHER, front)
        share = shares.get(key)
        if share is None:
            share = shares[key] = self._shot(gun, at, sighted, front)
        more = room_shooting.more_hits(state, gun.team, gun.weapon, at) if mark.housed else 0
        return (gun.shots + more) * share * mark.price

    def spent(self, at: str, worth: float) -> None:
        """Shots were aimed: so much of the unit is as good as gone."""
        mark = self.marks[at]
        teams = len(facts.teams_of(self.state, mark.unit))
        self.done[mark.unit] = self.done.get(mark.unit, 0.0) + worth / mark.price / teams

    def _mark(self, at: str) -> _Mark:
        state, its, sheet = self.state, self.state.teams[at], self.state.roster.teams[at]
        card, housed, moved = sheet.card, its.room is not None, its.moved or self.met
        stand = facts.stand(state, at) if _has_front(card) else None
        dashed = its.dashed and stand is not None
        busy = its.shot is not None or its.assaulted or its.bombarded != "no" or its.fired_at_aircraft
        fares = (card, its.smoked, its.foxholes, its.bailed_out, dashed, housed)
        alike = (fares, moved, its.dug_in, busy, self.by_aircraft)
        known: dict[Key, Sequence[Shares]] = remembered(state.setup, "marks")
        shares = known.get(alike)
        if shares is None:
            shares = known[alike] = [self._shares(fares, at, look) for look in LOOKS]
        return _Mark(its, shares, sheet.unit, sheet.price, stand, housed)

    def _shares(self, fares: Key, at: str, look: Look) -> Shares:
        """What shots take of all that fare like a team and are hidden like it."""
        how = hidden(aiming.in_view(self.state, at, look), self.by_aircraft, self.state.setup.rules)
        shares: Shares = remembered(self.state.setup, "shots").setdefault((fares, how), {})
        return shares

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
