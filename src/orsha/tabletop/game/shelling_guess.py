"""A quick guess at what a bombardment is worth, in points: for bots that look at many places at once.

Every number comes from the rules' own functions and is kept, from game to game, by weapon, card and what makes a
difference, so that most of a guess is looking up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery, odds
from orsha.tabletop.battle.artillery import AimingPoint, Battery, Ranging, Spotter
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import batteries, bombarding, facts, room_shelling, template
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.firing_guess import price, share_taken
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat

SPOTTERS = 3
POINTS = 8
"""So many spotters and places are looked into for a bombardment."""
ATTEMPTS = Bombard("", "", (0, 0)).attempts
"""As often as may be: to range in on a place is worth all the attempts that a spotter has."""
Key = tuple[object, ...]


class Shelling(Struct, frozen=True):
    """A bombardment, and what it promises in points."""

    command: Bombard
    points: float


def best_bombardment(state: BattleState, unit: str) -> Shelling | None:
    """The bombardment of a unit that promises most: on its marker again, or where enemies stand that a spotter sees."""
    found: list[Shelling] = []
    for number, weapon in batteries.bombards(state, unit):
        if weapon.anti_tank is None:
            continue
        try:
            able = batteries.able_guns(state, facts.seat_of(unit), unit, weapon)
        except Illegal:
            continue
        found += _Guess(state, unit, number, weapon, able).all()
    return max(found, key=lambda one: one.points, default=None)


class _Guess:
    """What the guns of a unit that can fire may do with one of their weapons."""

    def __init__(self, state: BattleState, unit: str, number: int, weapon: Weapon, able: Sequence[str]) -> None:
        self.state, self.unit, self.number, self.weapon, self.able = state, unit, number, weapon, able
        self.seat = facts.seat_of(unit)
        self.inches = artillery.template(weapon, state.setup.rules)
        self.shells = _Shells(state.setup, weapon)
        self.batteries: dict[tuple[str, ...], Battery] = {}
        self.worths: dict[tuple[str, bool], float] = {}

    def all(self) -> Iterable[Shelling]:
        """Bombardments that range in where enemies stand, and one on the unit's marker."""
        state, unit = self.state, self.unit
        teams = _best_spotters(state, self.seat, unit)
        seen = bombarding.seen_points(state, self.seat, unit, self.weapon, self.able, teams, most=POINTS)
        places = {at: team for team, points in reversed(seen.items()) for at in points}
        guns = batteries.bearing_all(state, self.able, self.weapon, list(places))
        for (at, team), some in zip(places.items(), guns, strict=True):
            yield Shelling(Bombard(unit, team, at, self.number), self._ranging(team, at, some))
        again = bombarding.may_repeat(state, self.seat, unit, self.weapon, self.able, teams)
        lies = batteries.marker(state, unit)
        if again is not None and lies is not None:
            (some,) = batteries.bearing_all(state, self.able, self.weapon, [lies])
            yield Shelling(Bombard(unit, again, lies, self.number, repeat=True), self._again(lies, some))

    def _ranging(self, team: str, at: Spot, guns: tuple[str, ...]) -> float:
        """What it promises to range in on a place: each way that it may go, and each team under the template."""
        there = self._there(at)
        if not there:
            return 0.0
        spotter = batteries.spotter_of(self.state, self.unit, team, self.weapon, True)
        point = AimingPoint(in_terrain=template.in_terrain(self.state, at, self.inches))
        return self._promised(there, self.shells.ranged(self._battery(guns), spotter, point))

    def _again(self, at: Spot, guns: tuple[str, ...]) -> float:
        """What it promises to fire at the marker."""
        there = self._there(at)
        return self._promised(there, self.shells.repeated(self._battery(guns))) if there else 0.0

    def _there(self, at: Spot) -> list[str]:
        return template.under(self.state, at, self.inches, salvo=self.weapon.fires == "salvo")

    def _battery(self, guns: tuple[str, ...]) -> Battery:
        found = self.batteries.get(guns)
        if found is None:
            found = self.batteries[guns] = batteries.battery_of(self.state, self.seat, guns, self.weapon)
        return found

    def _promised(self, there: Sequence[str], fall: Fall) -> float:
        state, points = self.state, 0.0
        chances: dict[str, tuple[float, float]] = {}
        for id in there:
            worth = self._worth(id, fall.repeat)
            chance = self.shells.lands(fall, facts.card(state, id))
            chances[id] = chance, worth
            points += chance * worth
        return points + room_shelling.brutal_worth(state, self.weapon, chances)

    def _worth(self, team: str, repeat: bool) -> float:
        """What a shell takes of a team that it hits, in points; less than nothing for friends."""
        found = self.worths.get((team, repeat))
        if found is None:
            sign = 1 if facts.seat_of(team) != self.seat else -1
            found = sign * self.shells.share(self.state, team, repeat) * price(self.state, team)
            self.worths[team, repeat] = found
        return found


