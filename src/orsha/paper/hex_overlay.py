"""The layers of a hex map, drawn: two sides that every eye and a grey printer tell apart."""

from __future__ import annotations

from itertools import groupby
from xml.sax.saxutils import escape

from orsha.hexmap.grid import SIDES as HEXSIDES
from orsha.hexmap.grid import Hex, neighbour
from orsha.paper.hex_layers import SIDES, Area, Layers, Side, Unit
from orsha.paper.hex_shapes import Place, hex_area, polygon, shifted
from orsha.paper.ink import COLOUR, FAMILY, INK, Point, text_width

SIDE_COLOUR: dict[Side, str] = {"german": COLOUR["defender"], "russian": COLOUR["attacker"]}
_SLANT: dict[Side, int] = {"german": 45, "russian": -45}
NO_MAN = "#4a4a4a"


def patterns() -> str:
    """Hatching for each side, dots for nobody, lines for what is hard to see."""
    rows = ""
    for side in SIDES:
        rows += (
            f'<pattern id="held-{side}" width="1.9" height="1.9" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({_SLANT[side]})"><rect width="1.9" height="1.9" fill="{SIDE_COLOUR[side]}" '
            f'fill-opacity="0.13"/><line x1="0.95" y1="0" x2="0.95" y2="1.9" stroke="{SIDE_COLOUR[side]}" '
            'stroke-opacity="0.5" stroke-width="0.34"/></pattern>'
        )
    rows += (
        '<pattern id="nobody" width="1.5" height="1.5" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">'
        '<rect width="1.5" height="1.5" fill="#ffffff" fill-opacity="0.3"/>'
        f'<circle cx="0.75" cy="0.75" r="0.22" fill="{NO_MAN}" fill-opacity="0.75"/></pattern>'
        '<pattern id="hindered" width="1.5" height="1.5" patternUnits="userSpaceOnUse">'
        '<rect width="1.5" height="1.5" fill="#ffffff" fill-opacity="0.1"/>'
        f'<line x1="0" y1="0.75" x2="1.5" y2="0.75" stroke="{INK}" stroke-opacity="0.6" stroke-width="0.3"/></pattern>'
    )
    return rows


def washes_svg(place: Place, layers: Layers) -> str:
    """What tints ground, below the hexes' lines."""
    rows = ""
    for side in SIDES:
        if area := layers.control.get(side):
            rows += _area(place, area, 0.0, f'fill="url(#held-{side})"', f"control-{side}")
        if area := layers.front_line.get(side):
            fill = f'fill="{SIDE_COLOUR[side]}" fill-opacity="0.3"'
            rows += _area(place, area, 0.0, fill, f"front-line-{side}")
    if layers.no_mans_land:
        style = f'fill="url(#nobody)" stroke="{NO_MAN}" stroke-width="0.5" stroke-dasharray="1.4 1"'
        rows += _area(place, layers.no_mans_land, 0.03, style, "no-mans-land")
    return rows


def veils_svg(place: Place, layers: Layers) -> str:
    """What a hex can see: bright where the line is clear, lined where it is hindered, dark where it is blocked."""
    styles = {
        "blocked": 'fill="#1b2430" fill-opacity="0.46"',
        "hindered": f'fill="url(#hindered)" stroke="{INK}" stroke-width="0.3"',
        "clear": 'fill="#fff6b0" fill-opacity="0.2" stroke="#1a1a1a" stroke-width="0.45"',
        "from": 'fill="#ffffff" fill-opacity="0.55" stroke="#1a1a1a" stroke-width="1.1"',
    }
    rows = ""
    for sight, style in styles.items():
        if area := next((area for name, area in layers.highlight.items() if name == sight), None):
            rows += _area(place, area, 0.04 if sight == "from" else 0.0, style, f"sight-{sight}")
    return rows


def borders_svg(place: Place, layers: Layers) -> str:
    """Perimeters, pockets and isolated areas, each just inside its hexsides, and the teeth of the front."""
    rows = ""
    for side in SIDES:
        if area := layers.main.get(side):
            rows += _border(place, area, side, 1.15, "", f"main-{side}")
        for n, pocket in enumerate(layers.pockets.get(side, ())):
            rows += _border(place, pocket, side, 1.0, ' stroke-dasharray="2.6 1.1"', f"pocket-{side}-{n + 1}")
        for n, cut in enumerate(layers.isolated.get(side, ())):
            # Ground of both sides has dots of both: the second side paints every second one over.
            both = side != SIDES[0] and cut in layers.isolated.get(SIDES[0], ())
            dots = f' stroke-dasharray="0.01 {3.51 if both else 1.75}" stroke-linecap="round"'
            rows += _border(place, cut, side, 1.25, dots, f"isolated-{side}-{n + 1}", halo=not both)
        if front := layers.front_line.get(side):
            rows += _teeth(place, front, layers.held(side), SIDE_COLOUR[side])
    return rows


