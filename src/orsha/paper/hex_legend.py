"""What stands about a hex map: its title, the coordinates at its edge, the key to every sign, the scale."""

from __future__ import annotations

import re
from math import ceil
from xml.sax.saxutils import escape

from msgspec.structs import replace

from orsha.hexmap.grid import Hex, centre, column_name
from orsha.hexmap.map import Bridge, Culvert, Ground, Hedge, HexMap, MapFile, Terrain
from orsha.paper import hex_ground, hex_lines
from orsha.paper.hex_layers import SIDES, Layers, Sight, Unit
from orsha.paper.hex_lines import lines_svg
from orsha.paper.hex_overlay import SIDE_COLOUR, borders_svg, units_svg, veils_svg, washes_svg
from orsha.paper.hex_shapes import STEP, Place, polygon
from orsha.paper.ink import GREY, INK, Box, Point, text_width

SERIF = "DejaVu Serif, Georgia, serif"
METRES = 40
"""A hex of the parent game is about forty metres across."""

ROW = 9.6
TEXT = 2.75


def text(words: str, at: Point, size: float, extra: str = "") -> str:
    return f'<text x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size}"{extra}>{escape(words)}</text>'


def coordinates_svg(spot: Place) -> str:
    """Letters at both sides; at the top and the bottom the numbers of the outermost rows."""
    board, edge = spot.board, spot.edge
    rows = ""
    last = board.file.columns - 1
    for column in range(board.file.columns):
        y = spot.at(Hex(column, board.numbers(column)[0]))[1] + 1.05
        y = min(max(y, edge.top + 1.6), edge.bottom - 0.2)
        for x in (edge.left - 3.4, edge.right + 3.4):
            rows += text(column_name(column), (x, y), 2.9, ' font-weight="bold"')
    for column, y in ((last, edge.top - 1.7), (0, edge.bottom + 3.9)):
        low, high = board.numbers(column)
        for number in range(low, high + 1):
            x = min(max(spot.at(Hex(column, number))[0], edge.left + 0.9), edge.right - 1.2)
            weight = ' font-weight="bold"' if number % 5 == 0 else f' fill="{GREY}"'
            rows += text(str(number), (x, y), 2.9 if number % 5 == 0 else 2.5, weight)
    return f'<g id="coordinates" text-anchor="middle">{rows}{_entry(spot)}</g>'


def _entry(spot: Place) -> str:
    """001: the arrow from which Germans may enter by the north edge."""
    name = spot.board.file.german_north_entry
    if name is None:
        return ""
    x, y = spot.at(spot.board.hex(name))
    y -= 4.6
    tip = [(x, y), (x - 1.5, y - 2.2), (x - 0.6, y - 2.2), (x - 0.6, y - 4), (x + 0.6, y - 4), (x + 0.6, y - 2.2)]
    arrow = f'<path d="{polygon([*tip, (x + 1.5, y - 2.2)])}" fill="{SIDE_COLOUR["german"]}"/>'
    return arrow + text("German entry, from here west", (x + 2.4, y - 1.2), 2.3, ' text-anchor="start"')


def title_svg(board: HexMap, layers: Layers, left: float, right: float, base: float) -> str:
    name = board.file.title.upper()
    wide = text_width(name, 10, True) * 1.12 + len(name) * 1.6
    rows = text(name, (left, base), 10, f' font-family="{SERIF}" font-weight="bold" letter-spacing="1.6"')
    if layers.caption:
        room = right - left - wide - 24
        size = round(min(4.2, room / (1.1 * text_width(layers.caption, 1))), 2)
        rows += text(layers.caption, (left + wide + 5, base), size, f' font-family="{SERIF}" font-style="italic"')
    return f'<g text-anchor="start">{rows}</g>{_compass((right - 5.5, base - 0.4))}'


