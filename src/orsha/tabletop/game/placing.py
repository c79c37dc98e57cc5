"""Where teams can be put: room beside a vehicle, and a unit drawn up about its leader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from shapely import MultiPolygon

from orsha.tabletop.battle.command import command_distance
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import covers
from orsha.tabletop.table import Bulk, Ranks, Stand, engine, fits, laps
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kernels import Ints
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import direction, shifted

Offset = tuple[int, int]
Box = tuple[float, float, float, float]
"""Left, low, right, high."""
RINGS = 8
"""The directions that are tried about a place."""
AIR = 250
"""What is left between teams that are drawn up, in mils."""
FAR = 10**9
"""Farther than anything on a table."""


def beside(state: BattleState, team: str, at: Stand, inches: int) -> Spot | None:
    """Room for a team as near to another as can be, and no farther from its edge than so many inches."""
    its, hull = facts.sheet(state, team), base(at.base)
    own = its.half_width
    enemies = facts.foes(state, its.seat)
    taken = [id for id in state.teams if id != team and state.teams[id].aboard is None]
    friends = Ranks({id: facts.bulk(state, id) for id in taken if facts.seat_of(id) == its.seat})
    for far in range(0, inches * MIL + 1, MIL // 2):
        for n in range(2 * RINGS):
            turn = (at.facing + 180 + 360 * n // (2 * RINGS)) % 360
            spot = shifted(at.spot, turn, hull.half_length + own + far)
            if _free(state, team, spot, at.facing, enemies, friends):
                return spot
    return None


def _free(state: BattleState, team: str, spot: Spot, facing: int, enemies: Sequence[Bulk], friends: Ranks) -> bool:
    """Whether a team can stand there and stands on nobody, infantry too."""
    table, its = facts.ground(state), facts.sheet(state, team)
    if not table.holds(spot) or facts.overlaps(state, team, spot, facing, friends, lap=0):
        return False
    return fits(table, its.mover, spot, facing, enemies, friends)


def to_and_fro(n: int) -> int:
    """0, 1, -1, 2, -2 and so on: to either side in turn."""
    return (n + 1) // 2 * (1 if n % 2 else -1)


class Area(NamedTuple):
    """The ground of a zone."""

    holds: Callable[[Spot], bool]
    """Whether a place lies in it."""
    box: Box
    """A box about it, in mils, a hair wider than it."""


@lru_cache(maxsize=512)
def area_of(shape: MultiPolygon) -> Area:
    """The ground of a zone. A kernel says at once whether a place lies in it, but where it is at the very border."""
    run = engine()
    left, low, right, high = (number * MIL for number in shape.bounds)
    borders = [ring.coords[:-1] for part in shape.geoms for ring in (part.exterior, *part.interiors)]
    xy = run.floats([number * MIL for border in borders for corner in border for number in corner])
    first = run.ints([0, *accumulate(map(len, borders))])

    def holds(spot: Spot) -> bool:
        found = run.lies_in(xy, first, float(spot[0]), float(spot[1]))
        return found > 0 if found else covers(shape, spot)

    return Area(holds, (left - 2, low - 2, right + 2, high + 2))


@lru_cache(maxsize=256)
def spiral(step: int, most: int) -> tuple[Offset, ...]:
    """Offsets (ahead, right) about a middle, ring by ring, in a fixed order."""
    found = [(0, 0)]
    for ring in range(1, most // step + 1):
        across = [(0, n) for n in (ring, -ring)]
        square = [(a, b) for a in range(-ring, ring + 1) for b in range(-ring, ring + 1) if max(abs(a), abs(b)) == ring]
        found += [(a * step, b * step) for a, b in [*across, *(one for one in square if one not in across)]]
    return tuple(found)


class Spiral(NamedTuple):
    """Where a team looks for room, one place after the other."""

    offsets: tuple[Offset, ...]
    numbers: Ints
    """The same as the kernels read them."""


@lru_cache(maxsize=256)
def _looks_about(shape: str, reach: int) -> Spiral:
    """The spiral of a team on some base, as far as its leader's word reaches, and for some places in any case."""
    step = base(shape).half_length * 2 + AIR
    offsets = spiral(step, max(reach, step * 4))
    return Spiral(offsets, engine().ints([number for offset in offsets for number in offset]))


