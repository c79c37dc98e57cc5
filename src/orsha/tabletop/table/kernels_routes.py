"""The inner loops of routes: ways around shut ground and teams. Compiled with `kernels`; see there for what may stand
here."""

from __future__ import annotations

from math import floor, sqrt
from typing import NamedTuple

from orsha.tabletop.table.kernels import FAR, Compass, Floats, Ints, Marks, turned_x, turned_y
from orsha.tabletop.table.kernels_bulk import BULK, Bulks, reach_disc
from orsha.tabletop.table.kernels_move import Barrier, Discs, Places, about_box, piece_at, sweep, sweep_discs

INNER, OUTER = 10, 40
"""How far from what it goes around a route keeps, and turns, in mils."""
STOOD_ON = -1
"""There is no way, because somebody stands where it ends."""
DETOUR = 1.3
"""Most ways are not so many times as long as the straight one: first those are looked for."""
TURNS = 8
"""The corners of a way around a disc."""
HULL = 3
"""As so many discs a hull is gone around."""


def off_line(barrier: Barrier, p: int, x0: float, y0: float, dx: float, dy: float) -> bool:
    """Whether the box about a piece of shut ground lies on one side of a line, by more than a hair."""
    k = 4 * p
    left, low, right, high = barrier.edge[k], barrier.edge[k + 1], barrier.edge[k + 2], barrier.edge[k + 3]
    middle = dx * ((low + high) / 2 - y0) - dy * ((left + right) / 2 - x0)
    return abs(middle) > (abs(dx) * (high - low) + abs(dy) * (right - left)) / 2 + 1.0


