"""Paths, dots and rows for the pictures of a battle's table. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, hypot, sin

from shapely import LineString, Polygon, contains_xy, prepare
from shapely.geometry.base import BaseGeometry

from orsha.paper.ink import Point

Points = Sequence[Point]

STRAYS = 0.6
"""How far a smoothed line may be from the true one, which is what the rules go by: about 0.15 inches of a table."""


def xy(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


def closed(points: Points) -> str:
    """A polygon's path."""
    return "M" + "L".join(map(xy, points)) + "Z"


def rounded(points: Points) -> str:
    """A closed curve through all points; a sharp corner, as at the table's edge, stays one, and so does a long side."""
    path = f"M{xy(points[0])}"
    count = len(points)
    sharp = [_sharp(points[n - 1], points[n], points[(n + 1) % count]) for n in range(count)]
    for n in range(count):
        a, b = points[n], points[(n + 1) % count]
        before = a if sharp[n] else points[n - 1]
        after = b if sharp[(n + 1) % count] else points[(n + 2) % count]
        path += _bow(before, a, b, after)
    return path + "Z"


def _sharp(before: Point, here: Point, after: Point) -> bool:
    ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    return ax * bx + ay * by < 0.5 * hypot(ax, ay) * hypot(bx, by)


def flowing(points: Points) -> str:
    """An open curve through all points, straight where it would stray."""
    path = f"M{xy(points[0])}"
    for n in range(len(points) - 1):
        before, after = points[max(n - 1, 0)], points[min(n + 2, len(points) - 1)]
        path += _bow(before, points[n], points[n + 1], after)
    return path


def _bow(before: Point, a: Point, b: Point, after: Point) -> str:
    one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
    two = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
    # The curve comes at most three quarters as far from the straight as the points that pull it.
    strays = 0.75 * max(_aside(one, a, b), _aside(two, a, b)) > STRAYS
    return f"L{xy(b)}" if strays else f"C{xy(one)} {xy(two)} {xy(b)}"


def _aside(at: Point, a: Point, b: Point) -> float:
    """How far a point is from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    share = min(max(share, 0.0), 1.0)
    return hypot(at[0] - a[0] - dx * share, at[1] - a[1] - dy * share)


def fill(path: str, colour: str, extra: str = "") -> str:
    return f'<path d="{path}" fill="{colour}"{extra}/>' if path else ""


def edged(path: str, colour: str, ink: str, width: float = 0.25) -> str:
    return f'<path d="{path}" fill="{colour}" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"/>'


def stroke(path: str, colour: str, width: float, extra: str = ' stroke-linecap="round"', join: str = "round") -> str:
    if not path:
        return ""
    look = f'stroke="{colour}" stroke-width="{width:.2f}" stroke-linejoin="{join}"'
    return f'<path d="{path}" fill="none" {look}{extra}/>'


def band(path: str, colour: str, width: float) -> str:
    """A line as wide as a feature is: its ends square and its bends mitred, as the rules have them."""
    return stroke(path, colour, width, ' stroke-linecap="butt"', "miter")


def dots(points: Points) -> str:
    """Dots, as strokes of no length."""
    return "".join(f"M{xy(point)}h0" for point in points)


def moved(points: Points, x: float, y: float) -> list[Point]:
    return [(a + x, b + y) for a, b in points]


def strewn(points: Points, gap: float, inset: float, start: int) -> list[Point]:
    """Points all over a shape, about a gap apart, the same at every drawing."""
    shape = Polygon(points).buffer(-inset)
    if shape.is_empty:
        return []
    prepare(shape)
    left, top, right, bottom = shape.bounds
    wide, high = right - left, bottom - top
    found: list[Point] = []
    cells: dict[tuple[int, int], list[Point]] = {}
    for n in range(ceil(wide * high / (gap * gap) * 7)):
        u, v = (start * 0.37 + n * 0.7548776662) % 1, (start * 0.61 + n * 0.5698402910) % 1
        point = (left + u * wide, top + v * high)
        cell = (int(point[0] / gap), int(point[1] / gap))
        about = [p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in cells.get((cell[0] + i, cell[1] + j), ())]
        if all(hypot(point[0] - x, point[1] - y) >= gap for x, y in about) and contains_xy(shape, *point):
            found.append(point)
            cells.setdefault(cell, []).append(point)
    return sorted(found, key=lambda p: (round(p[1], 1), p[0]))


def rows_in(points: Points, gap: float, inset: float) -> Iterator[tuple[Point, Point]]:
    """Parallel lines across a shape, along its longest side."""
    shape = Polygon(points).buffer(-inset)
    if shape.is_empty:
        return
    a, b = max(pairwise([*points, points[0]]), key=lambda side: hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]))
    turn = atan2(b[1] - a[1], b[0] - a[0])
    ux, uy = cos(turn), sin(turn)
    middle = shape.centroid
    reach = hypot(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])
    for n in range(-int(reach / gap), int(reach / gap) + 1):
        x, y = middle.x - uy * gap * n, middle.y + ux * gap * n
        line = LineString([(x - ux * reach, y - uy * reach), (x + ux * reach, y + uy * reach)]).intersection(shape)
        for part in getattr(line, "geoms", [line]):
            if part.length > gap / 2:
                yield (part.coords[0][0], part.coords[0][1]), (part.coords[-1][0], part.coords[-1][1])


def steps(points: Points, gap: float) -> Iterator[tuple[Point, Point]]:
    """Points along a line about a gap apart, each with the unit step across the line."""
    line = LineString(points)
    count = max(1, round(line.length / gap))
    for n in range(count):
        here = line.interpolate((n + 0.5) / count * line.length)
        a = line.interpolate(max((n + 0.45) / count * line.length, 0))
        b = line.interpolate(min((n + 0.55) / count * line.length, line.length))
        far = hypot(b.x - a.x, b.y - a.y) or 1.0
        yield (here.x, here.y), (-(b.y - a.y) / far, (b.x - a.x) / far)


def border(shape: Polygon) -> list[Point]:
    """A polygon's corners as points."""
    return [(x, y) for x, y, *_ in shape.exterior.coords[:-1]]


def solids(shape: BaseGeometry) -> list[Polygon]:
    """The parts of a shape that have an area."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]