def drawn_up(state: BattleState, seat: Seat) -> set[tuple[Place, ...]]:
    """The places where units of a side were drawn up: there is room for each as long as nobody stands elsewhere."""
    return facts.placed(state, ("drawn up", seat, facts.waiting(state)), set)


def draw_up(
    state: BattleState,
    unit: str,
    at: Spot,
    facing: int,
    allowed: Callable[[Spot], bool],
    *,
    within: Box | None = None,
    also: Sequence[str] = (),
    aboard: Mapping[str, str] = {},
) -> tuple[Place, ...] | None:
    """A unit about its leader, everybody In Command, on ground that is allowed.

    Nothing where there is no room for all of them. `within`: a box that all ground that is allowed lies in; `also`:
    the units that come with it; `aboard`: who is on which of their vehicles.
    """
    roster = state.roster
    sheet = roster.units[unit]
    crowd = _Crowd(state, sheet.seat, at, facing, within)
    places: list[Place] = []
    order = [sheet.leader, *(id for id in sheet.teams if id != sheet.leader)]
    gone = {id for one in (unit, *also) for id in state.lost.get(one, ())}
    reach, about = command_reach(state, unit) * MIL, roster.teams[sheet.leader].half_width
    groups = [(order, True), *((list(roster.units[one].teams), False) for one in also)]
    on_foot = [
        (id, led) for group, led in groups for id in group if not (id in aboard or id in state.off or id in gone)
    ]
    crowd.friends.expect({id: facts.bulk_at(state, id, at, facing) for id, _ in on_foot})
    for id, led in on_foot:
        near = (places[0].at, reach, roster.teams[id].half_width + about) if led and places else None
        spot = crowd.room_for(id, reach, allowed, near)
        if spot is None:
            return None
        places.append(Place(id, spot, facing))
        crowd.friends[id] = facts.bulk_at(state, id, spot, facing)
    at_ = {place.team: place for place in places}
    return (*places, *(Place(id, at_[ride].at, at_[ride].facing, ride) for id, ride in aboard.items()))


class _Crowd:
    """Who stands in the way of a unit that is drawn up about a spot, and room among them."""

    def __init__(self, state: BattleState, seat: Seat, at: Spot, facing: int, within: Box | None) -> None:
        self.table, self.teams = facts.ground(state), state.roster.teams
        self.at, self.facing = at, facing
        self.enemies, self.friends = facts.foes(state, seat), facts.crowd(state, seat)
        wide, high = self.table.size
        box = within or (0.0, 0.0, float(wide), float(high))
        box = (max(box[0], 0.0), max(box[1], 0.0), min(box[2], float(wide)), min(box[3], float(high)))
        self.about = (*at, *direction(facing), *box)
        self.find = engine().first_free

    def room_for(
        self, team: str, reach: int, allowed: Callable[[Spot], bool], near: tuple[Spot, int, int] | None
    ) -> Spot | None:
        """The first place of the spiral where a team can stand. `near`: the leader's place, who is put down first, how
        far from it, and half of both their widths."""
        its, friends = self.teams[team], self.friends
        offsets, numbers = _looks_about(its.base, reach)
        (x, y), far, halves = near or (self.at, FAR, 0)
        bound = (float(x), float(y), float(far), float(halves), float(its.half_width), friends.rows)
        n = -1
        while (n := self.find(numbers, n + 1, *self.about, *bound)) >= 0:
            spot = shifted(self.at, self.facing, *offsets[n])
            if not allowed(spot) or not fits(self.table, its.mover, spot, self.facing, self.enemies, friends):
                continue
            if its.card.kind == "infantry" or not laps(self.table, Stand(*spot, its.base, self.facing), friends):
                return spot
        return None


def command_reach(state: BattleState, unit: str) -> int:
    teams = state.roster.units[unit].unit.teams
    return command_distance(teams, teams, state.setup.moves)
