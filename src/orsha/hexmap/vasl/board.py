"""A VASL board as it was read: what lies in every hex and along every hexside, what it lacks, what is doubtful.

A hex's terrain and level are those of the pixel at its centre. Art has gaps (grain is drawn in stripes, centres are
dotted white): where the centre is a pixel of open ground within something else, the hex is that something else, and
both readings are kept. A hexside's terrain is that of the pixel in its middle, one pixel inside the hex, else outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex, column_name
from orsha.hexmap.vasl import losdata, metadata, picture, terrain
from orsha.hexmap.vasl.archive import Archive, BadBoard, shown
from orsha.hexmap.vasl.geometry import A1, HEX_HEIGHT, HEX_WIDTH, Geometry, Point, parse_name
from orsha.hexmap.vasl.losdata import LosData
from orsha.hexmap.vasl.metadata import Metadata, Sides
from orsha.hexmap.vasl.picture import Picture
from orsha.hexmap.vasl.terrain import OPEN_GROUND, Catalogue
from orsha.kernel import OrshaError

OUR_MAPS = {"OtOBFP": "orsha"}
"""Boards without sight data whose terrain stands in a map of our own."""
ABOUT = 4
"""How many pixels to each side of a centre are looked at for gaps in the art."""
MOSTLY = 0.6
"""What part of them something must fill to be what the hex is."""
LISTED, MOST_DOUBTS = 12, 40


class HexReading(Struct, frozen=True):
    """What a board tells of a hex. None is what it does not tell."""

    hex: Hex
    half: bool
    """The picture's edge cuts it."""
    code: int | None = None
    terrain: str | None = None
    centre: str | None = None
    """What the pixel at the very centre is, where that is a gap in the art."""
    level: int | None = None
    sides: dict[int, str] = {}
    """Terrain along its sides."""
    up_slope: tuple[int, ...] = ()
    """The sides across which it is up-slope."""
    stairway: bool = False
    building: str | None = None
    """The kind of building that the metadata names here."""


