"""Looks without reasons, for many teams at once: most are settled without a line being drawn. Compiled with `kernels`;
see there for what may stand here."""

from __future__ import annotations

from math import floor, sqrt
from typing import NamedTuple

from orsha.tabletop.table.kernels import (
    COUNTED,
    FAR,
    HAIR,
    HILL,
    LONG,
    PARTS,
    RADIUS,
    REACH,
    SHORT,
    SOLID,
    TALL,
    TEAM,
    WIDE,
    Crowd,
    Flat,
    Floats,
    Ints,
    Marks,
    Y,
    Z,
    gap,
    inside,
    own_reach,
    to_feature,
)
from orsha.tabletop.table.kernels_sight import CLEAR, COVERED, HIDDEN, SLACK, Limits, beside, look, through

FARTHER = 4
"""What a look is more by that goes farther than some distance."""


class Bars(NamedTuple):
    """Straight lines that lie in features, away from their borders: what crosses one crosses its feature."""

    seen: Ints
    """The features that matter to sight,"""
    middle: Floats
    """four numbers for each of them: the middle of its box, and half of the box each way;"""
    bar: Floats
    """four bars for each that have a point in common, four numbers each, from end to end."""


LEAST, MOST, STOP, STOP_END, COVER, COVER_END, STRETCHES = 0, 1, 2, 3, 4, 5, 6
"""What is known of each feature in a fan of lines, as slopes: from where to where it lies in it, surely stops a line,
surely covers one."""


def fan_of(flat: Flat, f: int, x: float, y: float, ux: float, uy: float) -> tuple[float, float]:
    """From which slope to which a feature lies, seen from a point in a direction; all if it is not before it."""
    least, most = FAR, -FAR
    for n in range(flat.first[f], flat.first[f + 1]):
        dx, dy = flat.xy[2 * n] - x, flat.xy[2 * n + 1] - y
        ahead = ux * dx + uy * dy
        if ahead < 1.0:
            return -FAR, FAR
        slope = (ux * dy - uy * dx) / ahead
        least, most = min(least, slope), max(most, slope)
    return least - HAIR, most + HAIR


def spanned(known: Floats, count: int, which: int, slope: float) -> bool:
    """Whether stretches of one sort leave no gap from one end of a fan to the other."""
    done = -slope
    for _ in range(count):
        best = done
        for n in range(which, STRETCHES * count, STRETCHES):
            if known[n] < done and known[n + 1] > best:
                best = known[n + 1]
        if best > slope or best == done:
            return best > slope
        done = best
    return False


def survey(
    flat: Flat, limits: Limits, bars: Bars, crowd: Crowd, i: int, j: int, far: float, near: Marks, known: Floats
) -> tuple[int, bool]:
    """Lists the features that can come between a team's middle and another's base, and what is known of them. Minus
    one of them if no line gets through, minus two if none does the other way either; and whether all lines are surely
    covered: no feature if none can stop one.

    All lines lie in a fan from the middle about the circle about the base. Bars that lie between the two stop or
    cover all that cross them; those of a feature have a point in common, so together they leave no gap. A bar across
    all the ground between both circles stops the lines back as well.
    """
    team = crowd.team
    xi, yi, xj, yj = team[TEAM * i], team[TEAM * i + Y], team[TEAM * j], team[TEAM * j + Y]
    z0, z1 = team[TEAM * i + Z], team[TEAM * j + Z]
    ri, rj = team[TEAM * i + REACH] + 1.0, team[TEAM * j + REACH] + 1.0
    slope, wide, rise = rj / (far - rj), max(ri, rj), z1 - z0
    ux, uy = (xj - xi) / far, (yj - yi) / far
    ax, ay = abs(ux), abs(uy)
    count, stops, covers, stoppers = 0, 0, 0, 0
    for m in range(len(bars.seen)):
        half_x, half_y = bars.middle[4 * m + 2], bars.middle[4 * m + 3]
        cx, cy = bars.middle[4 * m] - xi, bars.middle[4 * m + 1] - yi
        if abs(ux * cy - uy * cx) > ay * half_x + ax * half_y + rj:
            continue
        along, reach = ux * cx + uy * cy, ax * half_x + ay * half_y
        if along + reach < 0 or along - reach > far + rj:
            continue
        f = bars.seen[m]
        top, see = flat.top[f], flat.see[f]
        # A hill hides nothing from who stands on it.
        if (z0 >= top and z1 >= top) or (see == HILL and inside(flat, f, xi, yi)):
            continue
        least, most = fan_of(flat, f, xi, yi, ux, uy)
        if least > slope or most < -slope or (most == FAR and beside(flat, f, xi, yi, ux, uy, slope, 1.0)):
            continue
        k = STRETCHES * count
        near[count] = f
        known[k + LEAST], known[k + MOST] = least, most
        known[k + STOP], known[k + STOP_END], known[k + COVER], known[k + COVER_END] = FAR, -FAR, FAR, -FAR
        count += 1
        if see != SHORT:
            stoppers += 1
        under = z0 < top and z1 < top
        bar, bar_end, cover, cover_end = FAR, -FAR, FAR, -FAR
        across = False
        for p in range(16 * m, 16 * m + 16, 4):
            px, py, qx, qy = bars.bar[p] - xi, bars.bar[p + 1] - yi, bars.bar[p + 2] - xi, bars.bar[p + 3] - yi
            first, second = ux * px + uy * py, ux * qx + uy * qy
            low, high = min(first, second) - SLACK, max(first, second) + SLACK
            if low <= ri or high >= far - rj:
                continue
            # No line may pass above the bar.
            if not under and max(z0 + rise * low / (far + rj), z0 + rise * high / (far - rj)) >= top:
                continue
            one, two = ux * py - uy * px, ux * qy - uy * qx
            across = across or (min(one, two) < -wide and max(one, two) > wide)
            one, two = one / first, two / second
            bar, bar_end = min(bar, one, two), max(bar_end, one, two)
            if low > ri + limits.near:
                cover, cover_end = min(cover, one, two), max(cover_end, one, two)
        if see not in (SOLID, HILL) and cover < slope and cover_end > -slope:
            known[k + COVER], known[k + COVER_END] = cover, cover_end
            covers += 1
        if see in (TALL, SOLID, HILL) and bar < slope and bar_end > -slope:
            off_i, off_j = along - reach > ri, along + reach < far - rj
            # What lies under the viewer's own base is not looked through.
            free = off_i or (to_feature(flat, f, xi, yi) > ri if limits.through > 0 else not inside(flat, f, xi, yi))
            if free and (off_j or to_feature(flat, f, xj, yj) > rj):
                if across and off_i:
                    return -2, True
                known[k + STOP], known[k + STOP_END] = bar, bar_end
                stops += 1
    if stops > 0 and spanned(known, count, STOP, slope):
        return -1, True
    covered = covers > 0 and spanned(known, count, COVER, slope)
    return (0 if covered and stoppers == 0 else count), covered


