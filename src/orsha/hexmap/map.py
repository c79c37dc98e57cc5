"""A hex map as data: what lies in every hex and along every hexside, checked as it is read."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.hexmap.grid import Hex, column_name, neighbour, neighbours, parse
from orsha.kernel import OrshaError, Unknown
from orsha.kernel.data import Wrong, load

MAPS = Path(__file__).parent / "maps"
_RUN = re.compile(r"^([A-Z]{1,2})(\d+)(?:-(\d+))?$")

Side = Annotated[int, Meta(ge=0, le=5)]
Terrain = Literal["open", "grain", "orchard", "woods", "marsh", "peat-bog", "shellholes", "gully", "building-wood"]
Name = Annotated[str, Meta(pattern=r"^[A-Z]{1,2}\d{1,2}$")]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a map file."""


class Ground(Strict, frozen=True):
    """What lies in a hex."""

    terrain: tuple[Terrain, ...]
    level: Annotated[int, Meta(ge=-2, le=4)] = 0
    road: tuple[Side, ...] = ()
    rail: tuple[Side, ...] = ()
    gully: tuple[Side, ...] = ()
    slope: tuple[Side, ...] = ()

    def has(self, *terrain: str) -> bool:
        return any(kind in self.terrain for kind in terrain)


class Building(Strict, frozen=True):
    hex: Name
    kind: Literal["wood", "stone"]
    storeys: int


class Bridge(Strict, frozen=True):
    hex: Name
    road: tuple[Side, ...]
    gully: tuple[Side, ...]


class Culvert(Strict, frozen=True):
    hex: Name
    ends: tuple[Name, Name]


class Hedge(Strict, frozen=True):
    hex: Name
    sides: tuple[Side, ...]


class Exit(Strict, frozen=True):
    """A road, railway or gully that leaves the map."""

    hex: Name
    what: Literal["road", "rail", "gully"]


class MapFile(Strict, frozen=True):
    name: str
    title: str
    source: str
    columns: Annotated[int, Meta(ge=1, le=52)]
    even_numbers: tuple[int, int]
    odd_numbers: tuple[int, int]
    ground: dict[str, Ground]
    victory_locations: tuple[Name, ...] = ()
    german_north_entry: Name | None = None
    torn_up_rail: tuple[Name, ...] = ()
    doubts: tuple[str, ...] = ()
    buildings: tuple[Building, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    culverts: tuple[Culvert, ...] = ()
    hedges: tuple[Hedge, ...] = ()
    exits: tuple[Exit, ...] = ()


def _run(key: str) -> list[Hex]:
    """The hexes of a key: one, or a run of one column."""
    found = _RUN.match(key)
    if not found:
        raise Wrong(("ground", key), f"{key!r} is no hex and no run of hexes, such as B5 or B5-9")
    first = parse(found[1] + found[2])
    last = int(found[3] or found[2])
    return [Hex(first.column, number) for number in range(first.number, last + 1)]


class HexMap:
    """A map that was checked."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        self.ground: dict[Hex, Ground] = {hex: ground for key, ground in file.ground.items() for hex in _run(key)}

    def __contains__(self, hex: object) -> bool:
        return hex in self.ground

    def __getitem__(self, hex: Hex) -> Ground:
        return self.ground[hex]

    def hex(self, name: str) -> Hex:
        """A hex of this map by name, or a sentence that says what the map has."""
        hex = parse(name)
        if hex not in self.ground:
            last = column_name(self.file.columns - 1)
            low, high = self.numbers(hex.column)
            raise OrshaError(
                f"there is no hex {name} on the map {self.file.title}: columns run A to {last}, here {low} to {high}"
            )
        return hex

    def numbers(self, column: int) -> tuple[int, int]:
        return self.file.even_numbers if column % 2 == 0 else self.file.odd_numbers

    def neighbours(self, hex: Hex) -> list[Hex]:
        return [other for other in neighbours(hex) if other in self.ground]

    @cached_property
    def edge(self) -> frozenset[Hex]:
        """Every hex of the map's edge."""
        return frozenset(hex for hex in self.ground if any(n not in self.ground for n in neighbours(hex)))

    def west(self, hex: Hex) -> bool:
        return hex.number == self.numbers(hex.column)[0]

    def east(self, hex: Hex) -> bool:
        return hex.number == self.numbers(hex.column)[1]

    def south(self, hex: Hex) -> bool:
        return hex.column == 0

    def north(self, hex: Hex) -> bool:
        return hex.column == self.file.columns - 1

    def up_slope(self, hex: Hex, side: int) -> bool:
        """001 1.2: the hash marks lie in the hex across this side, so this hex is up-slope there."""
        across = self.ground.get(neighbour(hex, side))
        return across is not None and (side + 3) % 6 in across.slope

    def down_slope(self, hex: Hex, side: int) -> bool:
        """001 1.2: the hash marks of this side lie in this hex."""
        return side in self.ground[hex].slope

    @cached_property
    def victory_locations(self) -> tuple[Hex, ...]:
        return tuple(map(parse, self.file.victory_locations))

    @cached_property
    def railway(self) -> frozenset[Hex]:
        return frozenset(hex for hex, ground in self.ground.items() if ground.rail)


def _check(file: MapFile) -> None:
    """Every hex once; what crosses a hexside is in both hexes; every named hex is on the map."""
    seen: dict[Hex, str] = {}
    for key in file.ground:
        for hex in _run(key):
            if hex in seen:
                raise Wrong(("ground", key), f"{hex} stands there twice")
            seen[hex] = key
    drawn = HexMap(file)
    for column in range(file.columns):
        low, high = drawn.numbers(column)
        for number in range(low, high + 1):
            if Hex(column, number) not in seen:
                raise Wrong(("ground",), f"{Hex(column, number)} is missing")
    if len(seen) != sum(high - low + 1 for low, high in map(drawn.numbers, range(file.columns))):
        extra = next(hex for hex in seen if hex.column >= file.columns or not _within(drawn, hex))
        raise Wrong(("ground", seen[extra]), f"{extra} is outside the map")
    for hex, key in seen.items():
        _check_sides(drawn, hex, key)
    named = [
        *file.victory_locations,
        *file.torn_up_rail,
        *(b.hex for b in file.buildings),
        *(e.hex for e in file.exits),
    ]
    for name in named:
        if parse(name) not in seen:
            raise Wrong(("victory_locations",), f"there is no hex {name}")


def _within(drawn: HexMap, hex: Hex) -> bool:
    low, high = drawn.numbers(hex.column)
    return low <= hex.number <= high


def _check_sides(drawn: HexMap, hex: Hex, key: str) -> None:
    ground = drawn[hex]
    if "open" in ground.terrain and len(ground.terrain) > 1:
        raise Wrong(("ground", key), f"{hex} is open and something else")
    for what in ("road", "rail", "gully"):
        for side in getattr(ground, what):
            across = neighbour(hex, side)
            if across in drawn and (side + 3) % 6 not in getattr(drawn[across], what):
                raise Wrong(("ground", key), f"the {what} of {hex} crosses side {side}, but {across} has none there")
    for side in ground.slope:
        across = neighbour(hex, side)
        if across in drawn and (side + 3) % 6 in drawn[across].slope:
            raise Wrong(("ground", key), f"{hex} and {across} are both down-slope of each other")


@cache
def hex_map(name: str = "orsha") -> HexMap:
    known = sorted(file.stem for file in MAPS.glob("*.toml"))
    if name not in known:
        raise Unknown("map", name, known)
    return HexMap(load(MAPS / f"{name}.toml", MapFile, _check))
