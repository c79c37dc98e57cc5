"""The scenario's report: who and what stands where, in what state, when a battle is over.

The reorganization starts from one report, however it was made: by hand, from a form, from a saved game, by the
automatic battle. Its file is TOML or JSON; every contradiction in it is named, with what was expected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from orsha.campaign.files import Side
from orsha.campaign.groups import dates, initial
from orsha.hexmap.grid import Hex
from orsha.hexmap.map import HexMap, hex_map
from orsha.hexmap.sight import lowest_level
from orsha.kernel import BadData, OrshaError
from orsha.kernel.complaints import in_words
from orsha.kernel.data import LIMIT, Place, Wrong, load, loads

Kind = Literal["squad", "half-squad", "crew", "leader", "hero", "armor-leader", "sw", "gun", "vehicle"]
Status = Literal[
    "broken", "disrupted", "pinned", "wounded", "encircled", "berserk", "fanatic", "heroic", "concealed", "hidden",
    "prisoner", "captured", "malfunctioned", "disabled", "mg-malfunctioned", "mg-disabled", "dismantled", "hooked",
    "motion", "bogged", "mired", "immobilized", "abandoned", "recall", "recall-ammo", "stunned", "shocked",
    "unconfirmed-kill", "low-ammo", "depleted-ammo", "short-of-ammunition", "engineer", "unqualified",
]  # fmt: skip
Marker = Literal[
    "flame", "blaze", "wreck", "burning-wreck", "burnt-out-wreck", "rubble", "shellholes", "trailbreak", "open-ground",
]  # fmt: skip
Work = Literal["foxhole", "trench", "at-ditch", "wire", "minefield", "pillbox", "cupola", "roadblock"]

MMC: tuple[Kind, ...] = ("squad", "half-squad", "crew")
SMC: tuple[Kind, ...] = ("leader", "hero")
MEN = MMC + SMC
THINGS: tuple[Kind, ...] = ("sw", "gun")
# Which pieces a status can be on.
ONLY: dict[Status, tuple[Kind, ...]] = {
    "broken": MEN, "disrupted": MEN, "pinned": MEN, "wounded": SMC, "encircled": (*MEN, "vehicle"), "berserk": MEN,
    "fanatic": MEN, "heroic": ("leader",), "prisoner": MEN, "malfunctioned": (*THINGS, "vehicle"),
    "disabled": (*THINGS, "vehicle"), "dismantled": THINGS, "hooked": ("gun",), "motion": ("vehicle",),
    "bogged": ("vehicle",), "mired": ("vehicle",), "immobilized": ("vehicle",), "abandoned": ("vehicle",),
    "recall": ("vehicle",), "stunned": ("vehicle",), "shocked": ("vehicle",), "unconfirmed-kill": ("vehicle",),
    "low-ammo": ("gun", "vehicle"), "captured": (*THINGS, "vehicle"), "mg-malfunctioned": ("vehicle",),
    "mg-disabled": ("vehicle",), "recall-ammo": ("vehicle",), "depleted-ammo": ("gun", "vehicle"), "engineer": MMC,
    "unqualified": (*THINGS, "vehicle"),
}  # fmt: skip


# How the types of men are written.
_UNIT, _LEADER = re.compile(r"^\d{1,2}-\d{1,2}-\d{1,2}$"), re.compile(r"^\d{1,2}[-+]\d$")
FORMS: dict[Kind, re.Pattern[str]] = {
    "squad": _UNIT, "half-squad": _UNIT, "crew": _UNIT, "hero": _UNIT, "leader": _LEADER, "armor-leader": _LEADER,
}  # fmt: skip
EXAMPLES: dict[Kind, str] = {
    "squad": "4-6-7", "half-squad": "2-4-7", "crew": "2-2-8", "hero": "1-4-9", "leader": "9-1", "armor-leader": "9-1",
}  # fmt: skip


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a report."""


class Piece(Data, frozen=True):
    """One counter: whose, what, where, in what state."""

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    side: Side
    kind: Kind
    type: str
    hex: str = ""
    """Where it stands; off the map nothing."""
    level: int | None = None
    """Absolute level; without it the ground, in a gully its floor."""
    status: tuple[Status, ...] = ()
    held_by: str | None = None
    """Who possesses a weapon, tows a gun, carries a passenger or guards a prisoner."""
    group: str | None = None
    """The group it came with, as I1/23AM/2."""
    last: str = ""
    """The hex it was taken off the map from: guns may not go far from it (CG11)."""

    def has(self, *status: Status) -> bool:
        return any(one in self.status for one in status)

    @property
    def mmc(self) -> bool:
        return self.kind in MMC

    @property
    def smc(self) -> bool:
        """A single man on foot: a leader, a hero, or an armour leader whom no vehicle holds any more."""
        return self.kind in SMC or (self.kind == "armor-leader" and self.held_by is None)

    @property
    def man(self) -> bool:
        """Men of their own; an armour leader in his vehicle is a part of it."""
        return self.mmc or self.smc


