"""The table's inner loops, on flat arrays: points, teams, distance; `kernels_sight` and the others build on them.

Everything there is plain Python that numba can compile as it stands: `compiling` makes compiled twins of the modules,
and where numba is missing they are run as they are. Both do the same arithmetic in the same order, so both give the
same answer; nothing may use `fastmath`, sines, or anything else that differs from machine to machine. Coordinates
are whole mils, so that every cross product is exact.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import floor, sqrt
from typing import NamedTuple

Floats = MutableSequence[float]
Ints = Sequence[int]
Marks = MutableSequence[int]

# What a feature does to a line of sight.
OPEN, SHORT, TALL, TALL_LINE, SOLID, HILL = 0, 1, 2, 3, 4, 5
COUNTED, PARTS = 24, 32
"""How many points of a team are looked at: those that stand for its area, and with them those on its edge."""
CORNERS = 4
UNIT = 1e9
"""The length of the compass's whole-number vectors: two for every degree."""
HAIR = 1e-9
FAR = 1e18


class Flat(NamedTuple):
    """All features' outlines, counter-clockwise, one after the other; a feature's corners begin at `first`."""

    xy: Floats
    """Two numbers a corner."""
    first: Ints
    box: Floats
    """Four numbers a feature: left, low, right, high."""
    see: Ints
    top: Floats


class Crowd(NamedTuple):
    """Some teams."""

    team: Floats
    """Nine numbers a team: middle, eye, radius of a disc, half width and length, direction, reach from its middle."""
    part_xy: Floats
    """The points that are looked at."""
    corner_xy: Floats
    """Four corners of a box; of a disc only the first counts, its middle."""


class Compass(NamedTuple):
    """What teams are made of."""

    vector: Floats
    """Two numbers for every half degree."""
    shape: Floats
    """For every base its radius if it is a disc, half width, half length, and its points: turn, ahead, right."""


X, Y, Z, RADIUS, WIDE, LONG, AHEAD_X, AHEAD_Y, REACH, TEAM = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
SHAPE = 3 + 3 * PARTS
ROW = 5
"""A team that is told: middle, base by its number, facing, height above the ground."""


# -- points


def inside(flat: Flat, feature: int, x: float, y: float) -> bool:
    """Whether a point lies in a feature; its lower and left borders are its own."""
    k = 4 * feature
    if not (flat.box[k] <= x <= flat.box[k + 2] and flat.box[k + 1] <= y <= flat.box[k + 3]):
        return False
    found = False
    first, last = flat.first[feature], flat.first[feature + 1]
    ax, ay = flat.xy[2 * last - 2], flat.xy[2 * last - 1]
    for n in range(first, last):
        bx, by = flat.xy[2 * n], flat.xy[2 * n + 1]
        if (ay > y) != (by > y):
            side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if (side > 0) == (by > ay) and side != 0:
                found = not found
        ax, ay = bx, by
    return found


def lies_in(xy: Floats, first: Ints, x: float, y: float) -> int:
    """1 where a point lies in some outlines that share no ground, holes among them; -1 where it lies outside; 0 where
    it is less than a mil from a border."""
    found = False
    for ring in range(len(first) - 1):
        last = first[ring + 1]
        ax, ay = xy[2 * last - 2], xy[2 * last - 1]
        for n in range(first[ring], last):
            bx, by = xy[2 * n], xy[2 * n + 1]
            if (ay > y) != (by > y):
                side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                if (side > 0) == (by > ay):
                    found = not found
            near = min(ax, bx) - 1 <= x <= max(ax, bx) + 1 and min(ay, by) - 1 <= y <= max(ay, by) + 1
            if near and to_edge(x, y, ax, ay, bx, by) < 1:
                return 0
            ax, ay = bx, by
    return 1 if found else -1


def height(flat: Flat, hills: Ints, x: float, y: float) -> float:
    """How high the ground lies."""
    found = 0.0
    for n in range(len(hills)):
        if flat.top[hills[n]] > found and inside(flat, hills[n], x, y):
            found = flat.top[hills[n]]
    return found


