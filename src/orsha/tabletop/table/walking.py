"""Moves: how far a chain of straight steps gets, what it crosses, what asks for a Cross Check, what stops it.

Ground counts under a team's middle. What may not be entered, and other teams, count for its whole width on the way and
for its whole base where the move ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Annotated, Literal, overload

from msgspec import Meta, Struct

from orsha.kernel import Illegal
from orsha.tabletop.table.bases import Stand, halves, radius
from orsha.tabletop.table.compiling import Engine
from orsha.tabletop.table.kernels import CORNERS, TEAM
from orsha.tabletop.table.kernels_bulk import Bulks, nearest_to
from orsha.tabletop.table.kernels_walk import NO_ROOM, NOTHING, OTHER, WALL, WATER
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.ranks import Ranks
from orsha.tabletop.table.shapes import UNIT, Spot, apart, direction
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.underfoot import Check, Mover, Piece, along, checks, gait, pieces

RULE = "core 4.3 movement"
MOST_STEPS = 100
ROOM = 64
"""Stretches of ground that there is room for at first."""

StopBy = Literal["impassable", "water", "enemy", "friend", "no room"]
STOPS: dict[int, StopBy] = {WALL: "impassable", WATER: "water", OTHER: "enemy", NO_ROOM: "no room"}
Dash = Literal["road", "terrain", "cross-country"]


class Bulk(Struct, frozen=True, forbid_unknown_fields=True):
    """Another team as it stands in the way: a disc, or a hull as it faces. Tanks and guns cannot pass through one that
    is solid."""

    x: int
    y: int
    radius: Annotated[int, Meta(ge=0, le=24 * MIL)]
    """Half of how wide it is,"""
    solid: bool = True
    long: Annotated[int, Meta(ge=0, le=24 * MIL)] = 0
    """and of how long; nothing: it is a disc."""
    facing: Annotated[int, Meta(ge=0, le=359)] = 0

    @classmethod
    def about(cls, stand: Stand, solid: bool = True) -> Bulk:
        """A team where it stands."""
        wide = radius(stand.base)
        if wide:
            return cls(stand.x, stand.y, wide, solid)
        wide, long = halves(stand.base)
        return cls(stand.x, stand.y, wide, solid, long, stand.facing)

    @property
    def row(self) -> tuple[float, ...]:
        """The same as the kernels read it."""
        if not self.long:
            return self.x, self.y, self.radius, 0, 0, 0
        ux, uy = ahead(self.facing)
        return self.x, self.y, self.radius, self.long, ux, uy

    @property
    def shape(self) -> tuple[float, ...]:
        """All of it but where it is."""
        return self.row[2:]


@cache
def ahead(facing: int) -> tuple[float, float]:
    """The way that a team faces, as long as one."""
    x, y = direction(facing)
    return x / UNIT, y / UNIT


class Stop(Struct, frozen=True):
    """What ends a move early: a feature by its number, or a team by its place in the list that was given."""

    by: StopBy
    which: int | None
    at: Spot


class Walk(Struct, frozen=True):
    """A move as far as the table allows it, before any die is thrown."""

    path: tuple[Spot, ...]
    length: float
    facing: int
    pieces: tuple[Piece, ...] = ()
    checks: tuple[Check, ...] = ()
    stopped: Stop | None = None
    nearest_enemy: int | None = None
    """How near it comes to an enemy's edge on the way, in mils."""

    @property
    def end(self) -> Spot:
        return self.path[-1]

    @property
    def on_road(self) -> bool:
        """Whether the whole move is along roads."""
        return all(piece.road for piece in self.pieces)

    @property
    def in_terrain(self) -> bool:
        """Whether any part of it is over ground that slows a dash."""
        return any(piece.going != "open" for piece in self.pieces)

    @property
    def dash(self) -> Dash:
        """Which dash such a move is."""
        return dash_over(self.on_road, self.in_terrain)


def dash_over(all_road: bool, any_terrain: bool) -> Dash:
    """Which dash a move is: one that is all along roads, whatever they run through, or one that terrain slows or not.
    core 4.1"""
    return "road" if all_road else "terrain" if any_terrain else "cross-country"


