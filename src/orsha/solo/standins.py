"""Tables of the solo game that 001 cites and does not print: stand-ins, or a player's own in their place (B16)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from orsha.kernel import OrshaError, Table
from orsha.kernel.data import Place, Wrong, load
from orsha.kernel.table import Name, Row, Strict, Throw
from orsha.solo.files import DATA, EventRow, check_cover

S = TypeVar("S", bound=Strict)
Gives = Literal["number", "squad", "leader", "items", "words"]
EventTable = Literal["a11", "r9"]
ITEMS = ("S", "HS", "L", "F", "SW", "GUN", "VEHICLE")
FORMS: dict[Gives, tuple[str, str]] = {
    "number": (r"\d{1,2}", "a number"),
    "squad": (r"\d-\d-\d", "a squad such as 4-6-7"),
    "leader": (r"none|\d{1,2}[-+]\d", "a leader such as 9-1, or none"),
    "items": (rf"none|({'|'.join(ITEMS)})(, ({'|'.join(ITEMS)}))*", f"none, or some of {', '.join(ITEMS)}"),
    "words": (r"[^\x00-\x1f]{1,120}", "some words, 120 letters at most"),
}
LAST_FIRST_DIE: dict[EventTable, int] = {"a11": 7, "r9": 6}
MOST_ROWS = 40


class StandIn(Strict, frozen=True):
    """A table that the solo game prints and we must make up."""

    name: Name
    title: str
    gives: Gives
    dice: Throw
    rows: tuple[Row, ...]


class GivenTable(Strict, frozen=True):
    """A player's own table in the place of a stand-in."""

    name: Name
    dice: Throw
    rows: tuple[Row, ...]


class BookEvent(EventRow, frozen=True, kw_only=True, rename={"from_": "from"}):
    table: EventTable


class Procedures(Strict, frozen=True):
    """How the solo game does what 001 takes for granted; in a player's file only what he changes."""

    random_event: Literal["equal", "at-most"] | None = None
    failed_activation: Literal["removed", "stays"] | None = None
    squads_per_leader: Annotated[int, Meta(ge=1, le=20)] | None = None
    squads_per_weapon: Annotated[int, Meta(ge=1, le=20)] | None = None


class Case(Strict, frozen=True):
    """One case of the placement of S? (4.1)."""

    where: tuple[Annotated[str, Meta(max_length=20)], ...]
    every: Annotated[int, Meta(ge=1, le=20)]


class Cases(Strict, frozen=True):
    a: Case | None = None
    b: Case | None = None
    d: Case | None = None


class StandInFile(Strict, frozen=True):
    procedures: Procedures
    suspect_cases: Cases
    tables: tuple[StandIn, ...]
    events: tuple[BookEvent, ...]


class GivenFile(Strict, frozen=True):
    """What a player's own file may hold: any part of the stand-ins."""

    procedures: Procedures = Procedures()
    suspect_cases: Cases = Cases()
    tables: tuple[GivenTable, ...] = ()
    events: tuple[BookEvent, ...] = ()


class Book:
    """The solo game's tables as one game uses them."""

    def __init__(self, file: StandInFile, given: GivenFile) -> None:
        own = {table.name: table for table in given.tables}
        self.own = frozenset(own)
        self.tables = {one.name: _table(one, own.get(one.name)) for one in file.tables}
        self.procedures = _merged(file.procedures, given.procedures)
        self.own_procedures = frozenset(name for name in _fields(given.procedures))
        self.cases = _merged(file.suspect_cases, given.suspect_cases)
        self.own_cases = frozenset(name for name in _fields(given.suspect_cases))
        self.own_events = frozenset(row.table for row in given.events)
        self._events = {
            name: tuple(row for row in (given if name in self.own_events else file).events if row.table == name)
            for name in LAST_FIRST_DIE
        }

    def __getitem__(self, name: str) -> Table:
        return self.tables[name]

    def events(self, table: EventTable) -> tuple[EventRow, ...]:
        return self._events[table]

    def mark(self, name: str) -> str:
        """What is added to the words of a procedure: nothing where the player gave his own."""
        return "" if name in self.own_procedures | self.own_cases | self.own_events | self.own else " (stand-in)"


def _fields(value: Strict) -> list[str]:
    return [name for name in value.__struct_fields__ if getattr(value, name) is not None]


