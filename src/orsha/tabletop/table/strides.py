"""Strides: the first mils of a way at the fastest pace that the table allows, of the teams of a unit one after the
other. For whoever looks for a move."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.tabletop.table.bases import half_width
from orsha.tabletop.table.compiling import engine
from orsha.tabletop.table.ground import Ground
from orsha.tabletop.table.kernels import CORNERS, TEAM, Floats
from orsha.tabletop.table.kernels_stride import CROSS_COUNTRY, GOER, HEAD, ROAD, TERRAIN
from orsha.tabletop.table.ranks import Files
from orsha.tabletop.table.shapes import Spot
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.underfoot import Mover, Piece, checks, gait
from orsha.tabletop.table.walking import ROOM, Bulk, Dash, Walk, rows_of

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
    walk: Walk | None = None
    """What `walk` says of it, where that stops nowhere and was worked out with it."""


def way_of(path: Sequence[Spot]) -> Floats:
    """A way as strides are made along it."""
    return engine().floats([number for spot in path for number in spot])


class Goer(Struct, frozen=True):
    """A team that goes: who, from where, how far at most."""

    id: str
    mover: Mover
    spot: Spot
    most: Lengths
    facing: int = 0


def strides(
    table: Table,
    goers: Sequence[Goer],
    way: Floats,
    start: Spot,
    enemies: Sequence[Bulk],
    friends: Files,
    *,
    wire: Sequence[Bulk] = (),
    lap: int = 0,
) -> list[Stride | None]:
    """As much of a way as `walk` goes, of teams of one kind, each so far beside it as it stands from its start: by the
    first dash that the ground is for, with no enemy near, else steadily; and less by the width of a base at a time
    while a friend stands where it ends. One after the other: each minds where those before it have gone, and `friends`
    knows it. Nothing: a team cannot go.

    Bases of friends may lie over each other by a `lap`.
    """
    ground, walks = table.flat, gait(table, goers[0].mover)
    engine, (wide, high), foot = ground.engine, table.size, goers[0].mover.kind == "infantry"
    foes, coils = rows_of(engine, enemies), rows_of(engine, wire)
    solid = engine.none if foot else friends.solid
    rows = _rows(ground, goers, friends, foot)
    found: list[Stride | None] = []
    room = ROOM
    while len(found) < len(goers):
        (team, corners, cuts, span, path, tape), (about, begin, features) = engine.desk.room(
            (TEAM, 2 * CORNERS, ground.sizes[1], 2 * room, len(way) // 32 * 32 + 32, 32 * room),
            (ground.sizes[0], room + 1, 4 * room),
        )
        count, used = engine.strides(
            *walks.arrays[:-1], *walks.footing, foes, solid, friends.rows, coils, ground.gap, ground.clear, float(lap),
            way, float(start[0]), float(start[1]), float(wide), float(high), engine.floats(rows[GOER * len(found) :]),
            team, corners, cuts, span, path, tape, about, begin, features,
        )  # fmt: skip
        gone = goers[len(found) : len(found) + count]
        found += _told(table, gone, engine.listed(tape, used), bool(enemies))
        room *= 4
    return found


def _rows(ground: Ground, goers: Sequence[Goer], friends: Files, foot: bool) -> list[float]:
    """Teams that go as the kernel reads them."""
    rows: list[float] = []
    for goer in goers:
        slug, most = goer.mover.base, goer.most
        hard = -1 if foot else friends.solid_at.get(goer.id, -1)
        rows += (*goer.spot, goer.facing, ground.bases[slug], half_width(slug), friends.at[goer.id], hard)
        rows += (most.road, most.cross_country, most.terrain, most.steady)
    return rows


def _told(table: Table, goers: Sequence[Goer], tape: list[float], foes: bool) -> list[Stride | None]:
    """The strides of some teams as a kernel wrote them on a tape. Each stays so far before difficult ground as its own
    base is long."""
    found: list[Stride | None] = []
    at = 0
    for goer in goers:
        spots, pace, stretches, facing, long, near = tape[at : at + HEAD]
        at += HEAD
        if spots == 0:
            found.append(None)
            continue
        walks = gait(table, goer.mover)
        end = at + 2 * int(spots)
        path = tuple([(int(tape[n]), int(tape[n + 1])) for n in range(at, end, 2)])
        at, over = end, []
        for _ in range(int(stretches)):
            first = at + 3
            at = first + int(tape[at + 2])
            going, road, _, features = walks.over[tuple(tape[first:at])]
            over.append(Piece(tape[first - 3], tape[first - 2], going, road, features))
        known = None
        if stretches >= 0:
            nearest = max(int(near + 0.5), 0) if foes else None
            known = Walk(path, long, int(facing), tuple(over), checks(walks, path, over), None, nearest)
        found.append(Stride(path, DASHES.get(int(pace)), known))
    return found
