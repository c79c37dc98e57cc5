"""The table's inner loops, on flat arrays: sight, distance, moves, routes.

Everything here is plain Python that numba can compile as it stands: `compiling` makes a compiled twin of this module,
and where numba is missing the module is run as it is. Both do the same arithmetic in the same order, so both give the
same answer; nothing here may use `fastmath`, sines, or anything else that differs from machine to machine. Coordinates
are whole mils, so that every cross product is exact.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import sqrt
from typing import NamedTuple

Floats = Sequence[float]
Ints = Sequence[int]
Marks = MutableSequence[int]

# What a feature does to a line of sight.
OPEN, SHORT, TALL, TALL_LINE, SOLID, HILL = 0, 1, 2, 3, 4, 5
# What a line of sight, or a team, comes to.
HIDDEN, COVERED, CLEAR = 0, 1, 2
# What is counted for each feature: rays it stops, rays it covers, points in it, points behind it.
STOPS, COVERS, HOLDS, SHIELDS, COUNTS = 0, 1, 2, 3, 4
COUNTED = 24
"""How many of a team's points stand for its area; the rest are on its edge."""
SLACK = 5.0
"""Mils of tall ground that are too little to matter: a line that grazes a corner."""
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


class Limits(NamedTuple):
    """The distances of sight, in mils; half in percent."""

    into: float
    inside: float
    through: float
    near: float
    smoke: float
    half: float


class Crowd(NamedTuple):
    """Some teams."""

    team: Floats
    """Eight numbers a team: middle, eye, radius of a disc, half width and length, direction."""
    part: Ints
    part_xy: Floats
    """The points that are looked at."""
    corner: Ints
    corner_xy: Floats


X, Y, Z, RADIUS, WIDE, LONG, AHEAD_X, AHEAD_Y, TEAM = 0, 1, 2, 3, 4, 5, 6, 7, 8


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


def gap(crowd: Crowd, i: int, j: int) -> float:
    """How far it is from one team's edge to another's; nothing if they touch."""
    best = FAR
    xy = crowd.corner_xy
    i0, i1, j0, j1 = crowd.corner[i], crowd.corner[i + 1], crowd.corner[j], crowd.corner[j + 1]
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


# -- sight


def clamp(t: float, low: float, high: float) -> float:
    return min(max(t, low), high)


def ray(
    flat: Flat,
    limits: Limits,
    near: Ints,
    count: int,
    x0: float,
    y0: float,
    z0: float,
    x1: float,
    y1: float,
    z1: float,
    own: float,
    marks: Marks,
) -> int:
    """What a straight line from an eye to a point comes to: hidden, covered or clear; and why, in the marks.

    A line crosses an outline by leaving it (+) and entering it (-), so sums of signed places are lengths inside.
    """
    dx, dy = x1 - x0, y1 - y0
    long = sqrt(dx * dx + dy * dy)
    if long == 0:
        return CLEAR
    found = CLEAR
    start = min(own / long, 1.0)
    for m in range(count):
        f = near[m]
        k = 4 * f
        if flat.box[k + 2] < min(x0, x1) or flat.box[k] > max(x0, x1):
            continue
        if flat.box[k + 3] < min(y0, y1) or flat.box[k + 1] > max(y0, y1):
            continue
        top = flat.top[f]
        if z0 >= top and z1 >= top:
            continue
        a, b = start, 1.0
        if z0 >= top:
            a = max(a, (top - z0) / (z1 - z0))
        elif z1 >= top:
            b = (top - z0) / (z1 - z0)
        past, before = max(a, start + limits.near / long), min(b, 1.0 - limits.near / long)
        run, covering, middle = 0.0, 0.0, 0.0
        at_start, at_end = 0, 0
        first, last = flat.first[f], flat.first[f + 1]
        ax, ay = flat.xy[2 * last - 2], flat.xy[2 * last - 1]
        side_a = dx * (ay - y0) - dy * (ax - x0)
        for n in range(first, last):
            bx, by = flat.xy[2 * n], flat.xy[2 * n + 1]
            side_b = dx * (by - y0) - dy * (bx - x0)
            if (side_a >= 0) != (side_b >= 0):
                t = ((ax - x0) * (by - ay) - (ay - y0) * (bx - ax)) / (side_b - side_a)
                sign = 1 if side_b > side_a else -1
                if t > 0:
                    at_start += sign
                if t > 1:
                    at_end += sign
                run += sign * clamp(t, a, max(a, b))
                covering += sign * clamp(t, past, max(past, b))
                middle += sign * clamp(t, past, max(past, before))
            ax, ay, side_a = bx, by, side_b
        ends_in = at_end != 0 and z1 < top
        stops, covers = False, ends_in or covering * long > HAIR
        see = flat.see[f]
        if see == TALL:
            limit = limits.through
            if at_start != 0 and at_end != 0:
                limit = limits.inside
            elif at_start != 0 or at_end != 0:
                limit = limits.into
            stops = run * long > limit + SLACK
        elif see == TALL_LINE:
            stops = middle * long > SLACK
        elif see == SOLID:
            stops = at_start == 0 and at_end == 0 and run * long > SLACK
            covers = ends_in
        elif see == HILL:
            stops = at_start == 0 and at_end == 0 and run * long > SLACK
            covers = False
        if ends_in:
            marks[COUNTS * f + HOLDS] += 1
        if stops or (covering * long > HAIR and not ends_in):
            marks[COUNTS * f + SHIELDS] += 1
        if stops:
            marks[COUNTS * f + STOPS] += 1
            found = HIDDEN
        elif covers:
            marks[COUNTS * f + COVERS] += 1
            if found == CLEAR:
                found = COVERED
    return found


