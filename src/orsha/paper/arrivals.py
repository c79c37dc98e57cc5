"""Where reserves come on, drawn as bands along the outside of the table's edge."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from shapely import LineString

from orsha.paper.distances import Shaft
from orsha.paper.frame import BAND, BANDS, INNER_LANE, Frame, pieces
from orsha.paper.ink import COLOUR, Arrow, Box, Label, Point, text_width
from orsha.paper.places import Spot, spot
from orsha.paper.zone_parts import Arrival
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.library import Mission

SHORT = 1.5
"""A stretch of edge no longer than this is only the strip's own depth about a corner."""


class Band(Struct, frozen=True):
    """A stretch of edge, on the map, and the way out of the table there."""

    a: Point
    b: Point
    out: Point
    side: Side
    words: str
    group: str
    """Bands of one group share one name."""
    lane: int = 0

    def beside(self, point: Point, off: float) -> Point:
        return point[0] + self.out[0] * off, point[1] + self.out[1] * off

    def box(self) -> Box:
        near, far = BANDS[self.lane], BANDS[self.lane] + BAND
        corners = [self.beside(p, off) for p in (self.a, self.b) for off in (near, far)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))


def edges(frame: Frame) -> list[tuple[Point, Point, Point]]:
    """The table's four edges on the map, each with the way out."""
    t = frame.table
    return [
        ((t.left, t.bottom), (t.right, t.bottom), (0, 1)),
        ((t.left, t.top), (t.right, t.top), (0, -1)),
        ((t.left, t.top), (t.left, t.bottom), (-1, 0)),
        ((t.right, t.top), (t.right, t.bottom), (1, 0)),
    ]


def bands(mission: Mission, frame: Frame, found: list[Arrival]) -> list[Band]:
    """The bands of all arrivals; one that would lie on another goes to the next lane out."""
    placed: list[Band] = []
    for arrival in found:
        placed += [_in_free_lane(band, placed) for band in _stretches(mission, frame, arrival)]
    return placed


def _in_free_lane(band: Band, placed: list[Band]) -> Band:
    lanes = [replace(band, lane=lane) for lane in range(len(BANDS))]
    free = (lane for lane in lanes if not any(lane.box().overlaps(other.box()) for other in placed))
    return next(free, lanes[-1])


def _stretches(mission: Mission, frame: Frame, arrival: Arrival) -> list[Band]:
    zone = frame.drawn(mission.zone(arrival.zone, frame.layout))
    found = []
    for n, part in enumerate(pieces(zone)):
        for a, b, out in edges(frame):
            meeting = LineString([a, b]).intersection(part.buffer(0.05))
            if meeting.length > SHORT * frame.scale:
                left, top, right, bottom = meeting.bounds
                found.append(
                    Band((left, top), (right, bottom), out, arrival.side, arrival.words, f"{arrival.zone} {n}")
                )
    return found


def band_svg(band: Band) -> str:
    """A band in its side's colour with small white points that show the way in."""
    box = band.box()
    colour = COLOUR[band.side]
    rect = (
        f'<rect x="{box.left:.2f}" y="{box.top:.2f}" width="{box.right - box.left:.2f}" '
        f'height="{box.bottom - box.top:.2f}" rx="0.4" fill="{colour}"/>'
    )
    long = abs(band.b[0] - band.a[0]) + abs(band.b[1] - band.a[1])
    count = max(2, round(long / 9))
    path = "".join(_point_in(band, (n + 0.5) / count) for n in range(count))
    return f'{rect}<path d="{path}" fill="#ffffff"/>'


def _point_in(band: Band, t: float) -> str:
    x, y = band.a[0] + t * (band.b[0] - band.a[0]), band.a[1] + t * (band.b[1] - band.a[1])
    near, far = BANDS[band.lane] + 0.3, BANDS[band.lane] + BAND - 0.3
    (tx, ty), (mx, my) = band.beside((x, y), near), band.beside((x, y), far)
    ox, oy = abs(band.out[1]) * 0.9, abs(band.out[0]) * 0.9
    return f"M{tx:.2f} {ty:.2f}L{mx - ox:.2f} {my - oy:.2f}L{mx + ox:.2f} {my + oy:.2f}Z"


def band_spots(mine: list[Band], frame: Frame) -> list[Spot]:
    """Where an arrival's name may stand: beside its bands, in the margin."""
    found = []
    for band in mine:
        turned = band.out[0] != 0
        half = text_width(band.words, 2.45, True) / 2
        reach = abs(band.b[0] - band.a[0]) + abs(band.b[1] - band.a[1])
        for n in range(21):
            t = n / 20
            x, y = band.a[0] + t * (band.b[0] - band.a[0]), band.a[1] + t * (band.b[1] - band.a[1])
            label = Label((band.words,), band.beside((x, y), INNER_LANE), 2.45, turned, True, COLOUR[band.side], False)
            if label.box().inside(frame.canvas):
                over = max(0.0, half - min(t, 1 - t) * reach)
                found.append(spot(label, abs(t - 0.5) + over * 0.3 + (0.4 if turned else 0)))
    return found


def in_margin(shaft: Shaft, inches: float, feature: str, frame: Frame) -> Arrow | None:
    """An arrow that runs along the table's edge, moved out into the margin; nothing if it runs elsewhere."""
    start, end = frame.at(shaft.start), frame.at(shaft.end)
    for a, b, out in edges(frame):
        across = 1 if out[0] == 0 else 0
        if abs(start[across] - a[across]) < 0.05 and abs(end[across] - b[across]) < 0.05:
            off_x, off_y = out[0] * INNER_LANE, out[1] * INNER_LANE
            return Arrow((start[0] + off_x, start[1] + off_y), (end[0] + off_x, end[1] + off_y), inches, feature)
    return None
