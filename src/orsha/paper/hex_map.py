"""A hex map for the wall and the desk: ground, lines and layers as SVG, PDF and PNG."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct

from orsha.hexmap.grid import Hex
from orsha.hexmap.map import HexMap
from orsha.kernel import OrshaError, Unknown
from orsha.paper import press
from orsha.paper.hex_ground import ground_svg
from orsha.paper.hex_layers import LayerFile, Layers, Names, Sight, Unit, named_layers, read_layers
from orsha.paper.hex_legend import coordinates_svg, legend_svg, title_svg
from orsha.paper.hex_lines import discs_svg, lines_svg
from orsha.paper.hex_overlay import borders_svg, patterns, units_svg, veils_svg, washes_svg
from orsha.paper.hex_shapes import STEP, Place, dot, place, polygon
from orsha.paper.ink import FAMILY, INK

__all__ = ["LayerFile", "Layers", "Names", "Sight", "Unit", "map_svg", "named_layers", "read_layers", "write_map"]

PAPERS = {"a3": (297.0, 420.0), **press.PAPERS}
PAPER = "a4"
"""What a PDF is printed on if nothing else is asked for."""
MARGIN = 6.0
DOTS = 200
"""Dots to an inch of a PNG."""

SIDE_MARGIN, TITLE, KEY_GAP = 8.0, 21.0, 7.5
GRID = "#6f6d58"


class Picture(Struct, frozen=True):
    """A finished map. Millimetres."""

    title: str
    width: float
    height: float
    body: str

    def svg(self, scale: float = 1.0) -> str:
        wide, high = self.width, self.height
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * scale:.2f}mm" height="{high * scale:.2f}mm" '
            f'viewBox="0 0 {wide:.2f} {high:.2f}" role="img"><title>{escape(self.title)}</title>{self.body}</svg>'
        )


def write_map(board: HexMap, out: Path, *, layers: Layers, paper: str | None = None) -> None:
    """The map as .svg, .pdf or .png by the file's name, fitted to a sheet of paper.

    Without one, a picture is as large as an A3 sheet and a PDF is for A4.
    """
    how = press.format_of(out, "a map")
    sheet = None if paper is None else _sheet(paper)
    if how == "pdf" and sheet is None:
        sheet = _sheet(PAPER)
    picture = draw(board, layers)
    scale = 1.0 if sheet is None else _fitted(picture, sheet)[1]
    press.written(out, picture.svg(scale).encode() if how == "svg" else _printed(picture, how, sheet))


def map_svg(board: HexMap, layers: Layers) -> str:
    return draw(board, layers).svg()


def draw(board: HexMap, layers: Layers) -> Picture:
    for hex in sorted(layers.hexes()):
        if hex not in board:
            board.hex(hex.name)  # says which hexes there are
    spot = place(board, SIDE_MARGIN, TITLE)
    edge = spot.edge
    key, bottom = legend_svg(board, layers, edge.left, edge.right, edge.bottom + KEY_GAP)
    width, height = edge.right + SIDE_MARGIN, bottom + 2.5
    body = [
        f'<defs>{patterns()}<clipPath id="edge">{_frame(spot, "")}</clipPath></defs>',
        f'<rect width="{width:.2f}" height="{height:.2f}" fill="#ffffff"/>',
        f'<g clip-path="url(#edge)">{ground_svg(spot)}{washes_svg(spot, layers)}{lines_svg(spot)}',
        f"{veils_svg(spot, layers)}{_grid(spot)}{discs_svg(spot)}{borders_svg(spot, layers)}</g>",
        f'<g font-family="{FAMILY}" fill="{INK}">{_names(spot, layers.names)}{units_svg(spot, layers.units)}',
        _frame(spot, f' fill="none" stroke="{INK}" stroke-width="0.7"'),
        coordinates_svg(spot) + title_svg(board, layers, edge.left, edge.right, 10.5) + key + "</g>",
    ]
    return Picture(board.file.title, width, height, "".join(body))


def _frame(spot: Place, style: str) -> str:
    edge = spot.edge
    return (
        f'<rect x="{edge.left:.2f}" y="{edge.top:.2f}" width="{edge.right - edge.left:.2f}" '
        f'height="{edge.bottom - edge.top:.2f}"{style}/>'
    )


def _grid(spot: Place) -> str:
    """Every hex once, with its centre's dot; a browser tells what lies in it."""
    rows = "".join(
        f'<path id="{hex}" d="{polygon(spot.corners(hex))}"><title>{_told(spot.board, hex)}</title></path>'
        for hex in sorted(spot.board.ground)
    )
    dots = "".join(dot(spot.at(hex)) for hex in sorted(spot.board.ground))
    return (
        f'<g id="hexes" fill="none" stroke="{GRID}" stroke-width="0.13" pointer-events="all">{rows}</g>'
        f'<path d="{dots}" fill="none" stroke="{INK}" stroke-width="0.5" stroke-linecap="round"/>'
    )


