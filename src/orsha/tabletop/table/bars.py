"""Bars: straight lines inside features that settle most looks without a line of sight being drawn.

A bar lies so far inside its feature that whatever crosses it crosses more of the feature than can be seen through.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from shapely import LineString, Point, Polygon

from orsha.tabletop.table.kernels import OPEN, SHORT, TALL, TALL_LINE
from orsha.tabletop.table.kernels_glance import Bars
from orsha.tabletop.table.kernels_sight import SLACK
from orsha.tabletop.table.shapes import Outline, apart, box_of

if TYPE_CHECKING:
    from orsha.tabletop.table.ground import Ground

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Across, along, and on either slant."""
FAR = 1_000_000
NONE = (0.0, 0.0, 0.0, 0.0)


def bars(ground: Ground) -> Bars:
    """All bars of a table."""
    table, engine = ground.table, ground.engine
    seen = [n for n, see in enumerate(ground.see) if see != OPEN]
    middles: list[float] = []
    found: list[float] = []
    for n in seen:
        outline, feature, see = table.outlines[n], table.features[n], ground.see[n]
        left, low, right, high = box_of(outline)
        middles += ((left + right) / 2, (low + high) / 2, (right - left) / 2, (high - low) / 2)
        least = ground.limits.through + SLACK if see == TALL else 0 if see in (SHORT, TALL_LINE) else SLACK
        found += _along(outline, feature.line, least) if feature.line else _within(outline, least)
    return Bars(engine.ints(seen), engine.floats(middles), engine.floats(found))


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
