"""The hexes that a straight line between two hex centres runs through, in order."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from orsha.hexmap.grid import Hex, centre, distance

NEAR = 1e-9
APOTHEM = 0.5
# Outward directions of the six sides, side 0 toward lower numbers, clockwise with letters to the right.
_NORMALS = [(sin(side * pi / 3), -cos(side * pi / 3)) for side in range(6)]


class Crossing(NamedTuple):
    """A stretch of the line inside one hex, or along the hexside between two."""

    start: float
    end: float
    hexes: tuple[Hex, ...]


@lru_cache(maxsize=65536)
def crossings(one: Hex, other: Hex) -> tuple[Crossing, ...]:
    """From the first hex to the second, both included. A stretch along a hexside names both hexes."""
    if one == other:
        return (Crossing(0.0, 1.0, (one,)),)
    spans: dict[tuple[float, float], list[Hex]] = {}
    for hex in _candidates(one, other):
        span = _clipped(hex, one, other)
        if span is not None:
            spans.setdefault((round(span[0], 9), round(span[1], 9)), []).append(hex)
    return tuple(Crossing(start, end, tuple(sorted(hexes))) for (start, end), hexes in sorted(spans.items()))


def _candidates(one: Hex, other: Hex) -> list[Hex]:
    """Hexes whose centre is close enough to the line."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    length = hypot(x2 - x1, y2 - y1)
    steps = 2 * distance(one, other) + 1
    found: set[Hex] = set()
    for step in range(steps + 1):
        x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
        column = round(x / (3**0.5 / 2))
        for c in (column - 1, column, column + 1):
            number = round(y - 0.5 * (c % 2))
            found.update(Hex(c, n) for n in (number - 1, number, number + 1))
    return [hex for hex in found if _off(hex, (x1, y1), (x2, y2), length) < 0.6]


def _off(hex: Hex, a: tuple[float, float], b: tuple[float, float], length: float) -> float:
    x, y = centre(hex)
    return abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / length


def _clipped(hex: Hex, one: Hex, other: Hex) -> tuple[float, float] | None:
    """The part of the line, from 0 to 1, that lies in a hex or on its border."""
    (x1, y1), (x2, y2), (cx, cy) = centre(one), centre(other), centre(hex)
    low, high = 0.0, 1.0
    for nx, ny in _NORMALS:
        start = (x1 - cx) * nx + (y1 - cy) * ny - APOTHEM
        change = (x2 - x1) * nx + (y2 - y1) * ny
        if abs(change) < NEAR:
            if start > NEAR:
                return None
        elif change > 0:
            high = min(high, -start / change)
        else:
            low = max(low, -start / change)
    return (low, high) if high - low > 1e-7 else None
