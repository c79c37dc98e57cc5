"""From inches on the table to millimetres on the map, and the margin about it."""

from __future__ import annotations

from msgspec import Struct
from shapely import Geometry
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry, BaseMultipartGeometry

from orsha.paper.ink import Box, Point
from orsha.tabletop.layout import Layout

Shape = BaseGeometry
"""Any shape, by the name under which shapely's have methods."""

WIDTH, HEIGHT = 182.0, 131.0
"""The largest map that is drawn."""
MARGIN = 14.5
BANDS = (0.5, 2.3, 4.1)
"""Where the bands of arriving reserves begin, counted outwards from the table's edge."""
BAND = 1.5
INNER_LANE, OUTER_LANE = 8.0, 12.2
"""Where labels in the margin stand, counted outwards from the table's edge."""


class Frame(Struct, frozen=True):
    """A table's place on the map."""

    layout: Layout
    scale: float

    @property
    def table(self) -> Box:
        wide, high = self.layout.width * self.scale, self.layout.height * self.scale
        return Box(MARGIN, MARGIN, MARGIN + wide, MARGIN + high)

    @property
    def canvas(self) -> Box:
        table = self.table
        return Box(0, 0, table.right + MARGIN, table.bottom + MARGIN)

    def at(self, point: Point) -> Point:
        return MARGIN + point[0] * self.scale, MARGIN + (self.layout.height - point[1]) * self.scale

    def drawn(self, shape: Geometry) -> Shape:
        """A shape on the table as it lies on the map."""
        down = MARGIN + self.layout.height * self.scale
        return affine_transform(shape_of(shape), [self.scale, 0, 0, -self.scale, MARGIN, down])


def frame_for(layout: Layout) -> Frame:
    scale = min((WIDTH - 2 * MARGIN) / layout.width, (HEIGHT - 2 * MARGIN) / layout.height)
    return Frame(layout, scale)


def shape_of(geometry: Geometry) -> Shape:
    """A geometry as a shape."""
    assert isinstance(geometry, Shape)
    return geometry


def pieces(shape: Shape) -> list[Shape]:
    """The parts of a shape that has parts, or the shape."""
    return list(shape.geoms) if isinstance(shape, BaseMultipartGeometry) else [shape]