def to_edge(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from a straight edge."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    t = 0.0
    if square > 0:
        t = min(max(((x - ax) * ex + (y - ay) * ey) / square, 0.0), 1.0)
    dx, dy = x - ax - t * ex, y - ay - t * ey
    return sqrt(dx * dx + dy * dy)


def to_feature(flat: Flat, feature: int, x: float, y: float) -> float:
    """How far a point is from a feature; nothing if it is in it."""
    if inside(flat, feature, x, y):
        return 0.0
    best = FAR
    first, last = flat.first[feature], flat.first[feature + 1]
    ax, ay = flat.xy[2 * last - 2], flat.xy[2 * last - 1]
    for n in range(first, last):
        bx, by = flat.xy[2 * n], flat.xy[2 * n + 1]
        best = min(best, to_edge(x, y, ax, ay, bx, by))
        ax, ay = bx, by
    return best


def meet(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether two straight lines cross or touch."""
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if one == 0 and two == 0 and three == 0 and four == 0:
        apart = max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx)
        return not (apart or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by))
    return not ((one > 0 and two > 0) or (one < 0 and two < 0) or (three > 0 and four > 0) or (three < 0 and four < 0))


# -- teams


def turned_x(compass: Compass, bearing: int, ahead: float, right: float) -> float:
    """How far to the right of the page one gets, so far ahead and so far to the right along a bearing."""
    k = 4 * (bearing % 360)
    number = compass.vector[k] * ahead + compass.vector[k + 1] * right
    return float(floor((2.0 * number + UNIT) / (2.0 * UNIT)))


def turned_y(compass: Compass, bearing: int, ahead: float, right: float) -> float:
    """The same up the page."""
    k = 4 * (bearing % 360)
    number = compass.vector[k + 1] * ahead - compass.vector[k] * right
    return float(floor((2.0 * number + UNIT) / (2.0 * UNIT)))


def put(compass: Compass, crowd: Crowd, i: int, shape: int, x: float, y: float, facing: int) -> None:
    """Puts a team somewhere: all of it but its eye and the points that are looked at."""
    s, k, c = SHAPE * shape, TEAM * i, 2 * CORNERS * i
    team, xy = crowd.team, crowd.corner_xy
    radius, wide, long = compass.shape[s], compass.shape[s + 1], compass.shape[s + 2]
    team[k], team[k + Y], team[k + RADIUS], team[k + WIDE], team[k + LONG] = x, y, radius, wide, long
    v = 4 * (facing % 360)
    team[k + AHEAD_X], team[k + AHEAD_Y] = compass.vector[v] / UNIT, compass.vector[v + 1] / UNIT
    if radius > 0:
        team[k + REACH] = radius
        xy[c], xy[c + 1] = x, y
        return
    team[k + REACH] = sqrt(wide * wide + long * long)
    for n in range(CORNERS):
        ahead = long if n < 2 else -long
        right = wide if n == 0 or n == 3 else -wide
        xy[c + 2 * n] = x + turned_x(compass, facing, ahead, right)
        xy[c + 2 * n + 1] = y + turned_y(compass, facing, ahead, right)


def muster(compass: Compass, flat: Flat, hills: Ints, eye: float, rows: Floats, crowd: Crowd) -> None:
    """Fills in a crowd."""
    for i in range(len(rows) // ROW):
        x, y, shape, facing = rows[ROW * i], rows[ROW * i + 1], int(rows[ROW * i + 2]), int(rows[ROW * i + 3])
        put(compass, crowd, i, shape, x, y, facing)
        crowd.team[TEAM * i + Z] = height(flat, hills, x, y) + eye + rows[ROW * i + 4]
        for n in range(PARTS):
            s, p = SHAPE * shape + 3 + 3 * n, 2 * (PARTS * i + n)
            turn, ahead, right = facing + int(compass.shape[s]), compass.shape[s + 1], compass.shape[s + 2]
            crowd.part_xy[p] = x + turned_x(compass, turn, ahead, right)
            crowd.part_xy[p + 1] = y + turned_y(compass, turn, ahead, right)


def corners_of(crowd: Crowd, i: int) -> int:
    """How many corners a team has: a disc is one, with a radius."""
    return 1 if crowd.team[TEAM * i + RADIUS] > 0 else CORNERS


def gap(crowd: Crowd, i: int, j: int) -> float:
    """How far it is from one team's edge to another's; nothing if they touch."""
    best = FAR
    xy = crowd.corner_xy
    i0, j0 = CORNERS * i, CORNERS * j
    i1, j1 = i0 + corners_of(crowd, i), j0 + corners_of(crowd, j)
    for m in range(i0, i1):
        ax, ay = xy[2 * m], xy[2 * m + 1]
        k = i0 if m + 1 == i1 else m + 1
        bx, by = xy[2 * k], xy[2 * k + 1]
        for n in range(j0, j1):
            cx, cy = xy[2 * n], xy[2 * n + 1]
            k = j0 if n + 1 == j1 else n + 1
            dx, dy = xy[2 * k], xy[2 * k + 1]
            best = min(best, min(to_edge(ax, ay, cx, cy, dx, dy), to_edge(cx, cy, ax, ay, bx, by)))
            if i1 - i0 > 1 and j1 - j0 > 1 and meet(ax, ay, bx, by, cx, cy, dx, dy):
                return 0.0
    team = crowd.team
    if on_base(team, i, team[TEAM * j], team[TEAM * j + Y]) or on_base(team, j, team[TEAM * i], team[TEAM * i + Y]):
        return 0.0
    return max(best - team[TEAM * i + RADIUS] - team[TEAM * j + RADIUS], 0.0)


def on_base(team: Floats, i: int, x: float, y: float) -> bool:
    """Whether a point lies on a team's base."""
    k = TEAM * i
    dx, dy = x - team[k], y - team[k + Y]
    if team[k + RADIUS] > 0:
        return dx * dx + dy * dy <= team[k + RADIUS] * team[k + RADIUS]
    ahead = dx * team[k + AHEAD_X] + dy * team[k + AHEAD_Y]
    right = dx * team[k + AHEAD_Y] - dy * team[k + AHEAD_X]
    return abs(ahead) <= team[k + LONG] and abs(right) <= team[k + WIDE]


def own_reach(team: Floats, i: int, ux: float, uy: float) -> float:
    """How far a team's base reaches from its middle, in a direction of length one."""
    k = TEAM * i
    if team[k + RADIUS] > 0:
        return team[k + RADIUS]
    ahead = abs(ux * team[k + AHEAD_X] + uy * team[k + AHEAD_Y]) / team[k + LONG]
    right = abs(ux * team[k + AHEAD_Y] - uy * team[k + AHEAD_X]) / team[k + WIDE]
    return 1.0 / max(ahead, right)
