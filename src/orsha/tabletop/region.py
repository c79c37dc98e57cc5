"""A region of the table as the domain of a place: drawn, sampled and checked in thousandths of an inch."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from shapely import MultiPolygon, Point, Polygon, intersects, intersects_xy, prepare
from shapely.geometry.base import BaseGeometry

from orsha.kernel import Domain
from orsha.tabletop.zones import rings

MIL = 1000
"""Thousandths to an inch."""
TRIES = 200
EDGE = 1e-6

S = TypeVar("S", bound=BaseGeometry)
Spot = tuple[int, int]
Ring = tuple[Spot, ...]
Box = tuple[int, int, int, int]
"""Left, low, right, high."""


def mils(inches: float) -> int:
    return round(inches * MIL)


def spot_point(spot: tuple[int, int]) -> Point:
    return Point(spot[0] / MIL, spot[1] / MIL)


def covers(shape: MultiPolygon, spot: tuple[int, int]) -> bool:
    """Whether a place lies in a shape, its border included."""
    inside = bool(intersects_xy(shape, spot[0] / MIL, spot[1] / MIL))
    return inside or bool(shape.distance(spot_point(spot)) <= EDGE + 0.5 / MIL)


class Region(Domain, frozen=True, tag="region"):
    """Any place in some outlines."""

    rings: tuple[Ring, ...]

    @classmethod
    def of(cls, shape: MultiPolygon) -> Region:
        return cls(_rings(shape))

    def contains(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 2 and all(type(v) is int for v in value)):
            return False
        return covers(_shape(self.rings), value)

    def sample(self, rng: random.Random) -> object:
        return self.samples(rng, 1)[0]

    def samples(self, rng: random.Random, count: int) -> list[Spot]:
        """So many places, one after the other."""
        inside, (left, low, right, high) = _inside(self.rings), _bounds(self.rings)
        across, up = _between(rng, left, right), _between(rng, low, high)
        return [self._drawn(across, up, inside) for _ in range(count)]

    def _drawn(self, across: Callable[[], int], up: Callable[[], int], inside: Callable[[int, int], bool]) -> Spot:
        for _ in range(TRIES):
            x, y = across(), up()
            if inside(x, y):
                return (x, y)
        shape = _shape(self.rings)
        middle = max(shape.geoms, key=lambda part: part.area).representative_point()
        return (mils(middle.x), mils(middle.y))


def _between(rng: random.Random, least: int, most: int) -> Callable[[], int]:
    """Whole numbers as `randint` draws them, without all that `randint` looks at each time."""
    count, draw = most - least + 1, rng.getrandbits
    bits = count.bit_length()

    def drawn() -> int:
        number = draw(bits)
        while number >= count:
            number = draw(bits)
        return least + number

    return drawn


@lru_cache(maxsize=512)
def _inside(outlines: tuple[Ring, ...]) -> Callable[[int, int], bool]:
    """Whether a place is in some outlines: mostly the boxes about them say, and inside those that are boxes."""
    shape, boxes = _shape(outlines), _boxes(outlines)
    plain = tuple(box for ring, box in zip(outlines, boxes, strict=True) if _is_box(ring))

    def inside(x: int, y: int) -> bool:
        for left, low, right, high in plain:
            if left + 2 <= x <= right - 2 and low + 2 <= y <= high - 2:
                return True
        for left, low, right, high in boxes:
            if left <= x <= right and low <= y <= high:
                return bool(intersects_xy(shape, x / MIL, y / MIL))
        return False

    return inside


def _is_box(ring: Ring) -> bool:
    """Whether an outline is a box that lies straight."""
    corners = {(x, y) for x in {x for x, _ in ring} for y in {y for _, y in ring}}
    beside = all((a[0] == b[0]) != (a[1] == b[1]) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    return len(ring) == len(corners) == 4 and set(ring) == corners and beside


@lru_cache(maxsize=512)
def _rings(shape: MultiPolygon) -> tuple[Ring, ...]:
    return tuple(tuple((mils(x), mils(y)) for x, y in ring) for ring in rings(shape))


@lru_cache(maxsize=512)
def _bounds(outlines: tuple[Ring, ...]) -> Box:
    left, low, right, high = _shape(outlines).bounds
    return mils(left), mils(low), mils(right), mils(high)


@lru_cache(maxsize=512)
def _boxes(outlines: tuple[Ring, ...]) -> tuple[Box, ...]:
    """The box about each outline, a mil wider."""
    found = []
    for ring in outlines:
        across, up = [x for x, _ in ring], [y for _, y in ring]
        found.append((min(across) - 1, min(up) - 1, max(across) + 1, max(up) + 1))
    return tuple(found)


@lru_cache(maxsize=512)
def _shape(outlines: tuple[Ring, ...]) -> MultiPolygon:
    parts = [Polygon([(x / MIL, y / MIL) for x, y in ring]) for ring in outlines]
    mended = [part if part.is_valid else part.buffer(0) for part in parts]  # one that touches itself falls apart
    shape = MultiPolygon([piece for part in mended for piece in getattr(part, "geoms", [part])])
    return ready(shape)


def ready(shape: S) -> S:
    """A shape prepared for many questions. GEOS makes ready on the first two of them, and not safely where threads ask
    at once: so they are asked here, before anybody else has the shape."""
    if shape.is_empty:
        return shape
    prepare(shape)
    inside = shape.representative_point()
    for _ in range(2):
        intersects_xy(shape, inside.x, inside.y)
        intersects(shape, inside.buffer(1))
    return shape