class Board:
    """A board that was read. `hexes` has every hex by its place, column by column."""

    def __init__(
        self, file: Path, facts: Metadata, picture: Picture | None, los: LosData | None, catalogue: Catalogue | None
    ) -> None:
        self.file = file
        self.facts = facts
        self.picture = picture
        self.los = los
        self.catalogue = catalogue
        self.lacks: list[str] = []
        self.doubts: list[str] = list(facts.doubts)
        self.geometry = self._placed()
        self.hexes: dict[Hex, HexReading] = {hex: self._read(hex) for hex in self._hexes()}
        self._compare()
        if len(self.doubts) > MOST_DOUBTS:
            self.doubts[MOST_DOUBTS:] = [f"and {len(self.doubts) - MOST_DOUBTS} more of the kind"]

    @property
    def name(self) -> str:
        return self.facts.name or self.file.name.removeprefix("bd")

    @property
    def our_map(self) -> str | None:
        """The map of ours that tells this board's terrain, where the board itself does not."""
        return OUR_MAPS.get(self.name) if self.los is None else None

    def hex(self, name: str) -> Hex:
        """A hex of this board by name, or a sentence that says what the board has."""
        hex = parse_name(name)
        if hex in self.hexes:
            return hex
        if self.geometry is None or not self.hexes:
            raise OrshaError(f"the hexes of board {self.name} have no names: {'; '.join(self.lacks)}")
        columns, numbers = self.geometry.columns, self.geometry.numbers(hex.column)
        span = f"columns run {column_name(columns[0])} to {column_name(columns[-1])}"
        if hex.column in columns and numbers:
            span = f"column {column_name(hex.column)} runs {numbers[0]} to {numbers[-1]}"
        raise OrshaError(f"there is no hex {name.strip().upper()} on board {self.name}: {span}")

    def drawing(self) -> bytes:
        """The picture's bytes, read anew from the archive."""
        if self.picture is None:
            raise BadBoard(self.file, "has no picture that could be drawn")
        with Archive(self.file) as archive:
            found = archive.read(self.picture.file, picture.LONGEST)
        if not picture.whole(self.picture.kind, found):
            raise BadBoard(self.file, f"its picture {shown(self.picture.file)} ends too early")
        return found

    # -- where the hexes are

    def _placed(self) -> Geometry | None:
        facts, los = self.facts, self.los
        sized = los or self.picture
        if sized is None:
            self.lacks.append("picture and LOSData: where the hexes are is not known")
            return None
        if (
            self.picture is not None
            and los is not None
            and (self.picture.width, self.picture.height)
            != (
                los.width,
                los.height,
            )
        ):
            self.doubts.append(
                f"the picture is {self.picture.width} x {self.picture.height} pixels large, "
                f"LOSData {los.width} x {los.height}: LOSData is followed"
            )
        return Geometry(
            sized.width,
            sized.height,
            facts.hex_width or HEX_WIDTH,
            facts.hex_height or HEX_HEIGHT,
            A1[0] if facts.a1_x is None else facts.a1_x,
            A1[1] if facts.a1_y is None else facts.a1_y,
            None if los is None else los.columns,
            None if los is None else los.rows,
        )

    def _hexes(self) -> tuple[Hex, ...]:
        if self.geometry is None:
            return ()
        if self.facts.alternate_grain:
            self.lacks.append(
                "hex names: the board counts its hexes by the alternate grain, of which we have no sample"
            )
            return ()
        if self.facts.grid_config not in (None, "Normal"):
            self.doubts.append(
                f"the grid is of the kind {shown(self.facts.grid_config or '')}, of which we have no sample: "
                "its hexes are counted from A1 as on other boards"
            )
        return self.geometry.hexes

    # -- what lies in them

    def _read(self, hex: Hex) -> HexReading:
        assert self.geometry is not None
        half, building = self.geometry.cut(hex), self._buildings.get(hex)
        slopes = self._up_slopes.get(hex, ())
        if self.los is None:
            return HexReading(hex, half, up_slope=slopes, building=building)
        names = self.catalogue or terrain.unnamed()
        x, y = self.geometry.pixel(self.geometry.centre(hex))
        centre, code = int(self.los.codes[x, y]), self._mostly(x, y)
        return HexReading(
            hex,
            half,
            code,
            names.name(code),
            names.name(centre) if centre != code else None,
            int(self.los.levels[x, y]),
            {side: names.name(found) for side in SIDES if (found := self._side(hex, side)) is not None},
            slopes,
            (hex.column - self.geometry.columns[0], hex.number - self.geometry.numbers(hex.column)[0])
            in self.los.stairs,
            building,
        )

    def _mostly(self, x: int, y: int) -> int:
        """The terrain at a centre: its pixel's, but not that of a gap in the art."""
        assert self.los is not None
        code = int(self.los.codes[x, y])
        if code != OPEN_GROUND or self.catalogue is None:
            return code
        about = self.los.codes[max(0, x - ABOUT) : x + ABOUT + 1, max(0, y - ABOUT) : y + ABOUT + 1]
        counts = np.bincount(about.ravel())
        most = int(counts.argmax())
        return most if counts[most] >= MOSTLY * about.size and not self.catalogue.along_sides(most) else code

    def _side(self, hex: Hex, side: int) -> int | None:
        """The code of what stands along a side; None for nothing, and for a side that is off the picture."""
        assert self.geometry is not None
        if self.catalogue is None or not self.geometry.on_picture(self.geometry.middle(hex, side)):
            return None
        for inside in (1.0, -1.0):
            code = self._code(self.geometry.middle(hex, side, inside))
            if code is not None and self.catalogue.along_sides(code):
                return code
        return None

    def _code(self, point: Point) -> int | None:
        assert self.geometry is not None and self.los is not None
        return int(self.los.codes[self.geometry.pixel(point)]) if self.geometry.on_picture(point) else None

    @cached_property
    def _buildings(self) -> dict[Hex, str]:
        return {hex: one.name for one in self.facts.buildings if (hex := self._named(one.hex, "building")) is not None}

    @cached_property
    def _up_slopes(self) -> dict[Hex, tuple[int, ...]]:
        return self._along(self.facts.slopes or (), "slope")

    def _along(self, told: Iterable[Sides], what: str) -> dict[Hex, tuple[int, ...]]:
        found: dict[Hex, tuple[int, ...]] = {}
        for one in told:
            hex = self._named(one.hex, what)
            if hex is not None:
                found[hex] = tuple(sorted({*found.get(hex, ()), *one.sides}))
        return found

    def _named(self, name: str, what: str) -> Hex | None:
        """A hex that the metadata names; one that is not on the board is left out, and that is said."""
        try:
            hex = parse_name(name)
        except OrshaError:
            hex = None
        if hex is None or self.geometry is None or hex not in self.geometry:
            self.doubts.append(f"the metadata tells of a {what} in {shown(name)}, which is no hex of this board")
            return None
        return hex

    # -- what is missing, and what does not agree

    def _compare(self) -> None:
        facts = self.facts
        if facts.legacy:
            self.lacks.append("BoardMetadata.xml: a legacy board tells neither its size in hexes nor its buildings")
        if self.picture is None and self.los is not None:
            self.lacks.append("picture: the archive holds none that can be read")
        if self.los is None:
            ours = f"; our own map {self.our_map!r} tells them" if self.our_map else ""
            self.lacks.append(f"LOSData: terrain, levels and hexsides are not known{ours}")
        elif self.catalogue is None:
            self.lacks.append(f"{terrain.FILE}: terrain has codes but no names, heights or hexsides")
        if facts.slopes is None:
            self.lacks.append("slopes: no list of them")
        if self.geometry is not None and self.hexes:
            self._compare_size(self.geometry)
        if facts.embankments or facts.partial_orchards:
            listed = f"{len(facts.embankments)} railway embankments and {len(facts.partial_orchards)} partial orchards"
            self.doubts.append(f"{listed} are listed along hexsides: they are told, but do not count for sight yet")
        if self.catalogue is not None:
            self._compare_terrain(self.catalogue)

    def _compare_size(self, geometry: Geometry) -> None:
        facts = self.facts
        wide, high = len(geometry.columns), len(geometry.numbers(geometry.columns[0] + geometry.columns[0] % 2))
        if (facts.width or wide, facts.height or high) != (wide, high):
            told = f"the metadata says {facts.width} x {facts.height} hexes"
            self.doubts.append(f"{told}, but {wide} x {high} are there: those are followed")

    def _compare_terrain(self, catalogue: Catalogue) -> None:
        unknown = sorted({name for name in self._buildings.values() if name not in catalogue.by_name})
        self.doubts += [f"the metadata's building type {shown(name)} is not in the catalogue" for name in unknown]
        if self.los is None:
            return
        strange = [int(code) for code in np.unique(self.los.codes) if int(code) not in catalogue.by_code]
        if strange:
            self.doubts.append(f"terrain codes without a name in the catalogue: {_listed(map(str, strange))}")
        gaps = [one for one in self.hexes.values() if one.centre is not None]
        if gaps:
            told = _listed(f"{one.hex} {one.terrain}" for one in gaps)
            self.doubts.append(
                f"{len(gaps)} centres lie in a gap of the art and are read as what is around them: {told}"
            )
        other = [
            one for one in self.hexes.values() if one.building in catalogue.by_name and one.building != one.terrain
        ]
        if other:
            told = _listed(f"{one.hex} {one.building}, not {one.terrain}" for one in other)
            self.doubts.append(f"metadata and LOSData name different buildings, LOSData is followed: {told}")


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(every[:LISTED]) + (f" and {len(every) - LISTED} more" if len(every) > LISTED else "")