def _merged(base: S, over: S) -> S:
    return replace(base, **{name: getattr(over, name) for name in _fields(over)})


def _table(one: StandIn, own: GivenTable | None) -> Table:
    rows, dice = (own.rows, own.dice) if own else (one.rows, one.dice)
    title = one.title if own else f"{one.title} (stand-in)"
    source = "the player's own table" if own else "a stand-in for a table that 001 does not print; ruling B16"
    return Table(one.name, title, source, dice, rows, (), {}, False, {})


# -- reading and checking


@cache
def stand_ins() -> StandInFile:
    return load(DATA / "stand-ins.toml", StandInFile, _check_stand_ins)


def _check_stand_ins(file: StandInFile) -> None:
    for index, table in enumerate(file.tables):
        _check_rows(table.rows, table.dice, table.gives, ("tables", index))
    for part in (file.procedures, file.suspect_cases):
        missing = set(part.__struct_fields__) - set(_fields(part))
        if missing:
            raise Wrong((), f"a stand-in is missing: {', '.join(sorted(missing))}")
    _check_events(file.events)


def load_given(file: Path) -> GivenFile:
    """A player's own tables, or `BadData` with the line that is wrong."""
    return load(file, GivenFile, check_given)


def check_given(given: GivenFile) -> None:
    known = {table.name: table for table in stand_ins().tables}
    seen: set[str] = set()
    for index, table in enumerate(given.tables):
        place = ("tables", index)
        if table.name not in known:
            raise Wrong((*place, "name"), f"there is no table {table.name!r}; those are {', '.join(sorted(known))}")
        if table.name in seen:
            raise Wrong((*place, "name"), f"the table {table.name!r} stands here twice")
        seen.add(table.name)
        _check_rows(table.rows, table.dice, known[table.name].gives, place)
    _check_events(given.events)


def _check_rows(rows: tuple[Row, ...], dice: Throw, gives: Gives, place: Place) -> None:
    """Rows without gap or overlap, open at both ends, each with a result of the kind that the table gives."""
    if not 1 <= len(rows) <= MOST_ROWS:
        raise Wrong((*place, "rows"), f"a table has 1 to {MOST_ROWS} rows")
    form, wanted = FORMS[gives]
    for row in rows:
        if not isinstance(row.result, str) or row.notes or not re.fullmatch(form, row.result):
            raise Wrong((*place, "rows"), f"the result of the row {row.span()} must be {wanted}")
        if row.from_ is not None and row.to is not None and row.from_ > row.to:
            raise Wrong((*place, "rows"), f"the row runs backwards, from {row.from_} to {row.to}")
    if rows[0].from_ is not None or rows[-1].to is not None:
        raise Wrong((*place, "rows"), "the first row has no from and the last no to, so that every roll finds one")
    for above, row in pairwise(rows):
        if above.to is None or row.from_ is None or row.from_ != above.to + 1:
            raise Wrong((*place, "rows"), f"the row {row.span()} does not begin where the row {above.span()} ends")
    if gives == "leader" and not any(row.result != "none" and _comes_up(row, dice) for row in rows):
        raise Wrong((*place, "rows"), f"no roll of {dice} gives a leader, even with 1 less")


def _comes_up(row: Row, dice: Throw) -> bool:
    """Whether a row is reached by the dice, with a -1 or without."""
    count = int(dice[0])
    return (row.from_ is None or row.from_ < 6 * count) and (row.to is None or row.to >= count)


def _check_events(events: tuple[BookEvent, ...]) -> None:
    for table, last in LAST_FIRST_DIE.items():
        rows = tuple(row for row in events if row.table == table)
        if rows:
            check_cover(rows, last, ("events",))


@lru_cache(maxsize=64)
def book(given: GivenFile) -> Book:
    """The tables that a game uses; what a game's set-up brought along is checked here once more."""
    try:
        check_given(given)
    except Wrong as error:
        raise OrshaError(f"the game's own tables are wrong: {error.why}") from error
    return Book(stand_ins(), given)


def for_players() -> str:
    """The stand-ins as a file that a player may change: without titles and kinds of result, which are not his."""
    text = (DATA / "stand-ins.toml").read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith(("title = ", "gives = "))) + "\n"
