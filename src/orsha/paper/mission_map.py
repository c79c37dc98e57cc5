"""A mission's table, drawn to scale: who deploys where, where objectives and reserves go, every distance an arrow."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct
from shapely import MultiPolygon, Polygon, union_all

from orsha.kernel import OrshaError
from orsha.paper import ink
from orsha.paper.arrivals import Band, band_spots, band_svg, bands
from orsha.paper.frame import MARGIN, OUTER_LANE, Frame, Shape, frame_for, pieces
from orsha.paper.ink import COLOUR, GREY, INK, WATER_INK, Arrow, Box, Label
from orsha.paper.map_labels import building_spots, distance_spots, wanted, zone_spots
from orsha.paper.places import Spot, arrange, spot
from orsha.paper.zone_parts import ZonePart, arrivals, zone_parts
from orsha.tabletop.mission.library import SIDES, Mission
from orsha.tabletop.mission.words import inches


class Drawing(Struct, frozen=True):
    """A finished map: what is painted, and the labels and arrows that lie on it. Millimetres."""

    title: str
    canvas: Box
    table: Box
    shapes: str
    labels: tuple[Label, ...]
    arrows: tuple[Arrow, ...]

    def svg(self, text: bool = True) -> str:
        """The map as one SVG; without its text where somebody else sets that."""
        wide, high = self.canvas.right, self.canvas.bottom
        plates = "".join(ink.plate(label.box()) for label in self.labels if label.plate)
        words = "".join(label.svg() for label in self.labels) if text else ""
        marks = "".join(_tick(a, self.table) + ink.arrow(a) for a in self.arrows)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm" '
            f'viewBox="0 0 {wide:.2f} {high:.2f}" role="img"><title>{escape(self.title)}</title>'
            f"{self.shapes}{marks}{plates}"
            f'<g font-family="{ink.FAMILY}" text-anchor="middle">{words}</g></svg>'
        )


def draw(mission: Mission, size: tuple[float, float] | None = None) -> Drawing:
    """A mission's map, for its own table or one of another size."""
    return _draw(mission, size)


def map_svg(mission: Mission, size: tuple[float, float] | None = None) -> str:
    return draw(mission, size).svg()


def write_map(mission: Mission, out: Path) -> None:
    if out.suffix.lower() != ".svg":
        raise OrshaError(f"a map is written as .svg, not as {out.suffix or out.name!r}; a card may be .pdf or .png too")
    out.write_text(map_svg(mission), encoding="utf-8")


@lru_cache(maxsize=64)
def _draw(mission: Mission, size: tuple[float, float] | None) -> Drawing:
    frame = frame_for(mission.layout(size))
    shown, come = zone_parts(mission), arrivals(mission)
    along = bands(mission, frame, come)
    areas = {part.zone: frame.drawn(mission.zone(part.zone, frame.layout)) for part in shown}
    fixed = _margin_words(mission, frame) + _room_words(frame)
    lines = _lines(frame, areas)
    meant = wanted(mission, [part for part in shown if part.kind != "rooms"], come, frame)
    distances = [distance_spots(want, lines, frame) for want in meant]
    names = [*_zone_names(frame, shown, areas, lines), *_building_names(mission, frame, shown, lines)]
    reserves = [
        band_spots([band for band in along if band.group == group], frame)
        for group in dict.fromkeys(band.group for band in along)
    ]
    placed = [*fixed, *arrange([*distances, *names, *reserves], fixed)]
    return Drawing(
        f"{mission.file.name}: the table",
        frame.canvas,
        frame.table,
        _shapes(mission, frame, shown, areas, along),
        tuple(s.label for s in placed if s.label),
        tuple(s.arrow for s in placed if s.arrow),
    )


# -- what is written


def _lines(frame: Frame, areas: dict[str, Shape]) -> list[Shape]:
    """The lines that labels had better not hide."""
    layout = frame.layout
    river = [layout.river_bed()] if layout.river else []
    shapes = [frame.drawn(shape) for shape in (layout.table, *river, *(room.floor() for room in layout.rooms))]
    return [shape.boundary for shape in (*areas.values(), *shapes)] + [frame.drawn(layout.centre_line())]


