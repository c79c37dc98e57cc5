"""The inner loops of strides: as much of a way as a team may go, and less where others stand at its end. Compiled with
`kernels`; see there."""

from __future__ import annotations

from typing import NamedTuple

from orsha.tabletop.table.kernels import UNIT, Compass, Flat, Floats, Ints
from orsha.tabletop.table.kernels_bulk import Bulks, air, nearest_to
from orsha.tabletop.table.kernels_walk import (
    NOTHING,
    Going,
    Slate,
    cut_short,
    facing_at,
    length_of,
    march,
)

ROAD, CROSS_COUNTRY, TERRAIN, STEADY = 0, 1, 2, 3
"""The paces, in the order in which they are tried: the dashes, and one for which the ground does not matter."""
NUDGES = 5
"""How often a stride is shortened until its end is free."""
AWAY = 1e9
"""Where who steps aside stands, in mils: so far off that no kernel minds it."""
GOER = 11
"""The numbers of a team that goes: where it stands, the way it looks, its base and half its width, its places among all
friends and among those that are solid (minus one: none), and its lengths as `longest` takes them."""
HEAD = 6
"""The numbers that a tape has of a way before its spots: how many these are, the pace, how many stretches of ground
come after them, the facing at its end, its length, how near it comes to an enemy."""


class Footing(NamedTuple):
    """Of each feature, and of bare ground: whether it is a road, and whether it slows a dash."""

    road: Ints
    rough: Ints


class Others(NamedTuple):
    """Whom a stride minds."""

    enemies: Bulks
    solid: Bulks
    """The friends that it cannot pass through;"""
    friends: Bulks
    """and all those that it cannot end on."""
    wire: Bulks
    """What slows a dash as rough ground does."""


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


def dash_along(footing: Footing, wire: Bulks, half: float, path: Floats, count: int, slate: Slate, found: int) -> int:
    """Which dash a team's move is, that stands at its end: one that is all along roads, or one that terrain or wire
    slows or not."""
    if len(wire) > 0 and air(slate.crowd, 0, wire, 0.0, nearest_to(path, count, wire, half)) <= 0:
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
    half: float, lap: float, was: int, way: Floats, dx: float, dy: float, wide: float, high: float,
    road: float, cross_country: float, terrain: float, steady: float, path: Floats, slate: Slate,
) -> tuple[int, int, int, int, float]:  # fmt: skip
    """The first mils of a way at the fastest pace that the ground allows, less by the width of a base at a time until
    no friend stands where they end. No dash where an enemy is not clear of it. Returns the spots (none: it cannot go;
    minus one: the slate is too small), the pace, and the stretches, what stopped it and how near it came to an enemy
    as `march` does."""
    dashes, before = True, -1.0
    count, found, by, near, long = 0, 0, NOTHING, 0.0, 0.0
    for pace in range(STEADY + 1):
        after = longest(pace, road, cross_country, terrain, steady)
        for _ in range(NUDGES):
            if after < 1 or not (dashes or pace == STEADY):
                break
            if after != before:
                count, found, by, _, _, _, _, near = march(
                    compass, flat, going, shape, others.enemies, others.solid, gap, was, -1, path,
                    begun(way, dx, dy, wide, high, after, path), slate,
                )  # fmt: skip
                if found < 0:
                    return -1, pace, found, by, near
                before, long = after, length_of(path, count)
            if long < 1:
                break
            at = pace
            if pace != STEADY:
                at = dash_along(footing, others.wire, half, path, count, slate, found)
                if at != pace and not (pace == TERRAIN and at == CROSS_COUNTRY):
                    break
                if near + 0.5 < clear:
                    dashes = False
                    break
            if air(slate.crowd, 0, others.friends, 0.0, 0.0) >= -lap:
                return count, at, found, by, near
            after = long - 2 * half
    return 0, STEADY, 0, NOTHING, 0.0


# -- those of a whole unit


