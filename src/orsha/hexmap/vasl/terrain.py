"""The catalogue of terrain: what each code of the boards' sight data is called, how high it is and what it hides."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from orsha.hexmap.vasl.markup import LONGEST, BadMarkup, elements
from orsha.kernel import BadData

FILE = "SharedBoardMetadata.xml"
PLACE = "ORSHA_VASL_TERRAIN"
"""The environment's name for the catalogue's place."""
OPEN_GROUND = 0
HALF = 0.5


class Terrain(Struct, frozen=True):
    """A kind of terrain. Heights are levels above its ground."""

    code: int
    name: str
    category: str
    height: float
    obstacle: bool
    hindrance: bool
    inherent: bool = False
    """It fills its whole hex, whatever the picture shows."""
    split: float = 0.0
    """Under this height the lower effect counts instead; 0 where there is none."""
    lower_obstacle: bool = False
    lower_hindrance: bool = False

    @property
    def along_sides(self) -> bool:
        """Whether it stands along hexsides rather than in hexes."""
        return self.category == "HEXSIDE" or self.name.startswith("Rowhouse Wall")

    @property
    def sunken(self) -> bool:
        """Whether it lies under the ground around it: gullies, streams, sunken roads."""
        return self.category == "DEPRESSION"

    @property
    def bridge(self) -> bool:
        return self.category == "BRIDGE"

    @property
    def upper_floors(self) -> int:
        """How many levels above the ground floor a building has: a half level on top is its roof."""
        if self.category != "BUILDING" or self.along_sides:
            return 0
        return int(self.height) if self.height % 1 else max(0, int(self.height) - 1)


class Catalogue(Struct, frozen=True, dict=True):
    """Every kind of terrain by its code, and where it was read."""

    source: str
    by_code: dict[int, Terrain]

    def name(self, code: int) -> str:
        found = self.by_code.get(code)
        return f"code {code}" if found is None else found.name

    def along_sides(self, code: int) -> bool:
        found = self.by_code.get(code)
        return found is not None and found.along_sides

    @cached_property
    def by_name(self) -> dict[str, Terrain]:
        return {terrain.name: terrain for terrain in self.by_code.values()}


def unnamed() -> Catalogue:
    """The catalogue of somebody who has none."""
    return Catalogue("", {})


def find_catalogue(board: Path, asked: Path | None = None) -> Catalogue | None:
    """The catalogue that was asked for, by option or environment, or the one that lies with the boards."""
    given = asked or (Path(os.environ[PLACE]) if os.environ.get(PLACE) else None)
    if given is not None:
        return read_catalogue(given)
    folder = board.absolute().parent
    return next((read_catalogue(one / FILE) for one in (folder.parent, folder) if (one / FILE).is_file()), None)


def read_catalogue(file: Path) -> Catalogue:
    try:
        if not file.is_file():
            raise BadData(file, 1, f"there is no such file; the terrain of boards is in VASL's {FILE}")
        with file.open("rb") as stream:
            data = stream.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        raise BadData(file, 1, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return parse_catalogue(data, str(file))


def parse_catalogue(data: bytes, file: str = FILE) -> Catalogue:
    try:
        found = elements(data)
    except BadMarkup as error:
        raise BadData(file, error.line, error.why) from error
    if not found or found[0].name != "sharedBoardMetadata":
        raise BadData(file, 1, "is no catalogue of terrain: its root is not sharedBoardMetadata")
    by_code: dict[int, Terrain] = {}
    for one in found:
        if one.path[1:] == ("terrainTypes", "terrainType"):
            terrain = _terrain(one.attributes, file)
            if terrain.code in by_code:
                raise BadData(file, 1, f"the terrain code {terrain.code} stands there twice")
            by_code[terrain.code] = terrain
    if not by_code:
        raise BadData(file, 1, "holds no terrain types")
    return Catalogue(file, by_code)


def _terrain(told: dict[str, str], file: str) -> Terrain:
    name = told.get("name", "").strip()[:100]

    def bad(key: str) -> BadData:
        return BadData(file, 1, f"the terrain type {name!r} has {key} {told.get(key, '')[:40]!r}, which cannot be")

    def truth(key: str) -> bool:
        if told.get(key) not in ("TRUE", "FALSE"):
            raise bad(key)
        return told[key] == "TRUE"

    def number(key: str, high: int) -> float:
        text = told.get(key, "")
        try:
            value = float(text) if len(text) <= 12 else -1.0
        except ValueError as error:
            raise bad(key) from error
        if not 0 <= value <= high:
            raise bad(key)
        return value

    code, levels = number("typeCode", 255), number("height", 50)
    if not name or code != int(code):
        raise bad("typeCode")
    return Terrain(
        code=int(code),
        name=name,
        category=told.get("LOSCategory", "")[:40],
        height=levels + (HALF if truth("isHalfLevelHeight") else 0.0),
        obstacle=truth("isLOSObstacle"),
        hindrance=truth("isLOSHindrance"),
        inherent=truth("isInherentTerrain"),
        split=number("split", 50),
        lower_obstacle=truth("isLowerLOSObstacle"),
        lower_hindrance=truth("isLowerLOSHindrance"),
    )
