"""A battle's table as a picture: terrain that reads at a glance, to scale, with a key. Plain SVG, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct
from msgspec.structs import replace
from shapely import LineString, MultiPolygon, Polygon

from orsha.kernel import OrshaError
from orsha.paper import battle_ground as ground
from orsha.paper import ink, press
from orsha.paper.battle_arrivals import Coming, coming_svg
from orsha.paper.battle_lines import line, roads, streets
from orsha.paper.battle_shapes import closed, dots, edged, fill, stroke
from orsha.paper.ink import GREY, INK, Point
from orsha.tabletop.table import MIL, Kind, Table
from orsha.tabletop.table.kinds import TEAM_KINDS

INCH = 4.0
"""Millimetres to an inch of the table, but for small tables, which are drawn larger."""
MARGIN = 9.0
TITLE = 11.0
KEY_ROW = 8.2
SERIF = "DejaVu Serif, Georgia, serif"


class Picture(Struct, frozen=True):
    """A finished picture and its size."""

    title: str
    width: float
    height: float
    inside: str

    def svg(self) -> str:
        wide, high = f"{self.width:.4f}".rstrip("0").rstrip("."), f"{self.height:.4f}".rstrip("0").rstrip(".")
        size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{ink.FAMILY}">'
            f"<title>{escape(self.title)}</title>{self.inside}</svg>"
        )


class Frame(Struct, frozen=True):
    """From mils on the table to millimetres on the page."""

    size: tuple[int, int]
    scale: float

    @property
    def width(self) -> float:
        return self.size[0] / MIL * self.scale

    @property
    def height(self) -> float:
        return self.size[1] / MIL * self.scale

    @property
    def box(self) -> ink.Box:
        """The table on the page."""
        return ink.Box(MARGIN, TITLE + MARGIN, MARGIN + self.width, TITLE + MARGIN + self.height)

    def at(self, spot: tuple[float, float]) -> Point:
        return (
            MARGIN + spot[0] / MIL * self.scale,
            TITLE + MARGIN + (self.size[1] - spot[1]) / MIL * self.scale,
        )

    def all(self, spots: Sequence[tuple[float, float]]) -> list[Point]:
        return [self.at(spot) for spot in spots]


def draw(table: Table, zones: dict[str, MultiPolygon] | None = None, coming: Sequence[Coming] = ()) -> Picture:
    """A table's picture; with a mission's zones (in inches) outlined on it, and where reserves come on, if given."""
    wide = table.size[0] / MIL
    frame = Frame(table.size, INCH * max(1.0, min(2.0, 60 / wide)))
    kinds = _used(table)
    columns = max(1, int((frame.width + 2) / 47))
    rows = ceil(len(kinds) / columns)
    width = frame.width + 2 * MARGIN
    height = TITLE + frame.height + 2 * MARGIN + rows * KEY_ROW + 4
    inside = (
        f'<rect width="{width:.2f}" height="{height:.2f}" fill="{ink.PAPER}"/>'
        + _title(table, width)
        + _clip(frame)
        + f'<g clip-path="url(#table)">{_ground(table, frame)}{_features(table, frame)}'
        + f"{_zones(frame, zones or {}, coming)}</g>"
        + _names(table, frame)
        + _ruler(frame)
        + _key(kinds, columns, TITLE + frame.height + 2 * MARGIN + 2, frame.width)
    )
    return Picture(table.name, width, height, inside)


def _clip(frame: Frame) -> str:
    x, y = frame.at((0, frame.size[1]))
    shape = f'<rect x="{x:.2f}" y="{y:.2f}" width="{frame.width:.2f}" height="{frame.height:.2f}"/>'
    return f'<clipPath id="table">{shape}</clipPath>'


def _title(table: Table, width: float) -> str:
    size = f"{table.size[0] / MIL:g} by {table.size[1] / MIL:g} inches"
    name = _text(table.name, (MARGIN, TITLE - 1), 6.4, INK, ' font-weight="bold"')
    side = _text(size, (width - MARGIN, TITLE - 1), 3.2, GREY, ' text-anchor="end"')
    return f'<g font-family="{SERIF}">{name}{side}</g>'


def _text(words: str, at: Point, size: float, colour: str = INK, extra: str = "") -> str:
    place = f'x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size}" fill="{colour}"'
    return f"<text {place}{extra}>{escape(words)}</text>"


def _ground(table: Table, frame: Frame) -> str:
    """Grass with tufts, or paving."""
    wide, high = table.size
    corners = frame.all([(0, 0), (wide, 0), (wide, high), (0, high)])
    if table.ground == "street":
        setts = [
            (MARGIN + x, TITLE + MARGIN + y + (x % 4) / 2)
            for x in range(1, int(frame.width), 2)
            for y in range(1, int(frame.height), 2)
        ]
        stones = "".join(f"M{x - 0.55:.1f} {y:.1f}h1.1" for x, y in setts)
        return fill(closed(corners), ground.STREET) + stroke(stones, ground.STREET_DARK, 0.12)
    lush = [
        (wide * ((n * 0.7548776662) % 1), high * ((n * 0.5698402910) % 1)) for n in range(int(wide * high / MIL**2 / 4))
    ]
    tufts = frame.all(lush)
    dark = "".join(f"M{x:.2f} {y:.2f}l-0.25 -0.5M{x:.2f} {y:.2f}l0.25 -0.5" for x, y in tufts[::2])
    light = dots(tufts[1::2])
    tints = ((ground.GRASS_LIGHT, 0.25), (ground.GRASS_DARK, 0.1))
    mottles = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{9 + n * 7 % 11}" fill="{tints[n % 2][0]}" '
        f'fill-opacity="{tints[n % 2][1]}"/>'
        for n, (x, y) in enumerate(tufts[:: max(1, len(tufts) // 60)])
    )
    return (
        fill(closed(corners), ground.GRASS)
        + mottles
        + stroke(light, ground.GRASS_LIGHT, 1.1)
        + stroke(dark, ground.GRASS_DARK, 0.2)
    )


def _haloed(words: str, at: Point, size: float, colour: str, style: str) -> str:
    """Words with a pale edge, to be read on any ground."""
    edge = f' stroke="{ink.PAPER}" stroke-width="1.2" stroke-opacity="0.9" stroke-linejoin="round"'
    return _text(words, at, size, "none", style + edge) + _text(words, at, size, colour, style)


# -- features, those underneath first

LAYERS: tuple[tuple[str, ...], ...] = (
    ("hill", "steep-hill"),
    ("street",),
    ("open", "ploughed", "crops", "marsh", "swamp", "wooded-marsh", "wooded-swamp", "rubble", "craters"),
    ("rocks", "stream", "shallow-river", "deep-river", "pond", "crest", "cliff"),
    ("railway",),
    ("road",),
    ("ford", "road-bridge", "rail-bridge", "damaged-bridge"),
    ("barbed-wire", "scrub", "orchard", "fence", "hedge", "stone-wall", "boulevard", "bocage"),
    ("woods", "haystack", "fountain", "wreck"),
    ("building", "city-building", "exterior-wall", "defilade-wall"),
)


TOGETHER = {"road": roads, "street": streets}


def _features(table: Table, frame: Frame) -> str:
    order = {kind: n for n, layer in enumerate(LAYERS) for kind in layer}
    rows = ""
    for layer in range(len(LAYERS)):
        if layer == len(LAYERS) - 1:
            hills = [one.area for one in table.features if one.kind in LAYERS[0]]
            rows += "".join(ground.contour(frame.all(hill)) for hill in hills)
        chosen = [n for n, one in enumerate(table.features) if order.get(one.kind, len(LAYERS) - 2) == layer]
        together = TOGETHER.get(LAYERS[layer][0])
        if together:
            lines = [n for n in chosen if table.features[n].line]
            rows += together([_path(table, n, frame) for n in lines], _wide(table, lines, frame))
            chosen = [n for n in chosen if not table.features[n].line]
        for n in sorted(chosen, key=lambda n: LAYERS[layer].index(table.features[n].kind)):
            rows += _feature(table, n, frame)
    return rows


def _path(table: Table, n: int, frame: Frame) -> list[Point]:
    return frame.all(table.features[n].path(table.kinds[n], table.size))


def _wide(table: Table, chosen: list[int], frame: Frame) -> list[float]:
    return [table.features[n].wide(table.kinds[n]) / MIL * frame.scale for n in chosen]


def _feature(table: Table, n: int, frame: Frame) -> str:
    feature, kind = table.features[n], table.kinds[n]
    if feature.line:
        width = feature.wide(kind) / MIL * frame.scale
        return line(feature.kind, _path(table, n, frame), width, frame.all(table.outlines[n]))
    paint = ground.AREAS.get(feature.kind)
    points = frame.all(feature.area)
    return paint(points, n) if paint else edged(closed(points), "#dddddd", INK)


# -- what is written


def _names(table: Table, frame: Frame) -> str:
    """The names of features, where there is room for them: in italics, with a pale edge."""
    taken: list[ink.Box] = []
    rows = ""
    for feature, outline in zip(table.features, table.outlines, strict=True):
        small = feature.name.startswith("the ") and feature.kind != "city-building"
        if not feature.name or small or feature.kind == "rubble":
            continue
        shape = Polygon(outline)
        spot = (
            shape.representative_point() if feature.area else LineString(feature.line).interpolate(0.5, normalized=True)
        )
        x, y = frame.at((spot.x, spot.y))
        half = ink.text_width(feature.name, 3.1) / 2
        x = min(max(x, MARGIN + half + 1), MARGIN + frame.width - half - 1)
        box = ink.Box(x - half, y - 2, x + half, y + 2)
        if any(box.overlaps(other) for other in taken):
            continue
        taken.append(box)
        style = ' font-style="italic" text-anchor="middle"'
        rows += _haloed(feature.name, (x, y + 1.1), 3.1, INK, style)
    return f'<g font-family="{SERIF}">{rows}</g>'


def _ruler(frame: Frame) -> str:
    """A frame with a tick for every six inches and a number for every foot."""
    left, top = frame.at((0, frame.size[1]))
    right, bottom = frame.at((frame.size[0], 0))
    rows = stroke(closed([(left, top), (right, top), (right, bottom), (left, bottom)]), INK, 0.7)
    marks, words = "", ""
    for axis, long in enumerate(frame.size):
        for inch in range(0, long // MIL + 1, 6):
            far = 1.6 if inch % 12 else 2.4
            x, y = frame.at((inch * MIL, 0) if axis == 0 else (0, inch * MIL))
            if axis == 0:
                marks += f"M{x:.2f} {bottom:.2f}v{far}M{x:.2f} {top:.2f}v{-far}"
            else:
                marks += f"M{left:.2f} {y:.2f}h{-far}M{right:.2f} {y:.2f}h{far}"
            if inch % 12 == 0:
                tx, ty = (x, bottom + 5.2) if axis == 0 else (left - 4.6, y + 0.9)
                words += f'<text x="{tx:.2f}" y="{ty:.2f}">{inch}</text>'
    return f'{rows}{stroke(marks, INK, 0.3)}<g font-size="2.6" fill="{GREY}" text-anchor="middle">{words}</g>'


def _zones(frame: Frame, zones: dict[str, MultiPolygon], coming: Sequence[Coming]) -> str:
    """A mission's zones as dashed outlines, each with its name in a corner; bands where reserves come on."""
    rows, words = "", ""
    taken: list[ink.Box] = []
    for name, zone in zones.items():
        side = "attacker" if name.startswith("attacker") else "defender" if name.startswith("defender") else None
        colour = ink.COLOUR[side] if side else INK  # type: ignore[index]
        for part in zone.geoms:
            points = frame.all([(x * MIL, y * MIL) for x, y in part.exterior.coords[:-1]])
            rows += stroke(closed(points), ink.PAPER, 1.3, ' stroke-opacity="0.7"')
            rows += stroke(closed(points), colour, 0.7, ' stroke-dasharray="3 1.6"')
        words += _zone_name(name.replace("-", " "), max(zone.geoms, key=lambda part: part.area), colour, frame, taken)
    return rows + coming_svg(coming, frame.box, frame.scale, taken) + words


