"""What a drawing is made of: colours, labels of a known size, arrows, and plain SVG. Lengths are millimetres."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct

from orsha.kernel import OrshaError
from orsha.tabletop.layout import Side

Point = tuple[float, float]

# Orange and blue of Okabe and Ito's palette: told apart by every kind of eye, and hatched both ways for a grey printer.
COLOUR: dict[Side, str] = {"attacker": "#c04a00", "defender": "#005b94"}
INK = "#222222"
GREY = "#777777"
WATER = "#c5e3e6"
WATER_INK = "#2a7f86"
PAPER = "#fcfbf6"
GOLD = "#f3d34a"

SANS = "DejaVu Sans"
FAMILY = f"{SANS}, Verdana, sans-serif"
CAPITAL = 0.73
"""How tall a capital letter is, as a part of the text's size."""
LEADING = 1.25
"""From one line to the next, as a part of the text's size."""


@cache
def font_folder() -> Path:
    """The folder of the fonts that come with matplotlib: nothing is taken from the machine."""
    found = find_spec("matplotlib")
    if found is None or not found.submodule_search_locations:
        raise OrshaError("cards and maps need matplotlib, whose fonts they are printed in: pip install 'orsha[paper]'")
    return Path(found.submodule_search_locations[0]) / "mpl-data" / "fonts" / "ttf"


@cache
def _widths(bold: bool) -> dict[str, float]:
    """Every character's width, as a part of the text's size."""
    from matplotlib.ft2font import FT2Font, LoadFlags

    font = FT2Font(str(font_folder() / f"DejaVuSans{'-Bold' if bold else ''}.ttf"))
    font.set_size(1000, 72)
    letters = [*map(chr, range(32, 127)), "★"]
    return {c: font.load_char(ord(c), LoadFlags.NO_HINTING).linearHoriAdvance / 65536 / 1000 for c in letters}


def text_width(text: str, size: float, bold: bool = False) -> float:
    widths = _widths(bold)
    return size * sum(widths.get(letter, 0.7) for letter in text)


class Box(Struct, frozen=True):
    """An upright rectangle; y grows downwards as on a page."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def inside(self, other: Box) -> bool:
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def shared(self, other: Box) -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Label(Struct, frozen=True):
    """Some lines of text about a point, upright or turned to be read from the right."""

    lines: tuple[str, ...]
    at: Point
    size: float = 2.45
    turned: bool = False
    bold: bool = False
    colour: str = INK
    plate: bool = True

    def box(self) -> Box:
        """All the paper the label needs, with a little air about it."""
        air = 0.35
        wide = max(text_width(line, self.size, self.bold) for line in self.lines) / 2 + 2 * air
        high = (self.size * CAPITAL + (len(self.lines) - 1) * self.size * LEADING) / 2 + 2 * air
        if self.turned:
            wide, high = high, wide
        x, y = self.at
        return Box(x - wide, y - high, x + wide, y + high)

    def svg(self) -> str:
        x, y = self.at
        turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if self.turned else ""
        weight = ' font-weight="bold"' if self.bold else ""
        top = y - (len(self.lines) - 1) * self.size * LEADING / 2 + self.size * CAPITAL / 2
        rows = "".join(
            f'<tspan x="{x:.2f}" y="{top + n * self.size * LEADING:.2f}">{escape(line)}</tspan>'
            for n, line in enumerate(self.lines)
        )
        return f'<text font-size="{self.size}" fill="{self.colour}"{weight}{turn}>{rows}</text>'


class Arrow(Struct, frozen=True):
    """A distance: from what it is measured, to where it ends."""

    start: Point
    end: Point
    inches: float
    feature: str


def plate(box: Box) -> str:
    return (
        f'<rect x="{box.left:.2f}" y="{box.top:.2f}" width="{box.right - box.left:.2f}" '
        f'height="{box.bottom - box.top:.2f}" rx="0.6" fill="{PAPER}"/>'
    )


def line(a: Point, b: Point, colour: str, width: float, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{a[0]:.2f}" y1="{a[1]:.2f}" x2="{b[0]:.2f}" y2="{b[1]:.2f}" '
        f'stroke="{colour}" stroke-width="{width}"{dashes}/>'
    )


def arrow(drawn: Arrow, colour: str = INK) -> str:
    """A line with a point at both ends."""
    (ax, ay), (bx, by) = drawn.start, drawn.end
    long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-9)
    ux, uy = (bx - ax) / long, (by - ay) / long
    head, half = 1.7, 0.55

    def point(x: float, y: float, way: int) -> str:
        back_x, back_y = x + way * ux * head, y + way * uy * head
        return (
            f"M{x:.2f} {y:.2f}L{back_x - uy * half:.2f} {back_y + ux * half:.2f}"
            f"L{back_x + uy * half:.2f} {back_y - ux * half:.2f}Z"
        )

    shaft = line((ax + ux, ay + uy), (bx - ux, by - uy), colour, 0.28)
    return f'{shaft}<path d="{point(ax, ay, 1)}{point(bx, by, -1)}" fill="{colour}"/>'


def hatch(name: str, colour: str, way: int) -> str:
    """A pattern of slanted lines."""
    return (
        f'<pattern id="{name}" width="2.6" height="2.6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({45 * way})"><rect width="2.6" height="2.6" fill="{colour}" fill-opacity="0.10"/>'
        f'<line x1="0" y1="0" x2="0" y2="2.6" stroke="{colour}" stroke-opacity="0.42" stroke-width="0.5"/></pattern>'
    )


def waves(name: str) -> str:
    return (
        f'<pattern id="{name}" width="6" height="4" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="4" fill="{WATER}"/>'
        f'<path d="M0 2q1.5 -1.4 3 0t3 0" fill="none" stroke="{WATER_INK}" stroke-opacity="0.45" stroke-width="0.3"/>'
        "</pattern>"
    )
