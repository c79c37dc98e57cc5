"""Shut ground: all that a kind of team may not enter, bridges and fords taken out, as edges for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from shapely import MultiPolygon, Polygon, box, set_precision, union_all
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.table.kernels_move import Barrier
from orsha.tabletop.table.kinds import TeamKind
from orsha.tabletop.table.shapes import Outline, Spot, box_of

if TYPE_CHECKING:
    from orsha.tabletop.table.compiling import Engine
    from orsha.tabletop.table.table import Table


class Shut:
    """The ground that is shut to a kind of team."""

    def __init__(self, table: Table, kind: TeamKind, amphibious: bool, difficult: bool) -> None:
        bad = ("impassable", "difficult") if difficult else ("impassable",)
        self.features = [n for n, one in enumerate(table.kinds) if one.going_for(kind, amphibious) in bad]
        self.shape = _ground(table, self.features)
        self.barrier = barrier(table.flat.engine, self.shape)


def shut_ground(table: Table, kind: TeamKind, amphibious: bool = False, difficult: bool = False) -> Shut:
    """What is shut to a kind of team, or is difficult for it as well; worked out once for a table."""
    kept = table.flat.shut
    key = (kind, amphibious, difficult)
    if key not in kept:
        kept[key] = Shut(table, kind, amphibious, difficult)
    return kept[key]


def no_stopping(table: Table) -> MultiPolygon:
    """000 Rivers: the water that nobody ends a move in, less its fords and bridges."""
    return _ground(table, [n for n, kind in enumerate(table.kinds) if not kind.stop])


def _ground(table: Table, features: Sequence[int]) -> MultiPolygon:
    """Some features together, less what lies on top of them: bridges on rivers, roads through woods."""
    parts = []
    for rank in sorted({table.kinds[n].rank for n in features}):
        these = union_all([Polygon(table.outlines[n]) for n in features if table.kinds[n].rank == rank])
        shut = set(features)
        above = [
            Polygon(outline)
            for n, (outline, kind) in enumerate(zip(table.outlines, table.kinds, strict=True))
            if n not in shut and kind.rank > rank
        ]
        parts.append(these.difference(union_all(above)) if above else these)
    return polygons(set_precision(union_all(parts), 1)) if parts else MultiPolygon()


def polygons(shape: BaseGeometry) -> MultiPolygon:
    """The parts of a shape that have an area."""
    parts: Iterable[BaseGeometry] = getattr(shape, "geoms", [shape])
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and part.area > 0])


def rings(shape: MultiPolygon) -> list[tuple[int, Outline]]:
    """All borders of a shape, outer and inner, each with the number of its part."""
    return [
        (n, tuple((round(x), round(y)) for x, y in ring.coords[:-1]))
        for n, part in enumerate(shape.geoms)
        for ring in (part.exterior, *part.interiors)
    ]


def plain_outlines(shape: MultiPolygon) -> list[Outline]:
    """A shape as outlines without holes: a part with a hole is cut in two through it."""
    found: list[Outline] = []
    for part in shape.geoms:
        if part.interiors:
            left, low, right, high = part.bounds
            middle = part.interiors[0].centroid.x
            for half in (box(left, low, middle, high), box(middle, low, right, high)):
                found += plain_outlines(polygons(part.intersection(half)))
        else:
            found.append(tuple((round(x), round(y)) for x, y in part.exterior.coords[:-1]))
    return found


def barrier(engine: Engine, shape: MultiPolygon) -> Barrier:
    """The borders of a shape as edges."""
    edges: list[list[Outline]] = [[] for _ in shape.geoms]
    for n, ring in rings(shape):
        edges[n] += [(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True) if a != b]
    first, boxes = [len(edges)], []
    for some in edges:
        boxes.append(box_of(tuple(spot for ends in some for spot in ends)))
        first.append(first[-1] + len(some))
    listed = [number for some in edges for ends in some for spot in ends for number in spot]
    return Barrier(engine.floats([*(number for one in boxes for number in one), *listed]), engine.ints(first))


def corners(shape: MultiPolygon) -> list[Spot]:
    """The spots of a shape's borders that a way around it can turn at: those that stick out."""
    found: list[Spot] = []
    for part in shape.geoms:
        for ring, outer in [(part.exterior, True), *((inner, False) for inner in part.interiors)]:
            spots = [(round(x), round(y)) for x, y in ring.coords[:-1]]
            if ring.is_ccw != outer:
                spots.reverse()
            found += [
                b for a, b, c in zip(spots[-1:] + spots, spots, spots[1:] + spots[:1], strict=False) if _out(a, b, c)
            ]
    return found


def _out(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether a border that has its shape on its left turns left, by more than a hair."""
    ax, ay, bx, by = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return ax * by - ay * bx > 0.001 * sqrt(ax * ax + ay * ay) * sqrt(bx * bx + by * by)
