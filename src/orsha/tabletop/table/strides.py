"""Strides: the first mils of a way at the fastest pace that the table allows. For whoever looks for a move; `walk` says
what one goes over."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.tabletop.table.bases import base
from orsha.tabletop.table.compiling import engine
from orsha.tabletop.table.kernels import CORNERS, TEAM, Floats
from orsha.tabletop.table.kernels_stride import CROSS_COUNTRY, ROAD, TERRAIN
from orsha.tabletop.table.ranks import Ranks
from orsha.tabletop.table.shapes import Spot
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.underfoot import Mover, gait
from orsha.tabletop.table.walking import ROOM, Dash, Disc, in_the_way, rows_of

DASHES: dict[int, Dash] = {ROAD: "road", CROSS_COUNTRY: "cross-country", TERRAIN: "terrain"}


class Lengths(Struct, frozen=True):
    """How many mils a team goes at most, whatever the ground, and by each dash; less than nothing: not so."""

    steady: float
    road: float = -1.0
    cross_country: float = -1.0
    terrain: float = -1.0


class Stride(Struct, frozen=True):
    """A move that the table allows, whatever Cross Checks it asks for."""

    path: tuple[Spot, ...]
    dash: Dash | None
    """Nothing: it is none."""


def way_of(path: Sequence[Spot]) -> Floats:
    """A way as strides are made along it."""
    return engine().floats([number for spot in path for number in spot])


def stride(
    table: Table,
    who: Mover,
    way: Floats,
    most: Lengths,
    enemies: Sequence[Disc],
    friends: Ranks,
    *,
    beside: Spot = (0, 0),
    wire: Sequence[Disc] = (),
    lap: int = 0,
) -> Stride | None:
    """As much of a way as `walk` goes, so far beside it: by the first dash that the ground is for, with no enemy near,
    else steadily; and less by the width of a base at a time while a friend stands where it ends. Nothing: it cannot go.

    Bases of friends may lie over each other by a `lap`.
    """
    ground, walks = table.flat, gait(table, who)
    engine, half, (wide, high) = ground.engine, base(who.base).half_width, table.size
    foes, pals = in_the_way(table, who, enemies, friends)
    room = ROOM
    while True:
        (team, corners, cuts, span, path), (begin, features) = engine.desk.room(
            (TEAM, 2 * CORNERS, ground.sizes[1], 2 * room, len(way) // 32 * 32 + 32), (room + 1, 4 * room)
        )
        count, pace = engine.stride(
            *walks.arrays, *walks.footing, foes, pals, friends.rows, rows_of(engine, wire),
            ground.gap, ground.clear, float(half), float(half - lap),
            way, float(beside[0]), float(beside[1]), float(wide), float(high),
            most.road, most.cross_country, most.terrain, most.steady,
            team, corners, cuts, span, path, begin, features,
        )  # fmt: skip
        if count >= 0:
            break
        room *= 4
    if not count:
        return None
    listed = engine.listed(path, 2 * count)
    return Stride(tuple([(int(listed[n]), int(listed[n + 1])) for n in range(0, 2 * count, 2)]), DASHES.get(pace))
