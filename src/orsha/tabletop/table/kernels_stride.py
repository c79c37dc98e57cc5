"""The inner loops of strides: as much of a way as a team may go, and less where others stand at its end. Compiled with
`kernels`; see there."""

from __future__ import annotations

from typing import NamedTuple

from orsha.tabletop.table.kernels import Compass, Flat, Floats, Ints
from orsha.tabletop.table.kernels_walk import Going, Slate, cut_short, length_of, march, nearest_to

ROAD, CROSS_COUNTRY, TERRAIN, STEADY = 0, 1, 2, 3
"""The paces, in the order in which they are tried: the dashes, and one for which the ground does not matter."""
NUDGES = 5
"""How often a stride is shortened until its end is free."""


class Footing(NamedTuple):
    """Of each feature, and of bare ground: whether it is a road, and whether it slows a dash."""

    road: Ints
    rough: Ints


class Others(NamedTuple):
    """Whom a stride minds."""

    enemies: Floats
    solid: Floats
    """The friends that it cannot pass through;"""
    friends: Floats
    """and all those that it cannot end on."""
    wire: Floats
    """What slows a dash as rough ground does."""


def lies_on(x: float, y: float, own: float, discs: Floats) -> bool:
    """Whether a disc of some radius lies on others."""
    for n in range(0, len(discs), 3):
        dx, dy, need = x - discs[n], y - discs[n + 1], own + discs[n + 2]
        if dx * dx + dy * dy < need * need:
            return True
    return False


def all_along(kinds: Ints, slate: Slate, found: int) -> bool:
    """Whether all ground that was gone over is of some kinds; the last number is about bare ground."""
    for n in range(found):
        if slate.first[n] == slate.first[n + 1] and kinds[len(kinds) - 1] == 0:
            return False
        for k in range(slate.first[n], slate.first[n + 1]):
            if kinds[slate.features[k]] == 0:
                return False
    return True


def any_along(kinds: Ints, slate: Slate, found: int) -> bool:
    for n in range(found):
        if slate.first[n] == slate.first[n + 1] and kinds[len(kinds) - 1] == 1:
            return True
        for k in range(slate.first[n], slate.first[n + 1]):
            if kinds[slate.features[k]] == 1:
                return True
    return False


def dash_along(footing: Footing, wire: Floats, path: Floats, count: int, slate: Slate, found: int) -> int:
    """Which dash a move is: one that is all along roads, or one that terrain or wire slows or not."""
    if len(wire) > 0 and nearest_to(path, count, wire, 0.0) <= 0:
        return TERRAIN
    if all_along(footing.road, slate, found):
        return ROAD
    return TERRAIN if any_along(footing.rough, slate, found) else CROSS_COUNTRY


def begun(way: Floats, dx: float, dy: float, wide: float, high: float, after: float, path: Floats) -> int:
    """Copies a way, so far beside itself but on the table, without steps of no length, ended after some mils; how many
    spots it has."""
    count = 0
    for n in range(0, len(way), 2):
        x, y = min(max(way[n] + dx, 0.0), wide), min(max(way[n + 1] + dy, 0.0), high)
        if count == 0 or x != path[2 * count - 2] or y != path[2 * count - 1]:
            path[2 * count], path[2 * count + 1] = x, y
            count += 1
    return cut_short(path, count, after)


def longest(pace: int, road: float, cross_country: float, terrain: float, steady: float) -> float:
    """How far a team goes at a pace."""
    if pace == ROAD:
        return road
    if pace == CROSS_COUNTRY:
        return cross_country
    return terrain if pace == TERRAIN else steady


def stride(
    compass: Compass, flat: Flat, going: Going, shape: int, footing: Footing, others: Others, gap: float, clear: float,
    half: float, own: float, way: Floats, dx: float, dy: float, wide: float, high: float,
    road: float, cross_country: float, terrain: float, steady: float, path: Floats, slate: Slate,
) -> tuple[int, int]:  # fmt: skip
    """The first mils of a way at the fastest pace that the ground allows, less by the width of a base at a time until
    no friend stands where they end. No dash where an enemy is not clear of it. Returns the spots (none: it cannot go;
    minus one: the slate is too small) and the pace."""
    dashes, before = True, -1.0
    count, found, near, long = 0, 0, 0.0, 0.0
    for pace in range(STEADY + 1):
        after = longest(pace, road, cross_country, terrain, steady)
        for _ in range(NUDGES):
            if after < 1 or not (dashes or pace == STEADY):
                break
            if after != before:
                count, found, _, _, _, _, _, near = march(
                    compass, flat, going, shape, others.enemies, others.solid, gap, -1, path,
                    begun(way, dx, dy, wide, high, after, path), slate,
                )  # fmt: skip
                if found < 0:
                    return -1, pace
                before, long = after, length_of(path, count)
            if long < 1:
                break
            at = pace
            if pace != STEADY:
                at = dash_along(footing, others.wire, path, count, slate, found)
                if at != pace and not (pace == TERRAIN and at == CROSS_COUNTRY):
                    break
                if near + 0.5 < clear:
                    dashes = False
                    break
            if not lies_on(path[2 * count - 2], path[2 * count - 1], own, others.friends):
                return count, at
            after = long - 2 * half
    return 0, STEADY
