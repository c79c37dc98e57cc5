"""The kernels as Python calls them: array by array, because numba takes longer over a tuple of arrays than most
kernels do over their work. Each door puts the tuples together and goes in."""

from __future__ import annotations

from orsha.tabletop.table.kernels import (
    FAR,
    PARTS,
    ROW,
    Compass,
    Crowd,
    Flat,
    Floats,
    Ints,
    Marks,
    gap,
    muster,
    put,
    to_feature,
)
from orsha.tabletop.table.kernels_glance import Bars, lookout
from orsha.tabletop.table.kernels_move import Barrier, about, passes, piece_at, search, star, straight, weave
from orsha.tabletop.table.kernels_sight import Limits, look
from orsha.tabletop.table.kernels_walk import Going, Slate, march, stands, topmost

# -- teams and sight


def ask_gap(
    vector: Floats, shape: Floats, base: int, x: float, y: float, facing: int,
    other: int, other_x: float, other_y: float, other_facing: int, team: Floats, corners: Floats,
) -> float:  # fmt: skip
    compass, crowd = Compass(vector, shape), Crowd(team, team, corners)
    put(compass, crowd, 0, base, x, y, facing)
    put(compass, crowd, 1, other, other_x, other_y, other_facing)
    return gap(crowd, 0, 1)


def ask_look(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, hills: Ints,
    limits: Floats, eye: float, rows: Floats, smoke: Floats, team: Floats, parts: Floats, corners: Floats,
    near: Marks, marks: Marks, back: Marks,
) -> tuple[int, int, int, int, int, float]:  # fmt: skip
    flat, crowd = Flat(xy, first, box, see, top), Crowd(team, parts, corners)
    muster(Compass(vector, shape), flat, hills, eye, rows, crowd)
    rules = Limits(limits[0], limits[1], limits[2], limits[3], limits[4], limits[5])
    found, hidden, covered, screened, count = look(flat, rules, crowd, 0, 1, near, smoke, marks, back)
    return found, hidden, covered, screened, count, gap(crowd, 0, 1)


def ask_shelter(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, feature: int, parts: Floats, i: int
) -> tuple[float, bool]:
    """How far the points of a team are from a feature at the least, and whether all of them are in it."""
    flat = Flat(xy, first, box, see, top)
    least, most = FAR, 0.0
    for n in range(2 * PARTS * i, 2 * PARTS * (i + 1), 2):
        far = to_feature(flat, feature, parts[n], parts[n + 1])
        least, most = min(least, far), max(most, far)
    return least, most == 0


def ask_lookout(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, hills: Ints,
    limits: Floats, eye: float, seen: Ints, middle: Floats, bar: Floats, rows: Floats, viewers: int, smoke: Floats,
    team: Floats, parts: Floats, corners: Floats, near: Marks, marks: Marks, known: Floats, found: Marks,
) -> None:  # fmt: skip
    flat, crowd = Flat(xy, first, box, see, top), Crowd(team, parts, corners)
    muster(Compass(vector, shape), flat, hills, eye, rows, crowd)
    rules = Limits(limits[0], limits[1], limits[2], limits[3], limits[4], limits[5])
    lookout(flat, rules, Bars(seen, middle, bar), crowd, viewers, len(rows) // ROW, near, known, smoke, marks, found)


# -- moves


def ask_topmost(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, rank: Ints, x: float, y: float, found: Marks
) -> int:
    return topmost(Flat(xy, first, box, see, top), rank, x, y, found, 0)


def ask_stands(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats,
    rank: Ints, halts: Ints, edge: Floats, piece: Ints, shut: Ints, base: int,
    x: float, y: float, facing: int, enemies: Floats, friends: Floats, gap: float,
    team: Floats, corners: Floats, there: Marks,
) -> bool:  # fmt: skip
    return stands(
        Compass(vector, shape), Flat(xy, first, box, see, top), Going(rank, halts, Barrier(edge, piece), shut), base,
        x, y, facing, enemies, friends, gap, Crowd(team, team, corners), there,
    )  # fmt: skip


def ask_march(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats,
    rank: Ints, halts: Ints, edge: Floats, piece: Ints, shut: Ints, base: int,
    enemies: Floats, friends: Floats, gap: float, asked: int, path: Floats,
    team: Floats, corners: Floats, cuts: Floats, span: Floats, begin: Marks, features: Marks,
) -> tuple[int, int, int, int, float, float, int, float]:  # fmt: skip
    return march(
        Compass(vector, shape), Flat(xy, first, box, see, top), Going(rank, halts, Barrier(edge, piece), shut), base,
        enemies, friends, gap, asked, path, Slate(Crowd(team, team, corners), cuts, span, begin, features),
    )  # fmt: skip


# -- routes


def ask_piece(edge: Floats, piece: Ints, x: float, y: float) -> int:
    return piece_at(Barrier(edge, piece), x, y)


def ask_straight(
    edge: Floats, piece: Ints, solid: Floats, solid_piece: Ints, width: float, discs: Floats,
    x0: float, y0: float, x1: float, y1: float,
) -> tuple[bool, int, int]:  # fmt: skip
    """Whether a straight way is free; and the pieces of grown shut ground that it starts and ends in."""
    barrier, inner = Barrier(edge, piece), Barrier(solid, solid_piece)
    start, end = piece_at(barrier, x0, y0), piece_at(barrier, x1, y1)
    free = passes(discs, x0, y0, x1, y1) and straight(barrier, inner, width, start, end, x0, y0, x1, y1)
    return free, start, end


def ask_weave(edge: Floats, piece: Ints, x: Floats, y: Floats, own: Ints, known: int, far: Floats) -> None:
    weave(Barrier(edge, piece), x, y, own, known, far)


def ask_search(
    edge: Floats, piece: Ints, solid: Floats, solid_piece: Ints, width: float, x: Floats, y: Floats, own: Ints,
    far: Floats, discs: Floats, start: int, goal: int, cost: Floats, back: Marks, done: Marks,
) -> bool:  # fmt: skip
    barrier, inner = Barrier(edge, piece), Barrier(solid, solid_piece)
    return search(barrier, inner, width, x, y, own, far, discs, start, goal, cost, back, done)


def ask_about(
    vector: Floats, shape: Floats, edge: Floats, piece: Ints, discs: Floats, wide: float, high: float, found: Floats
) -> int:
    return about(Compass(vector, shape), Barrier(edge, piece), discs, wide, high, found)


def ask_star(
    edge: Floats, piece: Ints, discs: Floats, x: float, y: float, ways_x: Floats, ways_y: Floats, radius: float,
    long: float, found: Floats,
) -> None:  # fmt: skip
    barrier = Barrier(edge, piece)
    star(barrier, discs, piece_at(barrier, x, y), x, y, ways_x, ways_y, radius, long, found)