class Throng(Sequence[Bulk]):
    """Other teams, ready for the kernels: made once, asked about often. A list of bulks does as well, more slowly."""

    __slots__ = ("_bulks", "_rows")

    def __init__(self, bulks: Iterable[Bulk] = ()) -> None:
        self._bulks = tuple(bulks)
        self._rows: dict[tuple[bool, bool], Bulks] = {}

    @overload
    def __getitem__(self, n: int) -> Bulk: ...
    @overload
    def __getitem__(self, n: slice) -> Throng: ...
    def __getitem__(self, n: int | slice) -> Bulk | Throng:
        return Throng(self._bulks[n]) if isinstance(n, slice) else self._bulks[n]

    def __len__(self) -> int:
        return len(self._bulks)

    def rows(self, engine: Engine, solid: bool) -> Bulks:
        """All of them, or those that are solid."""
        key = (engine.compiled, solid)
        if key not in self._rows:
            self._rows[key] = _rows(engine, self._bulks, solid)
        return self._rows[key]


def _rows(engine: Engine, bulks: Iterable[Bulk], solid: bool) -> Bulks:
    if solid:
        bulks = [bulk for bulk in bulks if bulk.solid]
    return engine.floats([number for bulk in bulks for number in bulk.row])


def rows_of(engine: Engine, bulks: Sequence[Bulk] | Ranks, solid: bool = False) -> Bulks:
    """Some teams as the kernels read them."""
    if isinstance(bulks, Ranks):
        return bulks.solid if solid else bulks.rows
    if type(bulks) is Throng:
        return bulks.rows(engine, solid)
    return _rows(engine, bulks, solid) if bulks else engine.none


def in_the_way(
    table: Table, who: Mover, enemies: Sequence[Bulk], friends: Sequence[Bulk] | Ranks
) -> tuple[Bulks, Bulks]:
    """The enemies and the friends that a team must mind: tanks and guns cannot pass through each other."""
    engine = table.flat.engine
    foes = rows_of(engine, enemies)
    return foes, engine.none if who.kind == "infantry" else rows_of(engine, friends, solid=True)


def walk(
    table: Table,
    who: Mover,
    path: Sequence[Spot],
    enemies: Sequence[Bulk] = (),
    friends: Sequence[Bulk] | Ranks = (),
    *,
    charging: bool = False,
    was: int | None = None,
    facing: int | None = None,
) -> Walk:
    """A move along a chain of spots. It ends where something stops it; Cross Checks are listed, not rolled.

    A team that charges may touch its enemies; any other keeps away from them, or moves off if it is too near. Without
    a facing it looks the way it went. `was`: how it looked before; if that is told, one that only turns needs room too.
    """
    steps = _steps(table, path)
    ground, walks = table.flat, gait(table, who)
    engine = ground.engine
    foes, pals = in_the_way(table, who, enemies, friends)
    gap, before, asked = 0.0 if charging else ground.gap, -1 if was is None else was, -1 if facing is None else facing
    room = ROOM
    while True:
        way = engine.floats([number for spot in steps for number in spot])
        (team, corners, cuts, span), (about, begin, features) = engine.desk.room(
            (TEAM, 2 * CORNERS, ground.sizes[1], 2 * room), (ground.sizes[0], room + 1, 4 * room)
        )
        spots, found, by, which, x, y, turn, near = engine.march(
            *walks.arrays, foes, pals, gap, before, asked, way, team, corners, cuts, span, about, begin, features
        )
        if found >= 0:
            break
        room *= 4
    gone = [*steps[: spots - 1], (int(way[2 * spots - 2]), int(way[2 * spots - 1]))]
    over = pieces(walks, found, span, begin, features)
    return Walk(
        path=tuple(gone),
        length=_length(gone),
        facing=turn,
        pieces=over,
        checks=checks(walks, gone, over) if spots > 1 else (),
        stopped=_stop(by, which, (int(x), int(y)), enemies, friends),
        nearest_enemy=max(int(near + 0.5), 0) if enemies else None,
    )


