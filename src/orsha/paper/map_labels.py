"""The spots where a map's zones may be named and its distances marked."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace
from shapely import MultiPolygon, box, intersects, prepare
from shapely import Point as Dot

from orsha.paper.arrivals import in_margin
from orsha.paper.distances import Distance, Shaft, distances, parts, shafts
from orsha.paper.frame import Frame, Shape
from orsha.paper.ink import COLOUR, INK, WATER_INK, Arrow, Label, Point
from orsha.paper.places import Spot, spot
from orsha.paper.zone_parts import Arrival, ZonePart
from orsha.tabletop.mission.library import Mission
from orsha.tabletop.mission.words import inches

MANY = 160
"""How many spots a zone's name is tried at."""
CROSSED = 6.0
"""What a line under a label costs."""
Wanted = tuple[Distance, list[Shaft], bool]


def zone_spots(part: ZonePart, region: Shape, lines: list[Shape], frame: Frame) -> list[Spot]:
    """Where a zone's name may stand: inside it, near its middle, crossing few lines, lying only where it must."""
    middle = region.centroid
    left, top, right, bottom = region.bounds
    reach = max(hypot(right - left, bottom - top), 1.0)
    prepare(region)
    found: list[Spot] = []
    for turned in (False, True):
        for at in _grid((left, top), (right, bottom)):
            label = _zone_label(part, at, turned)
            edges = label.box()
            if not edges.inside(frame.table):
                continue
            air = edges.grown(0.9)
            shape = box(air.left, air.top, air.right, air.bottom)
            outside = 0.0 if region.covers(shape) else 10 + 24 * shape.difference(region).area / shape.area
            crossed = CROSSED * sum(bool(line.intersects(shape)) for line in lines)
            far = 4 * middle.distance(Dot(at)) / reach
            found.append(spot(label, outside + crossed + far + (5 if turned else 0)))
    return sorted(found, key=lambda s: s.cost)[:MANY]


def _grid(low: Point, high: Point) -> list[Point]:
    steps_x = max(2, min(24, round((high[0] - low[0]) / 2.5)))
    steps_y = max(2, min(24, round((high[1] - low[1]) / 2.0)))
    return [
        (low[0] + (high[0] - low[0]) * i / steps_x, low[1] + (high[1] - low[1]) * j / steps_y)
        for i in range(steps_x + 1)
        for j in range(steps_y + 1)
    ]


def _zone_label(part: ZonePart, at: Point, turned: bool) -> Label:
    if part.kind == "deploy" and part.side:
        return Label(part.words, at, 3.1, turned, True, COLOUR[part.side])
    if part.kind in ("river", "crossings"):
        return Label(part.words, at, 2.3, turned, False, WATER_INK)
    return Label(part.words, at, 2.45, turned, part.kind == "recon", COLOUR[part.side] if part.side else INK)


def building_spots(words: tuple[str, ...], shape: Shape, lines: list[Shape], frame: Frame) -> list[Spot]:
    """A building's name stands close outside its walls."""
    left, top, right, bottom = shape.bounds
    sample = Label(words, (0, 0)).box()
    wide, high = sample.right + 0.6, sample.bottom + 0.6
    found = []
    for n in range(9):
        t = n / 8
        x, y = left + t * (right - left), top + t * (bottom - top)
        for at in ((x, top - high), (x, bottom + high), (left - wide, y), (right + wide, y)):
            label = Label(words, at)
            edges = label.box()
            if edges.inside(frame.table):
                here = box(edges.left, edges.top, edges.right, edges.bottom)
                found.append(spot(label, abs(t - 0.5) + CROSSED * sum(bool(line.intersects(here)) for line in lines)))
    return found


def wanted(mission: Mission, drawn: list[ZonePart], come: list[Arrival], frame: Frame) -> list[Wanted]:
    """Each distance of the zones once, with all the arrows that could show it, and whether reserves are meant."""
    found: list[Wanted] = []
    buildings = frozenset(grid.name for grid in mission.file.buildings)
    for part in drawn:
        zone = mission.zone(part.zone, frame.layout)
        for distance in distances(part.zone, mission.file.zones, buildings):
            for piece in parts(distance.feature, frame.layout):
                ways = shafts(distance, piece, zone, frame.layout)
                _want(found, distance, [s for s in ways if not in_margin(s, 0, "", frame)])
    known = {distance for distance, _, _ in found}
    for arrival in come:
        zone = mission.zone(arrival.zone, frame.layout)
        for distance in distances(arrival.zone, mission.file.zones, buildings):
            if distance not in known:
                for piece in parts(distance.feature, frame.layout):
                    found.append((distance, _along_edges(distance, piece, zone, frame), True))
    return [want for want in found if want[1]]