def read_board(file: Path, catalogue: Path | None = None) -> Board:
    """Reads a board's archive. The terrain's catalogue is given, or lies in the boards' folder or the one above."""
    names = terrain.find_catalogue(file, catalogue)
    with Archive(file) as archive:
        facts = _facts(archive)
        image, trouble = _picture(archive, facts)
        entry = archive.named(losdata.NAME)
        los = None if entry is None else losdata.parse_losdata(archive.read(entry, losdata.LONGEST), file)
    board = Board(file, facts, image, los, names)
    board.doubts += trouble
    return board


def _facts(archive: Archive) -> Metadata:
    file = archive.file
    told = archive.named(metadata.FILE)
    if told is not None:
        return metadata.parse_metadata(archive.read(told, 4_000_000), f"{file}/{told}")
    legacy = archive.named(metadata.LEGACY)
    if legacy is None:
        raise BadBoard(file, "is no VASL board: it holds neither BoardMetadata.xml nor a legacy data file")
    content = archive.read(legacy, metadata.LONGEST_LEGACY)
    return metadata.parse_legacy(content, file.name.removeprefix("bd"), f"{file}/{legacy}")


def _picture(archive: Archive, facts: Metadata) -> tuple[Picture | None, list[str]]:
    """The board's picture: the one that the metadata names, or on a legacy board the one called as the board."""
    base = f"bd{facts.name}"
    asked = [facts.picture] if facts.picture else [f"{base}.gif", f"{base}.png"]
    entry = next((found for name in asked if (found := archive.named(name)) is not None), None)
    if entry is None:
        return None, [f"the archive holds no picture {' or '.join(map(shown, asked))}"]
    seen = picture.picture_of(entry, archive.head(entry, picture.HEAD))
    return (None, [f"the picture {shown(entry)} {seen}"]) if isinstance(seen, str) else (seen, [])
