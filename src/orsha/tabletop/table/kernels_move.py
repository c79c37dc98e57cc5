"""The inner loops of moves. Compiled with `kernels`; see there for what may stand here.

A barrier is a soup of edges: the borders of all ground that a team may not enter.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt
from typing import NamedTuple

from orsha.tabletop.table.kernels import (
    CORNERS,
    HAIR,
    RADIUS,
    REACH,
    TEAM,
    Crowd,
    Floats,
    Ints,
    Y,
    corners_of,
    meet,
    on_base,
    to_edge,
)
from orsha.tabletop.table.kernels_bulk import NEVER, reach_disc

Places = MutableSequence[float]


class Barrier(NamedTuple):
    """Edges that may not be crossed, by the connected pieces of shut ground that they lie about."""

    edge: Floats
    """Four numbers each: first the boxes about the pieces, then the edges of one after the other, from end to end."""
    piece: Ints
    """Where the edges of each piece begin, and where those of the last one end."""


Discs = Floats
"""Round things that a team's middle may not come nearer to than their radius: three numbers each."""


# -- what stops a step


def reach_edge(
    x0: float, y0: float, dx: float, dy: float, ax: float, ay: float, bx: float, by: float, radius: float
) -> float:
    """When a moving disc touches an edge; at once if it does, and draws nearer still."""
    ex, ey = bx - ax, by - ay
    long = sqrt(ex * ex + ey * ey)
    first = min(reach_disc(x0, y0, dx, dy, ax, ay, radius), reach_disc(x0, y0, dx, dy, bx, by, radius))
    if long == 0:
        return first
    nx, ny = -ey / long, ex / long
    off, rate = nx * (x0 - ax) + ny * (y0 - ay), nx * dx + ny * dy
    if off < 0:
        off, rate = -off, -rate
    if rate >= -HAIR:
        return first
    t = max((off - radius) / -rate, 0.0)
    if t >= first:
        return first
    along = ((x0 + t * dx - ax) * ex + (y0 + t * dy - ay) * ey) / (long * long)
    return t if 0 <= along <= 1 else first


def about_box(barrier: Barrier, p: int, left: float, low: float, right: float, high: float) -> bool:
    """Whether the box about a piece of shut ground has anything in common with another box."""
    k = 4 * p
    return (
        barrier.edge[k] <= right
        and barrier.edge[k + 2] >= left
        and barrier.edge[k + 1] <= high
        and barrier.edge[k + 3] >= low
    )


def sweep(barrier: Barrier, skip: int, x0: float, y0: float, x1: float, y1: float, radius: float) -> float:
    """When a moving disc is stopped by a barrier; the piece it starts in lets it out."""
    first = NEVER
    dx, dy = x1 - x0, y1 - y0
    left, right = min(x0, x1) - radius, max(x0, x1) + radius
    low, high = min(y0, y1) - radius, max(y0, y1) + radius
    for p in range(len(barrier.piece) - 1):
        if p == skip or not about_box(barrier, p, left, low, right, high):
            continue
        for k in range(4 * barrier.piece[p], 4 * barrier.piece[p + 1], 4):
            ax, ay, bx, by = barrier.edge[k], barrier.edge[k + 1], barrier.edge[k + 2], barrier.edge[k + 3]
            if min(ax, bx) > right or max(ax, bx) < left or min(ay, by) > high or max(ay, by) < low:
                continue
            first = min(first, reach_edge(x0, y0, dx, dy, ax, ay, bx, by, radius))
    return first


def sweep_discs(discs: Discs, more: float, x0: float, y0: float, x1: float, y1: float) -> tuple[float, int]:
    """When a moving point is stopped by a disc that is so much larger, and by which."""
    first, which = NEVER, -1
    for n in range(0, len(discs), 3):
        t = reach_disc(x0, y0, x1 - x0, y1 - y0, discs[n], discs[n + 1], discs[n + 2] + more)
        if t < first:
            first, which = t, n // 3
    return first, which


def piece_at(barrier: Barrier, x: float, y: float) -> int:
    """The piece of shut ground at a point, or -1. An odd number of edges above a point is a piece about it."""
    for p in range(len(barrier.piece) - 1):
        if not about_box(barrier, p, x, y, x, y):
            continue
        odd = False
        for k in range(4 * barrier.piece[p], 4 * barrier.piece[p + 1], 4):
            ax, ay, bx, by = barrier.edge[k], barrier.edge[k + 1], barrier.edge[k + 2], barrier.edge[k + 3]
            if (ax > x) != (bx > x):
                side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                if (side < 0) == (bx > ax) and side != 0:
                    odd = not odd
        if odd:
            return p
    return -1


def overlaps(barrier: Barrier, crowd: Crowd, i: int) -> bool:
    """Whether a team's base lies over shut ground."""
    team, xy = crowd.team, crowd.corner_xy
    x, y, radius = team[TEAM * i], team[TEAM * i + Y], team[TEAM * i + RADIUS]
    if piece_at(barrier, x, y) >= 0:
        return True
    reach = team[TEAM * i + REACH] + 2.0
    first = CORNERS * i
    last = first + corners_of(crowd, i)
    for p in range(len(barrier.piece) - 1):
        if not about_box(barrier, p, x - reach, y - reach, x + reach, y + reach):
            continue
        for n in range(4 * barrier.piece[p], 4 * barrier.piece[p + 1], 4):
            ax, ay, bx, by = barrier.edge[n], barrier.edge[n + 1], barrier.edge[n + 2], barrier.edge[n + 3]
            if min(ax, bx) > x + reach or max(ax, bx) < x - reach or min(ay, by) > y + reach or max(ay, by) < y - reach:
                continue
            if radius > 0:
                if to_edge(x, y, ax, ay, bx, by) < radius - 1:
                    return True
            elif on_base(team, i, ax, ay):
                return True
            else:
                for m in range(first, last):
                    k = first if m + 1 == last else m + 1
                    if meet(xy[2 * m], xy[2 * m + 1], xy[2 * k], xy[2 * k + 1], ax, ay, bx, by):
                        return True
    return False
