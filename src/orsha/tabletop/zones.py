"""Zones in words: the small language in which missions say where things may stand.

    defender half and at least 8 from centre line and at least 8 from all edges
    edge strip and within 16 of defender left corner
    (defender side of river or within 4 of river) and not river

A zone is an area, or areas joined by `and`, `or` and `not`, with brackets. An area is a half, a quarter, a side of the
river, a building, the edge strip, another zone by name, or a distance from a feature: `within N of`, `at least N from`,
`between N and M from`. `and` binds before `or`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from shapely import LineString, MultiPoint, MultiPolygon, Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.layout import OPPOSITE, Layout, Quarter

STRIP = 1.0
"""How deep the edge strip is drawn: where units walk on. Only the edge itself matters."""
ROUND = 64
"""Points to a quarter circle."""

_WORD = re.compile(r"\(|\)|[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9-]*")


class BadZone(Exception):
    """A zone that cannot be read or drawn."""


Feature = Callable[[Layout], BaseGeometry]

_LOWER_LEFT: Quarter = "lower-left"


def _objective_quarter(layout: Layout) -> Quarter:
    return OPPOSITE[layout.attacker_quarter]


FEATURES: dict[str, Feature] = {
    "attacker edge": lambda t: t.edge("attacker"),
    "defender edge": lambda t: t.edge("defender"),
    "side edges": lambda t: t.side_edges(),
    "long edges": lambda t: t.sized_edges(longest=True),
    "short edges": lambda t: t.sized_edges(longest=False),
    "attacker long edge": lambda t: _quarter_edge(t, t.attacker_quarter),
    "defender long edge": lambda t: _quarter_edge(t, _LOWER_LEFT),
    "attacker short edge": lambda t: _quarter_edge(t, t.attacker_quarter, longest=False),
    "defender short edge": lambda t: _quarter_edge(t, _LOWER_LEFT, longest=False),
    "all edges": lambda t: t.table.exterior,
    "centre line": lambda t: t.centre_line(),
    "both centre lines": lambda t: t.centre_lines(),
    "centre": lambda t: t.centre(),
    "defender left corner": lambda t: t.own_corner("defender", "left"),
    "defender right corner": lambda t: t.own_corner("defender", "right"),
    "attacker left corner": lambda t: t.own_corner("attacker", "left"),
    "attacker right corner": lambda t: t.own_corner("attacker", "right"),
    "defender rear corners": lambda t: t.rear_corners("defender"),
    "defender corner": lambda t: t.corner(_LOWER_LEFT),
    "defender corners": lambda t: MultiPoint([t.corner(_LOWER_LEFT), t.corner(OPPOSITE[_LOWER_LEFT])]),
    "attacker corner": lambda t: t.corner(t.attacker_quarter),
    "objective corner": lambda t: t.corner(_objective_quarter(t)),
    "corner opposite defender": lambda t: t.corner(OPPOSITE[_LOWER_LEFT]),
    "river": lambda t: t.river_bed(),
}

AREAS: dict[str, Feature] = {
    "everywhere": lambda t: t.table,
    "attacker half": lambda t: t.half("attacker"),
    "defender half": lambda t: t.half("defender"),
    "attacker quarter": lambda t: t.quarter(t.attacker_quarter),
    "defender quarter": lambda t: t.quarter(_LOWER_LEFT),
    "defender quarters": lambda t: MultiPolygon([t.quarter(_LOWER_LEFT), t.quarter(OPPOSITE[_LOWER_LEFT])]),
    "objective quarter": lambda t: t.quarter(_objective_quarter(t)),
    "defender side of river": lambda t: t.bank("defender"),
    "attacker side of river": lambda t: t.bank("attacker"),
    "river": lambda t: t.river_bed(),
    "edge strip": lambda t: t.table.difference(t.table.buffer(-STRIP)),
}


def _quarter_edge(layout: Layout, quarter: Quarter, *, longest: bool = True) -> LineString:
    """The long or the short edge that a quarter lies on."""
    w, h = layout.width, layout.height
    if (w >= h) == longest:
        y = h if "upper" in quarter else 0
        return LineString([(0, y), (w, y)])
    x = w if "right" in quarter else 0
    return LineString([(x, 0), (x, h)])


def _building(layout: Layout, name: str) -> BaseGeometry | None:
    """A building by its name, or all of them."""
    rooms = [room.floor() for room in layout.rooms if name in ("buildings", room.building)]
    return union_all(rooms) if rooms else None


class _Reader:
    """Reads one zone's words from left to right."""

    def __init__(self, text: str, layout: Layout, zones: Mapping[str, str], path: tuple[str, ...]) -> None:
        self.text, self.layout, self.zones, self.path = text, layout, zones, path
        self.words = _WORD.findall(text)
        if "".join(self.words) != re.sub(r"\s", "", text):
            raise BadZone(f"a zone is made of words and numbers: {text!r}")
        self.at = 0

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, *wanted: str) -> bool:
        """Moves past these words if they come next."""
        if tuple(self.words[self.at : self.at + len(wanted)]) != wanted:
            return False
        self.at += len(wanted)
        return True

    def either(self) -> BaseGeometry:
        shape = self.both()
        while self.take("or"):
            shape = shape.union(self.both())
        return shape

    def both(self) -> BaseGeometry:
        shape = self.single()
        while self.take("and"):
            shape = shape.intersection(self.single())
        return shape

    def single(self) -> BaseGeometry:
        table = self.layout.table
        if self.take("not"):
            return table.difference(self.single())
        if self.take("("):
            shape = self.either()
            if not self.take(")"):
                raise BadZone(f"a bracket is not closed: {self.text!r}")
            return shape
        if self.take("within"):
            distance = self.number()
            self.need("of")
            return self.near(self.feature(), distance)
        if self.take("at", "least"):
            distance = self.number()
            self.need("from")
            return table.difference(self.near(self.feature(), distance))
        if self.take("between"):
            low = self.number()
            self.need("and")
            high = self.number()
            self.need("from")
            feature = self.feature()
            return self.near(feature, high).difference(self.near(feature, low))
        return self.area()

    def near(self, feature: BaseGeometry, distance: float) -> BaseGeometry:
        return feature.buffer(distance, quad_segs=ROUND).intersection(self.layout.table)

    def number(self) -> float:
        word = self.peek()
        if not word[:1].isdigit():
            raise BadZone(f"a distance in inches is missing before {word!r}: {self.text!r}")
        self.at += 1
        if float(word) > max(self.layout.width, self.layout.height):
            raise BadZone(f"{word} inches are more than the table has: {self.text!r}")
        return float(word)

    def need(self, word: str) -> None:
        if not self.take(word):
            raise BadZone(f"{word!r} is missing before {self.peek()!r}: {self.text!r}")

    def named(self, names: Mapping[str, Feature]) -> Feature | None:
        """The longest known name that comes next."""
        for name in sorted(names, key=len, reverse=True):
            if self.take(*name.split()):
                return names[name]
        return None

    def feature(self) -> BaseGeometry:
        found = self.named(FEATURES)
        if found is not None:
            return self.drawn(found)
        building = _building(self.layout, self.peek())
        if building is None:
            raise BadZone(
                f"unknown feature {self.peek()!r}; known are {', '.join(FEATURES)} and buildings: {self.text!r}"
            )
        self.at += 1
        return building

    def area(self) -> BaseGeometry:
        found = self.named(AREAS)
        if found is not None:
            return self.drawn(found)
        name = self.peek()
        building = _building(self.layout, name)
        if building is not None:
            self.at += 1
            return building
        if name in self.zones:
            if name in self.path:
                raise BadZone(f"the zone {name!r} is made of itself")
            self.at += 1
            return _drawn(self.zones[name], self.layout, self.zones, (*self.path, name))
        raise BadZone(
            f"unknown area {name!r}; known are {', '.join(AREAS)}, the mission's zones and buildings: {self.text!r}"
        )

    def drawn(self, feature: Feature) -> BaseGeometry:
        try:
            return feature(self.layout)
        except LookupError as error:
            raise BadZone(f"{error}: {self.text!r}") from error