class MapMarker(Data, frozen=True):
    what: Marker
    hex: str


class WorkMarker(Data, frozen=True):
    what: Work
    hex: str
    side: Side
    hidden: bool = False
    ap: Annotated[int, Meta(ge=0, le=99)] = 0
    at: Annotated[int, Meta(ge=0, le=99)] = 0


class Casualties(Data, frozen=True):
    """Casualty points suffered, and the counters that were lost by type."""

    cvp: Annotated[int, Meta(ge=0, le=9999)] = 0
    lost: dict[str, Annotated[int, Meta(ge=1, le=999)]] = {}


class RemovedWeapon(Data, frozen=True):
    """A flamethrower or demolition charge that left play, and the unmodified effects roll that made it (7.5134)."""

    side: Side
    type: Literal["FT", "DC"]
    roll: Annotated[int, Meta(ge=2, le=12)]


class ScenarioReport(Data, frozen=True):
    """All that the reorganization asks about a finished scenario."""

    date: str
    map: str = "orsha"
    turns: Annotated[int, Meta(ge=1, le=30)] = 6
    pieces: tuple[Piece, ...] = ()
    markers: tuple[MapMarker, ...] = ()
    works: tuple[WorkMarker, ...] = ()
    removed: tuple[str, ...] = ()
    """Works and markers that were there before and are gone, as "wire K33". What is not named stays as it was."""
    control: dict[Side, tuple[str, ...]] = {}
    """Hexes whose control changed, map-edge hexes and strategic and victory locations above all, by who has them."""
    casualties: dict[Side, Casualties] = {}
    evp: Annotated[int, Meta(ge=0, le=9999)] = 0
    exited: dict[str, Annotated[int, Meta(ge=1, le=999)]] = {}
    """Russian counters by type that left by the west edge for points (CG14): out of play, and no casualties."""
    concedes: Side | None = None
    """A side that gives the campaign up with this scenario (001 6, CG End)."""
    ft_dc: tuple[RemovedWeapon, ...] = ()
    used: dict[Side, tuple[str, ...]] = {}
    """Artillery modules that placed a fire for effect, aircraft shot down or recalled, by their ids (CG7)."""


def load_report(file: Path) -> ScenarioReport:
    """A report from a .toml or .json file; what contradicts itself is `BadData`."""
    if file.suffix.lower() == ".json":
        return _from_json(file)
    return load(file, ScenarioReport, check)


def _from_json(file: Path) -> ScenarioReport:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadData(file, 1, f"cannot be read: {error.strerror}") from error
    if len(data) > LIMIT:
        raise BadData(file, 1, f"is larger than {LIMIT} bytes")
    try:
        report = msgspec.json.decode(data, type=ScenarioReport)
        check(report)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(file, 1, in_words(error)) from error
    except Wrong as error:
        place = ".".join(str(part) for part in error.place)
        raise BadData(file, 1, f"{error.why} (at {place})") from error
    return report


def loads_report(text: str, file: str = "<text>") -> ScenarioReport:
    return loads(text, ScenarioReport, check, file)


def check(report: ScenarioReport, fielded: Counter[tuple[Side, str]] | None = None) -> None:
    """Names the first contradiction. With what each side had fielded, casualties are checked against it."""
    if report.date not in dates():
        raise Wrong(("date",), f"{report.date!r} is no date of the campaign; its dates are {', '.join(dates())}")
    try:
        board = hex_map(report.map)
    except OrshaError as error:
        raise Wrong(("map",), str(error)) from error
    least = initial().game_end.from_turn
    if report.turns < least and report.concedes is None:
        raise Wrong(
            ("turns",), f"a scenario lasts {least} turns or more (CG4), not {report.turns}, unless a side concedes"
        )
    _check_ids(report)
    by_id = {piece.id: piece for piece in report.pieces}
    for index, piece in enumerate(report.pieces):
        _check_piece(board, piece, by_id, ("pieces", index))
    for index, marker in enumerate(report.markers):
        _hex(board, marker.hex, ("markers", index, "hex"))
    for index, work in enumerate(report.works):
        _hex(board, work.hex, ("works", index, "hex"))
    _check_works(report)
    _check_removed(board, report)
    _check_control(board, report)
    if fielded is not None:
        _check_casualties(report, fielded)


def _hex(board: HexMap, name: str, place: Place) -> Hex:
    try:
        return board.hex(name)
    except OrshaError as error:
        raise Wrong(place, str(error)) from error


def _check_ids(report: ScenarioReport) -> None:
    seen: dict[str, str] = {}
    for index, piece in enumerate(report.pieces):
        if piece.id in seen:
            raise Wrong(
                ("pieces", index, "id"),
                f"{piece.id!r} stands in two places, {seen[piece.id]} and {piece.hex}: each counter has one",
            )
        seen[piece.id] = piece.hex


