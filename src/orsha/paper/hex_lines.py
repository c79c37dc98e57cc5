"""What runs through hexes and along hexsides: gullies, roads, the railway, slopes, hedges; bridges, discs."""

from __future__ import annotations

from math import cos, pi, sin

from orsha.hexmap.grid import Hex, parse, side_between
from orsha.paper.hex_ground import buildings_svg, with_terrain
from orsha.paper.hex_shapes import STEP, Curve, Place, dot, polygon, shifted, stroke, ways, xy
from orsha.paper.ink import INK, Point

GULLY, GULLY_INK = "#b08a58", "#6f4e2a"
ROAD, ROAD_INK = "#fbf3dc", "#8b6f47"
RAIL, SLEEPER = "#1d1d1d", "#3d352c"
TORN = "#b3261e"
HEDGE, HEDGE_INK = "#3f7a35", "#1f4a1f"
SLOPE = "#8a4f1d"
DISC, DISC_INK = "#ffd23f", "#7a1020"


def lines_svg(place: Place) -> str:
    """All that runs through hexes and stands in them, in the order in which one thing crosses another."""
    return (
        gullies_svg(place)
        + roads_svg(place)
        + bridges_svg(place)
        + railway_svg(place)
        + buildings_svg(place, with_terrain(place.board, "building-wood"))
        + slopes_svg(place)
        + hedges_svg(place)
    )


def _paths(curves: list[Curve], colour: str, width: float, cap: str = "butt", extra: str = "") -> str:
    if not curves:
        return ""
    path = "".join(curve.path() for curve in curves)
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="{cap}" '
        f'stroke-linejoin="round"{extra}/>'
    )


def gullies_svg(place: Place) -> str:
    """A sunken bed with a bank of hash marks on both sides, and culverts where it goes on below."""
    board = place.board
    curves = [way for hex, ground in sorted(board.ground.items()) for way in ways(place, hex, ground.gully)]
    banks = ""
    for curve in curves:
        for (x, y), (ax, ay) in curve.marks(1.25):
            for way in (-1, 1):
                banks += stroke((x + way * ax * 0.75, y + way * ay * 0.75), (x + way * ax * 1.35, y + way * ay * 1.35))
    marks = f'<path d="{banks}" fill="none" stroke="{GULLY_INK}" stroke-width="0.3"/>' if banks else ""
    return (
        marks
        + _paths(curves, GULLY_INK, 1.9, "round")
        + _paths(curves, GULLY, 1.25, "round")
        + "".join(_culvert(place, parse(c.hex), (parse(c.ends[0]), parse(c.ends[1]))) for c in board.file.culverts)
    )


def _culvert(place: Place, hex: Hex, ends: tuple[Hex, Hex]) -> str:
    """A dashed line from gully to gully below what crosses it."""
    sides = [side for side in (side_between(hex, end) for end in ends) if side is not None]
    inner = ways(place, hex, tuple(sides))
    outer = [
        Curve(place.side(hex, side), place.side(hex, side), place.at(end))
        for side, end in zip(sides, ends, strict=True)
    ]
    return _paths([*inner, *outer], GULLY_INK, 1.7, "butt", ' stroke-dasharray="1.3 0.8"')


def roads_svg(place: Place) -> str:
    curves = [way for hex, ground in sorted(place.board.ground.items()) for way in ways(place, hex, ground.road)]
    return _paths(curves, ROAD_INK, 1.75, "round") + _paths(curves, ROAD, 1.15, "round")


def bridges_svg(place: Place) -> str:
    """A bridge where the road meets the gully's bed."""
    rows = ""
    for bridge in place.board.file.bridges:
        hex = parse(bridge.hex)
        bed = ways(place, hex, bridge.gully)[0].point(0.5)
        for road in ways(place, hex, bridge.road):
            _, across = next(road.marks(99.0))
            rows += _bridge(bed, across)
    return rows


def _bridge(middle: Point, across: Point) -> str:
    """Planks and two parapets."""
    x, y = middle
    ax, ay = across

    def at(along: float, aside: float) -> Point:
        return (x + ay * along + ax * aside, y - ax * along + ay * aside)

    deck = [at(-1.7, -0.85), at(1.7, -0.85), at(1.7, 0.85), at(-1.7, 0.85)]
    planks = "".join(stroke(at(n * 0.5, -0.85), at(n * 0.5, 0.85)) for n in range(-3, 4))
    rails = ""
    for way in (-1, 1):
        rails += "M" + "L".join(map(xy, [at(-2.3, way * 1.6), at(-1.6, way), at(1.6, way), at(2.3, way * 1.6)]))
    return (
        f'<path d="{polygon(deck)}" fill="#d9b98a"/>'
        f'<path d="{planks}" fill="none" stroke="{ROAD_INK}" stroke-width="0.2"/>'
        f'<path d="{rails}" fill="none" stroke="{INK}" stroke-width="0.45" stroke-linejoin="round"/>'
    )


