"""A region of the table as the domain of a place: drawn, sampled and checked in thousandths of an inch."""

from __future__ import annotations

import random
from functools import lru_cache

from shapely import MultiPolygon, Point, Polygon, intersects_xy, prepare

from orsha.kernel import Domain
from orsha.tabletop.zones import rings

MIL = 1000
"""Thousandths to an inch."""
TRIES = 200
EDGE = 1e-6

Ring = tuple[tuple[int, int], ...]


def mils(inches: float) -> int:
    return round(inches * MIL)


def spot_point(spot: tuple[int, int]) -> Point:
    return Point(spot[0] / MIL, spot[1] / MIL)


def covers(shape: MultiPolygon, spot: tuple[int, int]) -> bool:
    """Whether a place lies in a shape, its border included."""
    return bool(shape.distance(spot_point(spot)) <= EDGE + 0.5 / MIL)


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
        shape, (left, low, right, high) = _shape(self.rings), _bounds(self.rings)
        boxes = _boxes(self.rings)
        for _ in range(TRIES):
            x, y = rng.randint(left, right), rng.randint(low, high)
            if any(a <= x <= c and b <= y <= d for a, b, c, d in boxes) and intersects_xy(shape, x / MIL, y / MIL):
                return (x, y)
        inside = max(shape.geoms, key=lambda part: part.area).representative_point()
        return (mils(inside.x), mils(inside.y))


@lru_cache(maxsize=512)
def _rings(shape: MultiPolygon) -> tuple[Ring, ...]:
    return tuple(tuple((mils(x), mils(y)) for x, y in ring) for ring in rings(shape))


@lru_cache(maxsize=512)
def _bounds(outlines: tuple[Ring, ...]) -> tuple[int, int, int, int]:
    """Left, low, right, high."""
    left, low, right, high = _shape(outlines).bounds
    return mils(left), mils(low), mils(right), mils(high)


@lru_cache(maxsize=512)
def _boxes(outlines: tuple[Ring, ...]) -> tuple[tuple[int, int, int, int], ...]:
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
    prepare(shape)
    return shape