def _best_spotters(state: BattleState, seat: Seat, unit: str) -> list[str]:
    """A few of the teams that may spot for a unit: its leader, then observers and commanders, then its others."""
    teams = batteries.spotters(state, seat, unit)
    leader = state.units[unit].leader
    return sorted(teams, key=lambda id: (id != leader, facts.unit_id(id) == unit, id))[:SPOTTERS]


# -- what shells do, remembered


class Fall(Struct, frozen=True):
    """How the shells of a battery may come to fall: the ways that ranging in may go, the chance of each, and all of it
    in a few numbers, to remember things by."""

    battery: Battery
    ways: tuple[tuple[float, Ranging], ...]
    key: Key
    repeat: bool = False


class _Shells:
    """What the shells of a weapon do, each question worked out once."""

    def __init__(self, setup: BattleSetup, weapon: Weapon) -> None:
        self.rules, self.weapon = setup.rules, weapon
        self.ways: dict[Key, tuple[tuple[float, Ranging], ...]] = remembered(setup, "ranging")
        self.landings: dict[Key, float] = remembered(setup, "landings")
        self.shares: dict[Key, float] = remembered(setup, "shell shares")

    def ranged(self, battery: Battery, spotter: Spotter, point: AimingPoint) -> Fall:
        """A battery that ranges in: the ways in which it may."""
        again = artillery.rolled_again(battery, self.rules)
        key = (again, battery.skill, spotter.skill, spotter.used, point.in_terrain)
        ways = self.ways.get(key)
        if ways is None:
            tries = odds.ranging(battery, spotter, point, ATTEMPTS, self.rules).as_dict().items()
            ways = tuple((float(p), Ranging(n, True, artillery.penalty(n, self.rules))) for n, p in tries if n)
            self.ways[key] = ways
        return Fall(battery, ways, key)

    def repeated(self, battery: Battery) -> Fall:
        """A battery that fires at its marker. Whether the spotter sees it is left out."""
        ways = ((1.0, Ranging(0, True)),)
        return Fall(battery, ways, (artillery.rolled_again(battery, self.rules),), repeat=True)

    def lands(self, fall: Fall, card: Team) -> float:
        """The chance that a team under the template is hit."""
        key = (fall.key, card)
        found = self.landings.get(key)
        if found is None:
            each = ((p, odds.bombardment_hit(fall.battery, card, way, self.rules)) for p, way in fall.ways)
            found = self.landings[key] = sum(p * float(chance) for p, chance in each)
        return found

    def share(self, state: BattleState, team: str, repeat: bool) -> float:
        """The share of a team that a shell takes. Whose team it is makes no difference."""
        its, card = state.teams[team], facts.card(state, team)
        cover = bombarding.covered(state, team)
        key: Key = (card, self.weapon, repeat, cover, its.foxholes, its.dashed, its.room is not None)
        if its.bailed_out:  # who is near counts too
            key = (replace(bombarding.strike(state, team, self.weapon, repeat=repeat), name=""),)
        found = self.shares.get(key)
        if found is None:
            strike = bombarding.strike(state, team, self.weapon, repeat=repeat)
            found = self.shares[key] = share_taken(strike, self.rules)
        return found