def _compass(at: Point) -> str:
    x, y = at
    star = [(0, -5), (0.9, -0.9), (5, 0), (0.9, 0.9), (0, 5), (-0.9, 0.9), (-5, 0), (-0.9, -0.9)]
    dark = [[(0, 0), (0, -5), (0.9, -0.9)], [(0, 0), (5, 0), (0.9, 0.9)], [(0, 0), (0, 5), (-0.9, 0.9)]]
    dark.append([(0, 0), (-5, 0), (-0.9, -0.9)])
    path = "".join(polygon([(x + a, y + b) for a, b in part]) for part in dark)
    return (
        f'<path d="{polygon([(x + a, y + b) for a, b in star])}" fill="#ffffff" stroke="{INK}" stroke-width="0.25"/>'
        f'<path d="{path}" fill="{INK}"/>'
        + text("N", (x, y - 5.8), 3.6, f' font-family="{SERIF}" text-anchor="middle"')
    )


# -- the key

_HERE = Hex(1, 1)
_PLAIN: tuple[Terrain, ...] = ("open",)
_AREA = frozenset({_HERE})


def _one(terrain: tuple[Terrain, ...] = _PLAIN, ground: Ground | None = None, **more: object) -> HexMap:
    """A map of one hex, B1."""
    bare = MapFile("key", "Key", "", 2, (1, 1), (1, 1), {"B1": ground or Ground(terrain)})
    return HexMap(replace(bare, **more))


def _signs(board: HexMap) -> list[tuple[str, HexMap]]:
    """What the key explains: the words, and a map of one hex that shows it."""
    crossing = Ground(_PLAIN, road=(0, 3), gully=(1, 4))
    levels = sorted({ground.level for ground in board.ground.values()})
    return [
        *((f"Level {level}".replace("-", "\N{MINUS SIGN}"), _one(ground=Ground(_PLAIN, level))) for level in levels),
        ("Grain", _one(("grain",))),
        ("Orchard", _one(("orchard",))),
        ("Orchard with shellholes: leafless", _one(("orchard", "shellholes"))),
        ("Woods", _one(("woods",))),
        ("Marsh", _one(("marsh",))),
        ("Peat-bog", _one(("peat-bog",))),
        ("Shellholes", _one(("shellholes",))),
        ("Wooden building", _one(("building-wood",))),
        ("Gully", _one(ground=Ground(("gully",), gully=(0, 3)))),
        ("Culvert", _one(culverts=(Culvert("B1", ("B0", "B2")),))),
        ("Road", _one(ground=Ground(_PLAIN, road=(0, 3)))),
        ("Bridge", _one(ground=crossing, bridges=(Bridge("B1", (0, 3), (1, 4)),))),
        ("Railway", _one(ground=Ground(_PLAIN, rail=(0, 3)))),
        ("Railway, torn up", _one(ground=Ground(_PLAIN, rail=(0, 3)), torn_up_rail=("B1",))),
        ("Slope: the marks lie in the lower hex", _one(ground=Ground(_PLAIN, slope=(1, 2)))),
        ("Hedge", _one(hedges=(Hedge("B1", (0, 5)),))),
        ("Victory location", _one(victory_locations=("B1",))),
    ]


def _layer_signs(layers: Layers) -> list[tuple[str, Layers]]:
    """The key's lines for what lies on this map."""
    found: list[tuple[str, Layers]] = []
    for side in SIDES:
        who = side.capitalize()
        if layers.control.get(side):
            found.append((f"{who} control", Layers(control={side: _AREA})))
        if layers.main.get(side):
            found.append((f"{who} main perimeter", Layers(main={side: _AREA})))
        if layers.pockets.get(side):
            found.append((f"{who} pocket", Layers(pockets={side: (_AREA,)})))
        if layers.front_line.get(side):
            found.append((f"{who} front line", Layers(front_line={side: _AREA})))
        if layers.isolated.get(side):
            found.append((f"{who} area, isolated", Layers(isolated={side: (_AREA,)})))
        if any(unit.side == side for unit in layers.units):
            found.append((f"{who} unit", Layers(units=(Unit(_HERE, side, who[:3]),))))
    if layers.no_mans_land:
        found.append(("No-man's land", Layers(no_mans_land=_AREA)))
    words: dict[Sight, str] = {
        "from": "Seen from here",
        "clear": "In sight",
        "hindered": "Hindered",
        "blocked": "Out of sight",
    }
    found += [(words[sight], Layers(highlight={sight: _AREA})) for sight in words if layers.highlight.get(sight)]
    return found