def _drawn(text: str, layout: Layout, zones: Mapping[str, str], path: tuple[str, ...]) -> BaseGeometry:
    reader = _Reader(text, layout, zones, path)
    shape = reader.either()
    if reader.at < len(reader.words):
        raise BadZone(f"{reader.peek()!r} was not expected here: {text!r}")
    return shape


def rings(shape: MultiPolygon) -> list[list[tuple[float, float]]]:
    """A zone as plain outlines: a part with a hole in it is cut in two through the hole."""
    outlines: list[list[tuple[float, float]]] = []
    for part in shape.geoms:
        if part.interiors:
            left, low, right, high = part.bounds
            middle = part.interiors[0].centroid.x
            for piece in (box(left, low, middle, high), box(middle, low, right, high)):
                outlines += rings(_areas(part.intersection(piece)))
        else:
            outlines.append([(round(x, 4), round(y, 4)) for x, y in part.exterior.coords[:-1]])
    return outlines


def _areas(shape: BaseGeometry) -> MultiPolygon:
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and part.area > 1e-6]
    return MultiPolygon(parts)


def drawn(name: str, layout: Layout, zones: Mapping[str, str]) -> MultiPolygon:
    """A zone as it lies on the table; empty ones are refused."""
    shape = layout.placed(_drawn(zones[name], layout, zones, (name,)))
    zone = _areas(shape)
    if zone.is_empty:
        raise BadZone(
            f"the zone {name!r} is empty on a table of {layout.width:g} by {layout.height:g}: {zones[name]!r}"
        )
    return zone
