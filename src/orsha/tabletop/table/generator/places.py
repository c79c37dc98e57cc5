"""Villages, fields, woods and the rest, each where there is room for it and the cover stays even."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.table.generator.luck import along, blob, box, snapped, tidy, unit
from orsha.tabletop.table.generator.site import Gaps, Site
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import Outline, Spot
from orsha.tabletop.table.table import Feature

HOUSE: Gaps = {
    "way": 0.5,
    "building": 0.6,
    "water": 0.8,
    "crossing": 1.5,
    "trees": 0.3,
    "wet": 0.4,
    "field": 0.1,
    "edge": 0.2,
}
WOOD: Gaps = {
    "way": 0.4, "building": 0.7, "trees": 0.8, "water": 0.4, "crossing": 1.2, "wet": 0.3, "field": 0.25, "thing": 0.3,
    "edge": 0.2,
}  # fmt: skip
FIELD: Gaps = {
    "way": 0.35, "building": 0.35, "trees": 0.3, "water": 0.5, "crossing": 1, "wet": 0.3, "field": 0.45, "thing": 0.2,
    "edge": 0.1,
}  # fmt: skip
GARDEN: Gaps = {
    "way": 0.4, "building": 0.2, "trees": 0.2, "water": 0.3, "crossing": 1, "wet": 0.2, "field": 0.2, "edge": 0.3
}  # fmt: skip
WATER: Gaps = {"way": 0.8, "building": 0.8, "trees": 0.4, "water": 0.6, "crossing": 1.5, "field": 0.3, "hill": 0.5}
MARSH: Gaps = {
    "way": 0.3,
    "building": 0.5,
    "trees": 0.3,
    "wet": 0.5,
    "crossing": 0.8,
    "field": 0.3,
    "hill": 0.3,
    "edge": 0.2,
}
HILL: Gaps = {"hill": 1.0, "water": 0.5, "wet": 0.5, "crossing": 1}


# -- villages


def village(site: Site, name: str, houses: int) -> int:
    """Houses along a road about some spot of it; how many found room."""
    roads = site.lines("road")
    if not roads:
        return 0
    road = site.luck.pick(roads)
    middle = site.luck.between(0.15, 0.85)
    long = LineString(road).length
    built = 0
    step = 1450 / long
    for n in range(3 * houses):
        if built == houses:
            break
        # Outwards from the middle, now on one side of it and now on the other.
        share = middle + (n // 2 + site.luck.between(-0.15, 0.15)) * step * (1 if n % 2 else -1)
        if 0.03 < share < 0.97:
            built += _house(site, road, share, 1 if (n // 2) % 2 else -1, name if not built else "")
    return built


def _house(site: Site, road: Outline, share: float, side: int, village: str) -> int:
    """A house beside a road; the first of a village is its church. Each hand of the road is tried."""
    luck = site.luck
    spot, bearing = along(road, share)
    wide, long = luck.between(1.5, 2.1) * MIL, luck.between(1.9, 2.7) * MIL
    if village:
        wide, long = 2.2 * MIL, 3.4 * MIL
    turn = bearing + luck.between(-4, 4)
    if luck.chance(35):
        wide, long = long, wide
    for hand in (side, -side):
        off = 1000 + luck.between(0.6, 1.1) * MIL + wide / 2
        ux, uy = unit(bearing)
        middle = snapped(spot[0] + hand * uy * off, spot[1] - hand * ux * off)
        outline = box(middle, turn, wide, long)
        if not village and luck.chance(20):
            outline = _with_wing(middle, turn, wide, long)
        inside = Polygon(outline).within(site.edge.buffer(-0.4 * MIL))
        if inside and site.free(Polygon(outline), HOUSE):
            site.put(Feature("building", area=outline, name=f"the church of {village}" if village else ""))
            if luck.chance(55):
                _garden(site, middle, bearing, hand, wide / 2, long / 2)
            return 1
    return 0


def _garden(site: Site, middle: Spot, bearing: float, hand: int, wide: float, long: float) -> None:
    """A fence behind a house, with a corner at one end."""
    ux, uy = unit(bearing)
    vx, vy = hand * uy, -hand * ux
    back, side = max(wide, long) + 1400, max(wide, long) + 500
    end = site.luck.pick((-1, 1))
    spots = tuple(
        snapped(middle[0] + vx * b + ux * a, middle[1] + vy * b + uy * a)
        for b, a in ((back, -end * side), (back, end * side), (back - 1600, end * side))
    )
    shape = LineString(spots).buffer(100)
    if shape.within(site.edge) and site.free(shape, GARDEN):
        site.put(Feature("fence", line=spots))


def _with_wing(middle: Spot, bearing: float, wide: float, long: float) -> Outline:
    """A house of two wings."""
    ux, uy = unit(bearing)
    ways = ((1, 1), (1, -1), (-1, -1), (-1, 0), (0, 0), (0, 1))
    return tidy(
        [
            snapped(
                middle[0] + a * ux * long / 2 + r * uy * wide / 2, middle[1] + a * uy * long / 2 - r * ux * wide / 2
            )
            for a, r in ways
        ]
    )


# -- natural ground


def woods(site: Site, low: float, high: float, kind: str = "woods") -> None:
    """Woods, or scrub, of a size from low to high inches across their half."""

    def make() -> Feature | None:
        wide = site.luck.between(low, high) * MIL
        middle = site.somewhere(wide * 0.7)
        if site.taken(middle, WOOD):
            return None
        outline = site.clipped(blob(site.luck, middle, wide, wide * site.luck.between(0.6, 1)))
        return None if outline is None else Feature(kind, area=outline)

    site.put_best(make, WOOD)


def hill(site: Site) -> None:
    def make() -> Feature | None:
        wide = site.luck.between(4.5, 8) * MIL
        outline = site.clipped(
            blob(site.luck, site.somewhere(wide * 0.5), wide, wide * site.luck.between(0.5, 0.8), 18)
        )
        return None if outline is None else Feature("hill", area=outline)

    site.put_best(make, HILL)


def pond(site: Site, keep: BaseGeometry) -> None:
    """A pond, away from where objectives and deploying units need ground."""

    def make() -> Feature | None:
        wide = site.luck.between(1.2, 2.2) * MIL
        outline = site.clipped(blob(site.luck, site.somewhere(), wide, wide * 0.75, 12))
        if outline is None or Polygon(outline).intersects(keep):
            return None
        return Feature("pond", area=outline)

    site.put_best(make, WATER)


def marsh(site: Site) -> None:
    """Marsh, by water if there is any; some of it wooded."""
    streams = site.lines("stream")

    def make() -> Feature | None:
        wide = site.luck.between(1.8, 3.4) * MIL
        middle = site.somewhere(wide * 0.5)
        if streams:
            spot, bearing = along(site.luck.pick(streams), site.luck.between(0, 1))
            ux, uy = unit(bearing)
            off = site.luck.pick((-1, 1)) * wide * site.luck.between(0, 0.8)
            middle = snapped(spot[0] + uy * off, spot[1] - ux * off)
        outline = site.clipped(blob(site.luck, middle, wide, wide * site.luck.between(0.5, 0.75)))
        kind = "wooded-marsh" if site.luck.chance(25) else "marsh"
        return None if outline is None else Feature(kind, area=outline)

    site.put_best(make, MARSH)


def scrub(site: Site) -> None:
    woods(site, 1.4, 2.4, "scrub")


# -- fields


def orchard(site: Site) -> None:
    """Trees in rows, by a house if there is one with room."""
    houses = [shape for group, shape in site.shapes if group == "building"]

    def make() -> Feature | None:
        wide, long = site.luck.between(2.4, 4) * MIL, site.luck.between(2.8, 4.6) * MIL
        middle = site.somewhere()
        if houses and site.luck.chance(70):
            house = site.luck.pick(houses)
            ux, uy = unit(site.luck.whole(0, 359))
            middle = snapped(house.centroid.x + ux * 4 * MIL, house.centroid.y + uy * 4 * MIL)
        outline = site.clipped(box(middle, _bearing_at(site, middle), wide, long))
        return None if outline is None else Feature("orchard", area=outline)

    site.put_best(make, WOOD)


def field(site: Site) -> None:
    """A field along the nearest road, often with a hedge or a fence on a side or two."""
    luck = site.luck
    kind = luck.pick(("crops", "crops", "crops", "ploughed", "ploughed", "open"))

    def make() -> Feature | None:
        wide, long = luck.between(4.5, 8.5) * MIL, luck.between(6, 11) * MIL
        middle, bearing = _field_spot(site, wide, long)
        if site.taken(middle, FIELD):
            return None
        outline = site.clipped(box(middle, bearing, wide, long))
        return None if outline is None else Feature(kind, area=outline)

    made = site.put_best(make, FIELD)
    if made is None:
        return
    sides = list(pairwise((*made.area, made.area[0])))
    hedged = 3 if kind == "open" else luck.pick((0, 1, 1, 2))
    border = luck.pick(("hedge", "hedge", "fence"))
    for a, b in luck.mixed(sides)[:hedged]:
        on_edge = any(a[n] == b[n] and a[n] in (0, site.size[n]) for n in (0, 1))
        if not on_edge and Point(a).distance(Point(b)) > 1.5 * MIL:
            site.put(Feature(border, line=(a, b)))


def _field_spot(site: Site, wide: float, long: float) -> tuple[Spot, float]:
    """Where a field lies and which way: fronting a road, next to another field, or anywhere."""
    luck = site.luck
    roads = site.lines("road", "railway")
    others = [one for one in site.features if one.kind in ("crops", "ploughed", "open")]
    chance = luck.between(0, 100)
    if roads and chance < 35:
        spot, bearing = along(luck.pick(roads), luck.between(0.02, 0.98))
        ux, uy = unit(bearing)
        off = luck.pick((-1, 1)) * (wide / 2 + 1500)
        return snapped(spot[0] + uy * off, spot[1] - ux * off), bearing
    if others and chance < 70:
        beside = luck.pick(others)
        a, b = luck.pick(list(pairwise((*beside.area, beside.area[0]))))
        bearing = round(degrees(atan2(b[0] - a[0], b[1] - a[1]))) % 360
        ux, uy = unit(bearing)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        off = wide / 2 + 550
        return snapped(middle[0] + uy * off, middle[1] - ux * off), bearing
    spot = site.somewhere(MIL)
    return spot, _bearing_at(site, spot)


def haystack(site: Site) -> None:
    def make() -> Feature | None:
        outline = blob(site.luck, site.somewhere(-MIL), 450, 400, 8)
        return Feature("haystack", area=outline) if Polygon(outline).is_valid else None

    site.put_best(
        make, {"way": 0.3, "building": 0.4, "trees": 0.2, "water": 0.4, "crossing": 1, "wet": 0.3, "edge": 0.2}
    )


def _bearing_at(site: Site, spot: Spot) -> float:
    """The way the nearest road runs; fields and orchards lie along it."""
    roads = site.lines("road", "railway")
    if not roads:
        return 0
    steps = [step for road in roads for step in pairwise(road)]
    a, b = min(steps, key=lambda s: (s[0][0] + s[1][0] - 2 * spot[0]) ** 2 + (s[0][1] + s[1][1] - 2 * spot[1]) ** 2)
    return round(degrees(atan2(b[0] - a[0], b[1] - a[1])))


# -- the city


def fountain(size: Spot) -> Feature:
    """002 The Square: in the middle of the table, and so between the building and the attacker's edge."""
    return Feature("fountain", area=box((size[0] // 2, size[1] // 2), 45, 1600, 1600), name="the fountain")
