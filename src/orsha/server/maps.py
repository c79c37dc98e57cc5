"""The hex map as something to draw: its hexes once, and on them what a seat of a campaign or solo mission may see."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from orsha.hexmap.grid import centre
from orsha.hexmap.map import HexMap, hex_map
from orsha.server.spoken import spoken


class HexPlace(Struct, frozen=True, omit_defaults=True):
    """A hex. Neighbouring centres are 1 apart: x grows with the letters, y with the numbers. Sides are 0 to 5."""

    hex: str
    x: float
    y: float
    terrain: tuple[str, ...]
    level: int = 0
    road: tuple[int, ...] = ()
    rail: tuple[int, ...] = ()
    gully: tuple[int, ...] = ()
    slope: tuple[int, ...] = ()
    building: str | None = None
    storeys: int = 0
    hedge: tuple[int, ...] = ()
    bridge: bool = False
    culvert: bool = False
    victory: bool = False
    torn_up: bool = False
    levels: tuple[int, ...] = ()
    """The levels at which there is a place, where there are several: the ground, a gully's floor, under a bridge."""


class MapGround(Struct, frozen=True):
    """The printed map. It never changes."""

    id: str
    name: str
    columns: int
    hexes: tuple[HexPlace, ...]
    north_entry: str | None


class Counter(Struct, frozen=True, omit_defaults=True):
    """A piece that the seat may see."""

    id: str
    side: str
    kind: str
    type: str
    hex: str
    level: int | None = None
    status: tuple[str, ...] = ()
    held_by: str | None = None
    group: str | None = None
    secret: bool = False
    """Only its own side sees it."""


class MapWork(Struct, frozen=True, omit_defaults=True):
    """A fortification."""

    id: str
    what: str
    side: str
    hex: str
    ap: int = 0
    at: int = 0
    capacity: int = 0
    values: tuple[int, ...] | None = None
    secret: bool = False


class MapSign(Struct, frozen=True):
    """A marker: flame, blaze, wreck, rubble, minefield, ..."""

    what: str
    hex: str


class MapFront(Struct, frozen=True):
    main: tuple[str, ...]
    pockets: tuple[tuple[str, ...], ...]
    front_line: tuple[str, ...]


class MapArea(Struct, frozen=True):
    """An isolated area."""

    hexes: tuple[str, ...]
    kind: str
    occupier: str | None
    pocket: bool


class MapScene(Struct, frozen=True, tag="map", tag_field="scene"):
    """The map at one moment."""

    headline: str
    date: str
    step: str
    weather: str
    wind: str
    pieces: tuple[Counter, ...]
    box: tuple[Counter, ...]
    """The seat's own that are off the map."""
    works: tuple[MapWork, ...]
    signs: tuple[MapSign, ...]
    covered: dict[str, tuple[str, ...]]
    """Hexes with a side's "?" counters, real or not."""
    control: dict[str, str]
    """german, russian or both, for every hex that somebody controls."""
    fronts: dict[str, MapFront]
    areas: tuple[MapArea, ...]
    ground: MapGround | UnsetType | None = UNSET
    """Left out where it was sent before; null where the mission is played on boards of one's own."""


@cache
def ground(name: str = "orsha") -> MapGround:
    board = hex_map(name)
    file = board.file
    return MapGround(file.name, file.title, file.columns, tuple(_places(board)), file.german_north_entry)


def _places(board: HexMap) -> list[HexPlace]:
    from orsha.campaign.report import levels_of

    file = board.file
    buildings = {one.hex: one for one in file.buildings}
    hedges = {one.hex: one.sides for one in file.hedges}
    bridges, culverts = {one.hex for one in file.bridges}, {one.hex for one in file.culverts}
    found = []
    for hex, its in sorted(board.ground.items()):
        x, y = centre(hex)
        house, levels = buildings.get(hex.name), levels_of(board, hex)
        found.append(
            HexPlace(
                hex.name, round(x, 4), round(y, 4), its.terrain, its.level, its.road, its.rail, its.gully, its.slope,
                house.kind if house else None, house.storeys if house else 0, hedges.get(hex.name, ()),
                hex.name in bridges, hex.name in culverts, hex.name in file.victory_locations,
                hex.name in file.torn_up_rail, tuple(levels) if len(levels) > 1 else (),
            )
        )  # fmt: skip
    return found


def campaign(view: Any) -> MapScene:
    """A campaign's view as a scene."""
    from orsha.campaign.game import doing
    from orsha.campaign.words import words  # noqa: F401  the campaign's words are loaded with its game

    pieces = [_counter(one) for one in view.pieces.values()]
    works = [_work(one) for one in view.forts.values()]
    for own in view.sides.values():
        pieces += [] if own.box.sealed else [_counter(one, True) for one in own.box.shown.values()]
        works += [] if own.forts.sealed else [_work(one, True) for one in own.forts.shown.values()]
    return MapScene(
        spoken(doing(view)),
        view.date,
        view.step,
        f"{view.weather} {view.ground}".strip(),
        view.wind,
        tuple(one for one in pieces if one.hex),
        tuple(one for one in pieces if not one.hex),
        tuple(works),
        tuple(MapSign(one.what, one.hex) for one in view.markers),
        {side: tuple(hexes) for side, hexes in view.covered.items()},
        dict(view.control),
        {side: MapFront(one.main, one.pockets, one.front_line) for side, one in view.fronts.items()},
        tuple(MapArea(one.hexes, one.kind, one.occupier, one.pocket) for one in view.areas),
        ground(),
    )


def _counter(one: Any, secret: bool = False) -> Counter:
    return Counter(one.id, one.side, one.kind, one.type, one.hex, one.level, one.status, one.held_by, one.group, secret)


def _work(one: Any, secret: bool = False) -> MapWork:
    return MapWork(one.id, one.what, one.side, one.hex, one.ap, one.at, one.capacity, one.values, secret)


def solo(view: Any) -> MapScene:
    """A solo mission on the map: what may be the enemy, and what is."""
    suspects = [Counter(one.id, "enemy", "suspect", "S?", one.place, status=(one.attitude,))
                for one in view.suspects.values()]  # fmt: skip
    units = [Counter(one.id, "enemy", one.kind, one.what, one.place, status=(one.attitude,))
             for one in view.units.values()]  # fmt: skip
    own = [Counter(one.id, "friendly", one.kind, f"{one.count} x {one.what}", "") for one in view.own.values()]
    mines = [MapWork(one.place, "minefield", "enemy", one.place, one.ap or 0, one.at or 0)
             for one in view.mines.values()]  # fmt: skip
    signs = [MapSign(f"VPO {one.kind}, {one.holder}", one.place) for one in view.objectives.values()]
    signs += [MapSign("wreck", place) for place in view.wrecks]
    return MapScene(
        f"{view.phase}, turn {view.turn}", "", view.phase, view.conditions, "", tuple(suspects + units), tuple(own),
        tuple(mines), tuple(signs), {}, {one.place: one.holder for one in view.objectives.values()}, {}, (),
        ground() if view.setup.mission == "s1" else None,
    )  # fmt: skip