def _zone_names(frame: Frame, shown: list[ZonePart], areas: dict[str, Shape], lines: list[Shape]) -> list[list[Spot]]:
    """The spots of every zone's name: one for each part of a deployment area, one for other zones."""
    rooms = [frame.drawn(room.floor()) for room in frame.layout.rooms]
    river = [frame.drawn(frame.layout.river_bed())] if frame.layout.river else []
    found: list[list[Spot]] = []
    for part in shown:
        if part.kind == "rooms":
            continue
        zone = areas[part.zone]
        inner = [areas[p.zone] for p in shown if _written_first(p, part, areas)]
        taken = [*inner, *rooms, *([] if part.kind == "crossings" else river)]
        split = part.kind == "deploy" and frame.layout.edges == "quarters"
        for piece in pieces(zone) if split else [zone]:
            found.append(zone_spots(part, _free(piece, taken), lines, frame))
    if river:
        found.append(zone_spots(ZonePart("river", "river", ("River",)), river[0], lines, frame))
    return found


def _written_first(inner: ZonePart, outer: ZonePart, areas: dict[str, Shape]) -> bool:
    """Whether one zone's name has a right to ground that is another's too."""
    if inner.zone == outer.zone or inner.kind not in ("objectives", "recon"):
        return False
    return outer.kind in ("deploy", "river") or areas[inner.zone].area < areas[outer.zone].area


def _building_names(mission: Mission, frame: Frame, shown: list[ZonePart], lines: list[Shape]) -> list[list[Spot]]:
    found = []
    for grid in mission.file.buildings:
        walls = union_all([frame.drawn(room.floor()) for room in frame.layout.rooms if room.building == grid.name])
        words = [grid.name.replace("-", " ").upper()]
        for part in shown:
            if part.kind == "rooms" and mission.file.zones[part.zone] == grid.name:
                words += [f"{part.words[0]} in a room", part.words[1]]
        found.append(building_spots(tuple(words), walls, lines, frame))
    return found


def _free(zone: Shape, taken: list[Shape]) -> Shape:
    """A zone without what else is drawn in it, unless too little is left to write in."""
    left = zone.difference(union_all(taken)) if taken else zone
    roomy = [part for part in pieces(left) if isinstance(part, Polygon) and not part.buffer(-2.2).is_empty]
    return MultiPolygon(roomy) if roomy else zone


def _margin_words(mission: Mission, frame: Frame) -> list[Spot]:
    """The edges' names, the table's size and the scale."""
    t, layout = frame.table, frame.layout
    x, y = (t.left + t.right) / 2, (t.top + t.bottom) / 2
    top, bottom, left, right = t.top - OUTER_LANE, t.bottom + OUTER_LANE, t.left - OUTER_LANE, t.right + OUTER_LANE
    size = f"table {inches(layout.width)} by {inches(layout.height)}"
    wide = ink.text_width(size, 2.3)
    found = [
        spot(Label((size,), (t.right - wide / 2, bottom), 2.3, colour=GREY, plate=False)),
        spot(
            Label(
                (inches(_foot(frame)),),
                (t.left + _foot(frame) * frame.scale + 8.5, bottom),
                2.3,
                colour=GREY,
                plate=False,
            )
        ),
    ]
    places = {"long": ((x, top), (x, bottom)), "short": ((right, y), (left, y))}.get(layout.edges)
    if places:
        for side, at in zip(SIDES, places, strict=True):
            words = f"{side.upper()}'S EDGE"
            found.append(spot(Label((words,), at, 2.6, layout.edges == "short", True, COLOUR[side], False)))
    return found


def _room_words(frame: Frame) -> list[Spot]:
    """A small number in the corner of every room."""
    found = []
    for room in frame.layout.rooms:
        x, y = frame.at((room.at[0], room.at[3]))
        found.append(spot(Label((room.name.rsplit(" ", 1)[1],), (x + 2.2, y + 2.2), 2.3, colour=GREY, plate=False)))
    return found


# -- what is painted


