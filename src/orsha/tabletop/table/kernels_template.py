"""What lies under a bombardment's template, and which points of a base lie in a feature."""

from __future__ import annotations

from orsha.tabletop.table.kernels import FAR, Flat, Floats, Marks, inside, meet
from orsha.tabletop.table.kernels_bulk import Bulks, lies_on
from orsha.tabletop.table.kernels_move import Places


def held(flat: Flat, feature: int, spots: Floats, count: int) -> int:
    """How many of the first of some points lie in a feature."""
    found = 0
    for n in range(count):
        if inside(flat, feature, spots[2 * n], spots[2 * n + 1]):
            found += 1
    return found


def shares(flat: Flat, feature: int, left: float, low: float, right: float, high: float) -> bool:
    """Whether a feature and a square along the table's sides have ground in common, or touch."""
    k = 4 * feature
    if flat.box[k] > right or flat.box[k + 2] < left or flat.box[k + 1] > high or flat.box[k + 3] < low:
        return False
    if inside(flat, feature, left, low) or inside(flat, feature, right, low):
        return True
    if inside(flat, feature, left, high) or inside(flat, feature, right, high):
        return True
    first, last = flat.first[feature], flat.first[feature + 1]
    ax, ay = flat.xy[2 * last - 2], flat.xy[2 * last - 1]
    for n in range(first, last):
        bx, by = flat.xy[2 * n], flat.xy[2 * n + 1]
        if left <= ax <= right and low <= ay <= high:
            return True
        if meet(ax, ay, bx, by, left, low, right, low) or meet(ax, ay, bx, by, left, high, right, high):
            return True
        if meet(ax, ay, bx, by, left, low, left, high) or meet(ax, ay, bx, by, right, low, right, high):
            return True
        ax, ay = bx, by
    return False


# -- aiming points

GUN = 8
"""A gun: middle, square of its reach, of the distance from which on it can face anything; the way that it faces, and
how far along it something must be; square of the distance up to which it surely reaches."""
NO, YES, ASK = 0, 1, 2


def bearing(guns: Floats, spots: Floats, found: Marks) -> None:
    """For each of some places and each gun whether the gun bears on it; not known for some places near some guns."""
    count = len(guns) // GUN
    for n in range(len(spots) // 2):
        for i in range(count):
            k = GUN * i
            dx, dy = spots[2 * n] - guns[k], spots[2 * n + 1] - guns[k + 1]
            far, mark = dx * dx + dy * dy, NO
            if far <= guns[k + 2]:
                if far > guns[k + 7]:
                    mark = ASK
                elif far >= guns[k + 3]:
                    mark = YES
                elif guns[k + 4] == 0 and guns[k + 5] == 0:
                    mark = ASK
                elif dx * guns[k + 4] + dy * guns[k + 5] >= guns[k + 6]:
                    mark = YES
            found[count * n + i] = mark


def nearest_of(spots: Floats, x: float, y: float) -> int:
    """Which of some places is the nearest to another, the first of them; minus one: there are none."""
    best, which = FAR, -1
    for n in range(len(spots) // 2):
        dx, dy = spots[2 * n] - x, spots[2 * n + 1] - y
        if dx * dx + dy * dy < best:
            best, which = dx * dx + dy * dy, n
    return which


def crowded(others: Bulks, within: float, over: float, spots: Floats, found: Marks) -> None:
    """For each of some places whether any of some discs is nearer than so far; to be asked if one is little farther."""
    for n in range(len(spots) // 2):
        x, y, mark = spots[2 * n], spots[2 * n + 1], NO
        if lies_on(x, y, within + over, others):
            mark = YES if lies_on(x, y, within, others) else ASK
        found[n] = mark


def heaped(teams: Floats, half: float, found: Places) -> None:
    """For each of some teams, told as where it stands and what it is worth, what all in a square about it are worth."""
    for n in range(0, len(teams), 3):
        worth = 0.0
        for k in range(0, len(teams), 3):
            if abs(teams[k] - teams[n]) <= half and abs(teams[k + 1] - teams[n + 1]) <= half:
                worth += teams[k + 2]
        found[n // 3] = worth
