"""Where reserves come on, as bands along the inside of a battle table's edge, each with its name. Millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from shapely import LineString, MultiPolygon, Polygon

from orsha.paper import ink
from orsha.paper.arrivals import SHORT
from orsha.paper.ink import COLOUR, Box, Point
from orsha.paper.zone_parts import arrivals
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.library import Mission

LANES = (0.5, 1.9, 3.3)
"""Where bands begin, counted inwards from the edge: one that would lie on another goes farther in."""
WIDE = 1.1
SIZE = 2.6
RESERVES = "reserves"
"""How the names of zones end that are for nothing but arriving."""


class Coming(Struct, frozen=True):
    """A zone at the edge where reserves of a side come on."""

    words: str
    side: Side
    zone: MultiPolygon


class Band(Struct, frozen=True):
    """A stretch of the table's edge, and the way in from there."""

    a: Point
    b: Point
    inward: Point

    def box(self, lane: float, wide: float = WIDE) -> Box:
        (x, y), xs, ys = self.inward, (self.a[0], self.b[0]), (self.a[1], self.b[1])
        across = sorted((lane * (x + y), (lane + wide) * (x + y)))
        if x:
            return Box(xs[0] + across[0], min(ys), xs[0] + across[1], max(ys))
        return Box(min(xs), ys[0] + across[0], max(xs), ys[0] + across[1])

    @property
    def long(self) -> float:
        return abs(self.b[0] - self.a[0]) + abs(self.b[1] - self.a[1])


def areas(mission: Mission, zone: Callable[[str], MultiPolygon]) -> dict[str, MultiPolygon]:
    """A mission's zones but for those where reserves come on."""
    edges = {one.zone for one in arrivals(mission)}
    return {name: zone(name) for name in mission.file.zones if name not in edges and not name.endswith(RESERVES)}


def coming(mission: Mission, zone: Callable[[str], MultiPolygon]) -> list[Coming]:
    """Where the reserves of both sides come on; scattered ones by their die."""
    return [
        Coming(one.words if one.words.startswith(one.side) else f"{one.side}'s {one.words}", one.side, zone(one.zone))
        for one in arrivals(mission)
    ]


def coming_svg(found: Sequence[Coming], table: Box, scale: float, taken: list[Box]) -> str:
    """The bands and their names; `taken`: where names stand already."""
    bands, names = "", ""
    placed: list[tuple[Point, Box]] = []
    for one, part in [(each, part) for each in found for part in each.zone.geoms]:
        stretches = list(_bands(part, table, scale))
        free = (n for n in LANES if not any(_taken(band, n, placed) for band in stretches))
        lane = next(free, LANES[-1])
        for band in stretches:
            placed.append((band.inward, band.box(lane)))
            bands += _rect(band.box(lane), COLOUR[one.side])
        if stretches:
            names += _name(one, max(stretches, key=lambda band: band.long + abs(band.inward[1])), table, taken)
    return bands + names


def _bands(part: Polygon, table: Box, scale: float) -> Iterator[Band]:
    left, top, right, bottom = table.left, table.top, table.right, table.bottom
    edges: list[tuple[Point, Point, Point]] = [
        ((left, bottom), (right, bottom), (0, -1)),
        ((left, top), (right, top), (0, 1)),
        ((left, top), (left, bottom), (1, 0)),
        ((right, top), (right, bottom), (-1, 0)),
    ]
    near = part.buffer(0.05)
    for a, b, inward in edges:
        line = LineString([((x - left) / scale, (bottom - y) / scale) for x, y in (a, b)]).intersection(near)
        if line.length > SHORT:
            x0, y0, x1, y1 = line.bounds
            yield Band((left + x0 * scale, bottom - y1 * scale), (left + x1 * scale, bottom - y0 * scale), inward)


def _taken(band: Band, lane: float, placed: Sequence[tuple[Point, Box]]) -> bool:
    """Whether another band lies in that lane of the same edge; those of two edges may cross in a corner."""
    box = band.box(lane).grown(-0.1)
    return any(inward == band.inward and box.overlaps(other.grown(-0.1)) for inward, other in placed)


def _rect(box: Box, colour: str) -> str:
    size = f'width="{box.right - box.left:.2f}" height="{box.bottom - box.top:.2f}"'
    return (
        f'<rect x="{box.left:.2f}" y="{box.top:.2f}" {size} rx="0.3" fill="{colour}" stroke="{ink.PAPER}" '
        f'stroke-width="0.3"/>'
    )


def _name(one: Coming, band: Band, table: Box, taken: list[Box]) -> str:
    """A name just inside its band, in the middle or where there is room along it."""
    half = ink.text_width(one.words, SIZE) / 2
    deep = LANES[-1] + WIDE + 1.9
    spots = []
    for n in range(20):
        t = 0.5 + (n + 1) // 2 * (0.05 if n % 2 else -0.05)
        x, y = band.a[0] + t * (band.b[0] - band.a[0]), band.a[1] + t * (band.b[1] - band.a[1])
        x, y = x + band.inward[0] * (deep + half), y + band.inward[1] * deep
        x = min(max(x, table.left + half + 1), table.right - half - 1)
        spots.append(Box(x - half, y - 1.6, x + half, y + 1.6))
    box = next((spot for spot in spots if not any(spot.overlaps(other) for other in taken)), spots[0])
    taken.append(box)
    at = f'x="{(box.left + box.right) / 2:.2f}" y="{box.bottom - 0.7:.2f}"'
    look = f'font-size="{SIZE}" text-anchor="middle"'
    halo = f' stroke="{ink.PAPER}" stroke-width="1.2" stroke-opacity="0.9" stroke-linejoin="round"'
    colour = COLOUR[one.side]
    return f'<text {at} {look} fill="none"{halo}>{one.words}</text><text {at} {look} fill="{colour}">{one.words}</text>'