def _spot(board: HexMap, at: Point) -> Place:
    """A hex B1 about a point."""
    letters, numbers = centre(_HERE)
    return Place(board, at[0], at[1], numbers, letters, Box(at[0], at[1], at[0], at[1]).grown(STEP))


def _sign_svg(board: HexMap, at: Point, number: int) -> str:
    spot = _spot(board, at)
    shape = polygon(spot.corners(_HERE))
    terrain = "".join(paint(spot, chosen(board)) for chosen, paint in hex_ground.PAINTERS.values())
    return (
        f'<clipPath id="key{number}"><path d="{shape}"/></clipPath><g clip-path="url(#key{number})">'
        f'<path d="{shape}" fill="{hex_ground.LEVEL[board[_HERE].level]}"/>{terrain}{lines_svg(spot)}</g>'
        f'<path d="{shape}" fill="none" stroke="{INK}" stroke-width="0.25"/>{hex_lines.discs_svg(spot)}'
    )


def _layer_svg(layers: Layers, at: Point) -> str:
    around = Ground(_PLAIN)
    board = HexMap(MapFile("key", "Key", "", 3, (1, 2), (0, 2), {"A1-2": around, "B0-2": around, "C1-2": around}))
    spot = _spot(board, at)
    shape = polygon(spot.corners(_HERE))
    drawn = "".join(
        (
            washes_svg(spot, layers),
            veils_svg(spot, layers),
            borders_svg(spot, layers),
            units_svg(spot, layers.units),
        )
    )
    # The same layer stands on the map with its own id; an id may stand only once.
    plain = re.sub(r' id="[^"]*"', "", drawn)
    return (
        f'<path d="{shape}" fill="{hex_ground.LEVEL[0]}"/>{plain}'
        f'<path d="{shape}" fill="none" stroke="{INK}" stroke-width="0.25"/>'
    )


COLUMNS = 6


def legend_svg(board: HexMap, layers: Layers, left: float, right: float, top: float) -> tuple[str, float]:
    """The key below the map, and where it ends."""
    wide = (right - left) / COLUMNS
    signs, extra = _signs(board), _layer_signs(layers)
    rows, height = "", ROW * ceil(len(signs) / COLUMNS)
    # Read down the columns.
    deep = ceil(len(signs) / COLUMNS)
    for n, (words, sample) in enumerate(signs):
        at = (left + n // deep * wide + 4.4, top + (n % deep + 0.5) * ROW)
        rows += _sign_svg(sample, at, n) + text(words, (at[0] + 6.2, at[1] + 1), TEXT)
    low = top + height + (2.2 if extra else 0)
    deep = ceil(len(extra) / COLUMNS)
    for n, (words, given) in enumerate(extra):
        at = (left + n // deep * wide + 4.4, low + (n % deep + 0.5) * ROW)
        rows += _layer_svg(given, at) + text(words, (at[0] + 6.2, at[1] + 1), TEXT)
    bottom = low + ROW * deep
    return f'<g id="legend" text-anchor="start">{rows}</g>{_scale(right, top + height - ROW / 2)}', bottom


def _scale(right: float, y: float) -> str:
    """Five hexes as a bar."""
    left = right - 5 * STEP
    bars = "".join(
        f'<rect x="{left + n * STEP:.2f}" y="{y - 0.6:.2f}" width="{STEP}" height="1.3" '
        f'fill="{(INK, "#ffffff")[n % 2]}" stroke="{INK}" stroke-width="0.2"/>'
        for n in range(5)
    )
    words = f"A hex is about {METRES} m across; the bar is {5 * METRES} m"
    return bars + text(words, (right, y - 2), 2.4, ' text-anchor="end"')
