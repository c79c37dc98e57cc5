"""A table and who stands where on it: the features that zones are measured from.

Everything is first laid out the standard way: the defender at the lower edge of a long-edge mission, at the left edge
of a short-edge one, in the lower left quarter or corner of the others. A layout then turns that to the side that was
picked. Lengths are inches; the origin is the table's lower left corner.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from shapely import LineString, MultiLineString, MultiPoint, Point, Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

Edges = Literal["long", "short", "quarters", "corners"]
Side = Literal["attacker", "defender"]
Quarter = Literal["lower-left", "lower-right", "upper-left", "upper-right"]
Pick = Literal["lower", "upper", "left", "right", "lower-left", "lower-right", "upper-left", "upper-right"]
Inches = Annotated[float, Meta(ge=0, le=240)]

OPPOSITE: dict[Quarter, Quarter] = {
    "lower-left": "upper-right",
    "upper-right": "lower-left",
    "lower-right": "upper-left",
    "upper-left": "lower-right",
}


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river from long edge to long edge: how far its middle is from the defender's edge, and how wide it is."""

    middle: Inches
    width: Inches


class Room(Struct, frozen=True, forbid_unknown_fields=True):
    """A room's floor, as laid out the standard way."""

    name: str
    building: str
    at: tuple[float, float, float, float]

    def floor(self) -> Polygon:
        return box(*self.at)


class Layout(Struct, frozen=True):
    """A table of some size, laid out for a kind of mission, and turned to the sides that were picked."""

    edges: Edges
    width: float
    height: float
    defender: Pick | None = None
    attacker_quarter: Quarter = "upper-right"
    river: River | None = None
    rooms: tuple[Room, ...] = ()

    # -- the standard way

    @property
    def table(self) -> Polygon:
        return box(0, 0, self.width, self.height)

    @property
    def across(self) -> bool:
        """Whether the players face each other along the first size."""
        return self.edges == "short"

    def edge(self, side: Side) -> LineString:
        far = side == "attacker"
        if self.across:
            x = self.width if far else 0
            return LineString([(x, 0), (x, self.height)])
        y = self.height if far else 0
        return LineString([(0, y), (self.width, y)])

    def side_edges(self) -> MultiLineString:
        w, h = self.width, self.height
        if self.across:
            return MultiLineString([[(0, 0), (w, 0)], [(0, h), (w, h)]])
        return MultiLineString([[(0, 0), (0, h)], [(w, 0), (w, h)]])

    def sized_edges(self, longest: bool) -> MultiLineString:
        w, h = self.width, self.height
        along_x = (w >= h) == longest
        if along_x:
            return MultiLineString([[(0, 0), (w, 0)], [(0, h), (w, h)]])
        return MultiLineString([[(0, 0), (0, h)], [(w, 0), (w, h)]])

    def half(self, side: Side) -> Polygon:
        w, h = self.width, self.height
        if self.across:
            return box(w / 2, 0, w, h) if side == "attacker" else box(0, 0, w / 2, h)
        return box(0, h / 2, w, h) if side == "attacker" else box(0, 0, w, h / 2)

    def centre_line(self) -> LineString:
        w, h = self.width, self.height
        return LineString([(w / 2, 0), (w / 2, h)] if self.across else [(0, h / 2), (w, h / 2)])

    def centre_lines(self) -> MultiLineString:
        w, h = self.width, self.height
        return MultiLineString([[(w / 2, 0), (w / 2, h)], [(0, h / 2), (w, h / 2)]])

    def centre(self) -> Point:
        return Point(self.width / 2, self.height / 2)

    def quarter(self, name: Quarter) -> Polygon:
        w, h = self.width / 2, self.height / 2
        x, y = (w if "right" in name else 0), (h if "upper" in name else 0)
        return box(x, y, x + w, y + h)

    def corner(self, name: Quarter) -> Point:
        return Point(self.width if "right" in name else 0, self.height if "upper" in name else 0)

    def own_corner(self, side: Side, hand: Literal["left", "right"]) -> Point:
        """A corner of a side's own edge, as that side sees it."""
        w, h = self.width, self.height
        if self.across:
            x = w if side == "attacker" else 0
            return Point(x, h if (hand == "left") == (side == "defender") else 0)
        y = h if side == "attacker" else 0
        return Point(0 if (hand == "left") == (side == "defender") else w, y)

    def rear_corners(self, side: Side) -> MultiPoint:
        return MultiPoint([self.own_corner(side, "left"), self.own_corner(side, "right")])

    def river_bed(self) -> Polygon:
        if self.river is None:
            raise LookupError("this mission has no river")
        near, far = self.river.middle - self.river.width / 2, self.river.middle + self.river.width / 2
        return box(near, 0, far, self.height) if self.across else box(0, near, self.width, far)

    def bank(self, side: Side) -> Polygon:
        """All the ground on one side of the river."""
        assert self.river is not None
        near, far = self.river.middle - self.river.width / 2, self.river.middle + self.river.width / 2
        if self.across:
            return box(0, 0, near, self.height) if side == "defender" else box(far, 0, self.width, self.height)
        return box(0, 0, self.width, near) if side == "defender" else box(0, far, self.width, self.height)

    # -- turned to the side that was picked

    def placed(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape of the standard layout where it really lies."""
        w, h = self.width, self.height
        if self.edges in ("long", "short"):
            turned = self.defender in ("upper", "right")
            return affine_transform(shape, [-1, 0, 0, -1, w, h]) if turned else shape
        flip_x = self.defender is not None and "right" in self.defender
        flip_y = self.defender is not None and "upper" in self.defender
        if not flip_x and not flip_y:
            return shape
        return affine_transform(
            shape, [-1 if flip_x else 1, 0, 0, -1 if flip_y else 1, w if flip_x else 0, h if flip_y else 0]
        )