def _told(board: HexMap, hex: Hex) -> str:
    ground = board[hex]
    return f"{hex}: {', '.join(ground.terrain)}, level {ground.level}"


def _names(spot: Place, names: Names) -> str:
    """Hex names, at the top of their hexes; in the lower half where the map's edge cuts the upper one off."""
    if names == "none":
        return ""
    rows = ""
    for hex in sorted(spot.board.ground):
        if names == "fifth" and hex.number % 5:
            continue
        x, y = spot.at(hex)
        rise = -0.26 if y < spot.edge.top + 1 else 0.31 if y > spot.edge.bottom - 1 else 0.2
        high = y - rise * STEP
        # Half a hex has room for small letters only.
        if x < spot.edge.left + 1:
            rows += f'<text x="{x + 0.5:.2f}" y="{high:.2f}" font-size="1.5" text-anchor="start">{hex}</text>'
        elif x > spot.edge.right - 1:
            rows += f'<text x="{x - 0.5:.2f}" y="{high:.2f}" font-size="1.5" text-anchor="end">{hex}</text>'
        else:
            rows += f'<text x="{x:.2f}" y="{high:.2f}">{hex}</text>'
    return (
        f'<g id="names" text-anchor="middle" font-size="2" fill="#26231c" stroke="#fffdf2" stroke-opacity="0.7" '
        f'stroke-width="0.55" stroke-linejoin="round" paint-order="stroke">{rows}</g>'
    )


# -- on paper


def _sheet(paper: str) -> tuple[float, float]:
    if paper.lower() not in PAPERS:
        raise Unknown("paper", paper, list(PAPERS))
    return PAPERS[paper.lower()]


def _fitted(picture: Picture, sheet: tuple[float, float]) -> tuple[tuple[float, float], float]:
    """The sheet turned the way in which the picture is larger, and the scale to print it at."""

    def scale(size: tuple[float, float]) -> float:
        return min((size[0] - 2 * MARGIN) / picture.width, (size[1] - 2 * MARGIN) / picture.height)

    best = max((sheet, sheet[::-1]), key=scale)
    return best, scale(best)


_TEMPLATE = """
#set document(title: sys.inputs.title, author: "Orsha", date: none)
#set page(width: {0}mm, height: {1}mm, margin: 0mm)
#set text(font: "DejaVu Sans")
#align(center + horizon, image(bytes(sys.inputs.map), format: "svg", width: {2}mm, alt: sys.inputs.title))
"""


def _printed(picture: Picture, how: press.Format, sheet: tuple[float, float] | None) -> bytes:
    size, scale = ((picture.width, picture.height), 1.0) if sheet is None else _fitted(picture, sheet)
    source = _TEMPLATE.format(size[0], size[1], picture.width * scale)
    made = press.typesetter().compile(
        source.encode(),
        format=how,
        ppi=DOTS,
        sys_inputs={"map": picture.svg(), "title": picture.title},
        font_paths=press.fonts(),
    )
    if not isinstance(made, bytes):
        raise OrshaError("the map does not fit on one page")
    return made
