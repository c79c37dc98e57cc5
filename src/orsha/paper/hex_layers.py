"""What may lie on a printed hex map: control, perimeters, units, sight; and the file that says so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct

from orsha.hexmap.grid import Hex
from orsha.hexmap.map import HexMap
from orsha.kernel import OrshaError
from orsha.kernel.complaints import in_words

Side = Literal["german", "russian"]
Names = Literal["none", "fifth", "all"]
Sight = Literal["from", "clear", "hindered", "blocked"]
Area = frozenset[Hex]
SIDES: tuple[Side, ...] = get_args(Side)


class Unit(NamedTuple):
    """A counter on the map."""

    hex: Hex
    side: Side
    label: str


class Layers(Struct, frozen=True, kw_only=True):
    """What is drawn on the bare map."""

    names: Names = "fifth"
    caption: str = ""
    control: dict[Side, Area] = {}
    main: dict[Side, Area] = {}
    pockets: dict[Side, tuple[Area, ...]] = {}
    front_line: dict[Side, Area] = {}
    isolated: dict[Side, tuple[Area, ...]] = {}
    no_mans_land: Area = frozenset()
    units: tuple[Unit, ...] = ()
    highlight: dict[Sight, Area] = {}

    def held(self, side: Side) -> Area:
        """All the ground that some layer gives to a side."""
        none: Area = frozenset()
        one = (layer.get(side, none) for layer in (self.control, self.main, self.front_line))
        many = (area for layer in (self.pockets, self.isolated) for area in layer.get(side, ()))
        return none.union(*one, *many)

    def hexes(self) -> Area:
        """Every hex that is named."""
        others = [self.no_mans_land, *self.highlight.values(), frozenset(unit.hex for unit in self.units)]
        return frozenset().union(*map(self.held, SIDES), *others)


_LETTERS = r"^[^\x00-\x1f\x7f-\x9f\ufffe\uffff]*$"
Label = Annotated[str, Meta(min_length=1, max_length=12, pattern=_LETTERS)]
Caption = Annotated[str, Meta(max_length=100, pattern=_LETTERS)]


class LayerFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layers as a file holds them: hex names."""

    caption: Caption = ""
    control: dict[Side, tuple[str, ...]] = {}
    main: dict[Side, tuple[str, ...]] = {}
    pockets: dict[Side, tuple[tuple[str, ...], ...]] = {}
    front_line: dict[Side, tuple[str, ...]] = {}
    isolated: dict[Side, tuple[tuple[str, ...], ...]] = {}
    no_mans_land: tuple[str, ...] = ()
    units: tuple[tuple[str, Side, Label], ...] = ()
    highlight: dict[Sight, tuple[str, ...]] = {}


def read_layers(board: HexMap, file: Path, names: Names = "fifth") -> Layers:
    """The layers that a JSON file holds."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise OrshaError(f"{file} cannot be read: {error.strerror}") from error
    try:
        found = msgspec.json.decode(raw, type=LayerFile)
    except (msgspec.DecodeError, RecursionError) as error:
        known = ", ".join(LayerFile.__struct_fields__)
        raise OrshaError(f"{file} holds no layers: {in_words(error)}; the layers are {known}") from error
    return named_layers(board, found, names)


def named_layers(board: HexMap, file: LayerFile, names: Names = "fifth") -> Layers:
    """Layers with hexes of a board in place of names."""

    def area(hexes: Iterable[str]) -> Area:
        return frozenset(map(board.hex, hexes))

    def areas(parts: Iterable[Iterable[str]]) -> tuple[Area, ...]:
        return tuple(map(area, parts))

    return Layers(
        names=names,
        caption=file.caption,
        control={side: area(hexes) for side, hexes in file.control.items()},
        main={side: area(hexes) for side, hexes in file.main.items()},
        pockets={side: areas(parts) for side, parts in file.pockets.items()},
        front_line={side: area(hexes) for side, hexes in file.front_line.items()},
        isolated={side: areas(parts) for side, parts in file.isolated.items()},
        no_mans_land=area(file.no_mans_land),
        units=tuple(Unit(board.hex(hex), side, label) for hex, side, label in file.units),
        highlight={sight: area(hexes) for sight, hexes in file.highlight.items()},
    )
