"""The inner loops of a move, from its first step to the ground it went over. Compiled with `kernels`; see there."""

from __future__ import annotations

from math import floor, sqrt
from typing import NamedTuple

from orsha.tabletop.table.kernels import (
    FAR,
    SHAPE,
    Compass,
    Crowd,
    Flat,
    Floats,
    Ints,
    Marks,
    inside,
    put,
    to_feature,
)
from orsha.tabletop.table.kernels_bulk import BULK, Bulks, air, nearest_to, sweep_bulks
from orsha.tabletop.table.kernels_move import Barrier, overlaps, piece_at, sweep

# What ends a move early.
NOTHING, WALL, WATER, OTHER, NO_ROOM = 0, 1, 2, 3, 4
BACK = 100.0
"""How far a move is shortened at a time until the base fits, in mils."""
AIR = 2.0
"""How much is left between a team and what stopped it, in mils."""
SLIVER = 5.0
"""Mils of ground that are too short to matter: they count with what lies before them."""


class Going(NamedTuple):
    """The ground as a kind of team goes over it."""

    rank: Ints
    """Of each feature: where some overlap, those of the highest rank count;"""
    halts: Ints
    """and whether a move may end on it. One more number: whether it may on bare ground."""
    barrier: Barrier
    shut: Ints
    """The features that may not be entered."""


class Slate(NamedTuple):
    """What a move is worked out on."""

    crowd: Crowd
    """One team."""
    about: Marks
    """The features about a step."""
    cuts: Floats
    """Where a step crosses borders."""
    span: Floats
    """Two numbers a stretch of ground: from where to where along the move;"""
    first: Marks
    """and where in the list of features those that count there begin."""
    features: Marks


# -- steps


def whole(number: float) -> float:
    """The nearest whole number, halves up."""
    low = float(floor(number))
    return low + 1.0 if number - low >= 0.5 else low


def span_of(path: Floats, n: int) -> float:
    """How long a step is."""
    dx, dy = path[2 * n + 2] - path[2 * n], path[2 * n + 3] - path[2 * n + 1]
    return sqrt(dx * dx + dy * dy)


def length_of(path: Floats, count: int) -> float:
    found = 0.0
    for n in range(count - 1):
        found += span_of(path, n)
    return found


def cut_short(path: Floats, count: int, after: float) -> int:
    """Ends a chain of steps after some mils; how many spots it has then."""
    for n in range(count - 1):
        long = span_of(path, n)
        if after < long:
            t = max(after, 0.0) / long
            x0, y0 = path[2 * n], path[2 * n + 1]
            x, y = whole(x0 + (path[2 * n + 2] - x0) * t), whole(y0 + (path[2 * n + 3] - y0) * t)
            if x == x0 and y == y0:
                return n + 1
            path[2 * n + 2], path[2 * n + 3] = x, y
            return n + 2
        after -= long
    return count


def heading(compass: Compass, dx: float, dy: float) -> int:
    """The whole degree nearest to a direction."""
    low = 0 if dx > 0 or (dx == 0 and dy > 0) else 180
    high = low + 180
    while low < high:
        middle = (low + high) // 2
        k = 2 * ((2 * middle + 1) % 720)
        # Whether the half degree after it lies clockwise of the direction.
        if compass.vector[k] * dy - compass.vector[k + 1] * dx > 0:
            high = middle
        else:
            low = middle + 1
    return low % 360


def facing_at(compass: Compass, path: Floats, count: int, asked: int) -> int:
    """The way a team looks after a chain of steps: as asked, or the way it went."""
    if asked >= 0:
        return asked
    if count < 2:
        return 0
    k = 2 * count
    return heading(compass, path[k - 2] - path[k - 4], path[k - 1] - path[k - 3])


# -- the ground


def about_step(flat: Flat, x0: float, y0: float, x1: float, y1: float, found: Marks) -> int:
    """Lists the features whose boxes have anything in common with that of a straight step."""
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    count = 0
    for f in range(len(flat.see)):
        k = 4 * f
        if flat.box[k + 2] >= left and flat.box[k] <= right and flat.box[k + 3] >= low and flat.box[k + 1] <= high:
            found[count] = f
            count += 1
    return count


def topmost(flat: Flat, rank: Ints, about: Marks, some: int, x: float, y: float, found: Marks, at: int) -> int:
    """Lists the features that count at a point, those on top, of the first that are about it; from some place of a list
    on."""
    count, top = 0, -1
    for n in range(some):
        f = about[n]
        if rank[f] >= top and inside(flat, f, x, y):
            if rank[f] > top:
                count, top = 0, rank[f]
            if at + count < len(found):
                found[at + count] = f
            count += 1
    return count


