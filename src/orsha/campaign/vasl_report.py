"""A scenario's report out of a saved game of VASL: what stands where, how it is, what was lost, what was drawn.

What the file does not say, or says in two ways, is asked and not guessed. With a side as reader nothing comes out that
this side may not know.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import count
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.counters import cvp
from orsha.campaign.files import Side
from orsha.campaign.groups import dates, initial
from orsha.campaign.report import Casualties, MapMarker, Piece, ScenarioReport
from orsha.campaign.report_sections import checked
from orsha.campaign.vasl_names import (
    SIDES,
    BoardFile,
    ControlSign,
    MapSign,
    PerimeterSign,
    Plain,
    Sign,
    Unit,
    WorkSign,
    names_file,
    shown,
)
from orsha.campaign.vasl_piles import Questions, listed, read_pile
from orsha.campaign.vasl_sight import Seen, Sight
from orsha.hexmap.map import HexMap, hex_map
from orsha.hexmap.vasl.saves import BIN, MAPS, Layout, Save, layout, position
from orsha.hexmap.vasl.saves.placing import edge_of
from orsha.hexmap.vasl.saves.save import Position
from orsha.kernel import OrshaError
from orsha.kernel.complaints import in_words

Reader = Literal["german", "russian", "umpire"]
MOST_PIECES = 2_000
"""Counters of a game that is the campaign's; it has some hundreds."""
MOST_TURNS = 30
UNTOLD = (
    "A saved game does not tell exit points, flamethrower and demolition rolls, what artillery and aircraft did, and "
    "what was there before and is gone: enter those, or check that there were none."
)


class Perimeter(Struct, frozen=True):
    """A perimeter that players drew: its hexes in the order of the trail, or as its counters lie."""

    colour: str
    side: Side | None
    words: tuple[str, ...]
    hexes: tuple[str, ...]


class VaslReport(Struct, frozen=True):
    report: ScenarioReport
    questions: tuple[str, ...]
    concealed: dict[str, int]
    """Counters that the reader sees only as question marks, by hex."""
    perimeters: tuple[Perimeter, ...]


def from_save(save: Save, reader: Reader, date: str | None = None, both_agree: bool = False) -> VaslReport:
    """The report as a reader may know it; an umpire reads both sides' secrets, and so only with both players' leave."""
    if reader == "umpire" and not both_agree:
        raise OrshaError(
            "an umpire sees what both players hid, so both have to allow it: --both-agree says that they did; "
            "a player reads with --side german or --side russian"
        )
    return _Reading(save, None if reader == "umpire" else reader, date).done()


def board_of(save: Save) -> BoardFile:
    """The campaign's board that a game is played on."""
    known = {one.name: one for one in names_file().boards}
    placed = [one.name for one in save.boards]
    for name in placed:
        found = known.get(name) or known.get(name.removeprefix("r"))
        if found is not None:
            return found
    there = f"on {listed(map(shown, placed))}" if placed else "without a board"
    raise OrshaError(f"the saved game is played {there}; the campaign's board is {listed(known)}")


def layout_of(save: Save, there: Position) -> Layout:
    """Where the boards stand. Older games have a narrower edge around them, which the pieces' places tell."""
    known = names_file().geometries
    places = [(x, y) for map, x, y, _ in there.piles() if map in MAPS]
    return layout(save.boards, known, edge_of(save.boards, known, places))


