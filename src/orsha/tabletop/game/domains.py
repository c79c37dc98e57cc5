"""What the parameters of placing and moving may be: drawn from public data, checked and sampled by the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence

from shapely import MultiPolygon

from orsha.kernel import passes
from orsha.tabletop.game import boats, changing, crowding, deploying, facts, ways
from orsha.tabletop.game.bound import Bound, a_spot, all_of, bound
from orsha.tabletop.game.commands import Deploy, Leg, Place
from orsha.tabletop.game.placing import Box, draw_up, drawn_up, to_and_fro
from orsha.tabletop.game.room_placing import places_in
from orsha.tabletop.game.rooms import room_at, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import Region, covers
from orsha.tabletop.table.shapes import bearing

TRIES = 40
EDGE_WIDE = 6000
"""How wide a stretch of the edge a unit comes on from: everybody is In Command there, whoever leads. In mils."""
EDGE_STEP = 1700
"""How far apart teams step on to the table, in mils."""


class Places(Bound, frozen=True, tag="places", dict=True):
    """A place for each team of a unit and of what comes with it."""

    unit: str
    teams: tuple[str, ...]
    rings: tuple[tuple[tuple[int, int], ...], ...]
    """The zone."""

    def contains(self, value: object) -> bool:
        return all_of(value, Place) and passes(deploying.check, self.about, self.who, Deploy(self.unit, value))

    def sample(self, rng: random.Random) -> object:
        found = some_places(self.about, self.who, self.unit, rng)
        return found if found is not None else ()


def places_domain(state: BattleState, seat: Seat, unit: str) -> Places:
    shape = deploying.zone(state, seat, unit).shape
    teams = tuple(deploying.ground_teams(state, deploying.with_unit(state, unit)))
    return bound(Places(unit, teams, Region.of(shape).rings), state, seat)


def some_places(state: BattleState, seat: Seat, unit: str, rng: random.Random) -> tuple[Place, ...] | None:
    """A unit drawn up somewhere in its zone, facing the middle of the table."""
    shape = deploying.zone(state, seat, unit).shape
    region = Region.of(shape)
    for _ in range(TRIES):
        spot = region.sample(rng)
        assert isinstance(spot, tuple)
        found = places_at(state, seat, unit, (spot[0], spot[1]))
        if found is not None:
            return found
    return crowding.packed(state, seat, unit) if state.mission.stage == "setup" else None


def places_at(state: BattleState, seat: Seat, unit: str, at: Spot) -> tuple[Place, ...] | None:
    """A unit drawn up about a spot, by all the rules of its being put down; nothing where that cannot be."""
    group = deploying.with_unit(state, unit)
    if not deploying.ground_teams(state, group):
        return ()
    table = facts.ground(state)
    middle = (table.size[0] // 2, table.size[1] // 2)
    facing = bearing(at, middle) or 0
    if state.mission.stage == "arrive":
        return along_edge(state, seat, unit, at, facing)
    room = room_at(state, at) if rooms(state) else None
    if room is not None:
        leader, teams = facts.unit_sheet(state, unit).leader, deploying.ground_teams(state, group)
        places = places_in(state, seat, teams, leader, room, deploying.zone(state, seat, unit).shape)
    else:
        forbids = deploying.may_stand(state, seat, unit)
        places = _drawn_up(state, unit, at, facing, forbids, group, deploying.zone(state, seat, unit).area.box)
        if places is not None and not rooms(state):
            drawn_up(state, seat).add(places)
    if places is None:
        return None
    gone = {id for ids in state.lost.values() for id in ids}
    kept = tuple(place for place in places if place.team not in gone)
    return kept if passes(deploying.check, state, seat, Deploy(unit, kept)) else None


def along_edge(state: BattleState, seat: Seat, unit: str, at: tuple[int, int], facing: int) -> tuple[Place, ...] | None:
    """A unit that comes from reserve, along the edge about a spot; it only waits there, so teams may share a place."""
    teams = deploying.ground_teams(state, deploying.with_unit(state, unit))
    shape = deploying.zone(state, seat, unit).shape
    spots = _edge_spots(state, shape, _to_edge(state, at))
    if not spots:
        return None
    aboard = seated(state, teams)
    feet = [id for id in teams if id not in aboard]
    where = {id: spots[n % len(spots)] for n, id in enumerate(feet)}
    return tuple(Place(id, where[aboard.get(id, id)], facing, aboard.get(id)) for id in teams)


def seated(state: BattleState, teams: Sequence[str]) -> dict[str, str]:
    """Which infantry team is aboard which transport among some teams: as many as there are seats."""
    men = [id for id in teams if facts.card(state, id).kind == "infantry"]
    return dict(zip(men, deploying.seats_of(state, teams), strict=False))


def _drawn_up(
    state: BattleState, unit: str, at: Spot, facing: int, forbids: deploying.Forbids, group: Sequence[str], within: Box
) -> tuple[Place, ...] | None:
    """A unit about a spot; out of ambush those whose transports are with them are aboard."""
    teams = deploying.ground_teams(state, group)
    aboard = seated(state, teams) if deploying.hiding(state) else {}
    strict = next((id for id in teams if deploying.is_large(state, id)), facts.unit_sheet(state, unit).leader)
    if forbids(strict, at, facing) is not None:
        return None
    return draw_up(
        state,
        unit,
        at,
        facing,
        lambda spot: forbids(strict, spot, facing) is None,
        within=within,
        also=group[1:],
        aboard=aboard,
    )


def _to_edge(state: BattleState, at: Spot) -> Spot:
    """The nearest spot of the table's edge."""
    wide, high = facts.ground(state).size
    x, y = at
    return min(((0, y), (wide, y), (x, 0), (x, high)), key=lambda spot: abs(spot[0] - x) + abs(spot[1] - y))