def _area(place: Place, area: Area, inset: float, style: str, name: str) -> str:
    return f'<path id="{name}" d="{hex_area(place, set(area), inset)}" fill-rule="evenodd" {style}/>'


def _border(place: Place, area: Area, side: Side, width: float, dash: str, name: str, *, halo: bool = True) -> str:
    """A line on a light ground; whole ones are double for the Russians, so that grey paper tells them too."""
    path = hex_area(place, set(area), 0.075)
    rows = ""
    if halo:
        rows += (
            f'<path d="{path}" fill="none" stroke="#ffffff" stroke-opacity="0.75" stroke-width="{width + 0.6:.2f}"/>'
        )
    rows += (
        f'<path id="{name}" d="{path}" fill="none" stroke="{SIDE_COLOUR[side]}" stroke-width="{width}" '
        f'stroke-linejoin="round"{dash}/>'
    )
    if side == "russian" and not dash:
        rows += f'<path d="{path}" fill="none" stroke="#ffffff" stroke-width="0.28"/>'
    return rows


def _teeth(place: Place, front: Area, held: Area, ink: str) -> str:
    """A tooth on every hexside that faces ground outside."""
    path = ""
    for hex in sorted(front):
        for side in HEXSIDES:
            across = neighbour(hex, side)
            if across in place.board and across not in held:
                path += polygon(_tooth(place, hex, side))
    return f'<path d="{path}" fill="{ink}" stroke="#ffffff" stroke-width="0.2"/>' if path else ""


def _tooth(place: Place, hex: Hex, side: int) -> list[Point]:
    (ax, ay), (bx, by) = place.ends(hex, side)
    x, y = (ax + bx) / 2, (ay + by) / 2
    inx, iny = place.inward(hex, side, 1.0)
    along = ((bx - ax) * 0.2, (by - ay) * 0.2)
    low, high = 0.04, -0.15
    return [
        (x - along[0] + inx * low, y - along[1] + iny * low),
        (x + along[0] + inx * low, y + along[1] + iny * low),
        (x + inx * high, y + iny * high),
    ]


# -- counters


def units_svg(place: Place, units: tuple[Unit, ...]) -> str:
    """Each hex's counters, side by side in rows; where there are more than three, the last tells how many more."""
    rows = ""
    ordered = sorted(units, key=lambda unit: unit.hex)
    for hex, stack in groupby(ordered, key=lambda unit: unit.hex):
        rows += _stack(_inside(place, hex), list(stack))
    return f'<g id="units" font-family="{FAMILY}" text-anchor="middle" font-weight="bold">{rows}</g>' if rows else ""


def _inside(place: Place, hex: Hex) -> Point:
    """The middle of what the map's edge leaves of a hex."""
    x, y = place.at(hex)
    step_x = 0.25 * (x < place.edge.left + 1) - 0.25 * (x > place.edge.right - 1)
    step_y = 0.27 * (y < place.edge.top + 1) - 0.27 * (y > place.edge.bottom - 1)
    return shifted((x, y), (step_x, step_y))


def _stack(at: Point, stack: list[Unit]) -> str:
    labels = [(unit.side, unit.label) for unit in stack]
    if len(labels) > 3:
        labels = [*labels[:2], (labels[2][0], f"+{len(labels) - 2}")]
    wide, all_high = 5.6, (3.9, 4.7, 5.7)[len(labels) - 1]
    high = all_high / len(labels)
    rows = ""
    for n, (side, label) in enumerate(labels):
        rows += counter((at[0], at[1] - all_high / 2 + (n + 0.5) * high), side, label, (wide, high))
    title = escape("; ".join(f"{unit.side} {unit.label}" for unit in stack))
    return f"<g><title>{escape(stack[0].hex.name)}: {title}</title>{rows}</g>"


def counter(at: Point, side: Side, label: str, size: tuple[float, float]) -> str:
    """A counter: German ones have square corners, Russian ones round."""
    wide, high = size
    x, y = at
    text = min(high * 0.72, 2.5, (wide - 0.7) / max(text_width(label, 1.0, True), 0.01))
    corner = 0.15 if side == "german" else high * 0.36
    return (
        f'<rect x="{x - wide / 2:.2f}" y="{y - high / 2:.2f}" width="{wide}" height="{high:.2f}" rx="{corner:.2f}" '
        f'fill="{SIDE_COLOUR[side]}" stroke="#ffffff" stroke-width="0.35"/>'
        f'<text x="{x:.2f}" y="{y + text * 0.365:.2f}" font-size="{text:.2f}" fill="#ffffff">{escape(label)}</text>'
    )
