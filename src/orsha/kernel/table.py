"""A printed chart as one value: roll it, explain it, show its exact odds, print it.

A chart file holds dice, rows with open ends, modifiers with the fact that grants each, and
footnotes. A chart printed with several columns is one file and one table a column, so that what the columns
share is written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from orsha.kernel.data import Place, Wrong, load, loads
from orsha.kernel.dice import Ask, Dice, Modifier, Roll
from orsha.kernel.errors import Illegal, Unknown
from orsha.kernel.odds import Odds, total_of

Facts = Mapping[str, bool | int]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Throw = Literal["1d6", "2d6", "3d6"]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A value read from a data file: unknown keys are refused."""


class Fact(Strict, frozen=True):
    """Something about the moment that a chart may ask: a yes or no, or a number."""

    kind: Literal["flag", "number"]
    means: str


class Row(Strict, frozen=True, rename={"from_": "from"}):
    """One line of a chart. A missing end is open; `{n}` in a result stands for the final roll."""

    result: str | dict[str, str]
    from_: int | None = None
    to: int | None = None
    notes: tuple[str, ...] = ()

    def holds(self, final: int) -> bool:
        return (self.from_ is None or self.from_ <= final) and (self.to is None or final <= self.to)

    def span(self) -> str:
        if self.from_ is None and self.to is None:
            return "any"
        if self.from_ is None:
            return f"≤ {self.to}"
        if self.to is None:
            return f"≥ {self.from_}"
        return str(self.from_) if self.from_ == self.to else f"{self.from_}–{self.to}"


