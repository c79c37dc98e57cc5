"""Chance and free-hand drawing: blobs, bending lines, boxes, all on a coarse grid so that no rounding shows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import TypeVar

from orsha.tabletop.table.shapes import UNIT, Outline, Spot, direction

GRID = 50
"""Everything generated stands on a twentieth of an inch."""
HALF = GRID / 2
T = TypeVar("T")


class Luck:
    """A stream of chance from a seed."""

    def __init__(self, seed: str) -> None:
        self._draw = random.Random(seed).random

    def chance(self, percent: float) -> bool:
        return self._draw() * 100 < percent

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._draw()

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._draw() * (high - low + 1))

    def pick(self, things: Sequence[T]) -> T:
        return things[int(self._draw() * len(things))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        """The same things in any order."""
        left, found = list(things), []
        while left:
            found.append(left.pop(int(self._draw() * len(left))))
        return found


def snapped(x: float, y: float) -> Spot:
    """The nearest spot of the grid."""
    return GRID * int((x + HALF) // GRID), GRID * int((y + HALF) // GRID)


@cache
def _units() -> tuple[tuple[float, float], ...]:
    return tuple((x / UNIT, y / UNIT) for x, y in map(direction, range(360)))


@cache
def _sines() -> tuple[float, ...]:
    return tuple(across for across, _ in _units())


def unit(bearing: float) -> tuple[float, float]:
    return _units()[round(bearing) % 360]


def blob(luck: Luck, middle: Spot, wide: float, high: float, corners: int = 14) -> Outline:
    """A rounded shape, no two alike: a turned oval with a few bulges."""
    turn = luck.whole(0, 179)
    bulges = [(n, luck.between(0, 0.16 if n == 2 else 0.11), luck.whole(0, 359)) for n in (2, 3, 5)]
    spots = []
    units, sines = _units(), _sines()
    sin_turn, cos_turn = units[turn]
    left, low = middle
    for n in range(corners):
        angle = 360 - 360 * n // corners
        ux, uy = units[angle % 360]
        far = 1.0
        for times, size, start in bulges:
            far += size * sines[(times * angle + start) % 360]
        x, y = ux * wide * far, uy * high * far
        spots.append(snapped(left + x * cos_turn + y * sin_turn, low - x * sin_turn + y * cos_turn))
    return tidy(spots)


def box(middle: Spot, bearing: float, wide: float, long: float) -> Outline:
    """A turned rectangle: so wide across a bearing, so long along it."""
    ux, uy = unit(bearing)
    ways = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return tidy(
        [
            snapped(
                middle[0] + a * ux * long / 2 + r * uy * wide / 2,
                middle[1] + a * uy * long / 2 - r * ux * wide / 2,
            )
            for a, r in ways
        ]
    )


def tidy(spots: Sequence[Spot]) -> Outline:
    """An outline without corners that stand there twice."""
    found = [spot for n, spot in enumerate(spots) if spot != spots[n - 1]]
    return tuple(found)


def bending(luck: Luck, start: Spot, end: Spot, bends: int, sway: float, rounds: int = 2) -> Outline:
    """A line that sways on its way: at so many places, by up to so many mils, its corners cut off some rounds long."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = sqrt(dx * dx + dy * dy)
    spots: list[tuple[float, float]] = [start]
    side = 1 if luck.chance(50) else -1
    for n in range(1, bends + 1):
        off = side * luck.between(0.25, 1) * sway
        side = -side if luck.chance(70) else side
        t = (n + luck.between(-0.2, 0.2)) / (bends + 1)
        spots.append((start[0] + dx * t - dy / long * off, start[1] + dy * t + dx / long * off))
    return smooth([*spots, end], rounds)


def smooth(spots: Sequence[tuple[float, float]], rounds: int) -> Outline:
    """A line with its corners cut off again and again; its ends stay."""
    for _ in range(rounds):
        cut: list[tuple[float, float]] = [spots[0]]
        for (ax, ay), (bx, by) in pairwise(spots):
            cut += [(ax + (bx - ax) / 4, ay + (by - ay) / 4), (ax + (bx - ax) * 3 / 4, ay + (by - ay) * 3 / 4)]
        spots = [*cut, spots[-1]]
    found = [snapped(*spots[0])]
    for spot in spots[1:]:
        here = snapped(*spot)
        if abs(here[0] - found[-1][0]) + abs(here[1] - found[-1][1]) > 200:
            found.append(here)
    last = snapped(*spots[-1])
    return tuple([*found[:-1], last] if found[-1] != last and len(found) > 2 else found)


def along(path: Outline, share: float) -> tuple[Spot, float]:
    """The spot a share of the way along a line, and the line's bearing there."""
    from math import atan2, degrees

    lengths = [sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) for a, b in pairwise(path)]
    left = share * sum(lengths)
    for (a, b), long in zip(pairwise(path), lengths, strict=True):
        if left <= long:
            t = left / long
            bearing = round(degrees(atan2(b[0] - a[0], b[1] - a[1]))) % 360
            return snapped(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), bearing
        left -= long
    return path[-1], 0.0
