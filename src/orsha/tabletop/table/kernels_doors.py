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
    height,
    muster,
    put,
    to_feature,
)
from orsha.tabletop.table.kernels_bulk import Bulks, air
from orsha.tabletop.table.kernels_glance import Bars, lines, lookout, scan
from orsha.tabletop.table.kernels_move import Barrier, piece_at
from orsha.tabletop.table.kernels_routes import (
    STOOD_ON,
    Net,
    Scratch,
    forget,
    grow,
    search,
    star,
    stood_on,
    way_around,
    weave,
)
from orsha.tabletop.table.kernels_sight import Limits, look
from orsha.tabletop.table.kernels_stride import Footing, Others, strides
from orsha.tabletop.table.kernels_template import held, shares
from orsha.tabletop.table.kernels_walk import Going, Slate, about_step, march, stands, topmost

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


def ask_held(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, feature: int, spots: Floats, count: int
) -> int:
    return held(Flat(xy, first, box, see, top), feature, spots, count)


def ask_shares(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, some: Ints,
    left: float, low: float, right: float, high: float,
) -> bool:  # fmt: skip
    """Whether any of some features has ground in common with a square."""
    flat = Flat(xy, first, box, see, top)
    for n in range(len(some)):  # noqa: SIM110
        if shares(flat, some[n], left, low, right, high):
            return True
    return False