class _Reading:
    """A report in the making."""

    def __init__(self, save: Save, reader: Side | None, date: str | None) -> None:
        self.save, self.reader, self.date = save, reader, date
        self.board = board_of(save)
        self.map: HexMap = hex_map(self.board.map)
        there = position(save)
        if len(there.pieces) > MOST_PIECES:
            raise OrshaError(
                f"the saved game has {len(there.pieces)} counters; no scenario has more than {MOST_PIECES}"
            )
        self.unread = there.unread
        self.layout = layout_of(save, there)
        self.piles = there.piles()
        self.sight = Sight((pile for *_, pile in self.piles), reader)
        self.ask = Questions()
        self.pieces: list[Piece] = []
        self.markers: list[MapMarker] = []
        self.control: dict[str, set[Side]] = defaultdict(set)
        self.concealed: Counter[str] = Counter()
        self.lost: dict[Side, list[Piece]] = {side: [] for side in SIDES}
        self.wrecks: Counter[str] = Counter()
        self.drawn: list[Perimeter] = []
        self.laid: dict[Side | None, list[str]] = defaultdict(list)
        self.turns: list[int] = []

    def done(self) -> VaslReport:
        for map, x, y, pile in self.piles:
            seen, veiled = self.sight.look(pile)
            if map == BIN:
                self.bin(seen)
            elif map in MAPS:
                self.on_map(x, y, seen, veiled)
        report = ScenarioReport(
            self.date or dates()[0],
            self.board.map,
            pieces=self.numbered(),
            markers=tuple(sorted(self.markers, key=lambda one: (self.map.hex(one.hex), one.what))),
            control=self.controlled(),
            casualties=self.casualties(),
        )
        if self.turn is not None:
            report = replace(report, turns=self.turn)
        self.ask_the_rest()
        concealed = dict(sorted(self.concealed.items()))
        return VaslReport(_sound(report), self.ask.all(), concealed, self.perimeters())

    @property
    def turn(self) -> int | None:
        """What the turn track says, where a scenario can have lasted so long."""
        fitting = [turn for turn in self.turns if initial().game_end.from_turn <= turn <= MOST_TURNS]
        return fitting[-1] if fitting else None

    # -- the map

    def on_map(self, x: int, y: int, seen: list[Seen], veiled: int) -> None:
        hexes = self.hexes(x, y)
        if veiled:
            self.concealed["/".join(hexes) or "beside the map"] += veiled
        for one in seen:
            self.anywhere(one, (x, y), hexes)
        if not hexes:
            beside = [shown(str(one.piece.name)) for one in seen if isinstance(one.meaning, Unit)]
            self.ask.beside.update(beside)
        elif len(hexes) == 2:
            self.on_side("/".join(hexes), seen)
        else:
            self.in_hex(hexes[0], seen)

    def on_side(self, side: str, seen: list[Seen]) -> None:
        """What stands between two hexes is in neither, until somebody says in which."""
        for one in seen:
            if one.meaning == Plain("unknown"):
                self.ask.unknown[shown(str(one.piece.name))].append(side)
            elif not isinstance(one.meaning, Plain | Sign | PerimeterSign) or one.meaning == Plain("prisoners"):
                self.ask.on_sides[shown(str(one.piece.name))].append(side)

    def hexes(self, x: int, y: int) -> tuple[str, ...]:
        """The hexes of the campaign's map at a position; none beside it."""
        spot = self.layout.spot(x, y)
        if spot is None or spot.board != self.board.name:
            return ()
        return tuple(hex.name for hex in spot.hexes if hex in self.map)

    def in_hex(self, hex: str, seen: list[Seen]) -> None:
        self.pieces += read_pile(hex, seen, self.ask)
        self.marked(hex, [one.meaning for one in seen if isinstance(one.meaning, MapSign)])
        for one in seen:
            match one.meaning:
                case WorkSign() if one.how != "hidden":
                    # A work's counter does not say whose it is. Hidden ones stay their side's secret.
                    self.ask.works[_work_words(one.meaning)].append(hex)
                case ControlSign(side):
                    self.control[hex].add(side)
                case Plain("prisoners"):
                    self.ask.prisoners.append(hex)
                case Plain("unknown"):
                    self.ask.unknown[shown(str(one.piece.name))].append(hex)

    def marked(self, hex: str, signs: list[MapSign]) -> None:
        """The markers of a pile; a wreck in one pile with a fire burns, and the fire is its own."""
        wrecks = [sign.wreck for sign in signs if sign.wreck]
        fires = [sign for sign in signs if sign.what in ("blaze", "flame")]
        self.wrecks.update(wrecks)
        for sign in signs:
            if sign.wreck and fires:
                self.markers.append(MapMarker("burning-wreck", hex))
            elif not (wrecks and sign in fires):
                self.markers.append(MapMarker(sign.what, hex))

    def anywhere(self, one: Seen, place: tuple[int, int], hexes: tuple[str, ...]) -> None:
        """What counts wherever it lies: the turn track, trails."""
        match one.meaning:
            case Plain("turn", number):
                self.turns.append(number)
            case PerimeterSign("", side):
                self.laid[side] += hexes
            case PerimeterSign(colour):
                self.trail(colour, one, place)

    def trail(self, colour: str, one: Seen, place: tuple[int, int]) -> None:
        """Where a trail went, to the counter that drew it."""
        points = [point for trail in one.piece.trails for point in trail.points]
        found = [hex for point in (*points, place) for hex in self.hexes(*point)]
        words = tuple(map(shown, one.piece.labels))
        if points and found:
            self.drawn.append(Perimeter(colour, _side_in(words), words, tuple(dict.fromkeys(found))))

    def perimeters(self) -> tuple[Perimeter, ...]:
        laid = [
            Perimeter("", side, (), tuple(sorted(set(names), key=self.map.hex))) for side, names in self.laid.items()
        ]
        return (*self.drawn, *(one for one in laid if one.hexes))

    # -- the bin

    def bin(self, seen: list[Seen]) -> None:
        for one in seen:
            if isinstance(one.meaning, Unit):
                unit = one.meaning
                self.lost[unit.side].append(Piece("-", unit.side, unit.kind, unit.type))
            elif one.meaning == Plain("unknown"):
                self.ask.unknown[shown(str(one.piece.name))].append("the bin")

    def casualties(self) -> dict[Side, Casualties]:
        """The counters in the bin; their points as the players counted them, or else as the counters say."""
        said = {side: self.counted(name) for name, side in names_file().cvp.items()}
        found: dict[Side, Casualties] = {}
        for side in SIDES:
            lost, points = self.lost[side], sum(map(cvp, self.lost[side]))
            if said.get(side, 0) not in (0, points):
                self.ask.say(
                    f"VASL counts {said[side]} {side} casualty points, and the counters in the bin are worth {points}: "
                    f"which is right? The report says {said[side]}."
                )
            if lost or said.get(side):
                counts = Counter(piece.type for piece in lost)
                found[side] = Casualties(said.get(side) or points, dict(sorted(counts.items())))
        return found

    def counted(self, name: str) -> int:
        value = self.save.properties.get(name, "")
        return int(value) if value.isascii() and value.isdecimal() and len(value) <= 4 else 0

    # -- the whole

    def numbered(self) -> tuple[Piece, ...]:
        """The pieces by their hexes, with ids that say nothing of those that are not there."""
        ordered = sorted(self.pieces, key=lambda one: self.map.hex(one.hex))
        labelled = {id: self.ask.labels[id] for id in reversed([one.id for one in ordered]) if id in self.ask.labels}
        first = {label: id for id, label in labelled.items()}
        fresh = (id for n in count(1) if (id := f"v{n}") not in first)
        names = {
            one.id: labelled[one.id] if first.get(labelled.get(one.id, "")) == one.id else next(fresh)
            for one in ordered
        }
        return tuple(
            replace(one, id=names[one.id], held_by=names[one.held_by] if one.held_by else None) for one in ordered
        )

    def controlled(self) -> dict[Side, tuple[str, ...]]:
        both = [hex for hex, sides in self.control.items() if len(sides) > 1]
        if both:
            self.ask.say(f"Control markers of both sides lie in {listed(both)}: who controls it?")
        sole = {hex: next(iter(sides)) for hex, sides in self.control.items() if len(sides) == 1}
        found = {
            side: tuple(sorted((hex for hex, who in sole.items() if who == side), key=self.map.hex)) for side in SIDES
        }
        return {side: hexes for side, hexes in found.items() if hexes}

    def ask_the_rest(self) -> None:
        if self.date is None:
            self.ask.say(f"A saved game has no date: the report says {dates()[0]}. Which is it ({', '.join(dates())})?")
        if self.turn is None:
            track = f"The turn track stands at turn {self.turns[-1]}" if self.turns else "No turn track lies on the map"
            self.ask.say(f"{track}: how many turns were played?")
        if any(self.lost.values()):
            self.ask.say("Does the bin hold this scenario's losses alone? All that is in it counts as lost.")
        gone = Counter(piece.type for pieces in self.lost.values() for piece in pieces if piece.kind == "vehicle")
        if sum(self.wrecks.values()) > sum(gone.values()):
            self.ask.say(
                f"Wrecks lie on the map ({listed(map(shown, self.wrecks))}), more than vehicles in the bin: "
                "which vehicles were lost in this scenario?"
            )
        for one in self.drawn:
            if one.side is None:
                said = f", labelled {listed(one.words)}" if one.words else ""
                self.ask.say(f"Whose perimeter is the {one.colour} trail of {len(one.hexes)} hexes{said}?")
        if self.unread:
            self.ask.say("Some counters of the file could not be read: is anything missing?")
        if self.reader is not None:
            self.ask.say(
                "What the other side keeps hidden or concealed is left out, and so are your own counters where the "
                "file does not prove that they are yours: add those by hand."
            )
        self.ask.say(UNTOLD)


def _sound(report: ScenarioReport) -> ScenarioReport:
    """The report, if it can be written and read again."""
    try:
        return checked(msgspec.convert(msgspec.to_builtins(report), ScenarioReport))
    except msgspec.ValidationError as error:
        raise OrshaError(f"the saved game makes no report: {in_words(error)}") from error


def _work_words(sign: WorkSign) -> str:
    return " ".join([sign.what, *(f"{n} {kind}" for n, kind in ((sign.ap, "AP"), (sign.at, "AT")) if n)])


def _side_in(words: Iterable[str]) -> Side | None:
    """The side that a trail's label names."""
    text = " ".join(words).lower()
    named = [side for side in SIDES if side in text]
    return named[0] if len(named) == 1 else None
