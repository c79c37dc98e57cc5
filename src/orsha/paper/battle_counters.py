"""Teams as counters seen from above, and the markers that lie among them. Lengths are millimetres.

The attacker's counters are full of colour with pale numbers, the defender's pale with coloured ones, so that a grey
printer tells them apart too. Whatever a counter's state is, it has a sign of its own, never a colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin
from xml.sax.saxutils import escape

from msgspec import Struct

from orsha.paper import ink
from orsha.paper.battle_shapes import closed, dots, edged, fill, stroke
from orsha.paper.ink import COLOUR, GOLD, INK, PAPER, Box, Point, text_width
from orsha.tabletop.layout import Side

EARTH = "#6b4a2a"
SMOKE = "#8d8f94"
PALE: dict[Side, str] = {"attacker": "#ffffff", "defender": "#eaf3fa"}
DARK: dict[Side, str] = {"attacker": "#5e2500", "defender": "#003352"}
NUMBER = 2.9
EDGE = 0.45


class Counter(Struct, frozen=True):
    """One team on the table."""

    team: str
    unit: str
    number: str
    side: Side
    kind: str
    """`infantry`, `gun`, `tank`, `lorry` or `aircraft`."""
    at: Point
    half_wide: float
    half_long: float
    facing: int = 0
    """Degrees, 0 up the table, clockwise."""
    leader: bool = False
    commander: bool = False
    pinned: bool = False
    bailed_out: bool = False
    foxholes: bool = False
    smoked: bool = False
    riders: int = 0
    """Teams aboard it."""

    @property
    def disc(self) -> bool:
        return self.kind == "infantry"

    def box(self) -> Box:
        """The upright rectangle that it lies in, barrel aside."""
        x, y = self.at
        if self.disc:
            wide = high = self.half_wide
        else:
            turn = radians(self.facing)
            c, s = abs(cos(turn)), abs(sin(turn))
            wide, high = c * self.half_wide + s * self.half_long, s * self.half_wide + c * self.half_long
        return Box(x - wide, y - high, x + wide, y + high)

    def place(self, right: float, ahead: float) -> Point:
        """A point of the counter as it stands: so far to its right, so far ahead."""
        turn = radians(self.facing)
        return (
            self.at[0] + right * cos(turn) + ahead * sin(turn),
            self.at[1] + right * sin(turn) - ahead * cos(turn),
        )

    def rim(self, wide: float, long: float) -> list[Point]:
        """Its hull, so much wider and longer on each side."""
        w, h = self.half_wide + wide, self.half_long + long
        return [self.place(*corner) for corner in ((-w, h), (w, h), (w, -h), (-w, -h))]


def counters_svg(counters: list[Counter]) -> str:
    """All counters: what is dug first, then the counters, then their signs, so that no sign is hidden."""
    bodies = "".join(f'<g id="{team_mark(one.team)}">{_body(one)}{_number(one)}</g>' for one in counters)
    return "".join(map(_dug, counters)) + bodies + "".join(map(_signs, counters))


def team_mark(team: str) -> str:
    """A team's name as the picture carries it."""
    return "team-" + team.replace(" ", "-").replace(".", "-")


def _dug(one: Counter) -> str:
    if not one.foxholes:
        return ""
    dash = ' stroke-dasharray="1.5 0.75"'
    if one.disc:
        return _circle(one.at, one.half_wide + 0.55, "none", EARTH, 0.95, dash)
    return stroke(closed(one.rim(0.6, 0.6)), EARTH, 0.95, dash)