def _want(found: list[Wanted], distance: Distance, arrows: list[Shaft]) -> None:
    """One arrow is enough for two zones that begin at the same place."""
    for n, (other, theirs, reserve) in enumerate(found):
        common = [s for s in arrows if s in theirs]
        if other.inches == distance.inches and common:
            found[n] = (other, common, reserve)
            return
    found.append((distance, arrows, False))


def _along_edges(distance: Distance, piece: Shape, zone: MultiPolygon, frame: Frame) -> list[Shaft]:
    return [
        s for s in shafts(distance, piece, zone, frame.layout) if in_margin(s, distance.inches, distance.feature, frame)
    ]


def distance_spots(want: Wanted, lines: list[Shape], frame: Frame) -> list[Spot]:
    """Every way to draw one distance."""
    distance, arrows, reserve = want
    low, high = min(s.along for s in arrows), max(s.along for s in arrows)
    found: list[Spot] = []
    for shaft in arrows:
        drawn = Arrow(frame.at(shaft.start), frame.at(shaft.end), distance.inches, distance.feature)
        cost = _liking(shaft, low, high, distance.feature == "centre")
        if reserve:
            drawn = in_margin(shaft, distance.inches, distance.feature, frame) or drawn
            cost = 0 if abs(shaft.start[1] - shaft.end[1]) < 0.01 else 1
        spots = [spot(label, cost + extra, drawn) for label, extra in _distance_labels(drawn)]
        found += [s for s in spots if s.box and s.box.inside(frame.canvas if reserve else frame.table)]
    return _lines_under(found, lines)


def _lines_under(spots: list[Spot], lines: list[Shape]) -> list[Spot]:
    """The spots, dearer for every line that their label hides."""
    boxes = [box(s.box.left, s.box.top, s.box.right, s.box.bottom) for s in spots if s.box]
    hidden = [sum(column) for column in zip(*(intersects(boxes, line) for line in lines), strict=True)]
    return [replace(s, cost=s.cost + CROSSED * float(n)) for s, n in zip(spots, hidden, strict=True)]


def _liking(shaft: Shaft, low: float, high: float, ray: bool) -> float:
    """Arrows stand near an end of what they are measured from, to leave the middle free; from a point they slant."""
    (ax, ay), (bx, by) = shaft.start, shaft.end
    slant = min(abs(ax - bx), abs(ay - by)) / max(abs(ax - bx), abs(ay - by))
    if slant > 0.01:
        return 1.0 - slant if ray else 3.0 - slant
    if ray:
        return 3.0
    if high - low < 1e-6:
        return 1.0
    t = (shaft.along - low) / (high - low)
    return 5 * min(abs(t - 0.12), abs(t - 0.88))


def _distance_labels(drawn: Arrow) -> list[tuple[Label, float]]:
    """The number goes in the middle of its arrow where there is room, else beside it."""
    (ax, ay), (bx, by) = drawn.start, drawn.end
    long = hypot(bx - ax, by - ay)
    x, y = (ax + bx) / 2, (ay + by) / 2
    text = (inches(drawn.inches),)
    flat, up = Label(text, (x, y)), Label(text, (x, y), turned=True)
    wide, high = flat.box().right - x, flat.box().bottom - y
    level, steep = abs(bx - ax) / long, abs(by - ay) / long
    found: list[tuple[Label, float]] = []
    if long >= 2 * (wide * level + high * steep) + 3.6:
        found.append((flat, 0))
    if steep > 0.99 and long >= 2 * wide + 3.6:
        found.append((up, 0.8))
    aside_x, aside_y = steep * (wide + 0.5) + 0.01, level * (high + 0.5)
    slide = max(0.0, wide - long / 2 + 0.4) * level
    for way in (1, -1):
        for along in {0.0, slide, -slide}:
            found.append((Label(text, (x + way * aside_x + along, y + way * aside_y)), 1.5 + abs(along) / 10))
    if steep > 0.99:
        for way in (1, -1):
            found.append((Label(text, (x + way * (high + 0.5), y), turned=True), 2.0))
    return found