def railway_svg(place: Place) -> str:
    """Two rails on sleepers; where the line was torn up, sleepers lie about and a cross marks the hex."""
    board = place.board
    torn = set(map(parse, board.file.torn_up_rail))
    sleepers, rails, loose, crosses = "", "", "", ""
    for hex in sorted(board.railway):
        for curve in ways(place, hex, board[hex].rail):
            for n, ((x, y), (ax, ay)) in enumerate(curve.marks(0.94)):
                turn = (0.0, 0.9, -0.6, 0.4)[n % 4] if hex in torn else 0.0
                tx, ty = ax * cos(turn) - ay * sin(turn), ax * sin(turn) + ay * cos(turn)
                tie = stroke((x - tx * 0.8, y - ty * 0.8), (x + tx * 0.8, y + ty * 0.8))
                loose, sleepers = (loose + tie, sleepers) if hex in torn else (loose, sleepers + tie)
            if hex not in torn:
                rails += curve.path()
        if hex in torn:
            at, far = place.at(hex), 0.2
            for way in (-1, 1):
                crosses += stroke(shifted(at, (-far, -far * way)), shifted(at, (far, far * way)))
    bed = f'<path d="{rails}" fill="none" stroke="#f4efe2" stroke-width="1.9"/>'
    return (
        bed
        + f'<path d="{sleepers}" fill="none" stroke="{SLEEPER}" stroke-width="0.32"/>'
        + f'<path d="{loose}" fill="none" stroke="{SLEEPER}" stroke-width="0.3"/>'
        + f'<path d="{rails}" fill="none" stroke="{RAIL}" stroke-width="0.85"/>'
        + f'<path d="{rails}" fill="none" stroke="#f4efe2" stroke-width="0.4"/>'
        + f'<path d="{crosses}" fill="none" stroke="#ffffff" stroke-width="1.15" stroke-linecap="round"/>'
        + f'<path d="{crosses}" fill="none" stroke="{TORN}" stroke-width="0.65" stroke-linecap="round"/>'
    )


def slopes_svg(place: Place) -> str:
    """001 1.2: hash marks along the hexside, in the hex that is down-slope there."""
    marks = "".join(
        slope_marks(place, hex, side) for hex, ground in sorted(place.board.ground.items()) for side in ground.slope
    )
    return f'<path d="{marks}" fill="none" stroke="{SLOPE}" stroke-width="0.34"/>'


def slope_marks(place: Place, hex: Hex, side: int) -> str:
    (ax, ay), (bx, by) = place.ends(hex, side)
    step = place.inward(hex, side, 0.13)
    rows = ""
    for n in range(7):
        t = (n + 0.5) / 7
        foot = (ax + (bx - ax) * t, ay + (by - ay) * t)
        rows += stroke(foot, (foot[0] + step[0], foot[1] + step[1]))
    return rows


def hedges_svg(place: Place) -> str:
    """A thick green line of bushes along the hexside."""
    bushes = ""
    for hedge in place.board.file.hedges:
        for side in hedge.sides:
            (ax, ay), (bx, by) = place.ends(parse(hedge.hex), side)
            bushes += "".join(dot((ax + (bx - ax) * n / 6, ay + (by - ay) * n / 6)) for n in range(7))
    if not bushes:
        return ""
    return (
        f'<path d="{bushes}" fill="none" stroke="{HEDGE_INK}" stroke-width="1.25" stroke-linecap="round"/>'
        f'<path d="{bushes}" fill="none" stroke="{HEDGE}" stroke-width="0.8" stroke-linecap="round"/>'
    )


def discs_svg(place: Place) -> str:
    """Victory locations: a star on a disc, below the hex's name and beside its house."""
    rows = ""
    for hex in sorted(place.board.victory_locations):
        half = not place.edge.top + 1 < place.at(hex)[1] < place.edge.bottom - 1
        rows += disc(shifted(place.at(hex), disc_step(place, hex)), 0.15 if half else 0.19)
    return rows


def disc_step(place: Place, hex: Hex) -> Point:
    """Where in its hex a disc lies: within the map, and clear of a house."""
    y = place.at(hex)[1]
    if y < place.edge.top + 1:
        return (0.0, 0.4)
    if y > place.edge.bottom - 1:
        return (0.0, -0.14)
    beside = place.board[hex].has("building-wood") or any(b.hex == hex.name for b in place.board.file.bridges)
    return (0.23, 0.22) if beside else (0.0, 0.08)


def disc(at: Point, size: float = 0.2) -> str:
    points = []
    for n in range(10):
        far = STEP * size * (0.8 if n % 2 == 0 else 0.34)
        turn = -pi / 2 + n * pi / 5
        points.append((at[0] + far * cos(turn), at[1] + far * sin(turn)))
    return (
        f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{STEP * size:.2f}" fill="{DISC}" stroke="{DISC_INK}" '
        f'stroke-width="0.4"/><path d="{polygon(points)}" fill="{DISC_INK}"/>'
    )
