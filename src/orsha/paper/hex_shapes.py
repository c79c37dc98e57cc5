"""Hexes on a page: where they lie, the outline of an area of hexes, curves through hexsides. Millimetres, y downwards.

West is at the left and north at the top: numbers grow to the right, letters grow upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin

from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex, centre, neighbour
from orsha.hexmap.map import HexMap
from orsha.paper.ink import Box, Point

STEP = 7.5
"""From one hex's centre to the next."""

_SIDE = [(cos(pi + s * pi / 3), sin(pi + s * pi / 3)) for s in SIDES]
_VERTEX = [(cos(pi + (s + 0.5) * pi / 3), sin(pi + (s + 0.5) * pi / 3)) for s in SIDES]


class Place(Struct, frozen=True):
    """Where a board lies on the page. The map's edge runs through its outermost hexes' centres."""

    board: HexMap
    left: float
    top: float
    west: float
    north: float
    edge: Box

    def at(self, hex: Hex) -> Point:
        letters, numbers = centre(hex)
        return (self.left + (numbers - self.west) * STEP, self.top + (self.north - letters) * STEP)

    def side(self, hex: Hex, side: int, reach: float = 1.0) -> Point:
        """The middle of a hexside, or a point on the way to it."""
        x, y = self.at(hex)
        return (x + _SIDE[side][0] * STEP / 2 * reach, y + _SIDE[side][1] * STEP / 2 * reach)

    def vertex(self, hex: Hex, vertex: int, reach: float = 1.0) -> Point:
        x, y = self.at(hex)
        far = STEP / 3**0.5 * reach
        return (x + _VERTEX[vertex % 6][0] * far, y + _VERTEX[vertex % 6][1] * far)

    def ends(self, hex: Hex, side: int, reach: float = 1.0) -> tuple[Point, Point]:
        """Both ends of a hexside."""
        return self.vertex(hex, side - 1, reach), self.vertex(hex, side, reach)

    def corners(self, hex: Hex, reach: float = 1.0) -> list[Point]:
        return [self.vertex(hex, vertex, reach) for vertex in SIDES]

    def inward(self, hex: Hex, side: int, far: float) -> Point:
        """How far a point moves from a hexside toward the hex's centre, as a step."""
        return (-_SIDE[side][0] * far * STEP, -_SIDE[side][1] * far * STEP)


def place(board: HexMap, left: float, top: float) -> Place:
    spots = [centre(hex) for hex in board.ground]
    north, south = max(x for x, _ in spots), min(x for x, _ in spots)
    west, east = min(y for _, y in spots), max(y for _, y in spots)
    edge = Box(left, top, left + (east - west) * STEP, top + (north - south) * STEP)
    return Place(board, left, top, west, north, edge)


def xy(point: Point) -> str:
    return f"{_short(point[0])} {_short(point[1])}"


def _short(number: float) -> str:
    text = f"{number:.2f}"
    return text.rstrip("0").rstrip(".")


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(map(xy, points)) + "Z"


def dot(point: Point) -> str:
    """A subpath that a round line cap turns into a disc."""
    return f"M{xy(point)}h.01"


def stroke(a: Point, b: Point) -> str:
    return f"M{xy(a)}L{xy(b)}"


# -- areas


def rings(place: Place, area: Iterable[Hex]) -> list[list[tuple[Hex, int]]]:
    """The hexsides about an area, ring by ring, each side as the hex within and its number."""
    inside = set(area)
    follow: dict[tuple[int, int], tuple[Hex, int]] = {}
    for hex in sorted(inside):
        for side in SIDES:
            if neighbour(hex, side) not in inside:
                follow[_key(place, place.ends(hex, side)[0])] = (hex, side)
    found = []
    while follow:
        start = next(iter(follow))
        ring, here = [], start
        while here in follow:
            hex, side = follow.pop(here)
            ring.append((hex, side))
            here = _key(place, place.ends(hex, side)[1])
        found.append(ring)
    return found


def _key(place: Place, vertex: Point) -> tuple[int, int]:
    """A vertex by whole numbers: vertices stand on a lattice of half hexes."""
    return (round((vertex[0] - place.left) * 2 / STEP), round((vertex[1] - place.top) * 2 * 3**0.5 / STEP))


def beyond(board: HexMap, area: set[Hex]) -> set[Hex]:
    """An area with the hexes past the map's edge that it would go on into: straight on to every side."""
    out = {
        neighbour(hex, side)
        for hex in area
        for side in SIDES
        if side in (0, 3) or hex.column in (0, board.file.columns - 1)
    }
    return area | {hex for hex in out if hex not in board}