def smoky(smoke: Floats, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line crosses a screen of smoke: four numbers each, from end to end."""
    for n in range(0, len(smoke), 4):
        if meet(x0, y0, x1, y1, smoke[n], smoke[n + 1], smoke[n + 2], smoke[n + 3]):
            return True
    return False


def among(flat: Flat, crowd: Crowd, i: int, j: int, near: Marks) -> int:
    """Lists the features that can come between two teams."""
    left = low = FAR
    right = high = -FAR
    for who in (i, j):
        for n in range(crowd.part[who], crowd.part[who + 1]):
            left, right = min(left, crowd.part_xy[2 * n]), max(right, crowd.part_xy[2 * n])
            low, high = min(low, crowd.part_xy[2 * n + 1]), max(high, crowd.part_xy[2 * n + 1])
    count = 0
    for f in range(len(flat.see)):
        k = 4 * f
        across = flat.box[k] <= right and flat.box[k + 2] >= left
        if flat.see[f] != OPEN and across and flat.box[k + 1] <= high and flat.box[k + 3] >= low:
            near[count] = f
            count += 1
    return count


def view(
    flat: Flat, limits: Limits, crowd: Crowd, i: int, j: int, near: Marks, count: int, smoke: Floats, marks: Marks
) -> tuple[int, int, int, bool]:
    """How one team looks from another's middle: how many of the points that stand for its area are hidden, covered,
    behind smoke; and whether anything of it is seen, its edge included."""
    hidden = covered = screened = 0
    team = crowd.team
    x0, y0, z0, z1 = team[TEAM * i], team[TEAM * i + Y], team[TEAM * i + Z], team[TEAM * j + Z]
    far = gap(crowd, i, j) if len(smoke) > 0 else 0.0
    first, last = crowd.part[j], crowd.part[j + 1]
    for n in range(first, last):
        if n == first + COUNTED and hidden < COUNTED:
            return hidden, covered, screened, True
        x1, y1 = crowd.part_xy[2 * n], crowd.part_xy[2 * n + 1]
        dx, dy = x1 - x0, y1 - y0
        long = sqrt(dx * dx + dy * dy)
        own = own_reach(team, i, dx / long, dy / long) if long > 0 else 0.0
        found = ray(flat, limits, near, count, x0, y0, z0, x1, y1, z1, own, marks)
        if found != HIDDEN and smoky(smoke, x0, y0, x1, y1):
            screened += 1
            if far > limits.smoke:
                found = HIDDEN
        if n >= first + COUNTED:
            if found != HIDDEN:
                return hidden, covered, screened, True
        elif found == HIDDEN:
            hidden += 1
        elif found == COVERED:
            covered += 1
    return hidden, covered, screened, False


def look(
    flat: Flat, limits: Limits, crowd: Crowd, i: int, j: int, near: Marks, smoke: Floats, marks: Marks, back: Marks
) -> tuple[int, int, int, int]:
    """What one team sees of another, and the numbers of its parts that are hidden, covered, behind smoke.

    One sees the other if some part of either is seen from the other's middle: so sight is always mutual.
    """
    count = among(flat, crowd, i, j, near)
    if count == 0 and len(smoke) == 0:
        return CLEAR, 0, 0, 0
    hidden, covered, screened, seen = view(flat, limits, crowd, i, j, near, count, smoke, marks)
    if not seen:
        _, _, unclear, seen = view(flat, limits, crowd, j, i, near, count, smoke, back)
        return (COVERED if seen else HIDDEN), hidden, covered, max(screened, unclear)
    concealed = (hidden + covered) * 100.0 >= limits.half * COUNTED
    return (COVERED if concealed else CLEAR), hidden, covered, screened


def lookout(
    flat: Flat, limits: Limits, crowd: Crowd, viewers: int, near: Marks, smoke: Floats, marks: Marks, found: Marks
) -> None:
    """What each of the first teams of a crowd sees of each of the rest, row by row."""
    teams = len(crowd.part) - 1
    at = 0
    for i in range(viewers):
        for j in range(viewers, teams):
            found[at] = look(flat, limits, crowd, i, j, near, smoke, marks, marks)[0]
            at += 1