def _stop(by: int, which: int, at: Spot, enemies: Sequence[Bulk], friends: Sequence[Bulk] | Ranks) -> Stop | None:
    if by == NOTHING:
        return None
    if by == OTHER and which >= len(enemies):
        if isinstance(friends, Ranks):
            return Stop("friend", friends.place_of(which - len(enemies)), at)
        solid = [n for n, bulk in enumerate(friends) if bulk.solid]
        return Stop("friend", solid[which - len(enemies)], at)
    return Stop(STOPS[by], which if which >= 0 else None, at)


def _steps(table: Table, path: Sequence[Spot]) -> list[Spot]:
    """The chain without steps of no length; refused if it is none, or leaves the table."""
    steps = [spot for n, spot in enumerate(path) if n == 0 or spot != path[n - 1]]
    if not 1 <= len(steps) <= MOST_STEPS:
        raise Illegal(RULE, f"a move has 1 to {MOST_STEPS} spots, not {len(steps)}")
    for x, y in steps:
        if not table.holds((x, y)):
            raise Illegal(RULE, f"({x / MIL:g}, {y / MIL:g}) is not on the table")
    return steps


def _length(steps: Sequence[Spot]) -> float:
    return sum(apart(a, b) for a, b in pairwise(steps))


def shortened(steps: Sequence[Spot], after: float) -> list[Spot]:
    """A chain of steps, ended after some mils."""
    found = [steps[0]]
    for start, end in pairwise(steps):
        long = apart(start, end)
        if after < long:
            stop = along((start, end), max(after, 0.0))
            return found if stop == start else [*found, stop]
        found.append(end)
        after -= long
    return found


def fits(
    table: Table,
    who: Mover,
    spot: Spot,
    facing: int = 0,
    enemies: Sequence[Bulk] = (),
    friends: Sequence[Bulk] | Ranks = (),
    charging: bool = False,
) -> bool:
    """Whether a team can stand somewhere: on no ground shut to it, not in water, on nobody, not too near an enemy."""
    ground, walks = table.flat, gait(table, who)
    engine = ground.engine
    foes, pals = in_the_way(table, who, enemies, friends)
    (team, corners), (about, there) = engine.desk.room((TEAM, 2 * CORNERS), (ground.sizes[0], ground.sizes[0]))
    gap = 0.0 if charging else ground.gap
    x, y = float(spot[0]), float(spot[1])
    return engine.stands(*walks.arrays, x, y, facing, foes, pals, gap, team, corners, about, there)


def laps(table: Table, stand: Stand, others: Sequence[Bulk] | Ranks, lap: float = 0.0) -> bool:
    """Whether a team would stand on another one, by more than a lap."""
    engine, (vector, shape) = table.flat.engine, table.flat.engine.compass
    rows = rows_of(engine, others)
    x, y = float(stand.x), float(stand.y)
    if radius(stand.base):
        return engine.lies_on(x, y, float(radius(stand.base) - lap), rows)
    (team, corners), _ = engine.desk.room((TEAM, 2 * CORNERS), ())
    return engine.air(vector, shape, table.flat.bases[stand.base], x, y, stand.facing, rows, 0.0, team, corners) < -lap


def from_way(steps: Sequence[Spot], others: Sequence[Bulk]) -> float:
    """How near a chain of steps comes to the edge of any of others."""
    path = [float(number) for spot in steps for number in spot]
    return nearest_to(path, len(steps), [number for other in others for number in other.row], 0.0)


def to_way(spot: Spot, steps: Sequence[Spot]) -> float:
    """How far a spot is from a chain of steps, in mils."""
    return min((_to_step(spot, a, b) for a, b in pairwise(steps)), default=apart(spot, steps[0]))


def _to_step(spot: Spot, a: Spot, b: Spot) -> float:
    if a == b:
        return apart(spot, a)
    ex, ey = b[0] - a[0], b[1] - a[1]
    t = min(max(((spot[0] - a[0]) * ex + (spot[1] - a[1]) * ey) / (ex * ex + ey * ey), 0.0), 1.0)
    dx, dy = spot[0] - a[0] - t * ex, spot[1] - a[1] - t * ey
    return sqrt(dx * dx + dy * dy)
