"""What a board says of itself: `BoardMetadata.xml`, or the `data` file of a legacy board."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from orsha.hexmap.vasl.archive import shown
from orsha.hexmap.vasl.markup import BadMarkup, Element, elements
from orsha.kernel import BadData

FILE, LEGACY = "BoardMetadata.xml", "data"
LONGEST_LEGACY = 64_000
MOST_HEXES = 10_000
SMALLEST_HEX, LARGEST_HEX = 8.0, 2_000.0
FARTHEST = 100_000.0
_NUMBER = re.compile(r"^[+-]?(\d{1,12}(\.\d{0,18})?|\.\d{1,18})$")


class BuildingType(Struct, frozen=True):
    """A hex whose building is of a kind that its colour does not tell."""

    hex: str
    name: str


class Sides(Struct, frozen=True):
    """Something along sides of a hex; 0 is the top, then clockwise."""

    hex: str
    sides: tuple[int, ...]


class Metadata(Struct, frozen=True):
    """A board's own facts. None is what it does not say."""

    name: str | None
    legacy: bool = False
    version: str | None = None
    version_date: str | None = None
    author: str | None = None
    picture: str | None = None
    has_hills: bool | None = None
    width: int | None = None
    height: int | None = None
    a1_x: float | None = None
    a1_y: float | None = None
    hex_width: float | None = None
    hex_height: float | None = None
    alternate_grain: bool = False
    grid_config: str | None = None
    buildings: tuple[BuildingType, ...] = ()
    slopes: tuple[Sides, ...] | None = None
    embankments: tuple[Sides, ...] = ()
    partial_orchards: tuple[Sides, ...] = ()
    special_rules: tuple[str, ...] = ()
    """The scenario rules that the board has overlays for."""
    colours: int = 0
    """How many colours of its own it declares."""
    notes: tuple[str, ...] = ()
    """Lines of a legacy file that are no facts."""
    doubts: tuple[str, ...] = ()


def parse_metadata(data: bytes, file: str = FILE) -> Metadata:
    try:
        found = elements(data)
    except BadMarkup as error:
        raise BadData(file, error.line, error.why) from error
    if not found or found[0].name != "boardMetadata":
        raise BadData(file, 1, "is no board's metadata: its root is not boardMetadata")
    root = _Values(file, found[0].attributes)
    doubts: list[str] = []
    slopes = _sides(found, ("slopes", "slope"), doubts)
    return Metadata(
        name=root.text("name"),
        version=root.text("version"),
        version_date=root.text("versionDate"),
        author=root.text("author"),
        picture=root.text("boardImageFileName"),
        has_hills=root.truth("hasHills"),
        width=root.count("width"),
        height=root.count("height"),
        a1_x=root.number("A1CenterX", -FARTHEST, FARTHEST),
        a1_y=root.number("A1CenterY", -FARTHEST, FARTHEST),
        hex_width=root.number("hexWidth", SMALLEST_HEX, LARGEST_HEX),
        hex_height=root.number("hexHeight", SMALLEST_HEX, LARGEST_HEX),
        alternate_grain=root.truth("altHexGrain") or False,
        grid_config=root.text("HexGridConfig"),
        buildings=tuple(_buildings(found, doubts)),
        slopes=tuple(slopes) if any(one.path[1:] == ("slopes",) for one in found) else None,
        embankments=tuple(_sides(found, ("rrembankments", "rrembankment"), doubts)),
        partial_orchards=tuple(_sides(found, ("partialorchards", "partialorchard"), doubts)),
        special_rules=tuple(_rules(found)),
        colours=sum(one.path[1:] == ("colors", "color") for one in found),
        doubts=tuple(doubts),
    )


def _buildings(found: Iterable[Element], doubts: list[str]) -> Iterable[BuildingType]:
    for one in found:
        if one.path[1:] != ("buildingTypes", "buildingType"):
            continue
        hex, name = one.attributes.get("hexName"), one.attributes.get("buildingTypeName")
        if hex and name:
            yield BuildingType(hex, name)
        else:
            doubts.append("a building type without a hex or a name is left out")


def _sides(found: Iterable[Element], place: tuple[str, str], doubts: list[str]) -> list[Sides]:
    read = []
    for one in found:
        if one.path[1:] != place:
            continue
        hex, digits = one.attributes.get("hex", ""), one.attributes.get("hexsides", "")
        if hex and digits and all(digit in "012345" for digit in digits) and len(set(digits)) == len(digits):
            read.append(Sides(hex, tuple(sorted(int(digit) for digit in digits))))
        else:
            doubts.append(f"a {place[1]} of hex {shown(hex)} along sides {shown(digits)} is left out: sides are 0 to 5")
    return read


def _rules(found: Iterable[Element]) -> Iterable[str]:
    for one in found:
        if one.path[1:-1] == ("overlaySSRules",) and one.attributes.get("name"):
            yield one.attributes["name"]


class _Values:
    """The root's attributes, each read as what it must be."""

    def __init__(self, file: str, attributes: dict[str, str]) -> None:
        self.file = file
        self.attributes = attributes

    def text(self, key: str) -> str | None:
        return self.attributes.get(key, "").strip()[:200] or None

    def truth(self, key: str) -> bool | None:
        found = (self.text(key) or "").upper()
        if found not in ("", "TRUE", "FALSE"):
            raise BadData(self.file, 1, f"{key} is {shown(found)}, where TRUE or FALSE is expected")
        return found == "TRUE" if found else None

    def number(self, key: str, low: float, high: float) -> float | None:
        found = self.text(key)
        if found is None:
            return None
        if not _NUMBER.match(found) or not low <= float(found) <= high:
            raise BadData(self.file, 1, f"{key} is {shown(found)}, where a number from {low:g} to {high:g} is expected")
        return float(found)

    def count(self, key: str) -> int | None:
        found = self.number(key, 1, MOST_HEXES)
        if found is not None and found != int(found):
            raise BadData(self.file, 1, f"{key} is {found}, where a whole number of hexes is expected")
        return None if found is None else int(found)


def parse_legacy(data: bytes, name: str, file: str = LEGACY) -> Metadata:
    """A `data` file: lines of a key and a value; lines that start with no key we know are the maker's notes.

    x0 and y0 are the centre of A1, dx and dy the size of a hex.
    """
    known: dict[str, str] = {}
    notes: list[str] = []
    for line in data[:LONGEST_LEGACY].decode("latin-1").splitlines():
        key, _, value = line.strip().partition(" ")
        if key.lower() in ("version", "x0", "y0", "dx", "dy", "alternate", "snapscale") and value.strip():
            known[key.lower()] = value
        elif line.strip():
            notes.append(line.strip()[:200])
    values = _Values(file, known)
    return Metadata(
        name=name,
        legacy=True,
        version=values.text("version"),
        a1_x=values.number("x0", -FARTHEST, FARTHEST),
        a1_y=values.number("y0", -FARTHEST, FARTHEST),
        hex_width=values.number("dx", SMALLEST_HEX, LARGEST_HEX),
        hex_height=values.number("dy", SMALLEST_HEX, LARGEST_HEX),
        alternate_grain=values.truth("alternate") or False,
        notes=tuple(notes[:50]),
    )