def shift(others: Others, at: int, hard: int, x: float, y: float) -> None:
    """A friend stands elsewhere."""
    others.friends[at], others.friends[at + 1] = x, y
    if hard >= 0:
        others.solid[hard], others.solid[hard + 1] = x, y


def turn_to(compass: Compass, others: Others, at: int, hard: int, facing: int) -> None:
    """It looks another way."""
    v = 4 * facing
    ux, uy = compass.vector[v] / UNIT, compass.vector[v + 1] / UNIT
    others.friends[at + 4], others.friends[at + 5] = ux, uy
    if hard >= 0:
        others.solid[hard + 4], others.solid[hard + 5] = ux, uy


def tell_way(tape: Floats, used: int, count: int, pace: int, path: Floats) -> int:
    """Writes a way on a tape, after room for what `tell_ground` says of it; how much is used then, minus one if that
    is too much."""
    if used + HEAD + 2 * count > len(tape):
        return -1
    tape[used], tape[used + 1] = count, pace
    used += HEAD
    for n in range(2 * count):
        tape[used + n] = path[n]
    return used + 2 * count


def tell_ground(
    tape: Floats, head: int, used: int, found: int, turn: int, long: float, near: float, slate: Slate
) -> int:
    """Writes on the tape what a way goes over, stretch by stretch; minus one stretch: it is not known."""
    tape[head + 2], tape[head + 3], tape[head + 4], tape[head + 5] = found, turn, long, near
    if found < 0:
        return used
    if used + 3 * found + slate.first[found] > len(tape):
        return -1
    for n in range(found):
        first, last = slate.first[n], slate.first[n + 1]
        tape[used], tape[used + 1], tape[used + 2] = slate.span[2 * n], slate.span[2 * n + 1], last - first
        used += 3
        for k in range(first, last):
            tape[used] = slate.features[k]
            used += 1
    return used


def strides(
    compass: Compass, flat: Flat, going: Going, footing: Footing, others: Others, gap: float, clear: float, lap: float,
    way: Floats, x0: float, y0: float, wide: float, high: float, goers: Floats, path: Floats, slate: Slate,
    tape: Floats,
) -> tuple[int, int]:  # fmt: skip
    """The strides of some teams beside a way, one after the other: each minds where those before it stand by then. Who
    cannot go has no spots on the tape. Returns of how many teams there is room to tell, and how much of the tape they
    take."""
    used = 0
    for n in range(len(goers) // GOER):
        k = GOER * n
        x, y, was, shape, half = goers[k], goers[k + 1], int(goers[k + 2]), int(goers[k + 3]), goers[k + 4]
        at, hard = int(goers[k + 5]), int(goers[k + 6])
        was_x, was_y = others.friends[at], others.friends[at + 1]
        shift(others, at, hard, AWAY, AWAY)
        count, pace, found, by, near = stride(
            compass, flat, going, shape, footing, others, gap, clear, half, lap, was, way, x - x0, y - y0, wide, high,
            goers[k + 7], goers[k + 8], goers[k + 9], goers[k + 10], path, slate,
        )  # fmt: skip
        more = tell_way(tape, used, count, pace, path) if count >= 0 else -1
        if count > 0:
            long, turn = length_of(path, count), facing_at(compass, path, count, -1)
            x, y = path[2 * count - 2], path[2 * count - 1]
            turn_to(compass, others, at, hard, turn)
            if by != NOTHING and more >= 0:
                # It was stopped. Whether it goes by itself to where it ended is another question.
                _, found, by, _, _, _, _, near = march(
                    compass, flat, going, shape, others.enemies, others.solid, gap, was, turn, path, count, slate
                )
                found = found if by == NOTHING else -1
            if more >= 0:
                more = tell_ground(tape, used, more, found, turn, long, near, slate)
        if count <= 0 or more < 0:
            x, y = was_x, was_y
        shift(others, at, hard, x, y)
        if more < 0:
            return n, used
        used = more
    return len(goers) // GOER, used
