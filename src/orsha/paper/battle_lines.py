"""Roads, railways, streams, bridges and hedges of a battle's table. Lengths are millimetres."""

from __future__ import annotations

from shapely import LineString

from orsha.paper import battle_ground as ground
from orsha.paper.battle_shapes import Points, closed, dots, edged, fill, flowing, moved, steps, stroke, xy
from orsha.paper.ink import Point


def roads(paths: list[list[Point]], widths: list[float]) -> str:
    """All roads at once, so that they open into each other."""
    curves = [flowing(path) for path in paths]
    butt = ' stroke-linecap="round"'
    rows = "".join(stroke(p, ground.ROAD_EDGE, w, butt) for p, w in zip(curves, widths, strict=True))
    rows += "".join(stroke(p, ground.ROAD, w - 0.7, butt) for p, w in zip(curves, widths, strict=True))
    return rows + "".join(
        stroke(p, ground.ROAD_EDGE, 0.25, ' stroke-dasharray="2.2 1.8" stroke-opacity="0.35"') for p in curves
    )


def line(kind: str, points: Points, width: float, outline: Points) -> str:
    """A linear feature."""
    path = flowing(points)
    if kind in ("stream", "shallow-river", "deep-river"):
        rows = stroke(path, ground.WATER_INK, width) + stroke(path, ground.WATER, width - 0.6)
        return rows + stroke(path, ground.DEEP, max(width * 0.35, 0.3), ' stroke-opacity="0.8"')
    if kind == "railway":
        return _railway(points, path, width)
    if kind in ("ford", "road-bridge", "rail-bridge", "damaged-bridge"):
        return _crossing(kind, points, width, outline)
    if kind in ("hedge", "bocage"):
        return _hedge(points, max(width, 1.1) * (1.3 if kind == "bocage" else 1))
    if kind == "fence":
        posts = "".join(
            f"M{x - 0.45 * ax:.2f} {y - 0.45 * ay:.2f}l{0.9 * ax:.2f} {0.9 * ay:.2f}"
            for (x, y), (ax, ay) in steps(points, 1.7)
        )
        straight = "M" + "L".join(map(xy, points))
        return stroke(straight, ground.WOOD, 0.35) + stroke(posts, ground.WOOD, 0.4)
    if kind == "boulevard":
        trees = [at for at, _ in steps(points, 3.2)]
        strip = stroke(path, ground.MEADOW_INK, width) + stroke(path, ground.MEADOW, width - 0.4)
        return strip + stroke(dots(trees), ground.WOODS_INK, 2.0) + stroke(dots(trees), ground.ORCHARD, 1.7)
    if kind == "cliff":
        teeth = "".join(f"M{xy(at)}l{-1.6 * a[0]:.2f} {-1.6 * a[1]:.2f}" for at, a in steps(points, 0.9))
        return stroke(path, ground.CONTOUR, 0.6) + stroke(teeth, ground.CONTOUR, 0.35)
    if kind == "crest":
        return stroke(path, ground.CONTOUR, 0.45, ' stroke-dasharray="2 0.9"')
    if kind == "stone-wall":
        straight = "M" + "L".join(map(xy, points))
        rows = stroke(straight, ground.STONE_INK, max(width, 1.0)) + stroke(
            straight, ground.STONE, max(width, 1.0) - 0.35
        )
        return rows + stroke(straight, ground.STONE_INK, max(width, 1.0), ' stroke-dasharray="0.15 0.85"')
    return edged(closed(outline), ground.CITY_DARK, ground.ROOF_INK, 0.3)


def _railway(points: Points, path: str, width: float) -> str:
    half = width * 0.42
    sleepers = "".join(
        f"M{x - half * ax:.2f} {y - half * ay:.2f}l{2 * half * ax:.2f} {2 * half * ay:.2f}"
        for (x, y), (ax, ay) in steps(points, 1.3)
    )
    rails = "".join(
        flowing([(x + side * width * 0.2 * ax, y + side * width * 0.2 * ay) for (x, y), (ax, ay) in _ends(points)])
        for side in (-1, 1)
    )
    return (
        stroke(path, ground.BALLAST, width, "")
        + stroke(sleepers, ground.WOOD, 0.5, "")
        + stroke(rails, ground.RAIL, 0.32, "")
    )


def _ends(points: Points) -> list[tuple[Point, Point]]:
    """Points all along a line, both ends too, each with the step across."""
    inner = list(steps(points, 3))
    return [(points[0], inner[0][1]), *inner, (points[-1], inner[-1][1])]


def _hedge(points: Points, width: float) -> str:
    bushes = [at for at, _ in steps(points, width * 0.72)]
    return (
        stroke(dots(moved(bushes, 0.2, 0.28)), ground.SHADE, width, ' stroke-linecap="round" stroke-opacity="0.3"')
        + stroke(dots(bushes), ground.HEDGE_INK, width + 0.15)
        + stroke(dots(bushes), ground.HEDGE, width - 0.15)
        + stroke(dots(moved(bushes, -0.13, -0.16)), ground.HEDGE_TOP, width * 0.45)
    )


def _crossing(kind: str, points: Points, width: float, outline: Points) -> str:
    if kind == "ford":
        dashes = "".join(
            f"M{x - width * 0.4 * ax:.2f} {y - width * 0.4 * ay:.2f}l{width * 0.8 * ax:.2f} {width * 0.8 * ay:.2f}"
            for (x, y), (ax, ay) in steps(points, 1.5)
        )
        tint = fill(closed(outline), ground.ROAD, ' fill-opacity="0.45"')
        return tint + stroke(dashes, "#ffffff", 0.5, ' stroke-dasharray="1.2 0.8" stroke-opacity="0.9"')
    planks = "".join(
        f"M{x - width * 0.44 * ax:.2f} {y - width * 0.44 * ay:.2f}l{width * 0.88 * ax:.2f} {width * 0.88 * ay:.2f}"
        for (x, y), (ax, ay) in steps(points, 0.9)
    )
    rows = fill(closed(moved(outline, 0.4, 0.5)), ground.SHADE, ' fill-opacity="0.35"')
    rows += edged(closed(outline), "#d8c8a4" if kind != "rail-bridge" else ground.BALLAST, ground.ROOF_INK, 0.35)
    rows += stroke(planks, ground.WOOD, 0.18, "")
    if kind == "rail-bridge":
        rows += stroke(flowing(points), ground.RAIL, 0.9, "") + stroke(flowing(points), ground.BALLAST, 0.35, "")
    if kind == "damaged-bridge":
        middle = LineString(points).interpolate(0.5, normalized=True)
        rows += stroke(dots([(middle.x - 0.6, middle.y - 0.5)]), ground.CRATER, 1.9)
        rows += stroke(dots([(middle.x + 0.9, middle.y + 0.7)]), ground.CRATER, 1.3)
    sides = [outline[0], outline[1]], [outline[-1], outline[-2]]
    return rows + "".join(stroke(f"M{xy(a)}L{xy(b)}", ground.ROOF_INK, 0.7) for a, b in sides)
