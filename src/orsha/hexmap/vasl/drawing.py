"""A board's picture with our reading of it drawn over it: hexes, names, terrain, levels, hexsides, slopes.

Lengths are the picture's pixels. What each mark means stands under the picture.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from xml.sax.saxutils import escape

from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex
from orsha.hexmap.map import HexMap, hex_map
from orsha.hexmap.vasl.board import Board
from orsha.hexmap.vasl.geometry import Geometry, Point
from orsha.kernel import OrshaError

FAMILY = "DejaVu Sans, Verdana, sans-serif"
GRID, NAME, TERRAIN, LEVEL, SLOPE = "#c4006f", "#10307a", "#a01818", "#0b3fd0", "#d05a00"
HALO = 'stroke="#ffffff" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"'
SIDE_COLOURS = ("#5a2ea6", "#007f5f", "#d17800", "#0077b6", "#7a4a00", "#b0005c", "#444444")
PLAIN = ("Open Ground", "open")
TEXT = 15.0
"""Size of the words under the picture."""
LETTER = 0.62
BOLD_LETTER = 0.8
"""About how wide a letter is, as a part of its size."""
VEIL = 0.28
"""How much white lies between the picture and the reading."""


class Mark(Struct, frozen=True):
    """What is drawn of a hex."""

    terrain: str | None
    level: int | None
    sides: dict[int, str]
    up_slope: tuple[int, ...]


class Drawing(Struct, frozen=True):
    width: float
    height: float
    svg: str


def draw(board: Board, *, picture: bool = True) -> Drawing:
    """The picture, embedded, and the reading over it as lines and letters; or the reading alone."""
    geometry = board.geometry
    if geometry is None or not board.hexes:
        raise OrshaError(f"board {board.name} cannot be drawn, for it lacks {'; '.join(board.lacks)}")
    marks = _marks(board)
    short = abbreviations({mark.terrain for mark in marks.values() if mark.terrain} - set(PLAIN))
    kinds = sorted({name for mark in marks.values() for name in mark.sides.values()})
    colours = {name: SIDE_COLOURS[place % len(SIDE_COLOURS)] for place, name in enumerate(kinds)}
    key, height = _key(board, geometry, short, colours)
    lines = _grid(geometry, marks) + _sides(geometry, marks, colours) + _slopes(geometry, marks)
    body = [
        f'<rect y="{geometry.height}" width="100%" height="{height - geometry.height:.1f}" fill="#ffffff"/>',
        _picture(board) if picture and board.picture is not None else "",
        f'<rect width="{geometry.width}" height="{geometry.height}" fill="#ffffff" fill-opacity="{VEIL}"/>',
        f'<clipPath id="edge"><rect width="{geometry.width}" height="{geometry.height}"/></clipPath>',
        f'<g clip-path="url(#edge)">{lines}</g>',
        f'<g font-family="{FAMILY}">{_names(geometry, marks)}{_ground(geometry, marks, short)}{key}</g>',
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{geometry.width}" height="{height:.1f}" '
        f'viewBox="0 0 {geometry.width} {height:.1f}" role="img"><title>board {escape(board.name)}, as read</title>'
    )
    return Drawing(geometry.width, height, head + "".join(body) + "</svg>")


def _marks(board: Board) -> dict[Hex, Mark]:
    """Every hex as the board tells it, or as our own map of the same place does."""
    if board.our_map is not None:
        ours = hex_map(board.our_map)
        return {hex: _ours(ours, hex) for hex in board.hexes if hex in ours}
    return {hex: Mark(one.terrain, one.level, one.sides, one.up_slope) for hex, one in board.hexes.items()}


def _ours(ours: HexMap, hex: Hex) -> Mark:
    sides = {side: "hedge" for hedge in ours.file.hedges if hedge.hex == hex.name for side in hedge.sides}
    slopes = tuple(side for side in SIDES if ours.up_slope(hex, side))
    return Mark(" + ".join(ours[hex].terrain), ours[hex].level, sides, slopes)


def abbreviations(names: Iterable[str]) -> dict[str, str]:
    """Two or three letters for each name, no two alike: initials and figures, or the first letter and a later one."""
    found: dict[str, str] = {}
    for name in sorted(names):
        words = [word for word in re.split(r"[\s,+-]+", name) if word and word != "Level"]
        figures = "".join(word for word in words if word[0].isdigit())
        initials = "".join(word[0].upper() for word in words if not word[0].isdigit())
        letters = [letter for letter in name[1:].lower() if letter.isalnum()]
        tries = [(initials if len(initials) < 4 else initials[0] + initials[-2:]) + figures] if len(words) > 1 else []
        tries += [name[0].upper() + letter for letter in letters] + [f"{name[0].upper()}{n}" for n in range(1, 300)]
        found[name] = next(one for one in tries if one not in found.values())
    return found


def _picture(board: Board) -> str:
    assert board.picture is not None
    data = b64encode(board.drawing()).decode()
    return (
        f'<image width="{board.picture.width}" height="{board.picture.height}" preserveAspectRatio="none" '
        f'href="data:image/{board.picture.kind};base64,{data}"/>'
    )


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _grid(geometry: Geometry, marks: Iterable[Hex]) -> str:
    every = "".join(f'<path id="{hex}" d="{_path(geometry.corners(hex))}Z"/>' for hex in marks)
    return f'<g id="hexes" fill="none" stroke="{GRID}" stroke-width="0.9">{every}</g>'


def _sides(geometry: Geometry, marks: dict[Hex, Mark], colours: dict[str, str]) -> str:
    """A coloured bar just inside each side that something stands along."""
    rows = ""
    for hex, mark in marks.items():
        x, y = geometry.centre(hex)
        corners = [(x + (cx - x) * 0.95, y + (cy - y) * 0.95) for cx, cy in geometry.corners(hex)]
        for side, name in mark.sides.items():
            (ax, ay), (bx, by) = corners[side - 1], corners[side]
            ends = ((ax + (bx - ax) * 0.08, ay + (by - ay) * 0.08), (bx - (bx - ax) * 0.08, by - (by - ay) * 0.08))
            rows += f'<path d="{_path(ends)}" stroke="{colours[name]}"/>'
    return f'<g id="hexsides" fill="none" stroke-width="2.6">{rows}</g>'


def _slopes(geometry: Geometry, marks: dict[Hex, Mark]) -> str:
    """An arrowhead across each slope, that points down it."""
    rows = ""
    for hex, mark in marks.items():
        for side in mark.up_slope:
            (mx, my), tip = geometry.middle(hex, side), geometry.middle(hex, side, -0.24 * geometry.hex_height)
            ends = (geometry.corners(hex)[side - 1], geometry.corners(hex)[side])
            foot = [(mx + (x - mx) * 0.25, my + (y - my) * 0.25) for x, y in ends]
            rows += f'<path d="{_path((foot[0], tip, foot[1]))}Z"/>'
    return f'<g id="slopes" fill="{SLOPE}" stroke="#ffffff" stroke-width="0.6">{rows}</g>'


def _within(geometry: Geometry, hex: Hex, wide: float, size: float, drop: float) -> tuple[float, float]:
    """A place for a text about a hex's centre, moved so that the picture's edge does not cut it off."""
    x, y = geometry.centre(hex)
    half, y = wide / 2 + 1, y + drop
    return (
        min(max(x, half), geometry.width - half),
        min(max(y, size), geometry.height - 0.3 * size),
    )


def _text(at: Point, text: str, extra: str = "") -> str:
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}"{extra}>{escape(text)}</text>'


def _names(geometry: Geometry, marks: Iterable[Hex]) -> str:
    size = 0.15 * geometry.hex_height
    drop, letter = 0.43 * geometry.hex_height, size * LETTER
    rows = "".join(_text(_within(geometry, hex, len(hex.name) * letter, size, drop), hex.name) for hex in marks)
    return (
        f'<g id="names" text-anchor="middle" font-size="{size:.1f}" fill="{NAME}" {HALO} '
        f'stroke-width="{size / 5:.1f}">{rows}</g>'
    )


def _ground(geometry: Geometry, marks: dict[Hex, Mark], short: dict[str, str]) -> str:
    """Terrain in letters, and the level where it is not 0: at the centre, side by side."""
    size = 0.2 * geometry.hex_height
    rows = ""
    for hex, mark in marks.items():
        letters = short.get(mark.terrain or "", "")
        level = f"{mark.level:+d}".replace("-", "\N{MINUS SIGN}") if mark.level else ""
        whole = f"{letters} {level}".strip()
        if whole:
            x, y = _within(geometry, hex, len(whole) * size * BOLD_LETTER, size, 0.14 * geometry.hex_height)
            raised = f'<tspan fill="{LEVEL}">{level}</tspan>' if level else ""
            between = " " if letters and level else ""
            rows += f'<text x="{x:.1f}" y="{y:.1f}">{escape(letters)}{between}{raised}</text>'
    return (
        f'<g id="ground" text-anchor="middle" font-size="{size:.1f}" font-weight="bold" fill="{TERRAIN}" {HALO} '
        f'stroke-width="{size / 4:.1f}">{rows}</g>'
    )


# -- what the marks mean


def _key(board: Board, geometry: Geometry, short: dict[str, str], colours: dict[str, str]) -> tuple[str, float]:
    """The lines under the picture, and where they end."""
    entries = [(TERRAIN, f"{letters} {name}") for name, letters in sorted(short.items(), key=lambda one: one[1])]
    entries += [(colour, f"\N{BLACK SQUARE} {name} along the hexside") for name, colour in colours.items()]
    entries += [(LEVEL, "+1 level, if not 0"), (NAME, "A1 name as read"), (GRID, "hexes as read")]
    entries += [(SLOPE, "\N{BLACK DOWN-POINTING TRIANGLE} slope, points down")]
    facts = f"Board {board.name}, version {board.facts.version or 'not told'}: {len(board.hexes)} hexes"
    ours = [f"terrain from our map {board.our_map!r}"] if board.our_map else []
    entries = [("#111111", facts), *(("#111111", told) for told in ours), *entries]
    entries += [("#777777", f"lacks {told}") for told in board.lacks]
    rows, x, y = "", 8.0, geometry.height + 1.6 * TEXT
    for colour, told in entries:
        wide = (len(told) + 3) * TEXT * LETTER
        if x > 8.0 and x + wide > geometry.width:
            x, y = 8.0, y + 1.5 * TEXT
        rows += _text((x, y), told, f' fill="{colour}"')
        x += wide
    return f'<g id="key" font-size="{TEXT}">{rows}</g>', y + 0.8 * TEXT
