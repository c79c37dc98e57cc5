"""Other teams as they stand in the way: discs, and hulls as they face. Compiled with `kernels`; see there."""

from __future__ import annotations

from math import sqrt

from orsha.tabletop.table.kernels import (
    AHEAD_X,
    AHEAD_Y,
    CORNERS,
    FAR,
    HAIR,
    LONG,
    RADIUS,
    REACH,
    TEAM,
    WIDE,
    Crowd,
    Floats,
    Y,
    on_base,
    to_edge,
)

Bulks = Floats
BULK = 6
"""The numbers of another team: its middle, half its width (a disc's radius), half its length (none: it is a disc), the
way it faces."""
NEVER = 2.0
"""Later than the end of a step, which is 1."""
NEARER = 1e-3
"""By so little, times its distance, nobody draws nearer: rounding."""


def off_bulk(bulks: Bulks, n: int, x: float, y: float) -> float:
    """How far a point is from a team's edge; less than nothing on its base."""
    dx, dy, wide, long = x - bulks[n], y - bulks[n + 1], bulks[n + 2], bulks[n + 3]
    if long == 0:
        return sqrt(dx * dx + dy * dy) - wide
    ahead = abs(dx * bulks[n + 4] + dy * bulks[n + 5]) - long
    aside = abs(dx * bulks[n + 5] - dy * bulks[n + 4]) - wide
    if ahead <= 0 or aside <= 0:
        return max(ahead, aside)
    return sqrt(ahead * ahead + aside * aside)


def lies_on(x: float, y: float, own: float, bulks: Bulks) -> bool:
    """Whether a disc of some radius lies on others."""
    for n in range(0, len(bulks), BULK):
        dx, dy, need = x - bulks[n], y - bulks[n + 1], own + bulks[n + 2] + bulks[n + 3]
        if dx * dx + dy * dy < need * need and (bulks[n + 3] == 0 or off_bulk(bulks, n, x, y) < own):
            return True
    return False


# -- what stops a step


def reach_disc(x0: float, y0: float, dx: float, dy: float, x: float, y: float, radius: float) -> float:
    """When a moving point comes within a radius of another; at once if it is, and draws nearer still."""
    px, py = x0 - x, y0 - y
    square, along, over = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - radius * radius
    if along >= -HAIR:
        return NEVER
    if over <= 0:
        return 0.0
    under_root = along * along - square * over
    if under_root <= 0:
        return NEVER
    return (-along - sqrt(under_root)) / square


def reach_box(x: float, y: float, dx: float, dy: float, long: float, wide: float) -> float:
    """When a moving point that is outside of it comes into a box about the middle."""
    first, last = 0.0, NEVER
    if dx == 0:
        if abs(x) > long:
            return NEVER
    else:
        first, last = max(first, min((-long - x) / dx, (long - x) / dx)), max((-long - x) / dx, (long - x) / dx)
    if dy == 0:
        if abs(y) > wide:
            return NEVER
    else:
        first = max(first, min((-wide - y) / dy, (wide - y) / dy))
        last = min(last, max((-wide - y) / dy, (wide - y) / dy))
    return first if first <= last else NEVER


def reach_bulk(bulks: Bulks, n: int, more: float, x0: float, y0: float, dx: float, dy: float) -> float:
    """When a moving point comes so near to a team's edge; at once if it is, and draws nearer still."""
    wide, long, ux, uy = bulks[n + 2], bulks[n + 3], bulks[n + 4], bulks[n + 5]
    if long == 0:
        return reach_disc(x0, y0, dx, dy, bulks[n], bulks[n + 1], wide + more)
    px, py = x0 - bulks[n], y0 - bulks[n + 1]
    x, y, along, across = px * ux + py * uy, px * uy - py * ux, dx * ux + dy * uy, dx * uy - dy * ux
    off_x, off_y = max(abs(x) - long, 0.0), max(abs(y) - wide, 0.0)
    off_x, off_y = off_x if x > 0 else -off_x, off_y if y > 0 else -off_y
    if off_x * along + off_y * across >= -NEARER:
        return NEVER
    if off_x * off_x + off_y * off_y <= more * more:
        return 0.0
    first = min(reach_box(x, y, along, across, long + more, wide), reach_box(x, y, along, across, long, wide + more))
    for corner in range(CORNERS):
        at_x, at_y = long if corner < 2 else -long, wide if corner % 2 == 0 else -wide
        first = min(first, reach_disc(x, y, along, across, at_x, at_y, more))
    return first


def sweep_bulks(bulks: Bulks, more: float, x0: float, y0: float, x1: float, y1: float) -> tuple[float, int]:
    """When a moving point is stopped by a team to whose edge it may come no nearer, and by which."""
    first, which = NEVER, -1
    for n in range(0, len(bulks), BULK):
        t = reach_bulk(bulks, n, more, x0, y0, x1 - x0, y1 - y0)
        if t < first:
            first, which = t, n // BULK
    return first, which