def smooth_area(place: Place, area: set[Hex]) -> str:
    """An area's outline as ground has it: one curve that keeps to the middles of its hexsides."""
    path = ""
    for ring in rings(place, beyond(place.board, area)):
        points = [place.side(hex, side) for hex, side in ring]
        path += f"M{xy(_middle(points[-1], points[0]))}"
        for point, after in zip(points, [*points[1:], points[0]], strict=True):
            path += f"Q{xy(point)} {xy(_middle(point, after))}"
        path += "Z"
    return path


def hex_area(place: Place, area: set[Hex], inset: float = 0.0) -> str:
    """An area's outline along its hexsides, drawn a little inside them. At the map's edge it follows the edge."""
    path = ""
    room = place.edge.grown(-inset * STEP)
    for ring in rings(place, area):
        points = []
        count = len(ring)
        for index, (hex, side) in enumerate(ring):
            after_hex, after_side = ring[(index + 1) % count]
            corner = place.ends(hex, side)[1]
            one, other = place.inward(hex, side, inset), place.inward(after_hex, after_side, inset)
            # Two sides meet at 120 degrees, so both insets together are the corner's own.
            points.append(_kept(room, (corner[0] + (one[0] + other[0]) / 1.5, corner[1] + (one[1] + other[1]) / 1.5)))
        path += polygon(points)
    return path


def _kept(edge: Box, point: Point) -> Point:
    return (min(max(point[0], edge.left), edge.right), min(max(point[1], edge.top), edge.bottom))


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


# -- curves


class Curve(Struct, frozen=True):
    """A way through a hex: from one point to another, bent toward a third."""

    start: Point
    bend: Point
    end: Point

    def path(self) -> str:
        return f"M{xy(self.start)}Q{xy(self.bend)} {xy(self.end)}"

    def point(self, t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (
            a * self.start[0] + b * self.bend[0] + c * self.end[0],
            a * self.start[1] + b * self.bend[1] + c * self.end[1],
        )

    def marks(self, gap: float) -> Iterator[tuple[Point, Point]]:
        """Points about a gap apart, each with the unit step across the curve."""
        rough = [self.point(n / 8) for n in range(9)]
        long = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(rough))
        count = max(1, round(long / gap))
        for n in range(count):
            t = (n + 0.5) / count
            a, b = self.point(t - 0.01), self.point(t + 0.01)
            far = hypot(b[0] - a[0], b[1] - a[1])
            yield self.point(t), (-(b[1] - a[1]) / far, (b[0] - a[0]) / far)


def ways(place: Place, hex: Hex, sides: tuple[int, ...]) -> list[Curve]:
    """The curves of a road, railway or gully in a hex: through it, to its middle, or meeting there."""
    middle = place.at(hex)
    if len(sides) == 2:
        return [Curve(place.side(hex, sides[0]), middle, place.side(hex, sides[1]))]
    if len(sides) == 4:
        # Two that cross: each goes on to the side that is most nearly opposite.
        a, b, c, d = sorted(sides)
        return [*ways(place, hex, (a, c)), *ways(place, hex, (b, d))]
    if len(sides) == 3:
        # The two that run most nearly on, north to south if all are alike, and the third up to them.
        a, b = max(((a, b) for a in sides for b in sides if a < b), key=_straight)
        through = ways(place, hex, (a, b))[0]
        third = place.side(hex, next(side for side in sides if side not in (a, b)))
        return [through, Curve(third, _middle(third, through.point(0.5)), through.point(0.5))]
    return [Curve(place.side(hex, side), place.side(hex, side, 0.5), middle) for side in sides]


def _straight(pair: tuple[int, int]) -> tuple[int, bool]:
    """How straight on a way through two sides runs, and whether from north to south."""
    apart = pair[1] - pair[0]
    return min(apart, 6 - apart), all(side % 3 for side in pair)


# -- scattered about


def scatter(hex: Hex, count: int, reach: float = 0.42, apart: float = 0.0) -> list[Point]:
    """Some steps from a hex's centre, the same at every drawing and different in every hex, in parts of a hex."""
    start = (hex.column * 7919 + hex.number * 104729) % 1009 / 1009
    found: list[Point] = []
    n = 0
    while len(found) < count and n < 40 * count:
        # Sunflower order: even over the disc, turned by the hex's own start.
        u, v = (start + n * 0.7548776662) % 1, (start * 3 + n * 0.5698402910) % 1
        far, turn = reach * u**0.5, 2 * pi * v
        point = (far * cos(turn), far * sin(turn))
        if all(hypot(point[0] - x, point[1] - y) >= apart for x, y in found):
            found.append(point)
        n += 1
    return found


def shifted(at: Point, step: Point) -> Point:
    """A point some parts of a hex away."""
    return (at[0] + step[0] * STEP, at[1] + step[1] * STEP)
