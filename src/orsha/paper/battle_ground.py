"""The ground of a battle's table, painted kind by kind: tints, crowns, furrows, roofs. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin, sqrt

from shapely import LineString, Polygon

from orsha.paper.battle_shapes import (
    Points,
    border,
    closed,
    dots,
    edged,
    fill,
    moved,
    rounded,
    rows_in,
    solids,
    steps,
    strewn,
    stroke,
    xy,
)

GRASS, GRASS_DARK, GRASS_LIGHT = "#dfe3bd", "#c3cb98", "#ecefd2"
STREET, STREET_DARK, KERB = "#d3cec5", "#a9a398", "#e6e1d8"
HILL = ("#d9cf9d", "#c9b67c")
CONTOUR = "#9a7b46"
CROPS, CROPS_INK = "#efd97f", "#c19a33"
EARTH, EARTH_INK = "#cdb08a", "#9b7a52"
MEADOW, MEADOW_INK = "#cfdc9f", "#8fa95c"
WOODS, WOODS_TOP, WOODS_INK, FLOOR = "#4f7f42", "#79a862", "#294d27", "#8cab6c"
ORCHARD, ORCHARD_TOP, ORCHARD_INK, ORCHARD_FLOOR = "#7fae57", "#abd083", "#3f6b2c", "#c6d99b"
SCRUB, SCRUB_INK = "#93a85c", "#5d7434"
MARSH, MARSH_INK, REED = "#c3ded3", "#3f8790", "#4d7a3a"
WATER, WATER_INK, DEEP, FORD = "#9fcbdd", "#2f6f8f", "#7fb4cd", "#d5dfd2"
ROAD, ROAD_EDGE = "#f4e9d2", "#a98f63"
RAIL, BALLAST = "#3c3a38", "#b9b2a6"
HEDGE, HEDGE_INK, HEDGE_TOP = "#5f8a45", "#2f5226", "#83ad62"
WOOD, PLANK = "#8a6238", "#d8c8a4"
STONE, STONE_INK = "#b5b0a6", "#5f5b54"
ROOF, ROOF_DARK, ROOF_INK = "#b5643c", "#8b4526", "#3b2012"
CITY_ROOF, CITY_DARK = "#8f8a84", "#6f6a65"
RUBBLE, RUBBLE_INK, BRICK = "#c9bfb2", "#8a7d6f", "#a8674b"
CRATER, CRATER_RIM = "#6b5a49", "#d6c8ac"
STRAW, STRAW_INK = "#e8c65a", "#9a7a22"
SHADE = "#1f2a14"


def woods(points: Points, n: int) -> str:
    """A closed canopy, crown by crown."""
    path = rounded(points)
    crowns = strewn(points, 1.75, 0.75, n)
    return (
        fill(rounded(moved(points, 0.55, 0.7)), SHADE, ' fill-opacity="0.28"')
        + edged(path, FLOOR, WOODS_INK, 0.3)
        + stroke(dots(moved(crowns, 0.16, 0.2)), WOODS_INK, 2.35)
        + stroke(dots(crowns), WOODS, 2.1)
        + stroke(dots(moved(crowns, -0.28, -0.34)), WOODS_TOP, 1.0)
    )


def orchard(points: Points, n: int) -> str:
    """Trees in rows."""
    trees = [
        (a[0] + (b[0] - a[0]) * (k + 0.5) / count, a[1] + (b[1] - a[1]) * (k + 0.5) / count)
        for a, b in rows_in(points, 2.5, 0.9)
        for count in [max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / 2.5))]
        for k in range(count)
    ]
    return (
        edged(closed(points), ORCHARD_FLOOR, ORCHARD_INK, 0.2)
        + stroke(dots(moved(trees, 0.3, 0.4)), SHADE, 1.8, ' stroke-linecap="round" stroke-opacity="0.3"')
        + stroke(dots(trees), ORCHARD_INK, 1.75)
        + stroke(dots(trees), ORCHARD, 1.5)
        + stroke(dots(moved(trees, -0.2, -0.24)), ORCHARD_TOP, 0.65)
    )


def scrub(points: Points, n: int) -> str:
    """Low bushes, loosely."""
    bushes = strewn(points, 1.35, 0.5, n)
    return (
        fill(rounded(points), SCRUB, ' fill-opacity="0.3"')
        + stroke(rounded(points), SCRUB_INK, 0.2, ' stroke-dasharray="1 0.7" stroke-opacity="0.7"')
        + stroke(dots(moved(bushes, 0.1, 0.14)), SCRUB_INK, 0.95)
        + stroke(dots(bushes), SCRUB, 0.8)
    )


def crops(points: Points, n: int) -> str:
    """Standing corn in rows."""
    ears = "".join(f"M{xy(a)}L{xy(b)}" for a, b in rows_in(points, 0.8, 0.35))
    return (
        edged(closed(points), CROPS, CROPS_INK, 0.25)
        + stroke(ears, CROPS_INK, 0.3, ' stroke-dasharray="0.45 0.5"')
        + stroke(ears, "#fbeeb0", 0.16, ' stroke-dasharray="0.3 0.65" stroke-dashoffset="0.5"')
    )


def ploughed(points: Points, n: int) -> str:
    """Furrows."""
    furrows = "".join(f"M{xy(a)}L{xy(b)}" for a, b in rows_in(points, 0.95, 0.3))
    return edged(closed(points), EARTH, EARTH_INK, 0.2) + stroke(furrows, EARTH_INK, 0.32, ' stroke-opacity="0.65"')


def meadow(points: Points, n: int) -> str:
    """Pasture: tufts of grass."""
    tufts = "".join(
        f"M{x - 0.35:.2f} {y:.2f}l0.2 -0.45M{x:.2f} {y:.2f}v-0.55M{x + 0.35:.2f} {y:.2f}l-0.2 -0.45"
        for x, y in strewn(points, 3.6, 0.8, n)
    )
    return edged(closed(points), MEADOW, MEADOW_INK, 0.15) + stroke(tufts, MEADOW_INK, 0.18)


def marsh(points: Points, n: int) -> str:
    """Still water and tufts of reed."""
    feet = strewn(points, 2.1, 0.7, n)
    water = "".join(f"M{x - 0.7:.2f} {y:.2f}h1.4" for x, y in feet)
    reeds = "".join(
        f"M{x:.2f} {y:.2f}l{lean:.2f} {-0.85 + abs(lean) * 0.7:.2f}" for x, y in feet for lean in (-0.32, 0, 0.32)
    )
    path = rounded(points)
    return (
        fill(path, MARSH, ' fill-opacity="0.9"')
        + stroke(path, MARSH_INK, 0.22, ' stroke-dasharray="1.4 0.7"')
        + stroke(water, MARSH_INK, 0.2)
        + stroke(reeds, REED, 0.2)
    )


def swamp(points: Points, n: int) -> str:
    """Open black water between the reeds."""
    pools = strewn(points, 2.6, 1.0, n + 3)
    return marsh(points, n) + stroke(dots(pools), WATER_INK, 1.15) + stroke(dots(moved(pools, 0, -0.1)), DEEP, 0.85)


def wooded(under: Callable[[Points, int], str]) -> Callable[[Points, int], str]:
    """Wet ground with trees on it."""

    def painted(points: Points, n: int) -> str:
        trees = strewn(points, 2.3, 0.9, n + 1)
        return (
            under(points, n)
            + stroke(dots(moved(trees, 0.2, 0.26)), WOODS_INK, 1.75)
            + stroke(dots(trees), WOODS, 1.5)
            + stroke(dots(moved(trees, -0.2, -0.25)), WOODS_TOP, 0.7)
        )

    return painted


def hill(points: Points, n: int, steep: bool = False) -> str:
    """Tints that rise, with hachures where it is steep."""
    rows = fill(rounded(moved(points, 0.5, 0.65)), CONTOUR, ' fill-opacity="0.35"')
    rows += edged(rounded(points), HILL[0], CONTOUR, 0.35)
    for part in solids(Polygon(points).buffer(-2.6)):
        if part.area > 12:
            path = rounded(border(part.simplify(0.25)))  # type: ignore[arg-type]
            rows += fill(path, HILL[1], ' fill-opacity="0.75"')
            rows += stroke(path, CONTOUR, 0.2, ' stroke-opacity="0.6"')
    if steep:
        ring = [*points, points[0]]
        marks = "".join(
            f"M{xy(at)}l{across[0] * 1.5 * side:.2f} {across[1] * 1.5 * side:.2f}"
            for side in [1 if Polygon(points).exterior.is_ccw else -1]
            for at, across in steps(ring, 1.1)
        )
        rows += stroke(marks, CONTOUR, 0.26)
    return rows


def contour(points: Points) -> str:
    """A hill's edge where something lies on it."""
    return stroke(rounded(points), CONTOUR, 0.4, ' stroke-dasharray="1.4 0.8"')


