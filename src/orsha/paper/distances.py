"""The distances that a zone's words speak of, and the arrows on the table that could show each of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import cos, radians, sin

from msgspec import Struct
from shapely import LineString, MultiPoint, MultiPolygon, Polygon, prepare, union_all
from shapely import Point as Spot

from orsha.paper.frame import Shape, pieces, shape_of
from orsha.paper.ink import Point
from orsha.tabletop.layout import Layout
from orsha.tabletop.zones import FEATURES, STRIP

NEAR = 0.25
"""How far before and behind an arrow's end the zone is looked for, in inches."""
FILL_WORDS = {"of", "from", "and"}


class Distance(Struct, frozen=True):
    """So many inches from a feature of the table."""

    inches: float
    feature: str


class Shaft(Struct, frozen=True):
    """An arrow on the table in inches: from the feature to the distance's end; `along` the feature from 0 to 1."""

    start: Point
    end: Point
    along: float


def distances(zone: str, zones: Mapping[str, str], buildings: frozenset[str]) -> list[Distance]:
    """Every distance in a zone's words, those of the zones it is made of too.

    The depth at which the edge strip is drawn is none: reserves come on at the edge itself.
    """
    found: list[Distance] = []
    words = zones[zone].replace("(", " ").replace(")", " ").split()
    numbers: list[float] = []
    strip = "edge strip" in zones[zone]
    for n, word in enumerate(words):
        if word.replace(".", "").isdigit():
            numbers.append(float(word))
        elif numbers and word not in FILL_WORDS:
            feature = _feature(words[n:], buildings)
            found += [Distance(number, feature) for number in numbers if not (strip and number == STRIP)]
            numbers = []
        elif not numbers and word in zones and word != zone and word not in buildings:
            found += distances(word, zones, buildings)
    return list(dict.fromkeys(found))


def _feature(words: list[str], buildings: frozenset[str]) -> str:
    names = [name for name in FEATURES if words[: len(name.split())] == name.split()]
    return max(names, key=len) if names else next(name for name in (*buildings, "buildings") if name == words[0])


def geometry(feature: str, layout: Layout) -> Shape:
    if feature in FEATURES:
        return shape_of(FEATURES[feature](layout))
    return union_all([room.floor() for room in layout.rooms if feature in ("buildings", room.building)])


def parts(feature: str, layout: Layout) -> list[Shape]:
    """The pieces of a feature that want an arrow each: every point, the upright edges, the level ones, a river."""
    shape = geometry(feature, layout)
    if isinstance(shape, (Spot, Polygon, MultiPolygon)):
        return [shape]
    if isinstance(shape, MultiPoint):
        return pieces(shape)
    level: list[Shape] = []
    upright: list[Shape] = []
    for a, b in _segments(shape):
        (level if abs(a[1] - b[1]) < 1e-9 else upright).append(LineString([a, b]))
    return [union_all(group) for group in (level, upright) if group]


def _segments(shape: Shape) -> list[tuple[Point, Point]]:
    if isinstance(shape, Polygon):
        return _segments(shape.exterior)
    if pieces(shape) != [shape]:
        return [segment for part in pieces(shape) for segment in _segments(part)]
    points = [(x, y) for x, y in shape.coords]
    return list(pairwise(points))


def shafts(distance: Distance, part: Shape, zone: MultiPolygon, layout: Layout) -> list[Shaft]:
    """The arrows of this length from this part of a feature that end where the zone begins or ends."""
    whole = geometry(distance.feature, layout)
    prepare(zone)
    everything = _all_shafts(distance.inches, part)
    return [
        s for s in everything if _ends_at(s, zone, layout) and abs(whole.distance(Spot(s.end)) - distance.inches) < 0.02
    ]


def _all_shafts(length: float, part: Shape) -> list[Shaft]:
    if isinstance(part, Spot):
        return _rays((part.x, part.y), length)
    found: list[Shaft] = []
    for (ax, ay), (bx, by) in _segments(part):
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if long < 1e-9:
            continue
        nx, ny = -(by - ay) / long * length, (bx - ax) / long * length
        steps = max(8, round(long))
        for n in range(1, 2 * steps, 2):
            t = n / (2 * steps)
            x, y = ax + t * (bx - ax), ay + t * (by - ay)
            found += [Shaft((x, y), (x + way * nx, y + way * ny), t) for way in (1, -1)]
        if isinstance(part, (Polygon, MultiPolygon)):
            found += _rays((ax, ay), length)
    return found


def _rays(centre: Point, length: float) -> list[Shaft]:
    x, y = centre
    return [
        Shaft(centre, (x + length * cos(radians(a)), y + length * sin(radians(a))), a / 360) for a in range(0, 360, 15)
    ]


def _ends_at(shaft: Shaft, zone: MultiPolygon, layout: Layout) -> bool:
    """Whether the zone begins or ends just there. On the table's edge we look a little inside."""
    (ax, ay), (bx, by) = shaft.start, shaft.end
    if not (-0.01 <= bx <= layout.width + 0.01 and -0.01 <= by <= layout.height + 0.01):
        return False
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / long * NEAR, (by - ay) / long * NEAR
    inset = 0.4

    def there(x: float, y: float) -> bool:
        x = min(max(x, inset), layout.width - inset)
        y = min(max(y, inset), layout.height - inset)
        return bool(zone.covers(Spot(x, y)))

    return there(bx - ux, by - uy) != there(bx + ux, by + uy)
