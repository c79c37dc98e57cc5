"""The other lines of a report, typed: works, markers, what is gone, control, casualties, FT and DC, what was used.

`minefield S22 8AP 3AT`, `wire K33 K34`, `blaze Q10`, `russian: X38, K33`, `german 12: 4x 4-6-7, LMG`, `FT russian 9`,
`german: g31, g32`. Each has a way back to its words, and parsing those gives the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from orsha.campaign.counter_names import counter_named, either
from orsha.campaign.files import Side
from orsha.campaign.report import Casualties, MapMarker, Marker, RemovedWeapon, ScenarioReport, Work, WorkMarker
from orsha.hexmap.map import HexMap
from orsha.kernel import OrshaError

T = TypeVar("T", bound=str)
WORKS: tuple[Work, ...] = get_args(Work)
MARKERS: tuple[Marker, ...] = get_args(Marker)
SIDES: tuple[Side, ...] = get_args(Side)
WEAPONS: tuple[Literal["FT", "DC"], ...] = ("FT", "DC")
_MINES = re.compile(r"^([0-9]{1,3})(AP|AT)$", re.IGNORECASE)
_LOST = re.compile(r"^(?:([0-9]{1,3})\s*[xX×]\s*)?(\S.*)$")
_CASUALTIES = re.compile(r"^\s*([A-Za-z]+)\s+([0-9]{1,5})\s*(?::(.*))?$", re.DOTALL)
_ID = re.compile(r"^[A-Za-z0-9._-]{1,40}$")


# -- words and numbers


def words_of(text: str) -> list[str]:
    return [word for word in re.split(r"[,\s]+", text) if word]


def side_of(word: str) -> Side:
    """A side by its name or the beginning of it."""
    found = [side for side in SIDES if word and side.startswith(word.lower())]
    if len(found) != 1:
        raise OrshaError(f"{word!r} is no side: {either(SIDES)}")
    return found[0]


def one_of(known: Iterable[T], what: str, word: str) -> T:
    all_known = list(known)
    found = [name for name in all_known if name.lower() == word.lower()]
    if not found:
        raise OrshaError(f"{word!r} is no {what}: {either(all_known)}")
    return found[0]


def bounds(struct: type[Struct], field: str) -> tuple[int, int]:
    """What a number of a report may be, as its type says."""
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    found = next(one.type for one in info.fields if one.name == field)
    assert isinstance(found, msgspec.inspect.IntType) and found.ge is not None and found.le is not None
    return found.ge, found.le


def number(text: str, struct: type[Struct], field: str, what: str) -> int:
    low, high = bounds(struct, field)
    word = text.strip()
    if not re.fullmatch(r"[0-9]{1,6}", word) or not low <= int(word) <= high:
        raise OrshaError(f"{what}: a number from {low} to {high} is wanted, not {word!r}")
    return int(word)


def hexes(words: Iterable[str], board: HexMap, after: str) -> tuple[str, ...]:
    found = tuple(str(board.hex(word)) for word in words)
    if not found:
        raise OrshaError(f"after {after!r} come hexes, as in '{after} K33 K34'")
    if len(set(found)) != len(found):
        raise OrshaError("a hex stands there twice")
    return found


# -- works and markers


def parse_works(text: str, side: Side, board: HexMap) -> tuple[WorkMarker, ...]:
    """`wire K33 K34`, `minefield S22 8AP 3AT`, `minefield S22 6AP hidden`: one work in each hex."""
    what, rest = _first(text, WORKS, "work", "wire K33")
    hidden = any(word.lower() in ("hidden", "hip") for word in rest)
    rest = [word for word in rest if word.lower() not in ("hidden", "hip")]
    mines: dict[str, int] = {}
    for word in rest:
        if found := _MINES.match(word):
            key = found[2].lower()
            if key in mines:
                raise OrshaError(f"{found[2].upper()} mines stand there twice")
            mines[key] = number(found[1], WorkMarker, key, f"{found[2].upper()} mines")
    if (what == "minefield") != (sum(mines.values()) > 0):
        raise OrshaError("a minefield, and nothing else, has mines: minefield S22 8AP 3AT")
    places = hexes((word for word in rest if not _MINES.match(word)), board, what)
    return tuple(WorkMarker(what, hex, side, hidden, mines.get("ap", 0), mines.get("at", 0)) for hex in places)


def format_work(work: WorkMarker) -> str:
    mines = [f"{n}{what}" for n, what in ((work.ap, "AP"), (work.at, "AT")) if n]
    return " ".join([work.what, work.hex, *mines, *(["hidden"] if work.hidden else [])])


def parse_markers(text: str, board: HexMap) -> tuple[MapMarker, ...]:
    """`blaze Q10`, `wreck R25 R26`."""
    what, rest = _first(text, MARKERS, "marker", "blaze Q10")
    return tuple(MapMarker(what, hex) for hex in hexes(rest, board, what))


def format_marker(marker: MapMarker) -> str:
    return f"{marker.what} {marker.hex}"


def parse_removed(text: str, board: HexMap) -> tuple[str, ...]:
    """`wire K33 K34`: works and markers that are gone."""
    what, rest = _first(text, (*WORKS, *MARKERS), "work or marker", "wire K33")
    return tuple(f"{what} {hex}" for hex in hexes(rest, board, what))


def _first(text: str, known: tuple[T, ...], what: str, example: str) -> tuple[T, list[str]]:
    words = words_of(text)
    if not words:
        raise OrshaError(f"a {what} and its hexes are wanted, as '{example}'")
    return one_of(known, what, words[0]), words[1:]


# -- lines of a side


def _of_side(text: str, example: str) -> tuple[Side, list[str]]:
    head, colon, rest = text.partition(":")
    if not colon:
        raise OrshaError(f"a side and a colon come first, as in '{example}'")
    return side_of(head.strip()), words_of(rest)


def parse_control(text: str, board: HexMap) -> tuple[Side, tuple[str, ...]]:
    """`russian: X38, K33`: hexes whose control changed, under who has them now."""
    side, words = _of_side(text, "russian: X38, K33")
    return side, hexes(words, board, f"{side}:")


def parse_used(text: str) -> tuple[Side, tuple[str, ...]]:
    """`german: g31, g32`: artillery modules that placed a fire for effect, aircraft that came."""
    side, ids = _of_side(text, "german: g31, g32")
    for id in ids:
        if not _ID.match(id):
            raise OrshaError(f"{id!r} is no id, as g31 is")
    if not ids or len(set(ids)) != len(ids):
        raise OrshaError(f"after '{side}:' come ids, each once, as in '{side}: g31, g32'")
    return side, tuple(ids)


def format_of_side(side: Side, names: Iterable[str]) -> str:
    return f"{side}: {', '.join(names)}"


def parse_casualties(text: str) -> tuple[Side, Casualties]:
    """`german 12: 4x 4-6-7, LMG`: the casualty points a side suffered, and what it lost."""
    found = _CASUALTIES.match(text)
    if not found:
        raise OrshaError("a side and its casualty points are wanted, as 'german 12' or 'german 12: 4x 4-6-7, LMG'")
    side = side_of(found[1])
    cvp = number(found[2], Casualties, "cvp", "casualty points")
    lost: Counter[str] = Counter()
    for part in (found[3] or "").split(","):
        if counted := _LOST.match(part.strip()):
            count = int(counted[1] or 1)
            if not count:
                raise OrshaError(f"{part.strip()!r} is none at all")
            lost[counter_named(side, counted[2]).type] += count
    return side, Casualties(cvp, dict(lost))


def format_casualties(side: Side, casualties: Casualties) -> str:
    lost = ", ".join(f"{n}x {type}" if n > 1 else type for type, n in casualties.lost.items())
    return f"{side} {casualties.cvp}" + (f": {lost}" if lost else "")


def parse_ft_dc(text: str) -> RemovedWeapon:
    """`FT russian 9`: a flamethrower or demolition charge that left play, its owner, and the roll that made it."""
    words = words_of(text)
    if len(words) != 3:
        raise OrshaError("the weapon, its owner and the unmodified effects roll are wanted, as 'FT russian 9'")
    weapon, side = one_of(WEAPONS, "FT and no DC", words[0]), side_of(words[1])
    return RemovedWeapon(side, weapon, number(words[2], RemovedWeapon, "roll", "the effects roll"))


def format_ft_dc(one: RemovedWeapon) -> str:
    return f"{one.type} {one.side} {one.roll}"


def parse_turns(text: str) -> int:
    return number(text, ScenarioReport, "turns", "turns played")


def parse_evp(text: str) -> int:
    return number(text, ScenarioReport, "evp", "exit points")