def _zone_name(name: str, part: Polygon, colour: str, frame: Frame, taken: list[ink.Box]) -> str:
    """A zone's name at its upper left, below those that stand there already."""
    left, _, _, high = part.bounds
    x, y = frame.at((left * MIL, high * MIL))
    wide = ink.text_width(name, 2.6)
    x = min(x + 1.2, MARGIN + frame.width - wide - 1)
    box = ink.Box(x, y + 0.8, x + wide, y + 4)
    while any(box.overlaps(other) for other in taken):
        box = ink.Box(x, box.top + 3.4, x + wide, box.bottom + 3.4)
    taken.append(box)
    return _haloed(name, (x, box.bottom - 0.7), 2.6, colour, "")


# -- the key


def _used(table: Table) -> list[tuple[str, Kind, bool]]:
    """Each kind on the table once, in the order of the layers, and whether it is an area."""
    order = [kind for layer in LAYERS for kind in layer]
    found = {one.kind: (one.kind, kind, bool(one.area)) for one, kind in zip(table.features, table.kinds, strict=True)}
    return [found[kind] for kind in sorted(found, key=lambda kind: order.index(kind) if kind in order else 99)]


def going_words(kind: Kind) -> str:
    """How a kind is crossed and how high it is, in a few words."""
    goings = {team: kind.going_for(team) for team in TEAM_KINDS}
    going = goings["tank"]
    if kind.road:
        going_word = "road"
    elif goings["infantry"] != "impassable" and going == "impassable":
        cross = kind.cross.get("infantry")
        going_word = f"infantry only, Cross {cross}+" if cross else "infantry only"
    elif goings["infantry"] == "open" != going:
        going_word = f"{going} but to infantry"
    else:
        going_word = going
    return going_word if kind.height == "flat" else f"{going_word}, {kind.height}"


