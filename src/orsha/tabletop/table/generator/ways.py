"""Water, roads and railways, and the bridges and fords where they meet."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, sqrt

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.table.generator.flooding import Crossing, crossing_features, river_feature
from orsha.tabletop.table.generator.luck import Luck, along, bending, smooth, snapped
from orsha.tabletop.table.generator.site import Site, parts
from orsha.tabletop.table.kinds import MIL, terrain
from orsha.tabletop.table.shapes import Outline, Spot
from orsha.tabletop.table.table import Feature

Edge = int
"""Lower, right, upper, left: 0 to 3."""
ROAD_TRIES = 40
WET = 2.6 * MIL
"""The most of a stream that a road crosses at once."""
RIVER = 150.0 * MIL * MIL
"""More water than a stream has: only the roads of its own crossings cross a river."""
APART = 3.0 * MIL
"""How far roads keep from each other, and from a railway they run beside."""


def edge_spot(site: Site, edge: Edge, low: float = 0.12, high: float = 0.88) -> Spot:
    """A spot on an edge, not too near a corner."""
    wide, tall = site.size
    share = site.luck.between(low, high)
    if edge % 2:
        return snapped(wide if edge == 1 else 0, tall * share)
    return snapped(wide * share, tall if edge == 2 else 0)


def _opposite(luck: Luck, size: Spot) -> tuple[Edge, Edge]:
    """Two edges across from each other, in either order; along the longer way more often."""
    pair = (3, 1) if luck.chance(60 if size[0] > size[1] else 40) else (0, 2)
    return pair if luck.chance(50) else (pair[1], pair[0])


# -- water


def stream(site: Site) -> None:
    """A stream from one edge to another."""
    luck = site.luck
    for _ in range(ROAD_TRIES):
        first, last = _opposite(luck, site.size)
        if luck.chance(35):
            last = luck.pick([edge for edge in range(4) if edge not in (first, last)])
        path = _inside(site, bending(luck, edge_spot(site, first), edge_spot(site, last), 5, 3 * MIL))
        width = luck.pick((800, 1000, 1200))
        if path is not None and _drawable(path, width):
            site.put(Feature("stream", line=path, width=width))
            return


def _inside(site: Site, path: Outline) -> Outline | None:
    """A line that stays on the table, or nothing."""
    wide, tall = site.size
    inner = path[1:-1]
    if all(500 <= x <= wide - 500 and 500 <= y <= tall - 500 for x, y in inner) and len(path) > 1:
        return path
    return None


def _drawable(path: Outline, width: int) -> bool:
    shape = Polygon(Feature("road", line=path, width=width).outline(terrain().kind("road")))
    return bool(shape.is_valid)


# -- roads


def main_road(site: Site) -> None:
    """A road from edge to opposite edge."""
    for _ in range(ROAD_TRIES):
        first, last = _opposite(site.luck, site.size)
        path = _inside(site, bending(site.luck, edge_spot(site, first), edge_spot(site, last), 3, 4 * MIL))
        if path is not None and _good_road(site, path, None):
            site.put(Feature("road", line=path))
            return


def side_road(site: Site) -> bool:
    """A road from a road to an edge."""
    roads = site.lines("road")
    if not roads:
        return False
    for _ in range(ROAD_TRIES):
        start, _bearing = along(site.luck.pick(roads), site.luck.between(0.25, 0.75))
        end = edge_spot(site, site.luck.whole(0, 3))
        if Point(start).distance(Point(end)) < 12 * MIL:
            continue
        path = _inside(site, bending(site.luck, start, end, 2, 3 * MIL))
        if path is not None and _good_road(site, path, start):
            site.put(Feature("road", line=path))
            return True
    return False


def _good_road(site: Site, path: Outline, start: Spot | None) -> bool:
    """Whether a road keeps apart from others but where it begins, and crosses water squarely."""
    if not _drawable(path, 2 * MIL):
        return False
    line: BaseGeometry = LineString(path)
    for group, shape in site.shapes:
        if group == "water":
            wet = line.intersection(shape)
            if shape.area > RIVER and not wet.is_empty:
                return False
            if any(part.length > WET for part in parts(wet)) or (not wet.is_empty and len(parts(wet)) > 2):
                return False
            if shape.distance(Point(path[0])) < APART or shape.distance(Point(path[-1])) < APART:
                return False
        if group == "way" and shape.area > 0:
            rest = line.difference(Point(start).buffer(1.6 * APART)) if start else line
            if start and rest.distance(shape) < APART * 0.6:
                return False
    return True


def railway(site: Site) -> None:
    """A railway from edge to opposite edge, nearly straight."""
    for _ in range(ROAD_TRIES):
        first, last = _opposite(site.luck, site.size)
        path = _inside(site, bending(site.luck, edge_spot(site, first), edge_spot(site, last), 2, 1.2 * MIL))
        if path is None or not _drawable(path, 1500):
            continue
        line = LineString(path)
        beside = [line.intersection(Polygon(shape).buffer(0.5 * MIL)) for g, shape in site.shapes if g == "way"]
        wet = [line.intersection(shape) for g, shape in site.shapes if g == "water"]
        if all(p.length < 6 * MIL for one in beside for p in parts(one)) and all(
            p.length < WET for one in wet for p in parts(one)
        ):
            site.put(Feature("railway", line=path))
            return


def cross_water(site: Site) -> None:
    """Bridges and fords wherever a way meets water."""
    water = [shape for group, shape in site.shapes if group == "water"]
    ways = [one for one in site.features if one.kind in ("road", "railway")]
    for way in ways:
        road = Polygon(way.outline(terrain().kind(way.kind)))
        for shape in water:
            for wet in parts(LineString(way.line).intersection(shape)):
                if isinstance(wet, LineString) and wet.length > 0:
                    over = min(parts(road.intersection(shape)), key=lambda part: part.distance(wet))
                    site.put(_crossing(site, way, wet, over))


def _crossing(site: Site, way: Feature, wet: LineString, over: BaseGeometry) -> Feature:
    """A bridge or a ford, straight, and long enough for all the water that the way is over."""
    (ax, ay), (bx, by) = wet.coords[0], wet.coords[-1]
    long = max(sqrt((bx - ax) ** 2 + (by - ay) ** 2), 1.0)
    ux, uy = (bx - ax) / long, (by - ay) / long
    corners = over.exterior.coords if isinstance(over, Polygon) else wet.coords
    reach = [(x - ax) * ux + (y - ay) * uy for x, y in corners]
    near, far = min(reach) - 250, max(reach) + 250
    ends = (_on(site, ax + ux * near, ay + uy * near), _on(site, ax + ux * far, ay + uy * far))
    if way.kind == "railway":
        return Feature("rail-bridge", line=ends, width=2000)
    return Feature("ford" if site.luck.chance(30) else "road-bridge", line=ends, width=2600)


def _on(site: Site, x: float, y: float) -> Spot:
    here = snapped(x, y)
    return min(max(here[0], 0), site.size[0]), min(max(here[1], 0), site.size[1])


# -- the river of a mission


def river(site: Site, bed: BaseGeometry, every: float) -> list[tuple[Spot, Spot]]:
    """A mission's deep river with its crossings, each from bank to bank: one for so many inches of its length."""
    left, low, right, high = (round(n) for n in bed.bounds)
    site.put(Feature("deep-river", area=((left, low), (right, low), (right, high), (left, high)), name="River"))
    upright = high - low > right - left
    long = high - low if upright else right - left
    count = ceil(long / (every * MIL))
    found: list[tuple[Spot, Spot]] = []
    for n in range(count):
        at = (n + 0.5) / count * long + site.luck.between(-3, 3) * MIL
        over = 500
        if upright:
            y = snapped(0, low + at)[1]
            ends = ((max(left - over, 0), y), (min(right + over, site.size[0]), y))
        else:
            x = snapped(left + at, 0)[0]
            ends = ((x, max(low - over, 0)), (x, min(high + over, site.size[1])))
        # 000 River Bridging: ruling A12.
        kind = ("ford", "road-bridge", "damaged-bridge")[(site.luck.whole(1, 6) - 1) // 2]
        site.put(Feature(kind, line=ends))
        found.append(ends)
    return found


def laid_river(site: Site, bed: tuple[int, int, int, int], laid: tuple[Crossing, ...], *, upright: bool) -> None:
    """A river with the crossings that players placed: a railway over each railway bridge, roads over the others."""
    site.put(river_feature(bed))
    found = crossing_features(bed, laid, site.size)
    for feature in found:
        site.put(feature)
    roads = [(one.line[0], one.line[1]) for one in found if one.kind != "rail-bridge"]
    rails = [(one.line[0], one.line[1]) for one in found if one.kind == "rail-bridge"]
    if roads:
        river_roads(site, roads, upright=upright)
    for near, far in rails:
        site.put(Feature("railway", line=_over(site, near, far, upright)[0]))


def _over(site: Site, near: Spot, far: Spot, upright: bool) -> tuple[Outline, Spot, Spot]:
    """A way over a crossing from edge to edge, and where its straight stretch begins and ends."""
    before, after = (3, 1) if upright else (0, 2)
    ux, uy = (1, 0) if upright else (0, 1)
    run = 2 * MIL
    start, end = _beyond(site, near, before), _beyond(site, far, after)
    a, b = (near[0] - ux * run, near[1] - uy * run), (far[0] + ux * run, far[1] + uy * run)
    return smooth([start, _half(start, a), a, b, _half(b, end), end], 2), a, b


def river_roads(site: Site, crossings: list[tuple[Spot, Spot]], *, upright: bool) -> None:
    """A road over each crossing from edge to edge, and one along the wider bank that joins them."""
    ux, uy = (1, 0) if upright else (0, 1)
    (near_x, near_y), (far_x, far_y) = crossings[0]
    room = (site.size[0] - far_x, near_x) if upright else (site.size[1] - far_y, near_y)
    beyond = site.luck.chance(50) if room[0] == room[1] else room[0] > room[1]
    bank: list[Spot] = []
    for near, far in crossings:
        path, a, b = _over(site, near, far, upright)
        site.put(Feature("road", line=path))
        away = site.luck.between(2, 6) * MIL
        bank.append(
            _nearest(path, snapped(b[0] + ux * away, b[1] + uy * away))
            if beyond
            else _nearest(path, snapped(a[0] - ux * away, a[1] - uy * away))
        )
    for one, other in pairwise(bank):
        path = bending(site.luck, one, other, 2, 1.5 * MIL)
        site.put(Feature("road", line=path if _drawable(path, 2 * MIL) else (one, other)))


def _beyond(site: Site, spot: Spot, edge: Edge) -> Spot:
    """A spot of an edge about across from another spot."""
    wide, tall = site.size
    sway = site.luck.between(-6, 6) * MIL
    if edge % 2:
        return snapped(wide if edge == 1 else 0, min(max(spot[1] + sway, 3 * MIL), tall - 3 * MIL))
    return snapped(min(max(spot[0] + sway, 3 * MIL), wide - 3 * MIL), tall if edge == 2 else 0)


def _half(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _nearest(path: Outline, spot: Spot) -> Spot:
    """The corner of a line that is nearest to a spot."""
    return min(path, key=lambda one: (one[0] - spot[0]) ** 2 + (one[1] - spot[1]) ** 2)
