"""Roads, railways, streams, bridges and hedges of a battle's table. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Callable

from shapely import LineString

from orsha.paper import battle_ground as ground
from orsha.paper.battle_shapes import Points, band, closed, dots, edged, fill, flowing, moved, steps, stroke, xy
from orsha.paper.ink import Point

BUTT = ' stroke-linecap="butt"'


def roads(paths: list[list[Point]], widths: list[float]) -> str:
    """All roads at once, so that they open into each other."""
    curves = [flowing(path) for path in paths]
    rows = "".join(band(p, ground.ROAD_EDGE, w) for p, w in zip(curves, widths, strict=True))
    rows += "".join(band(p, ground.ROAD, w - 0.7) for p, w in zip(curves, widths, strict=True))
    ruts = ' stroke-dasharray="2.2 1.8" stroke-opacity="0.35"'
    return rows + "".join(stroke(p, ground.ROAD_EDGE, 0.25, ruts) for p in curves)


def streets(paths: list[list[Point]], widths: list[float]) -> str:
    """Paved streets, all at once too."""
    curves = ["M" + "L".join(map(xy, path)) for path in paths]
    rows = "".join(band(p, ground.STONE_INK, w) for p, w in zip(curves, widths, strict=True))
    rows += "".join(band(p, ground.KERB, w - 0.4) for p, w in zip(curves, widths, strict=True))
    rows += "".join(band(p, ground.STREET_DARK, w * 0.72) for p, w in zip(curves, widths, strict=True))
    return rows + "".join(band(p, ground.STREET, w * 0.72 - 0.3) for p, w in zip(curves, widths, strict=True))


def line(kind: str, points: Points, width: float, outline: Points) -> str:
    """A linear feature."""
    return LINES.get(kind, _wall)(points, width, outline)


def across(points: Points, gap: float, half: float) -> str:
    """Short strokes across a line."""
    return "".join(
        f"M{x - half * ax:.2f} {y - half * ay:.2f}l{2 * half * ax:.2f} {2 * half * ay:.2f}"
        for (x, y), (ax, ay) in steps(points, gap)
    )


def straight(points: Points) -> str:
    return "M" + "L".join(map(xy, points))


def _stream(points: Points, width: float, outline: Points) -> str:
    path = flowing(points)
    rows = band(path, ground.WATER_INK, width) + band(path, ground.WATER, width - 0.6)
    return rows + stroke(path, ground.DEEP, max(width * 0.35, 0.3), ' stroke-opacity="0.8"')


def _railway(points: Points, width: float, outline: Points) -> str:
    sides = [LineString(points).offset_curve(side * width * 0.2, join_style="mitre") for side in (-1, 1)]
    rails = "".join(flowing(list(side.coords)) for side in sides)  # type: ignore[arg-type]
    return (
        band(flowing(points), ground.BALLAST, width)
        + stroke(across(points, 1.3, width * 0.42), ground.WOOD, 0.5, BUTT)
        + stroke(rails, ground.RAIL, 0.32, BUTT)
    )


def _hedge(points: Points, width: float, outline: Points) -> str:
    wide = max(width, 1.1)
    bushes = [at for at, _ in steps(points, wide * 0.72)]
    return (
        stroke(dots(moved(bushes, 0.2, 0.28)), ground.SHADE, wide, ' stroke-linecap="round" stroke-opacity="0.3"')
        + stroke(dots(bushes), ground.HEDGE_INK, wide + 0.15)
        + stroke(dots(bushes), ground.HEDGE, wide - 0.15)
        + stroke(dots(moved(bushes, -0.13, -0.16)), ground.HEDGE_TOP, wide * 0.45)
    )


def _fence(points: Points, width: float, outline: Points) -> str:
    return stroke(straight(points), ground.WOOD, 0.35) + stroke(across(points, 1.7, 0.45), ground.WOOD, 0.4)


def _low_wall(points: Points, width: float, outline: Points) -> str:
    wide = max(width, 1.0)
    path = straight(points)
    rows = stroke(path, ground.STONE_INK, wide) + stroke(path, ground.STONE, wide - 0.35)
    return rows + stroke(path, ground.STONE_INK, wide, ' stroke-dasharray="0.15 0.85"')


def _boulevard(points: Points, width: float, outline: Points) -> str:
    trees = [at for at, _ in steps(points, 3.2)]
    path = straight(points)
    strip = stroke(path, ground.MEADOW_INK, width) + stroke(path, ground.MEADOW, width - 0.4)
    return strip + stroke(dots(trees), ground.WOODS_INK, 2.0) + stroke(dots(trees), ground.ORCHARD, 1.7)


def _cliff(points: Points, width: float, outline: Points) -> str:
    teeth = "".join(f"M{xy(at)}l{-1.6 * a[0]:.2f} {-1.6 * a[1]:.2f}" for at, a in steps(points, 0.9))
    return stroke(flowing(points), ground.CONTOUR, 0.6) + stroke(teeth, ground.CONTOUR, 0.35)


def _crest(points: Points, width: float, outline: Points) -> str:
    return stroke(flowing(points), ground.CONTOUR, 0.45, ' stroke-dasharray="2 0.9"')


def _ford(points: Points, width: float, outline: Points) -> str:
    """Shallow water over sand, with ripples across the way."""
    ripples = stroke(across(points, 1.5, width * 0.4), ground.WATER_INK, 0.25, ' stroke-dasharray="1.3 1.1"')
    shine = stroke(across(points, 1.5, width * 0.36), "#ffffff", 0.3, ' stroke-dasharray="1 1.4" stroke-dashoffset="1"')
    return edged(closed(outline), ground.FORD, ground.ROAD_EDGE, 0.25) + ripples + shine


def _bridge(points: Points, width: float, outline: Points) -> str:
    """Planks, and a parapet on both sides."""
    rows = fill(closed(moved(outline, 0.4, 0.5)), ground.SHADE, ' fill-opacity="0.35"')
    rows += edged(closed(outline), ground.PLANK, ground.ROOF_INK, 0.35)
    rows += stroke(across(points, 0.9, width * 0.44), ground.WOOD, 0.18, BUTT)
    sides = (outline[0], outline[1]), (outline[-1], outline[-2])
    return rows + "".join(stroke(straight(side), ground.ROOF_INK, 0.7) for side in sides)


def _rail_bridge(points: Points, width: float, outline: Points) -> str:
    return _bridge(points, width, outline) + _railway(points, width * 0.6, outline)


def _damaged_bridge(points: Points, width: float, outline: Points) -> str:
    middle = LineString(points).interpolate(0.5, normalized=True)
    holes = stroke(dots([(middle.x - 0.6, middle.y - 0.5)]), ground.CRATER, 1.9)
    return (
        _bridge(points, width, outline) + holes + stroke(dots([(middle.x + 0.9, middle.y + 0.7)]), ground.CRATER, 1.3)
    )


def _wall(points: Points, width: float, outline: Points) -> str:
    shade = fill(closed(moved(outline, 0.4, 0.5)), ground.SHADE, ' fill-opacity="0.35"')
    return shade + edged(closed(outline), ground.CITY_DARK, ground.ROOF_INK, 0.3)


LINES: dict[str, Callable[[Points, float, Points], str]] = {
    "stream": _stream,
    "shallow-river": _stream,
    "deep-river": _stream,
    "railway": _railway,
    "hedge": _hedge,
    "bocage": _hedge,
    "fence": _fence,
    "stone-wall": _low_wall,
    "boulevard": _boulevard,
    "cliff": _cliff,
    "crest": _crest,
    "ford": _ford,
    "road-bridge": _bridge,
    "rail-bridge": _rail_bridge,
    "damaged-bridge": _damaged_bridge,
}
"""How each kind of line is painted; roads and streets are painted together, and the rest are walls."""