def steep_hill(points: Points, n: int) -> str:
    return hill(points, n, steep=True)


def water(points: Points, n: int) -> str:
    path = rounded(points) if len(points) > 6 else closed(points)
    rows = edged(path, WATER, WATER_INK, 0.35)
    for part in solids(Polygon(points).buffer(-0.9)):
        rows += stroke(closed(border(part)), WATER_INK, 0.16, ' stroke-opacity="0.4"')
    waves = "".join(f"M{x - 0.9:.2f} {y:.2f}q0.45 -0.4 0.9 0t0.9 0" for x, y in strewn(points, 4.2, 1.6, n))
    return rows + stroke(waves, WATER_INK, 0.18, ' stroke-opacity="0.7" stroke-linecap="round"')


def craters(points: Points, n: int) -> str:
    holes = strewn(points, 2.2, 0.9, n)
    return (
        fill(rounded(points), EARTH, ' fill-opacity="0.35"')
        + stroke(dots(holes), CRATER_RIM, 1.7)
        + stroke(dots(moved(holes, 0.06, 0.08)), CRATER, 1.05)
    )


def rocks(points: Points, n: int) -> str:
    rows = fill(rounded(points), STONE, ' fill-opacity="0.3"')
    for k, (x, y) in enumerate(strewn(points, 1.9, 0.8, n)):
        size = 0.55 + 0.25 * ((k * 7 + n) % 3)
        spots = [(x + size * cos(a), y + size * 0.8 * sin(a)) for a in (0.3, 1.4, 2.6, 3.9, 5.2)]
        rows += edged(closed(spots), STONE, STONE_INK, 0.16)
    return rows