def _key(kinds: list[tuple[str, Kind, bool]], columns: int, top: float, width: float) -> str:
    """A swatch of every kind, its name, how it is crossed and how high it is."""
    rows = ""
    step = width / columns
    for n, (slug, kind, area) in enumerate(kinds):
        x, y = MARGIN + n % columns * step, top + n // columns * KEY_ROW
        rows += _swatch(slug, area, x, y)
        rows += _text(kind.name, (x + 10.5, y + 2.9), 2.75)
        rows += _text(going_words(kind), (x + 10.5, y + 5.9), 2.2, GREY)
    return rows


def _swatch(slug: str, area: bool, x: float, y: float) -> str:
    spots = [(x, y), (x + 9, y), (x + 9, y + 6.4), (x, y + 6.4)]
    if area:
        if slug in ("building", "haystack", "wreck", "fountain"):
            spots = [(x + 2, y + 1.2), (x + 7, y + 1.2), (x + 7, y + 5), (x + 2, y + 5)]
        elif slug in ("woods", "scrub", "marsh", "swamp", "wooded-marsh", "wooded-swamp", "pond", "hill", "steep-hill"):
            spots = [
                (x + a, y + b)
                for a, b in ((0, 3), (1.6, 0.6), (5, 0.2), (8.4, 1.2), (9, 3.6), (7.4, 6), (4, 6.4), (1, 5.4))
            ]
        paint = ground.AREAS.get(slug)
        return paint(spots, 3) if paint else edged(closed(spots), "#dddddd", INK)
    points = [(x, y + 3.6), (x + 4.5, y + 2.9), (x + 9, y + 3.4)]
    wide = {
        "road": 4.0,
        "street": 5.0,
        "railway": 4.0,
        "stream": 2.6,
        "ford": 4,
        "road-bridge": 4.6,
        "rail-bridge": 4.6,
    }.get(slug, 1.4)
    wide = 4.6 if slug in ("damaged-bridge", "shallow-river", "deep-river") else wide
    if slug in TOGETHER:
        return TOGETHER[slug]([points], [wide])
    half = wide / 2
    outline = [(x, y + 3.3 - half), (x + 9, y + 3.3 - half), (x + 9, y + 3.3 + half), (x, y + 3.3 + half)]
    return line(slug, points, wide, outline)