def peek(
    flat: Flat, limits: Limits, crowd: Crowd, i: int, j: int, n: int, near: Marks, count: int, known: Floats
) -> int:
    """What the line from a team's middle to a point of another comes to."""
    team = crowd.team
    x0, y0, z0, z1 = team[TEAM * i], team[TEAM * i + Y], team[TEAM * i + Z], team[TEAM * j + Z]
    x1, y1 = crowd.part_xy[2 * (PARTS * j + n)], crowd.part_xy[2 * (PARTS * j + n) + 1]
    dx, dy = x1 - x0, y1 - y0
    mx, my = team[TEAM * j] - x0, team[TEAM * j + Y] - y0
    slope = (mx * dy - my * dx) / (mx * dx + my * dy)
    unclear = False
    for m in range(count):
        k = STRETCHES * m
        if known[k + STOP] < slope < known[k + STOP_END]:
            return HIDDEN
        unclear = unclear or known[k + LEAST] < slope < known[k + MOST]
    if not unclear:
        return CLEAR
    long = sqrt(dx * dx + dy * dy)
    start, close = min(own_reach(team, i, dx / long, dy / long) / long, 1.0), limits.near / long
    found = CLEAR
    for m in range(count):
        k = STRETCHES * m
        if not known[k + LEAST] < slope < known[k + MOST]:
            continue
        if flat.see[near[m]] == SHORT and known[k + COVER] < slope < known[k + COVER_END]:
            found = COVERED
            continue
        stops, covers, _, _ = through(flat, limits, near[m], x0, y0, z0, x1, y1, z1, long, start, close)
        if stops:
            return HIDDEN
        if covers:
            found = COVERED
    return found


def glance(
    flat: Flat,
    limits: Limits,
    bars: Bars,
    crowd: Crowd,
    i: int,
    j: int,
    near: Marks,
    known: Floats,
    smoke: Floats,
    marks: Marks,
) -> int:
    """What one team sees of another, as `look` finds it, by as few lines as settle it."""
    team = crowd.team
    dx, dy = team[TEAM * j] - team[TEAM * i], team[TEAM * j + Y] - team[TEAM * i + Y]
    far = sqrt(dx * dx + dy * dy)
    if len(smoke) > 0 or far <= team[TEAM * i + REACH] + team[TEAM * j + REACH] + 2.0:
        return look(flat, limits, crowd, i, j, near, smoke, marks, marks)[0]
    count, covered = survey(flat, limits, bars, crowd, i, j, far, near, known)
    if count == -2:
        return HIDDEN
    if count == 0:
        return COVERED if covered else CLEAR
    clear = unclear = 0
    seen = False
    for n in range(PARTS if count > 0 else 0):
        found = peek(flat, limits, crowd, i, j, n, near, count, known)
        seen = seen or found != HIDDEN
        if n >= COUNTED:
            if seen:
                return COVERED
        elif found == CLEAR:
            clear += 1
            if (COUNTED - clear) * 100.0 < limits.half * COUNTED:
                return CLEAR
        else:
            unclear += 1
        if seen and (covered or unclear * 100.0 >= limits.half * COUNTED):
            return COVERED
    # Nothing of it is seen; perhaps it sees something of the other.
    count, _ = survey(flat, limits, bars, crowd, j, i, far, near, known)
    if count == 0:
        return COVERED
    for n in range(PARTS if count > 0 else 0):
        if peek(flat, limits, crowd, j, i, n, near, count, known) != HIDDEN:
            return COVERED
    return HIDDEN


