"""Plain geometry in whole mils (thousandths of an inch): directions, outlines of lines, areas. Exact on every machine.

A direction is a compass bearing in whole degrees: 0 looks along the second size (up the page), 90 along the first.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin, sqrt

Spot = tuple[int, int]
Outline = tuple[Spot, ...]

UNIT = 1_000_000_000
"""The length of a direction's whole-number vector."""


@cache
def _compass() -> tuple[tuple[int, int], ...]:
    """Vectors at every half degree. Rounded to nine places, so no machine's own sine can show."""
    return tuple((round(sin(radians(n / 2)) * UNIT), round(cos(radians(n / 2)) * UNIT)) for n in range(720))


def compass() -> list[float]:
    """All of them, as the kernels read them."""
    return [float(number) for vector in _compass() for number in vector]


def direction(bearing: int) -> tuple[int, int]:
    """A bearing as a vector of length UNIT."""
    return _compass()[bearing % 360 * 2]


def bearing(start: Spot, end: Spot) -> int | None:
    """The whole degree nearest to the way from one spot to another; nothing if they are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not dx and not dy:
        return None
    guess = round(degrees(atan2(dx, dy))) % 360
    for degree in (guess, guess - 1, guess + 1):
        before, after = _compass()[(2 * degree - 1) % 720], _compass()[(2 * degree + 1) % 720]
        # Clockwise of the half degree before it, and not of the one after.
        if before[0] * dy - before[1] * dx <= 0 < after[0] * dy - after[1] * dx:
            return degree % 360
    return guess


def shifted(spot: Spot, bearing: int, ahead: int, right: int = 0) -> Spot:
    """The spot so far ahead and so far to the right of a spot, as one looks along a bearing."""
    ux, uy = direction(bearing)
    return spot[0] + _part(ux * ahead + uy * right), spot[1] + _part(uy * ahead - ux * right)


def _part(number: int) -> int:
    return (2 * number + UNIT) // (2 * UNIT)


def doubled_area(outline: Outline) -> int:
    """Twice an outline's area; positive if it runs counter-clockwise."""
    return sum([x * b - a * y for (x, y), (a, b) in zip(outline, outline[1:] + outline[:1], strict=True)])


def counter_clockwise(outline: Outline) -> Outline:
    return outline if doubled_area(outline) > 0 else outline[::-1]


def length(path: Outline) -> float:
    return sum(apart(a, b) for a, b in pairwise(path))


def apart(a: Spot, b: Spot) -> float:
    """How far two spots are from each other."""
    return sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def strip(path: Outline, width: int) -> Outline:
    """A line of some width as an area: its two sides, mitred at the bends, square at the ends."""
    lefts: list[Spot] = []
    rights: list[Spot] = []
    half = width / 2
    for n, (x, y) in enumerate(path):
        before = _normal(path[n - 1], path[n]) if n else None
        after = _normal(path[n], path[n + 1]) if n + 1 < len(path) else None
        mx, my = _mitre(before or after or (0.0, 0.0), after or before or (0.0, 0.0))
        lefts.append((_whole(x + mx * half), _whole(y + my * half)))
        rights.append((_whole(x - mx * half), _whole(y - my * half)))
    return tuple(rights + lefts[::-1])


def run_out(path: Outline, size: Spot, by: int) -> Outline:
    """A line whose ends at the table's edge go on beyond it, so that no wedge of ground is left beside them."""
    found = list(path)
    for end, before in ((0, 1), (-1, -2)):
        x, y = path[end]
        if x in (0, size[0]) or y in (0, size[1]):
            far = apart(path[before], path[end])
            dx, dy = x - path[before][0], y - path[before][1]
            found[end] = (_whole(x + dx / far * by), _whole(y + dy / far * by))
    return tuple(found)


def _whole(number: float) -> int:
    return int(number // 1) + (number % 1 >= 0.5)


def _normal(a: Spot, b: Spot) -> tuple[float, float]:
    """The unit vector to the left of a way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = sqrt(dx * dx + dy * dy)
    return -dy / far, dx / far


def _mitre(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """How far a bend's corner is from its middle, for a half width of one. Hairpins are cut off at three."""
    sx, sy = one[0] + other[0], one[1] + other[1]
    square = sx * sx + sy * sy
    if square < 1e-9:
        return other
    scale = min(2 / square, 3 / sqrt(square))
    return sx * scale, sy * scale


def box_of(outline: Outline) -> tuple[int, int, int, int]:
    """Left, low, right, high."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def turned(outline: Outline, size: Spot) -> Outline:
    """An outline on a table that is looked at from its other side."""
    return tuple((size[0] - x, size[1] - y) for x, y in outline)