def clear(barrier: Barrier, skip: int, skip_too: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a straight line crosses no edge of a barrier, two of its pieces aside."""
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    dx, dy = x1 - x0, y1 - y0
    for p in range(len(barrier.piece) - 1):
        if (
            p in (skip, skip_too)
            or not about_box(barrier, p, left, low, right, high)
            or off_line(barrier, p, x0, y0, dx, dy)
        ):
            continue
        for k in range(4 * barrier.piece[p], 4 * barrier.piece[p + 1], 4):
            ax, ay, bx, by = barrier.edge[k], barrier.edge[k + 1], barrier.edge[k + 2], barrier.edge[k + 3]
            if (ax < left and bx < left) or (ax > right and bx > right):
                continue
            if (ay < low and by < low) or (ay > high and by > high):
                continue
            one, two = dx * (ay - y0) - dy * (ax - x0), dx * (by - y0) - dy * (bx - x0)
            if (one > 0 and two > 0) or (one < 0 and two < 0):
                continue
            ex, ey = bx - ax, by - ay
            three, four = ex * (y0 - ay) - ey * (x0 - ax), ex * (y1 - ay) - ey * (x1 - ax)
            if (three > 0 and four > 0) or (three < 0 and four < 0):
                continue
            return False
    return True


def passes(discs: Discs, count: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a straight line keeps away from the first discs, or leaves those it starts in."""
    for n in range(0, 3 * count, 3):
        if reach_disc(x0, y0, x1 - x0, y1 - y0, discs[n], discs[n + 1], discs[n + 2]) <= 1:
            return False
    return True


def weave(barrier: Barrier, x: Floats, y: Floats, piece: Ints, first: int, far: Places) -> None:
    """Fills in how far each point is from each, straight; those before `first` know each other already."""
    count = len(x)
    for i in range(count):
        for j in range(max(i + 1, first), count):
            dx, dy = x[j] - x[i], y[j] - y[i]
            long = FAR
            if clear(barrier, piece[i], piece[j], x[i], y[i], x[j], y[j]):
                long = sqrt(dx * dx + dy * dy)
            far[i * count + j] = long
            far[j * count + i] = long


def straight(
    barrier: Barrier, solid: Barrier, width: float, piece: int, other: int, x0: float, y0: float, x1: float, y1: float
) -> bool:
    """Whether a straight way is free of grown shut ground; of that in which it starts or ends only what is not grown
    counts, for so much on either side."""
    if not clear(barrier, piece, other, x0, y0, x1, y1):
        return False
    if width <= 0 or (piece < 0 and other < 0):
        return True
    return sweep(solid, piece_at(solid, x0, y0), x0, y0, x1, y1, width) > 1


def far_apart(x: Floats, y: Floats, n: int, m: int) -> float:
    """How far one of some points is from another."""
    dx, dy = x[m] - x[n], y[m] - y[n]
    return sqrt(dx * dx + dy * dy)


def search(
    barrier: Barrier,
    solid: Barrier,
    width: float,
    x: Floats,
    y: Floats,
    piece: Ints,
    count: int,
    far: Places,
    known: int,
    discs: Discs,
    minded: int,
    start: int,
    goal: int,
    most: float,
    cost: Places,
    back: Marks,
    done: Marks,
) -> bool:
    """The shortest way between two of so many points, into `back`. Without a goal (-1) the way to every point. How far
    it is, straight, from one to another of the first points, those of a web, is known; else it is looked up once it
    matters: not on ways that are longer already than one that was found, or than the most that is looked for."""
    for n in range(count):
        cost[n], back[n], done[n] = FAR, -1, 0
        if goal >= 0 and far_apart(x, y, start, n) + far_apart(x, y, n, goal) > most + 1.0:
            done[n] = 1  # No way over it is short enough.
    cost[start] = 0.0
    while True:
        here, best = -1, FAR
        for n in range(count):
            if done[n] == 0 and cost[n] < FAR:
                left = far_apart(x, y, n, goal) if goal >= 0 else 0.0
                if cost[n] + left < best:
                    here, best = n, cost[n] + left
        if here < 0:
            return goal < 0
        if here == goal:
            return True
        done[here] = 1
        for m in range(-1, count):
            n = m if m >= 0 else goal
            if n < 0 or done[n] == 1 or (m >= 0 and n == goal):
                continue
            woven = here < known and n < known
            long = far[here * known + n] if woven else far_apart(x, y, here, n)
            if cost[here] + long >= cost[n]:
                continue
            if goal >= 0 and cost[here] + long + far_apart(x, y, n, goal) > min(cost[goal] + 1.0, most):
                continue
            if not passes(discs, minded, x[here], y[here], x[n], y[n]):
                continue
            if woven or straight(barrier, solid, width, piece[here], piece[n], x[here], y[here], x[n], y[n]):
                cost[n], back[n] = cost[here] + long, here


class Net(NamedTuple):
    """The corners of grown shut ground, and how far each is from each that it sees."""

    x: Floats
    y: Floats
    far: Floats


class Scratch(NamedTuple):
    """What a route is worked out on: room for all the points that it may turn at."""

    x: Floats
    y: Floats
    cost: Floats
    some: Floats
    """The discs that are minded;"""
    piece: Marks
    back: Marks
    done: Marks
    hit: Marks
    """for each team, by its first disc, whether it was hit, or is minded;"""
    whose: Marks
    """and for each of all discs the first of its team."""


def trace(back: Marks, last: int) -> int:
    """How many points a way has."""
    count = 0
    while last >= 0:
        count += 1
        last = back[last]
    return count


def grow(bulks: Bulks, more: float, grown: Discs, first: int, whose: Marks) -> int:
    """Writes teams to a place in a list as discs, each so much larger, a hull as several that hold all of it, and for
    each disc the first that is of the same team; where the list ends then."""
    for n in range(0, len(bulks), BULK):
        x, y, wide, long, ux, uy = bulks[n], bulks[n + 1], bulks[n + 2], bulks[n + 3], bulks[n + 4], bulks[n + 5]
        if long == 0:
            grown[first], grown[first + 1], grown[first + 2] = x, y, wide + more
            whose[first // 3] = first // 3
            first += 3
            continue
        part, own = long / HULL, first // 3
        for k in range(1 - HULL, HULL, 2):
            whose[first // 3] = own
            grown[first], grown[first + 1] = x + k * part * ux, y + k * part * uy
            grown[first + 2] = sqrt(part * part + wide * wide) + more
            first += 3
    return first


def forget(discs: Discs, x: float, y: float, minds: float) -> None:
    """Takes away the size of discs that are farther than so much from a point: nothing runs into them."""
    for n in range(0, len(discs), 3):
        dx, dy, most = discs[n] - x, discs[n + 1] - y, discs[n + 2] + minds
        if dx * dx + dy * dy > most * most:
            discs[n + 2] = 0.0


def stood_on(discs: Discs, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether somebody stands where a way ends, nearer than where it starts: then none leads there."""
    for n in range(0, len(discs), 3):
        off = (x1 - discs[n]) * (x1 - discs[n]) + (y1 - discs[n + 1]) * (y1 - discs[n + 1])
        away = (x0 - discs[n]) * (x0 - discs[n]) + (y0 - discs[n + 1]) * (y0 - discs[n + 1])
        if off + 1.0 < discs[n + 2] * discs[n + 2] and off + 1.0 < away:
            return True
    return False


def way_around(
    compass: Compass, barrier: Barrier, solid: Barrier, width: float, net: Net, discs: Discs, wide: float, high: float,
    x0: float, y0: float, x1: float, y1: float, tries: int, scratch: Scratch, path: Floats,
) -> int:  # fmt: skip
    """The shortest way around shut ground and discs, into `path`: how many spots it has, or none. Teams that turn out
    to be in the way are gone around at the next try."""
    known, all_discs = len(net.x), len(discs) // 3
    x, y, some, piece, hit, whose = scratch.x, scratch.y, scratch.some, scratch.piece, scratch.hit, scratch.whose
    first, last = piece_at(barrier, x0, y0), piece_at(barrier, x1, y1)
    for n in range(known):
        x[n], y[n], piece[n] = net.x[n], net.y[n], -1
    for n in range(all_discs):
        hit[n] = 0
    free = straight(barrier, solid, width, first, last, x0, y0, x1, y1)
    minded = 0
    for _ in range(tries):
        if free and passes(some, minded, x0, y0, x1, y1):
            count = 2
            path[0], path[1], path[2], path[3] = x0, y0, x1, y1
        else:
            corners = about(compass, barrier, some, minded, wide, high, x0, y0, path)
            for n in range(corners):
                x[known + n], y[known + n], piece[known + n] = path[2 * n], path[2 * n + 1], -1
            start = known + corners
            x[start], y[start], piece[start] = x0, y0, first
            x[start + 1], y[start + 1], piece[start + 1] = x1, y1, last
            found = False
            for most in (DETOUR * sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)), FAR):
                found = found or search(
                    barrier, solid, width, x, y, piece, start + 2, net.far, known, some, minded, start, start + 1, most,
                    scratch.cost, scratch.back, scratch.done,
                )  # fmt: skip
            if not found:
                return 0
            count = trace(scratch.back, start + 1)
            here = start + 1
            for n in range(count - 1, -1, -1):
                path[2 * n], path[2 * n + 1] = x[here], y[here]
                here = scratch.back[here]
        met = fresh = False
        for n in range(count - 1):
            t, which = sweep_discs(discs, 0.0, path[2 * n], path[2 * n + 1], path[2 * n + 2], path[2 * n + 3])
            if t <= 1:
                met = True
                if hit[whose[which]] == 0:
                    hit[whose[which]], fresh = 1, True
        if not fresh:
            return 0 if met else count
        for n in range(all_discs):
            if hit[whose[n]] == 1:
                some[3 * minded], some[3 * minded + 1], some[3 * minded + 2] = (
                    discs[3 * n], discs[3 * n + 1], discs[3 * n + 2],
                )  # fmt: skip
                minded += 1
        for n in range(all_discs):
            hit[n] = 2 if hit[n] == 1 else hit[n]
    return 0


def about(
    compass: Compass, barrier: Barrier, discs: Discs, minded: int, wide: float, high: float, x0: float, y0: float,
    found: Places,
) -> int:  # fmt: skip
    """Lists the corners of ways around the first discs, but for those on shut ground, off the table, or in one of
    these discs, where nobody comes who does not start in it."""
    count = 0
    for n in range(0, 3 * minded, 3):
        # A polygon about a circle: its corners are a twelfth further out.
        reach = floor(discs[n + 2] * 13 / 12) + OUTER
        for turn in range(TURNS):
            bearing = 360 * turn // TURNS + 11
            x = discs[n] + turned_x(compass, bearing, reach, 0.0)
            y = discs[n + 1] + turned_y(compass, bearing, reach, 0.0)
            if not (0 <= x <= wide and 0 <= y <= high) or taken(discs, minded, x, y, x0, y0):
                continue
            if piece_at(barrier, x, y) < 0:
                found[2 * count], found[2 * count + 1] = x, y
                count += 1
    return count


def taken(discs: Discs, count: int, x: float, y: float, x0: float, y0: float) -> bool:
    """Whether a point lies in one of the first discs, and another one does not."""
    for n in range(0, 3 * count, 3):
        radius = discs[n + 2] - 1.0
        off = (x - discs[n]) * (x - discs[n]) + (y - discs[n + 1]) * (y - discs[n + 1])
        away = (x0 - discs[n]) * (x0 - discs[n]) + (y0 - discs[n + 1]) * (y0 - discs[n + 1])
        if off < radius * radius <= away:
            return True
    return False


def star(
    barrier: Barrier,
    discs: Discs,
    skip: int,
    x: float,
    y: float,
    ways_x: Floats,
    ways_y: Floats,
    radius: float,
    long: float,
    found: Places,
) -> None:
    """How far one gets from a point in each of some directions of length one."""
    for n in range(len(ways_x)):
        end_x, end_y = x + ways_x[n] * long, y + ways_y[n] * long
        t = min(sweep(barrier, skip, x, y, end_x, end_y, radius), sweep_discs(discs, 0.0, x, y, end_x, end_y)[0], 1.0)
        found[n] = t * long
