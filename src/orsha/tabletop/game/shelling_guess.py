"""A quick guess at what a bombardment is worth, in points: for bots that look at many places at once.

Every number comes from the rules' own functions and is kept, from game to game, by weapon, card and what makes a
difference, so that most of a guess is looking up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery, odds
from orsha.tabletop.battle.artillery import AimingPoint, Battery, Ranging, Spotter
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import batteries, bombarding, facts, room_shelling, template
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.firing_guess import price, share_taken
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import MIL, engine

SPOTTERS = 3
OPENED = 8
LOOKED = 4
PRICED = 2
"""So many spotters are looked into for a bombardment; of the places so many at once for whether they may be aimed at,
so many for whether they are seen, and so many are priced."""
AGAIN = 3.0
"""So many times what it promises elsewhere to range in are shells on a marker worth: they surely fall, and whom they do
not harm at once rolls again."""
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
        """What is worth pricing: the unit's marker shelled again, or else the places, among those that a spotter sees,
        where most harm is to be done."""
        teams = _best_spotters(self.state, self.seat, self.unit)
        lies = batteries.marker(self.state, self.unit)
        heaps, on_marker = self._heaps(lies)
        places = [at for _, at in sorted([(-heap, at) for at, heap in heaps.items()])]
        better = [at for at in places if heaps[at] > AGAIN * on_marker]
        seen = self._seen(teams, better)
        if lies is not None and on_marker > 0 and not seen:
            again = self._on_marker(teams, lies)
            if again is not None:
                yield again
                return
            seen = self._seen(teams, places[len(better) :])
        guns = batteries.bearing_all(self.state, self.able, self.weapon, list(seen))
        for (at, team), some in zip(seen.items(), guns, strict=True):
            yield Shelling(Bombard(self.unit, team, at, self.number), self._ranging(team, at, some))

    def _on_marker(self, teams: Sequence[str], lies: Spot) -> Shelling | None:
        """The unit's marker shelled again, if it may be."""
        again = bombarding.may_repeat(self.state, self.seat, self.unit, self.weapon, self.able, teams)
        if again is None:
            return None
        (some,) = batteries.bearing_all(self.state, self.able, self.weapon, [lies])
        return Shelling(Bombard(self.unit, again, lies, self.number, repeat=True), self._again(lies, some))

    def _seen(self, teams: Sequence[str], places: Sequence[Spot]) -> dict[Spot, str]:
        """The first of some places that may be aimed at, and the first of the spotters who sees each; looked for a few
        places at a time."""
        state, battery = self.state, self._battery(tuple(self.able))
        runs = [places[n : n + OPENED] for n in range(0, len(places), OPENED)]
        points = (at for run in runs for at in bombarding.open_points(state, self.seat, battery, self.able, run))
        while some := list(islice(points, LOOKED)):
            seen = bombarding.seen_of(state, self.unit, battery, teams, some)
            if seen:
                found = {at: team for team, its in reversed(seen.items()) for at in its}
                return {at: found[at] for at in [at for at in some if at in found][:PRICED]}
        return {}

    def _heaps(self, lies: Spot | None) -> tuple[dict[Spot, float], float]:
        """What shells would do about where each enemy stands, and about the marker, if they fell there at once;
        roughly."""
        own, sheets, there = engine(), self.state.roster.teams, self.state.teams
        fares = self.shells.roughly(self._battery(tuple(self.able)))
        foes = [(there[id], sheets[id]) for id in facts.targets(self.state, self.seat)]
        rows = [n for its, sheet in foes for n in (its.x, its.y, fares[sheet.card, its.foxholes] * sheet.price)]
        if lies is not None:
            rows += *lies, 0.0
        (found,), _ = own.desk.room((len(rows) // 96 * 32 + 32,), ())
        own.heaped(own.floats(rows), self.inches * MIL / 2, found)
        worth = own.listed(found, len(rows) // 3)
        heaps = {(its.x, its.y): heap for (its, _), heap in zip(foes, worth, strict=False)}
        return heaps, worth[-1] if lies is not None else 0.0

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
        self.rough: dict[Key, _Rough] = remembered(setup, "rough shells")

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

    def roughly(self, battery: Battery) -> _Rough:
        """The share of a team that a battery takes which has ranged in."""
        key = (battery.weapons, self.weapon)
        found = self.rough.get(key)
        if found is None:
            found = self.rough[key] = _Rough(self, self.repeated(battery))
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


class _Rough(dict[tuple[Team, bool], float]):
    """The share of a team that shells take which surely fall: of one that is all right, in the open or in foxholes."""

    def __init__(self, shells: _Shells, fall: Fall) -> None:
        super().__init__()
        self.shells, self.fall = shells, fall

    def __missing__(self, key: tuple[Team, bool]) -> float:
        card, foxholes = key
        strike = Strike("", card, self.shells.weapon, facing="top", bombardment=True, foxholes=foxholes)
        self[key] = self.shells.lands(self.fall, card) * share_taken(strike, self.shells.rules)
        return self[key]