def rubble(points: Points, n: int) -> str:
    """Broken brick and stone."""
    path, bricks, stones = closed(points), "", ""
    for k, (x, y) in enumerate(strewn(points, 1.75, 0.5, n)):
        turn = (k * 2.399 + n) % (2 * pi)
        a, b = 0.5 * cos(turn), 0.5 * sin(turn)
        chip = closed(
            [
                (x - a - b / 2, y - b + a / 2),
                (x + a - b / 2, y + b + a / 2),
                (x + a + b / 2, y + b - a / 2),
                (x - a + b / 2, y - b - a / 2),
            ]
        )
        if k % 3:
            stones += chip
        else:
            bricks += chip
    return (
        edged(path, RUBBLE, RUBBLE_INK, 0.2)
        + fill(stones, RUBBLE_INK, ' fill-opacity="0.55"')
        + fill(bricks, BRICK, ' fill-opacity="0.75"')
    )


def street(points: Points, n: int) -> str:
    return edged(closed(points), STREET, STREET_DARK, 0.2)


def building(points: Points, n: int, roof: str = ROOF, dark: str = ROOF_DARK) -> str:
    """A house from above: two slopes of roof and a shadow."""
    rows = fill(closed(moved(points, 0.6, 0.75)), SHADE, ' fill-opacity="0.4"')
    rows += edged(closed(points), roof, ROOF_INK, 0.3)
    shape = Polygon(points)
    frame = border(solids(shape.minimum_rotated_rectangle)[0])
    sides = [hypot(frame[k][0] - frame[k - 1][0], frame[k][1] - frame[k - 1][1]) for k in range(4)]
    first = 0 if sides[0] >= sides[1] else 1
    a, b, c, d = (frame[(first + k - 1) % 4] for k in range(4))
    # The ridge runs along the longer side; the slope away from the light is dark.
    ridge = (((b[0] + c[0]) / 2, (b[1] + c[1]) / 2), ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2))
    halves = [[a, b, ridge[0], ridge[1]], [d, c, ridge[0], ridge[1]]]
    low = max(halves, key=lambda half: sum(x + y for x, y in half[:2]))
    for part in solids(Polygon(low).intersection(shape)):
        rows += fill(closed(border(part)), dark)
    line = LineString(ridge).intersection(shape)
    for part in getattr(line, "geoms", [line]):
        if isinstance(part, LineString) and part.length:
            (ax, ay), (bx, by) = part.coords[0][:2], part.coords[-1][:2]
            rows += stroke(f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}", ROOF_INK, 0.22)
    return rows + stroke(closed(points), ROOF_INK, 0.3)


