"""Sight again, slowly, with shapely: the same rules of docs/tables.md from other code."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.table import Stand, Table, base
from orsha.tabletop.table.kernels import COUNTED

MARGIN = 8.0
"""Mils about a limit within which two ways to reckon may differ."""


class Seen(NamedTuple):
    """What a line comes to (0 hidden, 1 covered, 2 clear), and whether that was sure."""

    state: int
    sure: bool


@lru_cache(maxsize=4096)
def shape_of(outline: tuple[tuple[int, int], ...]) -> Polygon:
    return Polygon(outline)


def footprint(stand: Stand) -> BaseGeometry:
    shape = base(stand.base)
    return Point(stand.spot).buffer(shape.half_width, 64) if shape.disc else Polygon(stand.corners())


def height(table: Table, spot: tuple[int, int]) -> tuple[float, bool]:
    tops = [
        (one.lift(kind), shape_of(outline))
        for one, kind, outline in zip(table.features, table.kinds, table.outlines, strict=True)
        if kind.rise
    ]
    sure = all(shape.exterior.distance(Point(spot)) > MARGIN for _, shape in tops)
    return max((lift for lift, shape in tops if shape.contains(Point(spot))), default=0), sure


def line(table: Table, viewer: Stand, target: Stand, part: tuple[int, int]) -> Seen:
    """What the line from a team's middle to a point of another comes to."""
    rules = table.terrain.sight
    (ground_a, sure_a), (ground_b, sure_b) = height(table, viewer.spot), height(table, target.spot)
    z0, z1 = ground_a + rules.eye * 1000 + viewer.up, ground_b + rules.eye * 1000 + target.up
    long = hypot(part[0] - viewer.x, part[1] - viewer.y)
    if long < 1:
        return Seen(2, True)
    own = LineString([viewer.spot, part]).intersection(footprint(viewer)).length
    worst, sure = 2, sure_a and sure_b
    beam = LineString([viewer.spot, part])
    for n, kind in enumerate(table.kinds):
        if kind.height == "flat" or shape_of(table.outlines[n]).distance(beam) > 2 * MARGIN:
            continue
        state, safe = _feature(table, n, viewer.spot, part, z0, z1, own, long)
        sure &= safe
        worst = min(worst, state)
    return Seen(worst, sure)


def _stretch(start: tuple[int, int], end: tuple[int, int], long: float, low: float, high: float) -> LineString | None:
    """The part of a line between two distances along it."""
    if high - low <= 0:
        return None
    dx, dy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    return LineString([(start[0] + dx * t, start[1] + dy * t) for t in (low, high)])


def _feature(
    table: Table,
    n: int,
    start: tuple[int, int],
    end: tuple[int, int],
    z0: float,
    z1: float,
    own: float,
    long: float,
) -> tuple[int, bool]:
    kind, one, shape = table.kinds[n], table.features[n], shape_of(table.outlines[n])
    rules = table.terrain.sight
    ring = shape.exterior
    sure = ring.distance(Point(start)) > MARGIN and ring.distance(Point(end)) > MARGIN
    if kind.rise:
        top = float(one.lift(kind))
    else:
        xs, ys = zip(*table.outlines[n], strict=True)
        middle = (sum(xs) // len(xs), sum(ys) // len(ys))
        foot, safe = height(table, middle)
        sure &= safe
        top = foot + one.high(kind)
    sure &= abs(z0 - top) > 1 and abs(z1 - top) > 1
    # Where along the line the eye's beam is lower than the feature's top.
    low, high = 0.0, long
    if z0 >= top and z1 >= top:
        return 2, sure
    if z0 >= top:
        low = long * (z0 - top) / (z0 - z1)
    elif z1 >= top:
        high = long * (top - z0) / (z1 - z0)
    begin = min(own, long)

    def run(a: float, b: float) -> float:
        piece = _stretch(start, end, long, a, b)
        return 0.0 if piece is None else piece.intersection(shape).length

    in_start, in_end = shape.contains(Point(start)), shape.contains(Point(end))
    near = rules.near * 1000
    all_of_it = run(max(begin, low), high)
    beyond = run(max(begin + near, low), high)
    between = run(max(begin + near, low), min(high, long - near))
    ends_in = in_end and z1 < top

    def over(length: float, limit: float) -> bool:
        nonlocal sure
        sure &= abs(length - limit) > MARGIN
        return length > limit

    if kind.rise or kind.blocks:
        outside = not in_start and not in_end
        if outside and all_of_it > 0 and over(all_of_it, 5):
            return 0, sure
        return (1 if ends_in and not kind.rise else 2), sure
    if kind.height == "tall":
        if one.area:
            limit = rules.inside if in_start and in_end else rules.into if in_start or in_end else rules.through
            if all_of_it > 0 and over(all_of_it, limit * 1000 + 5):
                return 0, sure
        elif between > 0 and over(between, 5):
            return 0, sure
    covers = ends_in or (beyond > 0 and over(beyond, 0))
    return (1 if covers else 2), sure


def sees(table: Table, viewer: Stand, target: Stand) -> tuple[int, bool]:
    """Hidden, concealed or clear; and whether every line that counted was sure."""
    found = [line(table, viewer, target, part) for part in target.parts()]
    back = [line(table, target, viewer, part) for part in viewer.parts()]
    sure = all(one.sure for one in (*found, *back))
    if all(one.state == 0 for one in found):
        return (0 if all(one.state == 0 for one in back) else 1), sure
    area = found[:COUNTED]
    covered = sum(one.state != 2 for one in area)
    return (1 if covered * 100 >= table.terrain.sight.half * COUNTED else 2), sure