def halting(going: Going, found: Marks, first: int, last: int) -> bool:
    """Whether a move may end on some features, or on bare ground if there are none."""
    for n in range(first, last):
        if going.halts[found[n]] == 0:
            return False
    return first < last or going.halts[len(going.rank)] == 1


def crossings(
    flat: Flat, about: Marks, some: int, x0: float, y0: float, x1: float, y1: float, places: Floats
) -> int:  # fmt: skip
    """Lists where a straight step crosses the borders of the first features that are about it, in order."""
    count = 0
    dx, dy = x1 - x0, y1 - y0
    for m in range(some):
        f = about[m]
        last = flat.first[f + 1]
        ax, ay = flat.xy[2 * last - 2], flat.xy[2 * last - 1]
        side_a = dx * (ay - y0) - dy * (ax - x0)
        for n in range(flat.first[f], last):
            bx, by = flat.xy[2 * n], flat.xy[2 * n + 1]
            side_b = dx * (by - y0) - dy * (bx - x0)
            if (side_a >= 0) != (side_b >= 0):
                t = ((ax - x0) * (by - ay) - (ay - y0) * (bx - ax)) / (side_b - side_a)
                if 0 <= t <= 1:
                    at = count
                    while at > 0 and places[at - 1] > t:
                        places[at] = places[at - 1]
                        at -= 1
                    places[at] = t
                    count += 1
            ax, ay, side_a = bx, by, side_b
    return count


def stretches(flat: Flat, going: Going, path: Floats, count: int, slate: Slate) -> int:
    """Lists the ground that a chain of steps goes over, stretch by stretch; minus one if the slate is too small."""
    span, first, features = slate.span, slate.first, slate.features
    found, used, done = 0, 0, 0.0
    first[0] = 0
    for n in range(max(count - 1, 1)):
        m = n + 1 if count > 1 else n
        x0, y0, x1, y1 = path[2 * n], path[2 * n + 1], path[2 * m], path[2 * m + 1]
        long = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
        some = about_step(flat, x0, y0, x1, y1, slate.about)
        cut = crossings(flat, slate.about, some, x0, y0, x1, y1, slate.cuts)
        a = 0.0
        for c in range(cut + 1):
            b = slate.cuts[c] if c < cut else 1.0
            if b <= a:
                continue
            x, y = x0 + (x1 - x0) * (a + b) / 2, y0 + (y1 - y0) * (a + b) / 2
            more = topmost(flat, going.rank, slate.about, some, x, y, features, used)
            if used + more > len(features) or found + 2 > len(first):
                return -1
            same = found > 0 and used - first[found - 1] == more
            for k in range(more):
                same = same and features[first[found - 1] + k] == features[used + k]
            if same or (found > 0 and (b - a) * long <= SLIVER):
                span[2 * found - 1] = done + b * long
            else:
                span[2 * found], span[2 * found + 1] = done + a * long, done + b * long
                used += more
                found += 1
                first[found] = used
            a = b
        done += long
    return found


# -- what stops a move


def has_room(
    compass: Compass,
    going: Going,
    shape: int,
    x: float,
    y: float,
    facing: int,
    enemies: Bulks,
    friends: Bulks,
    gap: float,
    spare: float,
    crowd: Crowd,
) -> bool:
    """Whether a base fits somewhere: on nobody, and with the air that it must keep from enemies, less what it may
    spare of it."""
    put(compass, crowd, 0, shape, x, y, facing)
    if overlaps(going.barrier, crowd, 0) or air(crowd, 0, enemies, gap, 0.0) < spare - 1:
        return False
    return air(crowd, 0, friends, 0.0, 0.0) >= -1


def stands(
    compass: Compass,
    flat: Flat,
    going: Going,
    shape: int,
    x: float,
    y: float,
    facing: int,
    enemies: Bulks,
    friends: Bulks,
    gap: float,
    crowd: Crowd,
    about: Marks,
    there: Marks,
) -> bool:
    """Whether a team can stand somewhere."""
    count = topmost(flat, going.rank, about, about_step(flat, x, y, x, y, about), x, y, there, 0)
    if not halting(going, there, 0, count):
        return False
    return has_room(compass, going, shape, x, y, facing, enemies, friends, gap, 0.0, crowd)


