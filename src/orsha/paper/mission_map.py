"""A mission's table, drawn to scale: who deploys where, where objectives and reserves go, and every distance with an arrow."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from shapely import Geometry, MultiPolygon, Polygon, box, union_all

from orsha.kernel import OrshaError
from orsha.paper import ink
from orsha.paper.arrivals import Band, band_spots, band_svg, bands
from orsha.paper.frame import MARGIN, OUTER_LANE, Frame, frame_for
from orsha.paper.ink import COLOUR, GREY, INK, WATER_INK, Arrow, Box, Label
from orsha.paper.map_labels import building_spots, distance_spots, wanted, zone_spots
from orsha.paper.places import Spot, arrange, spot
from orsha.paper.zone_parts import ZonePart, arrivals, zone_parts
from orsha.tabletop.mission.library import SIDES, Mission
from orsha.tabletop.mission.words import inches

BAR = 12.0
"""The scale's length in inches."""


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
            f'viewBox="0 0 {wide:.2f} {high:.2f}" role="img"><title>{ink.escape(self.title)}</title>'
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
    distances = [
        distance_spots(want, frame) for want in wanted(mission, [p for p in shown if p.kind != "rooms"], come, frame)
    ]
    names = _names(mission, frame, shown, areas)
    reserves = [
        band_spots([b for b in along if (b.words, b.side) == key], frame)
        for key in dict.fromkeys((b.words, b.side) for b in along)
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


def _names(mission: Mission, frame: Frame, shown: list[ZonePart], areas: dict[str, Geometry]) -> list[list[Spot]]:
    """The spots of every zone's and building's name."""
    lines = [shape.boundary for shape in areas.values()]
    rooms = [frame.drawn(room.floor()) for room in frame.layout.rooms]
    river = [frame.drawn(frame.layout.river_bed())] if frame.layout.river else []
    lines += [room.boundary for room in rooms] + [frame.drawn(frame.layout.centre_line())]
    found: list[list[Spot]] = []
    for part in shown:
        if part.kind in ("deploy", "objectives", "recon", "obstacles", "crossings", "river"):
            above = [areas[p.zone] for p in shown if p.kind in ("objectives", "recon") and p.zone != part.zone]
            above = above if part.kind in ("deploy", "river") else []
            found.append(
                zone_spots(
                    part,
                    _free(areas[part.zone], [*above, *rooms, *([] if part.kind == "crossings" else river)]),
                    lines,
                    frame,
                )
            )
    if river:
        words = ZonePart("river", "river", ("River",))
        found.append(zone_spots(words, river[0], lines, frame))
    for grid in mission.file.buildings:
        mine = union_all([frame.drawn(r.floor()) for r in frame.layout.rooms if r.building == grid.name])
        words_here = [grid.name.replace("-", " ").capitalize()]
        for part in shown:
            if part.kind == "rooms" and mission.file.zones[part.zone] == grid.name:
                words_here += [f"{part.words[0]} in a room", part.words[1]]
        found.append(building_spots(tuple(words_here), mine, lines, frame))
    return found


def _free(zone: Geometry, taken: list[Geometry]) -> Geometry:
    """A zone without what else is drawn in it, unless too little is left to write in."""
    left = zone.difference(union_all(taken)) if taken else zone
    parts = sorted((p for p in getattr(left, "geoms", [left]) if isinstance(p, Polygon)), key=lambda p: -p.area)
    if not parts or parts[0].buffer(-2.2).is_empty:
        return zone
    return MultiPolygon([p for p in parts if not p.buffer(-2.2).is_empty])


def _margin_words(mission: Mission, frame: Frame) -> list[Spot]:
    """The edges' names, the table's size and the scale."""
    t, layout = frame.table, frame.layout
    x, y = (t.left + t.right) / 2, (t.top + t.bottom) / 2
    top, bottom, left, right = t.top - OUTER_LANE, t.bottom + OUTER_LANE, t.left - OUTER_LANE, t.right + OUTER_LANE
    size = f"table {inches(layout.width)} by {inches(layout.height)}"
    wide = ink.text_width(size, 2.3)
    found = [
        spot(Label((size,), (t.right - wide / 2, bottom), 2.3, colour=GREY, plate=False)),
        spot(Label((inches(BAR),), (t.left + BAR * frame.scale + 8.5, bottom), 2.3, colour=GREY, plate=False)),
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


def _shapes(
    mission: Mission, frame: Frame, shown: list[ZonePart], areas: dict[str, Geometry], along: list[Band]
) -> str:
    layout = frame.layout
    rows = [
        f"<defs>{ink.hatch('attacker', COLOUR['attacker'], 1)}{ink.hatch('defender', COLOUR['defender'], -1)}{ink.waves('water')}</defs>",
        _filled(frame.drawn(layout.table), f'fill="{ink.PAPER}"'),
    ]
    rows += [_zone_svg(part, areas[part.zone]) for part in shown if part.kind in ("deploy", "recon")]
    if layout.river:
        rows.append(
            _filled(frame.drawn(layout.river_bed()), f'fill="url(#water)" stroke="{WATER_INK}" stroke-width="0.4"')
        )
    rows += [_zone_svg(part, areas[part.zone]) for part in shown if part.kind not in ("deploy", "recon", "rooms")]
    rows += _buildings(frame)
    rows += _centre_lines(frame)
    rows.append(_filled(frame.drawn(layout.table), f'fill="none" stroke="{INK}" stroke-width="0.8"'))
    rows += [band_svg(band) for band in along]
    return "".join([*rows, _bar(frame)])


def _zone_svg(part: ZonePart, shape: Geometry) -> str:
    if part.side and part.kind in ("deploy", "recon", "obstacles"):
        dash = "" if part.kind == "deploy" else ' stroke-dasharray="1.6 0.8"'
        return _filled(shape, f'fill="url(#{part.side})" stroke="{COLOUR[part.side]}" stroke-width="0.6"{dash}')
    if part.kind == "objectives":
        return _filled(
            shape,
            f'fill="{ink.GOLD}" fill-opacity="0.38" stroke="{INK}" stroke-width="0.45" stroke-dasharray="2.2 1.1"',
        )
    return _filled(
        shape, f'fill="none" stroke="{WATER_INK}" stroke-width="0.6" stroke-dasharray="0.7 1.1" stroke-linecap="round"'
    )


def _filled(shape: Geometry, style: str) -> str:
    """A shape with its holes."""
    path = ""
    for part in getattr(shape, "geoms", [shape]):
        for ring in (part.exterior, *part.interiors):
            path += "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in ring.coords[:-1]) + "Z"
    return f'<path d="{path}" fill-rule="evenodd" {style}/>'


def _buildings(frame: Frame) -> list[str]:
    floors = [frame.drawn(room.floor()) for room in frame.layout.rooms]
    inner = [_filled(f, f'fill="#e4e0d8" fill-opacity="0.9" stroke="{GREY}" stroke-width="0.5"') for f in floors]
    outer = union_all(floors) if floors else None
    return inner if outer is None else [*inner, _filled(outer, f'fill="none" stroke="{INK}" stroke-width="1.1"')]


def _centre_lines(frame: Frame) -> list[str]:
    main = frame.drawn(frame.layout.centre_line())
    both = frame.layout.edges in ("quarters", "corners")
    rows = []
    for one in frame.drawn(frame.layout.centre_lines()).geoms:
        strong = both or one.equals(main)
        a, b = one.coords[0], one.coords[-1]
        rows.append(ink.line(a, b, INK if strong else "#b5b0a5", 0.35 if strong else 0.2, "4 1 0.8 1"))
    return rows


def _bar(frame: Frame) -> str:
    """A foot to scale, in four parts."""
    x, y, step = frame.table.left, frame.table.bottom + OUTER_LANE - 0.6, BAR * frame.scale / 4
    parts = [
        f'<rect x="{x + n * step:.2f}" y="{y:.2f}" width="{step:.2f}" height="1.2" fill="{"#ffffff" if n % 2 else GREY}" stroke="{GREY}" stroke-width="0.2"/>'
        for n in range(4)
    ]
    return "".join(parts)


def _tick(arrow: Arrow, table: Box) -> str:
    """Thin lines from the table's edge to an arrow in the margin."""
    rows = ""
    for x, y in (arrow.start, arrow.end):
        near_x, near_y = min(max(x, table.left), table.right), min(max(y, table.top), table.bottom)
        if abs(near_x - x) + abs(near_y - y) > 1:
            away_x, away_y = (x - near_x) / MARGIN * 2, (y - near_y) / MARGIN * 2
            rows += ink.line((near_x, near_y), (x + away_x, y + away_y), GREY, 0.2)
    return rows