def lookout(
    flat: Flat,
    limits: Limits,
    bars: Bars,
    crowd: Crowd,
    viewers: int,
    teams: int,
    near: Marks,
    known: Floats,
    smoke: Floats,
    marks: Marks,
    found: Marks,
) -> None:
    """What each of the first teams of a crowd sees of each of the rest, row by row."""
    at = 0
    for i in range(viewers):
        for j in range(viewers, teams):
            found[at] = glance(flat, limits, bars, crowd, i, j, near, known, smoke, marks)
            at += 1


def reaches(crowd: Crowd, i: int, j: int, mils: float) -> bool:
    """Whether two teams are so near, edge to edge, in whole mils; measured only where their middles do not say it."""
    team = crowd.team
    dx, dy = team[TEAM * j] - team[TEAM * i], team[TEAM * j + Y] - team[TEAM * i + Y]
    far = sqrt(dx * dx + dy * dy)
    if far - team[TEAM * i + REACH] - team[TEAM * j + REACH] >= mils + 0.5:
        return False
    if far - least_of(team, i) - least_of(team, j) <= mils:
        return True
    return floor(gap(crowd, i, j) + 0.5) <= mils


def least_of(team: Floats, i: int) -> float:
    """The least that a base reaches from its middle."""
    k = TEAM * i
    return team[k + RADIUS] if team[k + RADIUS] > 0 else min(team[k + WIDE], team[k + LONG])


def scan(
    flat: Flat,
    limits: Limits,
    bars: Bars,
    crowd: Crowd,
    viewers: int,
    teams: int,
    reach: Floats,
    long: float,
    near: Marks,
    known: Floats,
    smoke: Floats,
    marks: Marks,
    found: Marks,
) -> None:
    """The same of those who are within each viewer's own reach, and how: more by FARTHER if it is farther than `long`.
    Nothing is found of the others: less than nothing."""
    at = 0
    for i in range(viewers):
        for j in range(viewers, teams):
            found[at] = -1
            if reaches(crowd, i, j, reach[i]):
                found[at] = glance(flat, limits, bars, crowd, i, j, near, known, smoke, marks)
                if found[at] > 0 and not reaches(crowd, i, j, long):
                    found[at] += FARTHER
            at += 1


# -- single lines, many at once


def line(
    flat: Flat, limits: Limits, bars: Bars, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float
) -> int:
    """What a straight line from an eye to a point comes to, as `ray` finds it; only features whose box it can meet are
    looked into, and none after one that stops it."""
    dx, dy = x1 - x0, y1 - y0
    ax, ay = abs(dx), abs(dy)
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    long, found = 0.0, CLEAR
    for m in range(len(bars.seen)):
        cx, half_x = bars.middle[4 * m] - mx, bars.middle[4 * m + 2]
        cy, half_y = bars.middle[4 * m + 1] - my, bars.middle[4 * m + 3]
        if abs(dx * cy - dy * cx) > ay * half_x + ax * half_y:
            continue
        if abs(cx) > half_x + ax / 2 or abs(cy) > half_y + ay / 2:
            continue
        f = bars.seen[m]
        if (z0 >= flat.top[f] and z1 >= flat.top[f]) or ax + ay == 0:
            continue
        if long == 0:
            long = sqrt(dx * dx + dy * dy)
        stops, covers, _, _ = through(flat, limits, f, x0, y0, z0, x1, y1, z1, long, 0.0, limits.near / long)
        if stops:
            return HIDDEN
        if covers:
            found = COVERED
    return found


def lines(flat: Flat, limits: Limits, bars: Bars, places: Floats, eyes: int, found: Marks) -> None:
    """What the lines from each of the first places to each of the rest come to, row by row. Three numbers a place."""
    at, count = 0, len(places) // 3
    for i in range(eyes):
        x, y, z = places[3 * i], places[3 * i + 1], places[3 * i + 2]
        for j in range(eyes, count):
            found[at] = line(flat, limits, bars, x, y, z, places[3 * j], places[3 * j + 1], places[3 * j + 2])
            at += 1