def nearest_to(path: Floats, count: int, bulks: Bulks, own: float) -> float:
    """How near a chain of steps comes to a team, from edge to edge."""
    best = FAR
    for m in range(max(count - 1, 1)):
        k = 2 * m + 2 if count > 1 else 2 * m
        x0, y0, x1, y1 = path[2 * m], path[2 * m + 1], path[k], path[k + 1]
        left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        for n in range(0, len(bulks), BULK):
            x, y, most = bulks[n], bulks[n + 1], best + bulks[n + 2] + bulks[n + 3] + own
            if x > left - most and x < right + most and y > low - most and y < high + most:
                best = min(best, off_step(bulks, n, x0, y0, x1, y1) - own)
    return best


def off_step(bulks: Bulks, n: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """How far a straight step is from a team's edge."""
    wide, long, ux, uy = bulks[n + 2], bulks[n + 3], bulks[n + 4], bulks[n + 5]
    if long == 0:
        return to_edge(bulks[n], bulks[n + 1], x0, y0, x1, y1) - wide
    best = min(off_bulk(bulks, n, x0, y0), off_bulk(bulks, n, x1, y1))
    x, y, dx, dy = x0 - bulks[n], y0 - bulks[n + 1], x1 - x0, y1 - y0
    a, b, along, across = x * ux + y * uy, x * uy - y * ux, dx * ux + dy * uy, dx * uy - dy * ux
    if best > 0 and reach_box(a, b, along, across, long, wide) <= 1:
        return 0.0
    for corner in range(CORNERS):
        at_x, at_y = long if corner < 2 else -long, wide if corner % 2 == 0 else -wide
        best = min(best, to_edge(at_x, at_y, a, b, a + along, b + across))
    return best


# -- where a team stands


def air(crowd: Crowd, i: int, bulks: Bulks, more: float, most: float) -> float:
    """How far a team's edge is from the nearest of others', if those are so much larger, or so much at the most; less
    than nothing where they overlap."""
    best = most
    team = crowd.team
    reach = team[TEAM * i + REACH] + 2.0
    for n in range(0, len(bulks), BULK):
        dx, dy = bulks[n] - team[TEAM * i], bulks[n + 1] - team[TEAM * i + Y]
        far = reach + max(bulks[n + 2] + bulks[n + 3] + more + best, 0.0)
        if dx * dx + dy * dy <= far * far:  # Else its nearest corner cannot be nearer.
            best = min(best, apart_from(crowd, i, bulks, n) - more)
    return best


def apart_from(crowd: Crowd, i: int, bulks: Bulks, n: int) -> float:
    """How far a team's edge is from another's; less than nothing where they overlap."""
    team, xy = crowd.team, crowd.corner_xy
    x, y = bulks[n], bulks[n + 1]
    if team[TEAM * i + RADIUS] > 0:
        return off_bulk(bulks, n, team[TEAM * i], team[TEAM * i + Y]) - team[TEAM * i + RADIUS]
    first = CORNERS * i
    last = first + CORNERS
    best = FAR
    if bulks[n + 3] == 0:
        for m in range(first, last):
            k = first if m + 1 == last else m + 1
            best = min(best, to_edge(x, y, xy[2 * m], xy[2 * m + 1], xy[2 * k], xy[2 * k + 1]))
        return (0.0 if on_base(team, i, x, y) else best) - bulks[n + 2]
    deep = deepest(team, i, bulks, n)
    if deep <= 0:
        return deep
    for m in range(first, last):
        best = min(best, off_bulk(bulks, n, xy[2 * m], xy[2 * m + 1]))
    wide, long, ux, uy = bulks[n + 2], bulks[n + 3], bulks[n + 4], bulks[n + 5]
    for corner in range(CORNERS):
        ahead, aside = long if corner < 2 else -long, wide if corner % 2 == 0 else -wide
        best = min(best, off_hull(team, i, x + ahead * ux + aside * uy, y + ahead * uy - aside * ux))
    return best


def off_hull(team: Floats, i: int, x: float, y: float) -> float:
    """How far a point is from a hull's edge; less than nothing on it."""
    k = TEAM * i
    dx, dy = x - team[k], y - team[k + Y]
    ahead = abs(dx * team[k + AHEAD_X] + dy * team[k + AHEAD_Y]) - team[k + LONG]
    aside = abs(dx * team[k + AHEAD_Y] - dy * team[k + AHEAD_X]) - team[k + WIDE]
    if ahead <= 0 or aside <= 0:
        return max(ahead, aside)
    return sqrt(ahead * ahead + aside * aside)


def deepest(team: Floats, i: int, bulks: Bulks, n: int) -> float:
    """How far two hulls are apart along that of their sides which parts them best; less than nothing where they
    overlap."""
    k = TEAM * i
    long, wide, ux, uy = team[k + LONG], team[k + WIDE], team[k + AHEAD_X], team[k + AHEAD_Y]
    its_wide, its_long, vx, vy = bulks[n + 2], bulks[n + 3], bulks[n + 4], bulks[n + 5]
    dx, dy = bulks[n] - team[k], bulks[n + 1] - team[k + Y]
    along, across = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    ahead = abs(dx * ux + dy * uy) - long - its_long * along - its_wide * across
    aside = abs(dx * uy - dy * ux) - wide - its_long * across - its_wide * along
    its_ahead = abs(dx * vx + dy * vy) - its_long - long * along - wide * across
    its_aside = abs(dx * vy - dy * vx) - its_wide - long * across - wide * along
    return max(max(ahead, aside), max(its_ahead, its_aside))
