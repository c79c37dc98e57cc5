"""What the parameters of placing and moving may be: drawn from public data, checked and sampled by the rules."""

from __future__ import annotations

import random
from typing import TypeVar

from shapely import MultiPolygon

from orsha.kernel import Domain, Illegal
from orsha.tabletop.game import deploying, facts, ways
from orsha.tabletop.game.placing import draw_up
from orsha.tabletop.game.state import BattleState, Deploy, LayTraps, Leg, Place
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import Region, covers
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import bearing

D = TypeVar("D", bound=Domain)
TRIES = 40
EDGE_STEP = 1700
"""How far apart teams step on to the table, in mils."""


def bound(domain: D, state: BattleState, seat: Seat) -> D:
    """A domain that knows the state which it is about; nobody who reads the domain as data sees it."""
    domain.__dict__["state"] = state
    domain.__dict__["seat"] = seat
    return domain


class Bound(Domain, frozen=True, dict=True):
    """A domain with the state at hand."""

    @property
    def about(self) -> BattleState:
        return self.__dict__["state"]  # type: ignore[no-any-return]

    @property
    def who(self) -> Seat:
        return self.__dict__["seat"]  # type: ignore[no-any-return]


class Places(Bound, frozen=True, tag="places", dict=True):
    """A place for each team of a unit and of what comes with it."""

    unit: str
    teams: tuple[str, ...]
    rings: tuple[tuple[tuple[int, int], ...], ...]
    """The zone."""

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, Place) for one in value):
            return False
        try:
            deploying.check(self.about, self.who, Deploy(self.unit, value))
        except Illegal:
            return False
        return True

    def sample(self, rng: random.Random) -> object:
        found = some_places(self.about, self.who, self.unit, rng)
        return found if found is not None else ()


def places_domain(state: BattleState, seat: Seat, unit: str) -> Places:
    shape, _ = deploying.zone(state, seat)
    teams = tuple(deploying.ground_teams(state, deploying.with_unit(state, unit)))
    return bound(Places(unit, teams, Region.of(shape).rings), state, seat)


def some_places(state: BattleState, seat: Seat, unit: str, rng: random.Random) -> tuple[Place, ...] | None:
    """A unit drawn up somewhere in its zone, facing the middle of the table."""
    shape, _ = deploying.zone(state, seat)
    region = Region.of(shape)
    for n in range(TRIES):
        spot = region.sample(rng)
        assert isinstance(spot, tuple)
        found = places_at(state, seat, unit, (spot[0], spot[1]), tight=n > TRIES // 2)
        if found is not None:
            return found
    return None


def places_at(
    state: BattleState, seat: Seat, unit: str, at: tuple[int, int], *, tight: bool = False
) -> tuple[Place, ...] | None:
    """A unit drawn up about a spot, by all the rules of its being put down; nothing where that cannot be."""
    group = deploying.with_unit(state, unit)
    if not deploying.ground_teams(state, group):
        return ()
    table = facts.ground(state)
    middle = (table.size[0] // 2, table.size[1] // 2)
    facing = bearing(at, middle) or 0
    if state.mission.stage == "arrive":
        return along_edge(state, seat, unit, at, facing)
    forbids = deploying.may_stand(state, seat, unit)
    leader = facts.unit_sheet(state, unit).leader
    if forbids(leader, at, facing) is not None:
        return None
    places = draw_up(state, unit, at, facing, lambda spot: forbids(leader, spot, facing) is None, also=group[1:])
    if places is None:
        return None
    gone = {id for ids in state.lost.values() for id in ids}
    kept = tuple(place for place in places if place.team not in gone)
    try:
        deploying.check(state, seat, Deploy(unit, kept))
    except Illegal:
        return None
    return kept


def along_edge(state: BattleState, seat: Seat, unit: str, at: tuple[int, int], facing: int) -> tuple[Place, ...] | None:
    """A unit that comes from reserve, along the edge about a spot; it only waits there, so teams may share a place."""
    teams = deploying.ground_teams(state, deploying.with_unit(state, unit))
    shape, _ = deploying.zone(state, seat)
    spots = _edge_spots(state, shape, at)
    if not spots:
        return None
    return tuple(Place(id, spots[n % len(spots)], facing) for n, id in enumerate(teams))


def _edge_spots(state: BattleState, shape: MultiPolygon, at: tuple[int, int]) -> list[tuple[int, int]]:
    """Places in a strip at the edge, those near to a spot first, as many as are within command of it."""
    wide, high = facts.ground(state).size
    found = []
    for n in range(13):
        step = (n + 1) // 2 * (1 if n % 2 else -1) * EDGE_STEP
        for spot in ((at[0] + step, at[1]), (at[0], at[1] + step)):
            if 0 <= spot[0] <= wide and 0 <= spot[1] <= high and covers(shape, spot):
                found.append(spot)
    return list(dict.fromkeys(found))[:7]


class Legs(Bound, frozen=True, tag="legs", dict=True):
    """A way for some teams of a unit."""

    unit: str
    reach: dict[str, dict[str, int | None]]
    """How many inches each team may go at each pace."""
    by_order: bool = False

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, Leg) for one in value):
            return False
        return ways.legal(self.about, self.unit, value)

    def sample(self, rng: random.Random) -> object:
        return ways.at_random(self.about, self.unit, rng, self.by_order)


def legs_domain(state: BattleState, seat: Seat, unit: str, by_order: bool = False) -> Legs:
    reach: dict[str, dict[str, int | None]] = {}
    for id in ways.movers(state, unit):
        move = facts.card(state, id).move
        assert move is not None
        if by_order:
            reach[id] = {"order": state.units[unit].extra}
        else:
            reach[id] = {
                "tactical": move.tactical,
                "terrain": move.terrain,
                "cross-country": move.cross_country,
                "road": move.road,
            }
    return bound(Legs(unit, reach, by_order), state, seat)


class TrapSpots(Bound, frozen=True, tag="traps", dict=True):
    """Places for booby traps, in fours."""

    each: int
    most: int

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and 0 < len(value) <= self.each * self.most
            and len(value) % self.each == 0
            and all(facts.ground(self.about).holds(spot) for spot in value)
        )

    def sample(self, rng: random.Random) -> object:
        wide, high = facts.ground(self.about).size
        count = self.each * rng.randint(1, self.most)
        return tuple((rng.randint(0, wide // MIL) * MIL, rng.randint(0, high // MIL) * MIL) for _ in range(count))


__all__ = ["Bound", "LayTraps", "Legs", "Places", "TrapSpots", "bound", "legs_domain", "places_at", "places_domain"]
