"""The ground of a hex map: tints for its levels, and what grows, stands and was blown up on it."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from orsha.hexmap.grid import Hex
from orsha.hexmap.map import HexMap
from orsha.paper.hex_shapes import Place, dot, polygon, scatter, shifted, smooth_area, stroke, xy
from orsha.paper.ink import Point

LEVEL = {-2: "#93b391", -1: "#b3cba0", 0: "#e9e8cb", 1: "#dcc394", 2: "#c9a56c", 3: "#b58a50", 4: "#9c7340"}
CONTOUR = "#8a6a3a"
HOLLOW = "#5d8058"

GRAIN, GRAIN_INK = "#f0d878", "#b8912a"
ORCHARD, ORCHARD_INK = "#7fae57", "#3f6b2c"
WOODS, WOODS_TOP, WOODS_INK = "#4f7f42", "#6f9f58", "#2c5129"
MARSH, MARSH_INK, REED = "#bfdcd3", "#3f8790", "#4d7a3a"
PEAT, PEAT_INK = "#b9a284", "#5f4a33"
CRATER, CRATER_RIM = "#6b5a49", "#d6c8ac"
BARE = "#6d4a2a"
ROOF, ROOF_DARK, ROOF_INK = "#a8703f", "#7f5028", "#3b2412"

Painter = Callable[[Place, set[Hex]], str]


def with_terrain(board: HexMap, *kinds: str) -> set[Hex]:
    return {hex for hex, ground in board.ground.items() if ground.has(*kinds)}


def ground_svg(place: Place) -> str:
    """Everything that fills hexes, from the lowest tint to the roofs."""
    board = place.board
    return levels_svg(place) + "".join(paint(place, chosen(board)) for chosen, paint in PAINTERS.values())


def levels_svg(place: Place) -> str:
    """Tints with contour lines; high ground throws a little shade, hollows have theirs within."""
    board, edge = place.board, place.edge
    rows = [
        f'<rect x="{edge.left}" y="{edge.top}" width="{edge.right - edge.left:.2f}" '
        f'height="{edge.bottom - edge.top:.2f}" fill="{LEVEL[0]}"/>'
    ]
    known = sorted({ground.level for ground in board.ground.values()})
    for level in (n for n in known if n > 0):
        shape = smooth_area(place, {hex for hex, ground in board.ground.items() if ground.level >= level})
        rows.append(f'<path d="{shape}" fill="{CONTOUR}" fill-opacity="0.38" transform="translate(0.5 0.6)"/>')
        rows.append(f'<path d="{shape}" fill="{LEVEL[level]}" stroke="{CONTOUR}" stroke-width="0.32"/>')
    for level in (n for n in reversed(known) if n < 0):
        shape = smooth_area(place, {hex for hex, ground in board.ground.items() if ground.level <= level})
        rows.append(f'<clipPath id="hollow{-level}"><path d="{shape}"/></clipPath>')
        rows.append(
            f'<g clip-path="url(#hollow{-level})"><path d="{shape}" fill="{HOLLOW}" fill-opacity="0.75"/>'
            f'<path d="{shape}" fill="{LEVEL[level]}" transform="translate(0.5 0.6)"/></g>'
            f'<path d="{shape}" fill="none" stroke="{HOLLOW}" stroke-width="0.32"/>'
        )
    return "".join(rows)


def _strokes(path: str, colour: str, width: float, extra: str = "") -> str:
    if not path:
        return ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"{extra}/>'


def _blob(place: Place, area: set[Hex], fill: str, ink: str, opacity: float = 1.0, width: float = 0.22) -> str:
    if not area:
        return ""
    return (
        f'<path d="{smooth_area(place, area)}" fill="{fill}" fill-opacity="{opacity}" stroke="{ink}" '
        f'stroke-width="{width}" stroke-opacity="0.7"/>'
    )


# -- terrain


def grain_svg(place: Place, area: set[Hex]) -> str:
    """Golden fields in rows."""
    rows = ""
    for hex in sorted(area):
        at = place.at(hex)
        for line in range(-2, 3):
            y = line * 0.17
            half = 0.36 - 0.05 * abs(line)
            for n in range(5):
                x = -half + (n + 0.5 * (line % 2)) * half / 2.25
                rows += stroke(shifted(at, (x, y + 0.035)), shifted(at, (x + 0.035, y - 0.035)))
    return _blob(place, area, GRAIN, GRAIN_INK, 0.85) + _strokes(rows, GRAIN_INK, 0.26)


def marsh_svg(place: Place, area: set[Hex]) -> str:
    """Wet ground: still water and tufts of reed."""
    water, reeds = "", ""
    for hex in sorted(area):
        at = place.at(hex)
        for x, y in scatter(hex, 5, 0.38, 0.2):
            foot = shifted(at, (x, y + 0.05))
            water += stroke(shifted(foot, (-0.1, 0)), shifted(foot, (0.1, 0)))
            for lean in (-0.05, 0.0, 0.05):
                reeds += stroke(foot, shifted(foot, (lean, -0.105 + abs(lean) * 0.6)))
    return _blob(place, area, MARSH, MARSH_INK, 0.9) + _strokes(water, MARSH_INK, 0.24) + _strokes(reeds, REED, 0.24)


def peat_svg(place: Place, area: set[Hex]) -> str:
    """Cut peat: brown, with dark wet trenches."""
    pools, banks = "", ""
    for hex in sorted(area):
        at = place.at(hex)
        for n, (x, y) in enumerate(((-0.2, -0.3), (0.16, -0.15), (-0.2, 0.0), (0.17, 0.15), (-0.16, 0.3))):
            half = 0.13 - 0.02 * ((n + hex.number) % 3)
            pools += stroke(shifted(at, (x - half, y)), shifted(at, (x + half, y)))
            banks += dot(shifted(at, (x + half + 0.12, y)))
    blob = _blob(place, area, PEAT, PEAT_INK, 0.95)
    return blob + _strokes(pools, PEAT_INK, 0.55) + _strokes(banks, PEAT_INK, 0.4)


def woods_svg(place: Place, area: set[Hex]) -> str:
    """A closed canopy, crown by crown."""
    dark, light, tops = "", "", ""
    for hex in sorted(area):
        at = place.at(hex)
        for step in scatter(hex, 11, 0.43, 0.2):
            crown = shifted(at, step)
            dark += dot(crown)
            light += dot(shifted(crown, (-0.012, -0.016)))
            tops += dot(shifted(crown, (-0.035, -0.045)))
    base = _blob(place, area, WOODS, WOODS_INK, 1.0, 0.5)
    return base + _strokes(dark, WOODS_INK, 1.62) + _strokes(light, WOODS, 1.4) + _strokes(tops, WOODS_TOP, 0.8)


_TREES: tuple[Point, ...] = (
    (-0.25, -0.22),
    (0.25, -0.22),
    (0.0, 0.0),
    (-0.25, 0.22),
    (0.25, 0.22),
    (0.0, -0.4),
    (0.0, 0.4),
)
_BARE: tuple[Point, ...] = ((-0.22, -0.2), (0.22, -0.2), (-0.22, 0.22), (0.22, 0.22))


def orchard_svg(place: Place, area: set[Hex]) -> str:
    """Trees in rows, with leaves."""
    trees = [shifted(place.at(hex), step) for hex in sorted(area) for step in _TREES]
    shade = "".join(dot(shifted(tree, (0.02, 0.03))) for tree in trees)
    crowns = "".join(map(dot, trees))
    tops = "".join(dot(shifted(tree, (-0.025, -0.03))) for tree in trees)
    return _strokes(shade, ORCHARD_INK, 1.5) + _strokes(crowns, ORCHARD, 1.3) + _strokes(tops, "#a5cc7c", 0.55)


def bare_orchard_svg(place: Place, area: set[Hex]) -> str:
    """001 2.2: four brown trees without leaves, for shells fell here."""
    rows = ""
    for hex in sorted(area):
        for step in _BARE:
            foot = shifted(place.at(hex), (step[0], step[1] + 0.1))
            rows += stroke(foot, shifted(foot, (0, -0.21)))
            for up, out in ((-0.07, 0.085), (-0.13, 0.06)):
                fork = shifted(foot, (0, up))
                rows += stroke(fork, shifted(fork, (-out, -0.075))) + stroke(fork, shifted(fork, (out, -0.075)))
    return _strokes(rows, BARE, 0.36)


def shellholes_svg(place: Place, area: set[Hex]) -> str:
    """Craters, each with the earth it threw up."""
    big, small, holes, pits = "", "", "", ""
    for hex in sorted(area):
        at = place.at(hex)
        trees = place.board[hex].has("orchard")
        count = 3 if trees else 5
        for n, (far, turn) in enumerate(zip((0.3, 0.24, 0.17, 0.31, 0.22), scatter(hex, count, 1.0), strict=False)):
            # Round about the hex's middle, each a little off its turn.
            angle = (n + 0.5 * turn[0]) * 2 * pi / count + hex.number + 2 * hex.column
            here = shifted(at, (far * cos(angle), far * sin(angle)))
            if n % 2 == 0:
                big += dot(here)
                holes += dot(shifted(here, (0.008, 0.01)))
            else:
                small += dot(here)
                pits += dot(shifted(here, (0.008, 0.01)))
    return (
        _strokes(big, CRATER_RIM, 1.5)
        + _strokes(small, CRATER_RIM, 1.1)
        + _strokes(holes, CRATER, 1.0)
        + _strokes(pits, CRATER, 0.66)
    )


def buildings_svg(place: Place, area: set[Hex]) -> str:
    """A wooden house from above: two slopes of roof and a shadow."""
    rows = ""
    for hex in sorted(area):
        at = shifted(place.at(hex), (-0.08, 0.06))

        def corner(x: float, y: float, at: Point = at) -> Point:
            return shifted(at, (x * 0.96 - y * 0.28, x * 0.28 + y * 0.96))

        wide, high = 0.29, 0.18
        whole = [corner(-wide, -high), corner(wide, -high), corner(wide, high), corner(-wide, high)]
        lower = [corner(-wide, 0), corner(wide, 0), corner(wide, high), corner(-wide, high)]
        shade = [shifted(point, (0.06, 0.07)) for point in whole]
        rows += (
            f'<path d="{polygon(shade)}" fill="#000000" fill-opacity="0.3"/><path d="{polygon(whole)}" fill="{ROOF}"/>'
            f'<path d="{polygon(lower)}" fill="{ROOF_DARK}"/>'
            f'<path d="{polygon(whole)}M{xy(corner(-wide, 0))}L{xy(corner(wide, 0))}" fill="none" '
            f'stroke="{ROOF_INK}" stroke-width="0.32" stroke-linejoin="round"/>'
        )
    return rows


def _leafy(board: HexMap) -> set[Hex]:
    return with_terrain(board, "orchard") - with_terrain(board, "shellholes")


def _bare(board: HexMap) -> set[Hex]:
    return with_terrain(board, "orchard") & with_terrain(board, "shellholes")


PAINTERS: dict[str, tuple[Callable[[HexMap], set[Hex]], Painter]] = {
    "grain": (lambda board: with_terrain(board, "grain"), grain_svg),
    "marsh": (lambda board: with_terrain(board, "marsh"), marsh_svg),
    "peat-bog": (lambda board: with_terrain(board, "peat-bog"), peat_svg),
    "shellholes": (lambda board: with_terrain(board, "shellholes"), shellholes_svg),
    "orchard": (_leafy, orchard_svg),
    "orchard, bare": (_bare, bare_orchard_svg),
    "woods": (lambda board: with_terrain(board, "woods"), woods_svg),
}
