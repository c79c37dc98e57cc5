"""Bars: straight lines inside features that settle most looks without a line of sight being drawn.

A bar lies so far inside its feature that whatever crosses it crosses more of the feature than can be seen through.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from shapely import LineString, Point, Polygon

from orsha.tabletop.table.kernels import OPEN, SHORT, TALL, TALL_LINE
from orsha.tabletop.table.kernels_glance import Bars
from orsha.tabletop.table.kernels_sight import SLACK
from orsha.tabletop.table.shapes import Outline, apart, box_of, doubled_area

if TYPE_CHECKING:
    from orsha.tabletop.table.ground import Ground

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Across, along, and on either slant."""
FAR = 1_000_000
NONE = (0.0, 0.0, 0.0, 0.0)


def bars(ground: Ground) -> Bars:
    """All bars of a table."""
    engine = ground.engine
    return longer(Bars(engine.ints([]), engine.floats([]), engine.floats([])), ground, 0)


def longer(known: Bars, ground: Ground, first: int) -> Bars:
    """The bars of a table when those of its first features are known."""
    table, engine = ground.table, ground.engine
    seen = [n for n in range(first, len(ground.see)) if ground.see[n] != OPEN]
    middles: list[float] = []
    found: list[float] = []
    for n in seen:
        outline, feature, see = table.outlines[n], table.features[n], ground.see[n]
        left, low, right, high = box_of(outline)
        middles += ((left + right) / 2, (low + high) / 2, (right - left) / 2, (high - low) / 2)
        least = ground.limits.through + SLACK if see == TALL else 0 if see in (SHORT, TALL_LINE) else SLACK
        if feature.line:
            found += _along(outline, feature.line, least)
        else:
            found += _across_four(outline, least) if len(outline) == 4 else _within(outline, least)
    return Bars(engine.more(known.seen, seen), engine.joined(known.middle, middles), engine.joined(known.bar, found))


def _across_four(outline: Outline, least: float) -> tuple[float, ...]:
    """A bar each way through the middle of a shape with four corners, by plain arithmetic: wrecks are such, and come
    all the time. One that is not convex is left to `_within`."""
    turned = doubled_area(outline)
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    sides = [(bx - ax, by - ay) for (ax, ay), (bx, by) in edges]
    turns = [(a * d - b * c) * turned for (a, b), (c, d) in zip(sides, sides[1:] + sides[:1], strict=True)]
    if min(turns) <= 0:
        return _within(outline, least)
    x, y = sum([x for x, _ in outline]) / 4, sum([y for _, y in outline]) / 4
    deep, sign = least * 0.505 + 1, 1 if turned > 0 else -1
    # How far the middle is inside each edge, and how fast one nears it along each of the axes.
    walls = []
    for ((ax, ay), _), (ex, ey) in zip(edges, sides, strict=True):
        long = sign * hypot(ex, ey)
        walls.append(((ex * (y - ay) - ey * (x - ax)) / long - deep, -ey / long, ex / long))
    if min([room for room, _, _ in walls]) <= 0:
        return NONE * len(WAYS)
    found: list[float] = []
    for a, b in WAYS:
        slopes = [(room, px * a + py * b) for room, px, py in walls]
        ahead = min([room / -slope for room, slope in slopes if slope < 0])
        back = min([room / slope for room, slope in slopes if slope > 0])
        found += (x - back * a, y - back * b, x + ahead * a, y + ahead * b)
    return tuple(found)


@lru_cache(maxsize=4096)
def _inner(outline: Outline, least: float) -> Polygon | None:
    """The largest part of a shape that is deep enough inside it; a little more, for the corners of round buffers."""
    shape = Polygon(outline).buffer(-(least * 0.505 + 1))
    parts = [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]
    return max(parts, key=lambda part: float(part.area), default=None)


@lru_cache(maxsize=4096)
def _within(outline: Outline, least: float) -> tuple[float, ...]:
    """A bar each way through about the middle of a shape."""
    inner = _inner(outline, least)
    if inner is None:
        return NONE * len(WAYS)
    middle = inner.centroid if inner.contains(inner.centroid) else inner.representative_point()
    x, y = middle.x, middle.y
    return tuple(
        number
        for a, b in WAYS
        for number in _about(LineString([(x - FAR * a, y - FAR * b), (x + FAR * a, y + FAR * b)]), middle, inner)
    )


@lru_cache(maxsize=4096)
def _along(outline: Outline, path: Outline, least: float) -> tuple[float, ...]:
    """The longest straight part of a line, as its bar every way."""
    inner = _inner(outline, least)
    if inner is None:
        return NONE * len(WAYS)
    line = LineString(max(pairwise(path), key=lambda step: apart(*step)))
    return _about(line, line.interpolate(0.5, normalized=True), inner) * len(WAYS)


def _about(line: LineString, middle: Point, shape: Polygon) -> tuple[float, float, float, float]:
    """The ends of the piece of a line about a point that lies within a shape."""
    cut = line.intersection(shape)
    pieces = [part for part in getattr(cut, "geoms", [cut]) if isinstance(part, LineString) and not part.is_empty]
    best = min(pieces, key=lambda part: part.distance(middle), default=None)
    if best is None or best.distance(middle) > 0.1:
        return NONE
    (ax, ay), (bx, by) = best.coords[0][:2], best.coords[-1][:2]
    return ax, ay, bx, by