def _body(one: Counter) -> str:
    paint, edge = (COLOUR[one.side], DARK[one.side]) if one.side == "attacker" else (PALE[one.side], COLOUR[one.side])
    if one.disc:
        shade = _circle((one.at[0] + 0.25, one.at[1] + 0.35), one.half_wide, INK, "none", 0, ' fill-opacity="0.3"')
        return shade + _circle(one.at, one.half_wide - EDGE / 2, paint, edge, EDGE)
    if one.kind == "aircraft":
        return _aircraft(one, paint, edge)
    shade = fill(closed([(x + 0.25, y + 0.35) for x, y in one.rim(0, 0)]), INK, ' fill-opacity="0.3"')
    front = [one.place(-one.half_wide, one.half_long), one.place(one.half_wide, one.half_long)]
    nose = fill(closed([*front, one.place(0, one.half_long + 1.1)]), edge)
    hull = edged(closed(one.rim(-EDGE / 2, -EDGE / 2)), paint, edge, EDGE)
    return shade + _barrel(one, edge) + nose + hull + _tracks(one, edge)


def _barrel(one: Counter, edge: str) -> str:
    if one.kind not in ("tank", "gun"):
        return ""
    tip = one.place(0, one.half_long + 2.3)
    return ink.line(one.at, tip, PAPER, 1.3) + ink.line(one.at, tip, edge, 0.75)


def _tracks(one: Counter, edge: str) -> str:
    """A tank's tracks, a gun's trails, a lorry's bed."""
    w, h = one.half_wide - 0.55, one.half_long - 0.3
    if one.kind == "tank":
        return "".join(ink.line(one.place(x, h), one.place(x, -h), edge, 0.3) for x in (-w, w))
    if one.kind == "gun":
        return "".join(ink.line(one.place(0, 0), one.place(x, -h), edge, 0.3) for x in (-w, w))
    return ink.line(one.place(-w, h * 0.45), one.place(w, h * 0.45), edge, 0.3)


def _aircraft(one: Counter, paint: str, edge: str) -> str:
    shape = [(0, 4.6), (0.8, 3), (0.9, 1.4), (5.6, 0.5), (5.6, -0.9), (0.9, -1), (0.6, -3.4)]
    shape += [(2, -4), (2, -4.8), (0, -4.5)]
    around = shape + [(-x, y) for x, y in reversed(shape)]
    return edged(closed([one.place(x, y) for x, y in around]), paint, edge, EDGE)


def _number(one: Counter) -> str:
    room = 2 * min(one.half_wide, one.half_long) - 0.7 if one.kind != "aircraft" else 4.0
    size = min(NUMBER, NUMBER * room / max(ink.text_width(one.number, NUMBER, bold=True), 0.1))
    size = max(size, 2.1)
    x, y = one.at
    colour = "#ffffff" if one.side == "attacker" else DARK[one.side]
    plate = ""
    if not one.disc:
        wide, high = ink.text_width(one.number, size, bold=True) / 2 + 0.35, size * ink.CAPITAL / 2 + 0.4
        back = COLOUR[one.side] if one.side == "attacker" else PALE[one.side]
        plate = (
            f'<rect x="{x - wide:.2f}" y="{y - high:.2f}" width="{2 * wide:.2f}" height="{2 * high:.2f}" '
            f'rx="0.5" fill="{back}"/>'
        )
    return plate + words(one.number, (x, y + size * ink.CAPITAL / 2), size, colour, bold=True)


def words(text: str, at: Point, size: float, colour: str, *, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size:.2f}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}{weight}>{escape(text)}</text>"


# -- signs


def _signs(one: Counter) -> str:
    box = one.box()
    reach = 0.72 if one.disc else 0.9
    wide, high = (box.right - box.left) / 2 * reach, (box.bottom - box.top) / 2 * reach
    x, y = one.at
    rows = ""
    if one.bailed_out:
        rows += cross(one.at, min(max(wide, high), 3.4))
        rows += _number(one)
    if one.leader or one.commander:
        rows += star((x - wide, y - high), GOLD if one.commander else "#ffffff", 1.75 if one.commander else 1.35)
    if one.pinned:
        rows += pinned((x + wide, y - high))
    if one.smoked:
        rows += cloud((x - wide, y + high))
    if one.riders:
        rows += riders((x + wide, y + high), one.riders)
    return rows