def ask_lookout(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, hills: Ints,
    limits: Floats, eye: float, seen: Ints, middle: Floats, bar: Floats, rows: Floats, viewers: int, smoke: Floats,
    team: Floats, parts: Floats, corners: Floats, near: Marks, marks: Marks, known: Floats, found: Marks,
) -> None:  # fmt: skip
    flat, crowd = Flat(xy, first, box, see, top), Crowd(team, parts, corners)
    muster(Compass(vector, shape), flat, hills, eye, rows, crowd)
    rules = Limits(limits[0], limits[1], limits[2], limits[3], limits[4], limits[5])
    lookout(flat, rules, Bars(seen, middle, bar), crowd, viewers, len(rows) // ROW, near, known, smoke, marks, found)


def ask_scan(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, hills: Ints,
    limits: Floats, eye: float, seen: Ints, middle: Floats, bar: Floats, rows: Floats, reach: Floats, long: float,
    smoke: Floats, team: Floats, parts: Floats, corners: Floats, near: Marks, marks: Marks, known: Floats, found: Marks,
) -> None:  # fmt: skip
    flat, crowd = Flat(xy, first, box, see, top), Crowd(team, parts, corners)
    muster(Compass(vector, shape), flat, hills, eye, rows, crowd)
    rules = Limits(limits[0], limits[1], limits[2], limits[3], limits[4], limits[5])
    scan(
        flat, rules, Bars(seen, middle, bar), crowd, len(reach), len(rows) // ROW, reach, long, near, known, smoke,
        marks, found,
    )  # fmt: skip


def ask_lines(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, hills: Ints, limits: Floats, eye: float,
    seen: Ints, middle: Floats, bar: Floats, places: Floats, eyes: int, found: Marks,
) -> None:  # fmt: skip
    """Places are told with their height above the ground, and looked from and at at eye height."""
    flat = Flat(xy, first, box, see, top)
    for n in range(0, len(places), 3):
        places[n + 2] += height(flat, hills, places[n], places[n + 1]) + eye
    rules = Limits(limits[0], limits[1], limits[2], limits[3], limits[4], limits[5])
    lines(flat, rules, Bars(seen, middle, bar), places, eyes, found)


# -- moves


def ask_topmost(
    xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats, rank: Ints, x: float, y: float,
    about: Marks, found: Marks,
) -> int:  # fmt: skip
    flat = Flat(xy, first, box, see, top)
    return topmost(flat, rank, about, about_step(flat, x, y, x, y, about), x, y, found, 0)


def ask_stands(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats,
    rank: Ints, halts: Ints, edge: Floats, piece: Ints, shut: Ints, base: int,
    x: float, y: float, facing: int, enemies: Bulks, friends: Bulks, gap: float,
    team: Floats, corners: Floats, about: Marks, there: Marks,
) -> bool:  # fmt: skip
    return stands(
        Compass(vector, shape), Flat(xy, first, box, see, top), Going(rank, halts, Barrier(edge, piece), shut), base,
        x, y, facing, enemies, friends, gap, Crowd(team, team, corners), about, there,
    )  # fmt: skip


def ask_air(
    vector: Floats, shape: Floats, base: int, x: float, y: float, facing: int, others: Bulks, most: float,
    team: Floats, corners: Floats,
) -> float:  # fmt: skip
    """How far a team's edge is from the nearest of others', or so much at the most; less than nothing on one."""
    compass, crowd = Compass(vector, shape), Crowd(team, team, corners)
    put(compass, crowd, 0, base, x, y, facing)
    return air(crowd, 0, others, 0.0, most)


def ask_march(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats,
    rank: Ints, halts: Ints, edge: Floats, piece: Ints, shut: Ints, base: int,
    enemies: Bulks, friends: Bulks, gap: float, was: int, asked: int, path: Floats,
    team: Floats, corners: Floats, cuts: Floats, span: Floats, about: Marks, begin: Marks, features: Marks,
) -> tuple[int, int, int, int, float, float, int, float]:  # fmt: skip
    return march(
        Compass(vector, shape), Flat(xy, first, box, see, top), Going(rank, halts, Barrier(edge, piece), shut), base,
        enemies, friends, gap, was, asked, path, len(path) // 2,
        Slate(Crowd(team, team, corners), about, cuts, span, begin, features),
    )  # fmt: skip


def ask_strides(
    vector: Floats, shape: Floats, xy: Floats, first: Ints, box: Floats, see: Ints, top: Floats,
    rank: Ints, halts: Ints, edge: Floats, piece: Ints, shut: Ints, on_road: Ints, rough: Ints,
    enemies: Bulks, solid: Bulks, friends: Bulks, wire: Bulks, gap: float, clear: float, lap: float,
    way: Floats, x0: float, y0: float, wide: float, high: float, goers: Floats, team: Floats, corners: Floats,
    cuts: Floats, span: Floats, path: Floats, tape: Floats, about: Marks, begin: Marks, features: Marks,
) -> tuple[int, int]:  # fmt: skip
    return strides(
        Compass(vector, shape), Flat(xy, first, box, see, top), Going(rank, halts, Barrier(edge, piece), shut),
        Footing(on_road, rough), Others(enemies, solid, friends, wire), gap, clear, lap, way, x0, y0, wide, high,
        goers, path, Slate(Crowd(team, team, corners), about, cuts, span, begin, features), tape,
    )  # fmt: skip


# -- routes


def ask_piece(edge: Floats, piece: Ints, x: float, y: float) -> int:
    return piece_at(Barrier(edge, piece), x, y)


def ask_weave(edge: Floats, piece: Ints, x: Floats, y: Floats, own: Ints, known: int, far: Floats) -> None:
    weave(Barrier(edge, piece), x, y, own, known, far)


def ask_search(
    edge: Floats, piece: Ints, solid: Floats, solid_piece: Ints, x: Floats, y: Floats, own: Ints, discs: Floats,
    start: int, cost: Floats, back: Marks, done: Marks,
) -> None:  # fmt: skip
    """The way to every one of some points."""
    barrier, inner = Barrier(edge, piece), Barrier(solid, solid_piece)
    search(barrier, inner, 0.0, x, y, own, len(x), cost, 0, discs, len(discs) // 3, start, -1, FAR, cost, back, done)


def ask_way(
    vector: Floats, shape: Floats, edge: Floats, piece: Ints, solid: Floats, solid_piece: Ints, width: float,
    net_x: Floats, net_y: Floats, net_far: Floats, enemies: Bulks, friends: Bulks, own: float, gap: float,
    minds: float, anyway: bool, wide: float, high: float, x0: float, y0: float, x1: float, y1: float, tries: int,
    x: Floats, y: Floats, cost: Floats, some: Floats, path: Floats, discs: Floats,
    inside: Marks, back: Marks, done: Marks, hit: Marks, whose: Marks,
) -> int:  # fmt: skip
    """How many spots the shortest way has, or none; or that somebody stands where it ends, whatever is shut. Whoever
    starts or ends at a wall keeps off it, if he can; else he is let past. Others who are farther from its start than
    it `minds` are not gone around; nobody is where somebody stands where it ends, if it is wanted `anyway`."""
    discs = discs[: grow(friends, own, discs, grow(enemies, own + gap, discs, 0, whose), whose)]
    if stood_on(discs, x0, y0, x1, y1):
        if not anyway:
            return STOOD_ON
        discs = discs[:0]
    forget(discs, x0, y0, minds)
    barrier, net = Barrier(edge, piece), Net(net_x, net_y, net_far)
    at_wall = piece_at(barrier, x0, y0) >= 0 or piece_at(barrier, x1, y1) >= 0
    for n in range(2 if at_wall else 1):
        count = way_around(
            Compass(vector, shape), barrier, Barrier(solid, solid_piece), width if n == 0 else 0.0, net, discs,
            wide, high, x0, y0, x1, y1, tries, Scratch(x, y, cost, some, inside, back, done, hit, whose), path,
        )  # fmt: skip
        if count > 0:
            return count
    return 0


def ask_star(
    edge: Floats, piece: Ints, discs: Floats, x: float, y: float, ways_x: Floats, ways_y: Floats, radius: float,
    long: float, found: Floats,
) -> None:  # fmt: skip
    barrier = Barrier(edge, piece)
    star(barrier, discs, piece_at(barrier, x, y), x, y, ways_x, ways_y, radius, long, found)