# -- files

_TEMPLATE = """
#set document(title: "A table", author: "Orsha", date: none)
#set page(width: {0}mm, height: {1}mm, margin: 0pt, fill: rgb("{2}"))
#image(bytes(sys.inputs.table), format: "svg", width: {0}mm, height: {1}mm)
"""


def write_table(
    table: Table, out: Path, zones: dict[str, MultiPolygon] | None = None, coming: Sequence[Coming] = ()
) -> None:
    """The picture as .svg, .png or .pdf by the file's name."""
    how = press.format_of(out, "a table", also=("toml",))
    picture = draw(table, zones, coming)
    press.written(out, picture.svg().encode() if how == "svg" else _printed(picture, how))


def _whole_dots(millimetres: float) -> float:
    """A length as whole dots of a PNG, a hair less: a picture of another size is drawn a dot larger and then shrunk,
    and somewhere a row of dots is lost, letters and all."""
    return (ceil(millimetres / 25.4 * press.DOTS - 0.01) - 0.02) * 25.4 / press.DOTS


def _printed(picture: Picture, how: press.Format) -> bytes:
    picture = replace(picture, width=_whole_dots(picture.width), height=_whole_dots(picture.height))
    made = press.typesetter().compile(
        _TEMPLATE.format(f"{picture.width:.4f}", f"{picture.height:.4f}", ink.PAPER).encode(),
        format=how,
        ppi=press.DOTS,
        sys_inputs={"table": picture.svg()},
        font_paths=press.fonts(),
    )
    if not isinstance(made, bytes):
        raise OrshaError("the table does not fit one page")
    return made