def star(at: Point, colour: str, size: float = 1.5) -> str:
    """A leader's; a formation commander's is gold and larger."""
    points = [
        (at[0] + size * r * sin(n * pi / 5), at[1] - size * r * cos(n * pi / 5))
        for n in range(10)
        for r in [0.45 if n % 2 else 1.0]
    ]
    return edged(closed(points), colour, INK, 0.28)


def pinned(at: Point) -> str:
    x, y = at
    return edged(closed([(x - 1.25, y - 0.95), (x + 1.25, y - 0.95), (x, y + 1.3)]), INK, "#ffffff", 0.3)


def cross(at: Point, far: float) -> str:
    x, y = at
    ends = (((x - far, y - far), (x + far, y + far)), ((x - far, y + far), (x + far, y - far)))
    return "".join(ink.line(a, b, "#ffffff", 1.5) for a, b in ends) + "".join(ink.line(a, b, INK, 0.8) for a, b in ends)


def cloud(at: Point) -> str:
    x, y = at
    puffs = [(x - 0.8, y + 0.2), (x, y - 0.4), (x + 0.8, y + 0.2)]
    return stroke(dots(puffs), INK, 1.9) + stroke(dots(puffs), "#e8e8ea", 1.5)


def riders(at: Point, count: int) -> str:
    text = f"+{count}"
    return _circle(at, 1.55, "#ffffff", INK, 0.25) + words(text, (at[0], at[1] + 0.65), 1.8, INK, bold=True)


# -- what lies on the table


def objective(at: Point, label: str) -> str:
    number = words(label, (at[0], at[1] + 1.15), 3.2, INK, bold=True)
    return _circle(at, 3.0, GOLD, INK, 0.5) + _circle(at, 2.35, "none", INK, 0.2) + number


def reach_ring(at: Point, radius: float, colour: str) -> str:
    """How far something counts."""
    pale = _circle(at, radius, "none", PAPER, 0.9, ' stroke-opacity="0.7"')
    return pale + _circle(at, radius, "none", colour, 0.4, ' stroke-dasharray="1.6 1.2"')


def minefield(at: Point) -> str:
    """A round mine with its horns, on a yellow plate."""
    x, y = at
    horns = "".join(
        f"M{x + 0.8 * sin(n * pi / 4):.2f} {y + 0.8 * cos(n * pi / 4):.2f}"
        f"L{x + 1.6 * sin(n * pi / 4):.2f} {y + 1.6 * cos(n * pi / 4):.2f}"
        for n in range(8)
    )
    plate = edged(closed([(x, y - 2.9), (x + 2.9, y), (x, y + 2.9), (x - 2.9, y)]), "#fff3b0", INK, 0.35)
    return plate + stroke(horns, INK, 0.35) + _circle(at, 1.05, INK, "none", 0)


def trap(at: Point) -> str:
    x, y = at
    plate = edged(closed([(x, y - 2.1), (x + 2.1, y + 1.6), (x - 2.1, y + 1.6)]), "#fff3b0", INK, 0.35)
    return plate + words("!", (x, y + 1.25), 2.6, INK, bold=True)


def wire(at: Point) -> str:
    x, y = at
    coils = "".join(_circle((x + 1.5 * n, y), 1.1, "none", INK, 0.3) for n in (-2, -1, 0, 1, 2))
    back = edged(closed([(x - 4.4, y - 1.5), (x + 4.4, y - 1.5), (x + 4.4, y + 1.5), (x - 4.4, y + 1.5)]), PAPER, INK)
    return f'<g opacity="0.95">{back}{coils}</g>'


def cleared(at: Point) -> str:
    return f'<g opacity="0.75">{cross(at, 1.6)}</g>'