def city_building(points: Points, n: int) -> str:
    """A block with a flat roof and thick walls."""
    rows = fill(closed(moved(points, 1.0, 1.2)), SHADE, ' fill-opacity="0.4"')
    rows += edged(closed(points), CITY_ROOF, ROOF_INK, 0.5)
    for inner in solids(Polygon(points).buffer(-0.9, join_style="mitre")):
        rows += edged(closed(border(inner)), CITY_DARK, ROOF_INK, 0.2)
    return rows


def haystack(points: Points, n: int) -> str:
    shape = Polygon(points)
    x, y, far = shape.centroid.x, shape.centroid.y, sqrt(shape.area / pi)
    straws = "".join(f"M{x:.2f} {y:.2f}l{far * 0.8 * cos(k):.2f} {far * 0.8 * sin(k):.2f}" for k in range(7))
    return (
        fill(rounded(moved(points, 0.35, 0.45)), SHADE, ' fill-opacity="0.35"')
        + edged(rounded(points), STRAW, STRAW_INK, 0.22)
        + stroke(straws, STRAW_INK, 0.14)
    )


def fountain(points: Points, n: int) -> str:
    basin = solids(Polygon(points).buffer(-0.8))
    return edged(closed(points), STONE, STONE_INK, 0.3) + "".join(
        edged(closed(border(inner)), WATER, WATER_INK, 0.2) for inner in basin
    )


def wreck(points: Points, n: int) -> str:
    return edged(closed(points), "#55504a", "#1f1c19", 0.3)


def wire(points: Points, n: int) -> str:
    loops = "".join(f"M{x - 0.5:.2f} {y:.2f}a0.5 0.5 0 1 1 1 0" for x, y in strewn(points, 1.2, 0.3, n))
    return stroke(loops, STONE_INK, 0.2)


Painter = Callable[[Points, int], str]

AREAS: dict[str, Painter] = {
    "hill": hill,
    "steep-hill": steep_hill,
    "street": street,
    "open": meadow,
    "ploughed": ploughed,
    "crops": crops,
    "marsh": marsh,
    "swamp": swamp,
    "wooded-marsh": wooded(marsh),
    "wooded-swamp": wooded(swamp),
    "rubble": rubble,
    "craters": craters,
    "rocks": rocks,
    "shallow-river": water,
    "deep-river": water,
    "pond": water,
    "barbed-wire": wire,
    "scrub": scrub,
    "orchard": orchard,
    "woods": woods,
    "haystack": haystack,
    "fountain": fountain,
    "wreck": wreck,
    "building": building,
    "city-building": city_building,
}
"""How each kind of area is painted, those underneath first."""
