"""The inner loop of drawing a unit up: the first free place of many. Compiled with `kernels`; see there."""

from __future__ import annotations

from math import sqrt

from orsha.tabletop.table.kernels import Floats, Ints
from orsha.tabletop.table.kernels_bulk import Bulks, lies_on
from orsha.tabletop.table.kernels_move import Places

UNIT = 1_000_000_000
"""As in `shapes`."""


def first_free(
    offsets: Ints, start: int, x: int, y: int, ux: int, uy: int,
    left: float, low: float, right: float, high: float,
    near_x: float, near_y: float, most: float, halves: float, own: float, others: Bulks,
) -> int:  # fmt: skip
    """The first of some places about a spot, from one of them on, that lies in a box, near enough to somebody, and
    where a disc lies on nobody; -1 if there is none. The places are so far ahead and to the right along a direction.
    """
    for n in range(start, len(offsets) // 2):
        ahead, aside = offsets[2 * n], offsets[2 * n + 1]
        at_x = float(x + (2 * (ux * ahead + uy * aside) + UNIT) // (2 * UNIT))
        at_y = float(y + (2 * (uy * ahead - ux * aside) + UNIT) // (2 * UNIT))
        if at_x < left or at_x > right or at_y < low or at_y > high:
            continue
        dx, dy = near_x - at_x, near_y - at_y
        if sqrt(dx * dx + dy * dy) - halves > most or lies_on(at_x, at_y, own, others):
            continue
        return n
    return -1


def likings(spots: Floats, wanted: Floats, friends: Floats, within: float, each: float, found: Places) -> None:
    """How good some places are: the less, the farther they are from the nearest that is wanted, and the more friends
    are nearer than so many mils, each for so much."""
    for n in range(len(spots) // 2):
        x, y = spots[2 * n], spots[2 * n + 1]
        least = -1.0
        for k in range(len(wanted) // 2):
            dx, dy = x - wanted[2 * k], y - wanted[2 * k + 1]
            square = dx * dx + dy * dy
            if least < 0 or square < least:
                least = square
        crowd = 0
        for k in range(len(friends) // 2):
            dx, dy = x - friends[2 * k], y - friends[2 * k + 1]
            if dx * dx + dy * dy < within * within:
                crowd += 1
        found[n] = -sqrt(max(least, 0.0)) - each * crowd