def ranged_in(at: Point, number: str, side: Side, covers: Sequence[Box] = ()) -> str:
    """A Ranged In marker: cross-hairs with the unit's number beside them, where no counter covers it."""
    x, y = at
    hairs = f"M{x - 2.7:.2f} {y:.2f}h5.4M{x:.2f} {y - 2.7:.2f}v5.4"
    spot = _clear(at, text_width(number, 2.1, bold=True), covers)
    if abs(spot[1] + 0.8 - y) > 3.5 or abs(spot[0] - x) > 4.5:
        hairs += f"M{x:.2f} {y:.2f}L{spot[0]:.2f} {spot[1] - 0.6:.2f}"
    rows = stroke(hairs, PAPER, 1.2) + _circle(at, 1.7, "none", PAPER, 1.2)
    rows += stroke(hairs, COLOUR[side], 0.45) + _circle(at, 1.7, "none", COLOUR[side], 0.45)
    edge = f' stroke="{PAPER}" stroke-width="0.8" stroke-linejoin="round"'
    under = words(number, spot, 2.1, PAPER, bold=True, anchor="start").replace("<text", f"<text{edge}")
    return rows + under + words(number, spot, 2.1, COLOUR[side], bold=True, anchor="start")


def _clear(at: Point, wide: float, covers: Sequence[Box]) -> Point:
    """Where a number of some width stands clear of all counters: about a marker, or farther off."""
    x, y = at
    beside = [(x + across, y + down) for down in (-1.1, 2.7) for across in (2.0, -2.0 - wide)]
    turns = [n * pi / 6 for n in range(12)]
    around = [(x + far * cos(a) - wide / 2, y + far * sin(a) + 0.8) for far in (4, 6, 8, 10) for a in turns]
    for spot in (*beside, *around):
        box = Box(spot[0], spot[1] - 1.7, spot[0] + wide, spot[1] + 0.2)
        if not any(box.overlaps(one) for one in covers):
            return spot
    return beside[0]


def dot(at: Point, colour: str) -> str:
    return _circle(at, 0.75, colour, PAPER, 0.25)


def way(points: list[Point], colour: str) -> str:
    """The way that a team went, with a ring where it set out."""
    if len(points) < 2:
        return ""
    path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return (
        stroke(path, PAPER, 1.5, ' stroke-opacity="0.85" stroke-linecap="round"')
        + stroke(path, colour, 0.7)
        + _circle(points[0], 1.1, PAPER, colour, 0.5)
    )


def shot(a: Point, b: Point, hit: bool) -> str:
    """A weapon's fire: a full line if it hit, a broken one if not."""
    dash = "" if hit else "1.4 1.2"
    burst = star(b, "#ffffff", 1.2) if hit else ""
    return ink.line(a, b, PAPER, 1.1) + ink.line(a, b, INK, 0.4, dash) + burst


def shells(at: Point, half: float) -> str:
    """The square that a bombardment fell on."""
    x, y = at
    square = closed([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    return fill(square, INK, ' fill-opacity="0.14"') + stroke(square, INK, 0.5, ' stroke-dasharray="2 1"')


def screen(a: Point, b: Point) -> str:
    """A smoke screen, puff by puff."""
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    count = max(2, round(long / 2.2))
    spots = [
        (a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count + (0.7 if n % 2 else -0.7))
        for n in range(count + 1)
    ]
    return (
        '<g opacity="0.86">'
        + stroke(dots(spots), SMOKE, 5.4)
        + stroke(dots(spots), "#e9eaec", 4.8)
        + stroke(dots([(x - 0.5, y - 0.6) for x, y in spots]), "#ffffff", 2.2)
        + "</g>"
    )


def _circle(at: Point, radius: float, paint: str, edge: str, width: float, extra: str = "") -> str:
    line = f' stroke="{edge}" stroke-width="{width:.2f}"' if edge != "none" else ""
    return f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}" fill="{paint}"{line}{extra}/>'
