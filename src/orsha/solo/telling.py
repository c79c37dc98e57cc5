"""The verbs that a solo mission is told with: say, ask, roll, place, take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from orsha.kernel import Ask, Dice, Modifier, Outcome, Story, Table
from orsha.solo import charts
from orsha.solo import state as s
from orsha.solo.applying import apply
from orsha.solo.files import Attitude, MissionFile, Moment, Units, mission
from orsha.solo.standins import Book, book
from orsha.solo.state import SEAT, Area, Question, SoloEvent, SoloState, Task


class Telling(Story[SoloState, SoloEvent]):
    """A decision of a solo mission as it unfolds."""

    def __init__(self, state: SoloState, dice: Dice) -> None:
        super().__init__(state, apply, dice)
        self.file: MissionFile = mission(state.setup.mission)
        self.book: Book = book(state.setup.given)

    # -- saying and asking

    def rule(self, what: str) -> str:
        return self.file.rule(what)

    def say(self, what: str, text: str) -> None:
        self.tell(s.Said(self.rule(what), text))

    def remind(self, when: Moment) -> None:
        """Says every rule of the mission that is the player's to keep at this moment."""
        for telling in self.file.tellings:
            if telling.when == when:
                self.say(telling.rule, telling.words)

    def choose(
        self, what: str, words: str, choices: Mapping[str, str], least: int = 0, most: int | None = None
    ) -> None:
        """Asks for some of the choices; without `most` for any number of them."""
        limit = len(choices) if most is None else most
        self.tell(s.Asked(Question(self.rule(what), words, dict(choices), least, limit)))

    def yes_or_no(self, what: str, words: str) -> None:
        self.choose(what, words, {"yes": "yes", "no": "no"}, 1, 1)

    def where(self, what: str, words: str, area: Area, least: int = 0, most: int = 1, board: str = "") -> None:
        """Asks for places."""
        self.tell(s.Asked(Question(self.rule(what), words, {}, least, most, area, board)))

    def queue(self, *tasks: Task) -> None:
        if tasks:
            self.tell(s.Queued(tasks))

    # -- rolling

    def on(self, table: Table, about: str = "", drm: Sequence[Modifier] = (), **facts: int) -> Outcome:
        """A roll on one of the mission's charts or the solo game's tables."""
        ask = table.ask(SEAT, facts, about)
        roll = self.dice.roll(replace(ask, modifiers=(*ask.modifiers, *drm)))
        return Outcome(roll, table.result(roll.result), table.row(roll.result))

    def chart(self, name: str, about: str = "", **facts: int) -> str:
        """A roll on a chart that 001 prints."""
        return self.on(charts()[name], about, (), **facts).result

    def stand_in(self, name: str, about: str = "", *drm: Modifier) -> str:
        """A roll on a table of the solo game; its words say where it is a stand-in."""
        return self.on(self.book[name], about, drm).result

    def total(self, purpose: str, count: int) -> int:
        return self.dice.total(purpose, SEAT, count).result

    def select(self, what: str, names: Sequence[str]) -> str:
        """Random Selection of one: the highest die; those that tie roll again."""
        left = list(names)
        while len(left) > 1:
            faces = self.dice.roll(Ask(f"Random Selection of {what}: {', '.join(left)}", SEAT, len(left))).faces
            left = [name for name, face in zip(left, faces, strict=True) if face == max(faces)]
        return left[0]

    def select_all(self, what: str, names: Sequence[str]) -> list[str]:
        """Random Selection where those that tie for the highest are all selected."""
        if len(names) == 1:
            return list(names)
        faces = self.dice.roll(Ask(f"Random Selection of {what}: {', '.join(names)}", SEAT, len(names))).faces
        return [name for name, face in zip(names, faces, strict=True) if face == max(faces)]

    # -- things on the map

    def change(self, what: str, text: str, **parts: Iterable[object]) -> None:
        """Suspects, units, own, mines, objectives as they now are; `gone` are ids."""
        self.tell(s.Changed(self.rule(what), text, **{name: tuple(part) for name, part in parts.items()}))  # type: ignore[arg-type]

    def new_ids(self, letter: str, count: int) -> list[str]:
        first = self.state.made.get(letter, 0) + 1
        return [f"{letter}{number}" for number in range(first, first + count)]

    def receive(self, what: str, text: str, group: str, units: Iterable[Units], note: str = "") -> None:
        """More for the player's order of battle; armour and guns as pieces of their own."""
        lines = [one for unit in units for one in _singly(unit) if one.count]
        if not lines:
            return
        ids = self.new_ids("r", len(lines))
        own = [s.Own(id, one.kind, one.what, one.count, group, note) for id, one in zip(ids, lines, strict=True)]
        self.change(what, text, own=own)

    def place_suspects(self, what: str, text: str, places: Sequence[str], attitude: Attitude = "hold") -> None:
        ids = self.new_ids("S", len(places))
        suspects = [s.Suspect(id, place, attitude) for id, place in zip(ids, places, strict=True)]
        self.change(what, text, suspects=suspects)


def _singly(unit: Units) -> list[Units]:
    if unit.kind in ("afv", "gun", "leader", "armour-leader"):
        return [replace(unit, count=1)] * unit.count
    return [unit]


def counted(units: Iterable[Units]) -> str:
    """A list as a report gives it: 4 x 6-2-8, a FT."""
    return ", ".join(f"{unit.count} x {unit.what}" for unit in units if unit.count)


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def enemy_edge(state: SoloState) -> str:
    """EBE: the west in OtO-S1, the edge across from the player's in OtO-S2."""
    file = mission(state.setup.mission)
    if file.boards is None:
        return file.enemy_edge
    return next((edge for edge in file.boards.edges if edge != state.edge), "far")


def friendly_edge(state: SoloState) -> str:
    return mission(state.setup.mission).friendly_edge or state.edge or "entry"