def _edge_spots(state: BattleState, shape: MultiPolygon, at: tuple[int, int]) -> list[tuple[int, int]]:
    """Places in a strip at the edge, those near to a spot first, as many as are within command of it."""
    wide, high = facts.ground(state).size
    found = []
    for n in range(13):
        step = to_and_fro(n) * EDGE_STEP
        for spot in ((at[0] + step, at[1]), (at[0], at[1] + step)):
            inside = 0 <= spot[0] <= wide and 0 <= spot[1] <= high
            near = facts.apart(at, spot) <= EDGE_WIDE // 2
            if inside and near and deploying.on_edge(state, spot) and covers(shape, spot):
                found.append(spot)
    return list(dict.fromkeys(found))[:7]


class Legs(Bound, frozen=True, tag="legs", dict=True):
    """A way for some teams of a unit."""

    unit: str
    reach: dict[str, dict[str, int | None]]
    """How many inches each team may go at each pace."""
    by_order: bool = False

    def contains(self, value: object) -> bool:
        return all_of(value, Leg) and ways.legal(self.about, self.unit, value)

    def sample(self, rng: random.Random) -> object:
        return ways.at_random(self.about, self.unit, rng, self.by_order)


def legs_domain(state: BattleState, seat: Seat, unit: str, by_order: bool = False) -> Legs:
    reach: dict[str, dict[str, int | None]] = {}
    landers = boats.landers(state, unit) if state.boats else ()
    for id in dict.fromkeys((*ways.movers(state, unit), *changing.riders(state, unit), *landers)):
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
        if not isinstance(value, tuple) or not 0 < len(value) <= self.each * self.most or len(value) % self.each:
            return False
        return all(map(a_spot, value)) and passes(deploying.check_traps, self.about, self.who, value)

    def sample(self, rng: random.Random) -> object:
        zone = Region.of(deploying.home(self.about, self.who))
        count = self.each * rng.randint(1, self.most)
        found: dict[object, None] = {}
        while len(found) < count:
            found[zone.sample(rng)] = None
        return tuple(found)