def nearest_shut(flat: Flat, going: Going, x: float, y: float) -> int:
    """The shut feature nearest to a spot."""
    best, which = FAR, -1
    for n in range(len(going.shut)):
        far = to_feature(flat, going.shut[n], x, y)
        if far < best:
            best, which = far, going.shut[n]
    return which


def first_stop(
    flat: Flat,
    going: Going,
    own: float,
    enemies: Bulks,
    friends: Bulks,
    gap: float,
    path: Floats,
    count: int,
) -> tuple[int, int, float, float, float]:
    """What stops a move first, which of them, where, and after how many mils."""
    done = 0.0
    for n in range(count - 1):
        x0, y0, x1, y1 = path[2 * n], path[2 * n + 1], path[2 * n + 2], path[2 * n + 3]
        long = span_of(path, n)
        wall = sweep(going.barrier, piece_at(going.barrier, x0, y0), x0, y0, x1, y1, own - 1.0)
        foe, which = sweep_bulks(enemies, own + gap, x0, y0, x1, y1)
        pal, who = sweep_bulks(friends, own, x0, y0, x1, y1)
        if pal < foe:
            foe, which = pal, len(enemies) // BULK + who
        if min(wall, foe) <= 1:
            after = max(min(wall, foe) * long - AIR, 0.0)
            t = after / long
            x, y = whole(x0 + (x1 - x0) * t), whole(y0 + (y1 - y0) * t)
            if wall > foe:
                return OTHER, which, x, y, done + after
            t = min(after + own, long) / long
            which = nearest_shut(flat, going, whole(x0 + (x1 - x0) * t), whole(y0 + (y1 - y0) * t))
            return WALL, which, x, y, done + after
        done += long
    return NOTHING, -1, 0.0, 0.0, done


def waded(going: Going, slate: Slate, found: int) -> int:
    """The first of the last stretches of a move that it may not end on; minus one if it may end where it does."""
    last = found
    while last > 0 and not halting(going, slate.features, slate.first[last - 1], slate.first[last]):
        last -= 1
    return last if last < found else -1


def march(
    compass: Compass,
    flat: Flat,
    going: Going,
    shape: int,
    enemies: Bulks,
    friends: Bulks,
    gap: float,
    was: int,
    asked: int,
    path: Floats,
    count: int,
    slate: Slate,
) -> tuple[int, int, int, int, float, float, int, float]:
    """A whole move of so many spots, of a team that looked some way before. Shortens the path to where it ends, on
    ground that it may end on with room for the base; the slate says what it goes over. Returns the spots and stretches
    that are left (minus one stretch: the slate is too small), what stopped it, which, and where, the facing at the end,
    and how near it came to an enemy, with its whole base where it ends: so it stands in the slate's crowd."""
    own = compass.shape[SHAPE * shape + 1]
    by, which, x, y, done = first_stop(flat, going, own, enemies, friends, gap, path, count)
    count = cut_short(path, count, done)
    # A team that starts too near to an enemy may end as near.
    put(compass, slate.crowd, 0, shape, path[0], path[1], facing_at(compass, path, min(count, 2), was))
    spare = air(slate.crowd, 0, enemies, gap, 0.0)
    found = stretches(flat, going, path, count, slate)
    while count > 1 and found >= 0:
        wet = waded(going, slate, found)
        end = 2 * count - 2
        turn = facing_at(compass, path, count, asked)
        if wet >= 0:
            by, which = WATER, slate.features[slate.first[wet]]
            count = cut_short(path, count, slate.span[2 * wet] - AIR)
        elif not has_room(
            compass, going, shape, path[end], path[end + 1], turn, enemies, friends, gap, spare, slate.crowd
        ):
            if by == NOTHING:
                by = NO_ROOM
            count = cut_short(path, count, length_of(path, count) - BACK)
        else:
            break
        x, y = path[2 * count - 2], path[2 * count - 1]
        found = stretches(flat, going, path, count, slate)
    turn = facing_at(compass, path, count, asked)
    if by == NOTHING and count == 1 and was >= 0 and turn != was and not has_room(
        compass, going, shape, path[0], path[1], turn, enemies, friends, gap, spare, slate.crowd
    ):  # fmt: skip
        by, turn = NO_ROOM, was
    put(compass, slate.crowd, 0, shape, path[2 * count - 2], path[2 * count - 1], turn)
    near = air(slate.crowd, 0, enemies, 0.0, nearest_to(path, count, enemies, own))
    return count, found, by, which, x, y, turn, near