def _check_piece(board: HexMap, piece: Piece, by_id: dict[str, Piece], place: Place) -> None:
    if piece.hex or not piece.has("recall-ammo"):
        hex = _hex(board, piece.hex, (*place, "hex"))
        _check_level(board, hex, piece, place)
    for status in piece.status:
        allowed = ONLY.get(status)
        if allowed is not None and piece.kind not in allowed:
            raise Wrong((*place, "status"), f"a {piece.kind} cannot be {status}; that is for {_list(allowed)}")
    _check_type(piece, place)
    if len(set(piece.status)) != len(piece.status):
        raise Wrong((*place, "status"), f"{piece.id!r} has a status twice")
    _check_holder(piece, by_id, place)


def _check_level(board: HexMap, hex: Hex, piece: Piece, place: Place) -> None:
    """A place that the hex has: its ground, or the floor of its gully; nothing in between and nothing above."""
    if piece.level is None:
        return
    levels = levels_of(board, hex)
    if piece.level not in levels:
        raise Wrong((*place, "level"), f"{hex} has the levels {_list(map(str, levels))}, not {piece.level}")


def levels_of(board: HexMap, hex: Hex) -> list[int]:
    """The levels at which there is a place in a hex: its ground, its gully's floor, under its bridge, its culvert."""
    return sorted({lowest_level(board, hex), board[hex].level})


def in_culvert(board: HexMap, hex: Hex) -> bool:
    return any(culvert.hex == hex.name for culvert in board.file.culverts)


def _check_type(piece: Piece, place: Place) -> None:
    """Men carry numbers: a unit three of them, a leader morale and modifier."""
    form = FORMS.get(piece.kind)
    if form is not None and not form.match(piece.type):
        raise Wrong((*place, "type"), f"{piece.type!r} is no {piece.kind}; one is written as {EXAMPLES[piece.kind]}")


def _check_holder(piece: Piece, by_id: dict[str, Piece], place: Place) -> None:
    if piece.held_by is None:
        if "prisoner" in piece.status:
            raise Wrong((*place, "held_by"), f"the prisoner {piece.id!r} needs a guard")
        return
    holder = by_id.get(piece.held_by)
    if holder is None:
        raise Wrong((*place, "held_by"), f"{piece.id!r} is held by {piece.held_by!r}, who is not in the report")
    if holder.id == piece.id:
        raise Wrong((*place, "held_by"), f"{piece.id!r} is held by itself")
    if _in_a_circle(piece, by_id):
        raise Wrong((*place, "held_by"), f"{piece.id!r} and those who hold it hold each other")
    if holder.hex.upper() != piece.hex.upper():
        raise Wrong((*place, "hex"), f"{piece.id!r} is in {piece.hex} and its holder {holder.id!r} in {holder.hex}")
    same_side = holder.side == piece.side
    if "prisoner" in piece.status and same_side:
        raise Wrong((*place, "held_by"), f"the prisoner {piece.id!r} is guarded by its own side")
    if piece.kind in THINGS and not same_side and "captured" not in piece.status:
        raise Wrong((*place, "status"), f"{piece.id!r} is held by the enemy and not marked as captured")
    if piece.kind in THINGS and holder.kind in THINGS:
        raise Wrong((*place, "held_by"), f"{piece.id!r} is held by {holder.id!r}, which is no unit")


def _in_a_circle(piece: Piece, by_id: dict[str, Piece]) -> bool:
    seen = {piece.id}
    while piece.held_by in by_id:
        piece = by_id[piece.held_by]
        if piece.id in seen:
            return True
        seen.add(piece.id)
    return False


def _check_works(report: ScenarioReport) -> None:
    for index, work in enumerate(report.works):
        mined = bool(work.ap or work.at)
        if mined != (work.what == "minefield"):
            raise Wrong(
                ("works", index), f"mines go with a minefield and a minefield with mines: {work.what} in {work.hex}"
            )


def _check_removed(board: HexMap, report: ScenarioReport) -> None:
    for index, text in enumerate(report.removed):
        what, _, hex = text.partition(" ")
        if what not in (*get_args(Work), *get_args(Marker)):
            raise Wrong(("removed", index), f"{text!r} names no work and no marker, as 'wire K33' does")
        _hex(board, hex, ("removed", index))


def _check_control(board: HexMap, report: ScenarioReport) -> None:
    owner: dict[Hex, Side] = {}
    for side, names in report.control.items():
        for name in names:
            hex = _hex(board, name, ("control", side))
            if owner.setdefault(hex, side) != side:
                raise Wrong(("control", side), f"{hex} is controlled by both sides")


def _check_casualties(report: ScenarioReport, fielded: Counter[tuple[Side, str]]) -> None:
    """Not more lost and left than there were."""
    there: Counter[tuple[Side, str]] = Counter((piece.side, piece.type) for piece in report.pieces)
    for side, casualties in report.casualties.items():
        for kind, lost in casualties.lost.items():
            had, left = fielded[side, kind], there[side, kind]
            if lost + left > had:
                raise Wrong(
                    ("casualties", side, "lost"),
                    f"{lost} {kind} are lost and {left} are left, but the {side} side had {had}",
                )


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