def _shapes(mission: Mission, frame: Frame, shown: list[ZonePart], areas: dict[str, Shape], along: list[Band]) -> str:
    layout = frame.layout
    rows = [
        f"<defs>{_hatches()}{ink.waves('water')}</defs>",
        _filled(frame.drawn(layout.table), f'fill="{ink.PAPER}"'),
    ]
    if layout.river:
        rows.append(
            _filled(frame.drawn(layout.river_bed()), f'fill="url(#water)" stroke="{WATER_INK}" stroke-width="0.4"')
        )
    gold = f'fill="{ink.GOLD}" fill-opacity="0.38"'
    rows += [_filled(areas[part.zone], gold) for part in shown if part.kind == "objectives"]
    rows += [_zone_svg(part, areas[part.zone]) for part in shown if part.kind in ("deploy", "recon")]
    rows += [_zone_svg(part, areas[part.zone]) for part in shown if part.kind not in ("deploy", "recon", "rooms")]
    rows += _buildings(frame)
    rows += _centre_lines(frame)
    rows.append(_filled(frame.drawn(layout.table), f'fill="none" stroke="{INK}" stroke-width="0.8"'))
    rows += [band_svg(band) for band in along]
    return "".join([*rows, _bar(frame)])


def _hatches() -> str:
    return "".join(ink.hatch(side, COLOUR[side], way) for side, way in zip(SIDES, (1, -1), strict=True))


def _zone_svg(part: ZonePart, shape: Shape) -> str:
    if part.side and part.kind in ("deploy", "recon", "obstacles"):
        dash = "" if part.kind == "deploy" else ' stroke-dasharray="1.6 0.8"'
        return _filled(shape, f'fill="url(#{part.side})" stroke="{COLOUR[part.side]}" stroke-width="0.6"{dash}')
    if part.kind == "objectives":
        return _filled(
            shape,
            f'fill="none" stroke="{INK}" stroke-width="0.45" stroke-dasharray="2.2 1.1"',
        )
    return _filled(
        shape, f'fill="none" stroke="{WATER_INK}" stroke-width="0.6" stroke-dasharray="0.7 1.1" stroke-linecap="round"'
    )


def _filled(shape: Shape, style: str) -> str:
    """A shape with its holes."""
    path = ""
    for part in pieces(shape):
        assert isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors):
            path += "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in ring.coords[:-1]) + "Z"
    return f'<path d="{path}" fill-rule="evenodd" {style}/>'


def _buildings(frame: Frame) -> list[str]:
    floors = [frame.drawn(room.floor()) for room in frame.layout.rooms]
    inner = [_filled(f, f'fill="#e4e0d8" fill-opacity="0.7" stroke="{GREY}" stroke-width="0.5"') for f in floors]
    outer = union_all(floors) if floors else None
    return inner if outer is None else [*inner, _filled(outer, f'fill="none" stroke="{INK}" stroke-width="1.1"')]


def _centre_lines(frame: Frame) -> list[str]:
    main = frame.drawn(frame.layout.centre_line())
    both = frame.layout.edges in ("quarters", "corners")
    rows = []
    for one in pieces(frame.drawn(frame.layout.centre_lines())):
        strong = both or one.equals(main)
        left, top, right, bottom = one.bounds
        rows.append(
            ink.line((left, top), (right, bottom), INK if strong else "#b5b0a5", 0.35 if strong else 0.2, "4 1 0.8 1")
        )
    return rows


def _foot(frame: Frame) -> float:
    """The scale's length in inches: a foot, or half of one on a small table."""
    return 12 if frame.layout.width > 48 else 6


def _bar(frame: Frame) -> str:
    """The scale, in four parts."""
    x, y, step = frame.table.left, frame.table.bottom + OUTER_LANE - 0.6, _foot(frame) * frame.scale / 4
    style = f'height="1.2" stroke="{GREY}" stroke-width="0.2"'
    return "".join(
        f'<rect x="{x + n * step:.2f}" y="{y:.2f}" width="{step:.2f}" fill="{(GREY, "#ffffff")[n % 2]}" {style}/>'
        for n in range(4)
    )


def _tick(arrow: Arrow, table: Box) -> str:
    """Thin lines from the table's edge to an arrow in the margin."""
    rows = ""
    for x, y in (arrow.start, arrow.end):
        near_x, near_y = min(max(x, table.left), table.right), min(max(y, table.top), table.bottom)
        if abs(near_x - x) + abs(near_y - y) > 1:
            away_x, away_y = (x - near_x) / MARGIN * 2, (y - near_y) / MARGIN * 2
            rows += ink.line((near_x, near_y), (x + away_x, y + away_y), GREY, 0.2)
    return rows
