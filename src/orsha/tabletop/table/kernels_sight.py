"""The inner loops of sight. Compiled with `kernels`; see there for what may stand here."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from orsha.tabletop.table.kernels import (
    COUNTED,
    HAIR,
    HILL,
    OPEN,
    PARTS,
    REACH,
    SOLID,
    TALL,
    TALL_LINE,
    TEAM,
    Crowd,
    Flat,
    Floats,
    Ints,
    Marks,
    Y,
    Z,
    gap,
    meet,
    own_reach,
)

# What a line of sight, or a team, comes to.
HIDDEN, COVERED, CLEAR = 0, 1, 2
# What is counted for each feature: rays it stops, rays it covers, points in it, points behind it.
STOPS, COVERS, HOLDS, SHIELDS, COUNTS = 0, 1, 2, 3, 4
SLACK = 5.0
"""Mils of tall ground that are too little to matter: a line that grazes a corner."""


class Limits(NamedTuple):
    """The distances of sight, in mils; half in percent."""

    into: float
    inside: float
    through: float
    near: float
    smoke: float
    half: float


# -- sight


def clamp(t: float, low: float, high: float) -> float:
    return min(max(t, low), high)


def through(
    flat: Flat,
    limits: Limits,
    f: int,
    x0: float,
    y0: float,
    z0: float,
    x1: float,
    y1: float,
    z1: float,
    long: float,
    start: float,
    close: float,
) -> tuple[bool, bool, bool, bool]:
    """What a feature does to a straight line from an eye to a point: whether it stops it, covers what is seen along
    it, holds its end, and lies before it. The line is so long; where it leaves the viewer's base and how far cover is
    too close to matter are shares of it.

    A line crosses an outline by leaving it (+) and entering it (-), so sums of signed places are lengths inside.
    """
    k = 4 * f
    if flat.box[k + 2] < min(x0, x1) or flat.box[k] > max(x0, x1):
        return False, False, False, False
    if flat.box[k + 3] < min(y0, y1) or flat.box[k + 1] > max(y0, y1):
        return False, False, False, False
    top = flat.top[f]
    if z0 >= top and z1 >= top:
        return False, False, False, False
    dx, dy = x1 - x0, y1 - y0
    a, b = start, 1.0
    if z0 >= top:
        a = max(a, (top - z0) / (z1 - z0))
    elif z1 >= top:
        b = (top - z0) / (z1 - z0)
    past, before = max(a, start + close), min(b, 1.0 - close)
    run_end, covering_end, middle_end = max(a, b), max(past, b), max(past, before)
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
            run += sign * clamp(t, a, run_end)
            covering += sign * clamp(t, past, covering_end)
            middle += sign * clamp(t, past, middle_end)
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
    return stops, covers, ends_in, stops or (covering * long > HAIR and not ends_in)


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
    """What a straight line from an eye to a point comes to: hidden, covered or clear; and why, in the marks."""
    found = CLEAR
    long = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    if long == 0:
        return found
    start, close = min(own / long, 1.0), limits.near / long
    for m in range(count):
        f = near[m]
        stops, covers, holds, shields = through(flat, limits, f, x0, y0, z0, x1, y1, z1, long, start, close)
        if holds:
            marks[COUNTS * f + HOLDS] += 1
        if shields:
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


def beside(flat: Flat, f: int, x: float, y: float, ux: float, uy: float, slope: float, wide: float) -> bool:
    """Whether all of a feature lies to one side of all lines from about a point in about a direction: so far from
    the point, and so far from the direction."""
    left = right = True
    for n in range(flat.first[f], flat.first[f + 1]):
        dx, dy = flat.xy[2 * n] - x, flat.xy[2 * n + 1] - y
        off, edge = ux * dy - uy * dx, slope * (ux * dx + uy * dy) + wide
        left, right = left and off > edge, right and off < -edge
        if not left and not right:
            return False
    return True


def among(flat: Flat, crowd: Crowd, i: int, j: int, near: Marks) -> int:
    """Lists the features that can come between two teams."""
    team = crowd.team
    xi, yi, xj, yj = team[TEAM * i], team[TEAM * i + Y], team[TEAM * j], team[TEAM * j + Y]
    wide = max(team[TEAM * i + REACH], team[TEAM * j + REACH]) + 1.0
    left, right, low, high = min(xi, xj) - wide, max(xi, xj) + wide, min(yi, yj) - wide, max(yi, yj) + wide
    dx, dy = xj - xi, yj - yi
    far = sqrt(dx * dx + dy * dy)
    count = 0
    for f in range(len(flat.see)):
        k = 4 * f
        across = flat.box[k] <= right and flat.box[k + 2] >= left
        if flat.see[f] == OPEN or not across or flat.box[k + 1] > high or flat.box[k + 3] < low:
            continue
        if far == 0 or not beside(flat, f, xi, yi, dx / far, dy / far, 0.0, wide):
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
    first = PARTS * j
    for n in range(first, first + PARTS):
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
) -> tuple[int, int, int, int, int]:
    """What one team sees of another, the numbers of its parts that are hidden, covered, behind smoke, and how many
    features were looked at.

    One sees the other if some part of either is seen from the other's middle: so sight is always mutual.
    """
    count = among(flat, crowd, i, j, near)
    if count == 0 and len(smoke) == 0:
        return CLEAR, 0, 0, 0, 0
    for m in range(count):
        for k in range(COUNTS * near[m], COUNTS * near[m] + COUNTS):
            marks[k], back[k] = 0, 0
    hidden, covered, screened, seen = view(flat, limits, crowd, i, j, near, count, smoke, marks)
    if not seen:
        _, _, unclear, seen = view(flat, limits, crowd, j, i, near, count, smoke, back)
        return (COVERED if seen else HIDDEN), hidden, covered, max(screened, unclear), count
    concealed = (hidden + covered) * 100.0 >= limits.half * COUNTED
    return (COVERED if concealed else CLEAR), hidden, covered, screened, count