class Drm(Strict, frozen=True):
    """One modifier: what grants it, in words and as a fact, and what it is worth.

    A flag adds `value`. A number n adds `value` for each full `per` of n less `less`.
    """

    when: str
    fact: str
    value: int
    per: Annotated[int, Meta(ge=1)] = 1
    less: int = 0
    only: tuple[str, ...] = ()

    def worth(self, fact: bool | int) -> int:
        if isinstance(fact, bool):
            return self.value if fact else 0
        return self.value * ((fact - self.less) // self.per)


class ChartFile(Strict, frozen=True):
    """What one chart file holds."""

    name: Name
    title: str
    source: str
    dice: Throw
    rows: tuple[Row, ...]
    modifiers: tuple[Drm, ...] = ()
    columns: tuple[Name, ...] = ()
    footnotes: dict[str, str] = {}
    secret: bool = False


class Outcome(Struct, frozen=True):
    """What a roll on a table came to."""

    roll: Roll
    result: str
    row: Row


class Table(Strict, frozen=True):
    """One column of one printed chart."""

    name: str
    title: str
    source: str
    dice: Throw
    rows: tuple[Row, ...]
    modifiers: tuple[Drm, ...]
    footnotes: dict[str, str]
    secret: bool
    facts: dict[str, Fact]

    def explain(self, facts: Facts) -> tuple[Modifier, ...]:
        """The modifiers that these facts grant, by name; a fact that the chart cannot use is refused."""
        self._check(facts)
        granted = [(drm, drm.worth(facts.get(drm.fact, False))) for drm in self.modifiers]
        return tuple(Modifier(drm.when, worth) for drm, worth in granted if worth)

    def _check(self, facts: Facts) -> None:
        used = sorted({drm.fact for drm in self.modifiers})
        for drm in self.modifiers:
            if drm.less and drm.fact not in facts:
                raise Illegal(self.source, f"this chart cannot be rolled without {drm.fact}")
        for name, value in facts.items():
            if name not in used:
                raise Unknown(f"fact on the chart {self.name}", name, used)
            if isinstance(value, bool) != (self.facts[name].kind == "flag"):
                wanted = "yes or no" if self.facts[name].kind == "flag" else "a number"
                raise Illegal(self.source, f"{name} takes {wanted}, not {value!r}")

    def ask(self, who: str, facts: Facts, about: str = "") -> Ask:
        seen_by = (who,) if self.secret else None
        purpose = f"{self.title}, {about}" if about else self.title
        return Ask(purpose, who, self.count, modifiers=self.explain(facts), seen_by=seen_by, chart=self.name)

    def roll(self, dice: Dice, who: str, facts: Facts, about: str = "") -> Outcome:
        """One roll; `about` says for whom or what, where a chart is rolled on several times."""
        roll = dice.roll(self.ask(who, facts, about))
        row = self.row(roll.result)
        return Outcome(roll, self.result(roll.result), row)

    @property
    def count(self) -> int:
        return int(self.dice[0])

    def row(self, final: int) -> Row:
        return next(row for row in self.rows if row.holds(final))

    def result(self, final: int) -> str:
        result = self.row(final).result
        assert isinstance(result, str)
        return result.replace("{n}", str(final))

    def odds(self, modifier: int = 0) -> Odds[str]:
        """The exact chance of each result with a number added to the dice."""
        return total_of(self.count).map(lambda total: self.result(total + modifier))

    def odds_given(self, facts: Facts) -> Odds[str]:
        return self.odds(sum(m.value for m in self.explain(facts)))

    def worth(self, drm: Drm) -> str:
        """A modifier as players write it: a number, or +x for a number that the moment gives."""
        given = self.facts[drm.fact].kind == "number" and not drm.when.startswith("for each")
        return f"{drm.value:+d}".replace("1", "x") if given else f"{drm.value:+d}"

    def markdown(self) -> str:
        lines = [f"### {self.title}", "", f"| {self.dice} | result |", "|---|---|"]
        lines += [f"| {row.span()} | {_noted(row)} |" for row in self.rows]
        if self.modifiers:
            lines += ["", "| modifier | when |", "|---|---|"]
            lines += [f"| {self.worth(drm)} | {drm.when} |" for drm in self.modifiers]
        lines += ["", *(f"({key}) {text}  " for key, text in self.footnotes.items())]
        return "\n".join([*lines, f"Source: {self.source}", ""])

    def terminal(self) -> str:
        width = max(len(row.span()) for row in self.rows)
        lines = [f"{self.title}  ({self.dice}{', secret' if self.secret else ''})", ""]
        lines += [f"  {row.span():>{width}}  {_noted(row)}" for row in self.rows]
        if self.modifiers:
            lines += ["", *(f"  {self.worth(drm):>4}  {drm.when}" for drm in self.modifiers)]
        lines += ["", *(f"  ({key}) {text}" for key, text in self.footnotes.items())]
        return "\n".join([*lines, f"  Source: {self.source}"])


def _noted(row: Row) -> str:
    return f"{row.result} ({', '.join(row.notes)})" if row.notes else str(row.result)


class FactsFile(Strict, frozen=True):
    facts: dict[Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$")], Fact]


def load_facts(file: Path) -> dict[str, Fact]:
    return load(file, FactsFile).facts


def loads_facts(text: str) -> dict[str, Fact]:
    return loads(text, FactsFile).facts


def load_tables(file: Path, facts: dict[str, Fact]) -> list[Table]:
    """The tables of one chart file, one a column."""
    return _tables(load(file, ChartFile, lambda chart: _check(chart, facts)), facts)


def loads_tables(text: str, facts: dict[str, Fact], file: str = "<text>") -> list[Table]:
    return _tables(loads(text, ChartFile, lambda chart: _check(chart, facts), file), facts)


def _tables(chart: ChartFile, facts: dict[str, Fact]) -> list[Table]:
    return [_column(chart, column, facts) for column in chart.columns] or [_column(chart, None, facts)]


def _column(chart: ChartFile, column: str | None, facts: dict[str, Fact]) -> Table:
    drms = tuple(d for d in chart.modifiers if not d.only or column in d.only)
    rows = tuple(_narrowed(row, column) for row in chart.rows if _concerns(row, column))
    return Table(
        name=f"{chart.name}-{column}" if column else chart.name,
        title=f"{chart.title}, {column}" if column else chart.title,
        source=chart.source,
        dice=chart.dice,
        rows=rows,
        modifiers=drms,
        footnotes={k: v for k, v in chart.footnotes.items() if any(k in row.notes for row in rows)},
        secret=chart.secret,
        facts={d.fact: facts[d.fact] for d in drms},
    )


def _concerns(row: Row, column: str | None) -> bool:
    return isinstance(row.result, str) or column in row.result


def _narrowed(row: Row, column: str | None) -> Row:
    if isinstance(row.result, str):
        return row
    return msgspec.structs.replace(row, result=row.result[column or ""])


def _check(chart: ChartFile, facts: dict[str, Fact]) -> None:
    """A chart's facts and columns are known, and its rows cover every roll exactly once."""
    for index, drm in enumerate(chart.modifiers):
        if drm.fact not in facts:
            raise Wrong(("modifiers", index, "fact"), f"unknown fact {drm.fact!r}")
        if not drm.value:
            raise Wrong(("modifiers", index, "value"), "a modifier of 0 changes nothing")
        if facts[drm.fact].kind == "flag" and (drm.per != 1 or drm.less):
            raise Wrong(("modifiers", index), f"{drm.fact!r} is a yes or no: 'per' and 'less' need a number")
        for column in drm.only:
            _check_column(chart, column, ("modifiers", index, "only"))
    for index, row in enumerate(chart.rows):
        _check_row(chart, row, ("rows", index))
    for cover in chart.columns or (None,):
        _check_cover(chart, cover)


def _check_row(chart: ChartFile, row: Row, place: Place) -> None:
    if row.from_ is not None and row.to is not None and row.from_ > row.to:
        raise Wrong((*place, "from"), f"the row runs backwards, from {row.from_} to {row.to}")
    if isinstance(row.result, str) and chart.columns:
        raise Wrong((*place, "result"), f"the chart has columns {', '.join(chart.columns)}: give a result for each")
    if isinstance(row.result, dict):
        for column in row.result:
            _check_column(chart, column, (*place, "result"))
    for note in row.notes:
        if note not in chart.footnotes:
            raise Wrong((*place, "notes"), f"there is no footnote {note!r}")


def _check_column(chart: ChartFile, column: str, place: Place) -> None:
    if column not in chart.columns:
        raise Wrong(place, f"unknown column {column!r}")


def _check_cover(chart: ChartFile, column: str | None) -> None:
    rows = [(i, row) for i, row in enumerate(chart.rows) if _concerns(row, column)]
    if not rows:
        raise Wrong(("rows",), "the chart has no rows")
    where = f" in the column {column}" if column else ""
    for (_, above), (index, row) in pairwise(rows):
        if above.to is None or row.from_ is None or row.from_ <= above.to:
            raise Wrong(("rows", index), f"the row {row.span()} overlaps the row {above.span()}{where}")
        if row.from_ > above.to + 1:
            raise Wrong(("rows", index, "from"), f"there is a gap between {above.to} and {row.from_}{where}")
    if rows[0][1].from_ is not None:
        raise Wrong(("rows", rows[0][0], "from"), f"nothing covers rolls under {rows[0][1].from_}{where}")
    if rows[-1][1].to is not None:
        raise Wrong(("rows", rows[-1][0], "to"), f"nothing covers rolls over {rows[-1][1].to}{where}")


class Charts:
    """All the charts of a folder, found by name."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.by_name = {table.name: table for table in tables}

    def __iter__(self) -> Iterator[Table]:
        return (self.by_name[name] for name in self.names())

    @classmethod
    def of(cls, folder: Path) -> Charts:
        """A folder's `facts.toml` and every chart in it."""
        facts = load_facts(folder / "facts.toml")
        files = sorted(file for file in folder.glob("*.toml") if file.name != "facts.toml")
        return cls(table for file in files for table in load_tables(file, facts))

    def names(self) -> list[str]:
        return sorted(self.by_name)

    def __getitem__(self, name: str) -> Table:
        if name not in self.by_name:
            raise Unknown("chart", name, self.names())
        return self.by_name[name]
