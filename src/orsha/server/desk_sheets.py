"""What can be asked at a campaign's desk, and the shapes of the answers. The answers themselves are made in desk.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from orsha.server.api import In

SideName = Literal["german", "russian"]
Word = Annotated[str, Meta(max_length=64)]
TEXT = 900_000


# -- questions


class ChartOf(In, frozen=True, tag="chart", tag_field="ask"):
    """What a side can buy now, with the odds of what comes, and what its fortification points buy."""

    side: SideName


class Chances(In, frozen=True, tag="odds", tag_field="ask"):
    """The chance of every result of a chart with so much added to the dice."""

    chart: Word
    modifier: Annotated[int, Meta(ge=-40, le=40)] = 0


class StepOf(In, frozen=True, tag="step", tag_field="ask"):
    """What binds the players in a step, or in the battle."""

    step: Word


class SetUpLine(In, frozen=True):
    id: Word
    hex: Annotated[str, Meta(max_length=6)]
    how: Literal["open", "concealed", "hidden"] = "open"
    held_by: Word | None = None
    level: Annotated[int, Meta(ge=-10, le=10)] | None = None


class SetUpOf(In, frozen=True, tag="set-up", tag_field="ask"):
    """Whether a set-up is allowed so far, and what is not set up yet."""

    placed: Annotated[tuple[SetUpLine, ...], Meta(max_length=1000)]


class FrontWithout(In, frozen=True, tag="perimeter", tag_field="ask"):
    """The perimeter that would be drawn if these markers were left out (7.5058)."""

    left_out: Annotated[tuple[Annotated[str, Meta(max_length=6)], ...], Meta(max_length=500)] = ()


class ReportOf(In, frozen=True, tag="report", tag_field="ask"):
    """Whether a report of the scenario's end holds together."""

    report: dict[str, Any]


class ReportFile(In, frozen=True, tag="read", tag_field="ask"):
    """A report out of a file: TOML or JSON as text, a saved game of VASL as bytes."""

    name: Annotated[str, Meta(max_length=200)]
    text: Annotated[str, Meta(max_length=TEXT)] = ""
    save: Annotated[bytes, Meta(max_length=TEXT)] = b""


class Papers(In, frozen=True, tag="papers", tag_field="ask"):
    """The roster and, of one's own side, the purchase record, as forms."""


class WhatStaffWould(In, frozen=True, tag="propose", tag_field="ask"):
    """What the staff would answer in the seat's place: a draft to change."""


DeskQuestion = WhatStaffWould | ChartOf | Chances | StepOf | SetUpOf | FrontWithout | ReportOf | ReportFile | Papers


# -- answers


class DeskExtra(Struct, frozen=True):
    """Something that can be had with a group."""

    name: str
    rule: str
    means: str
    cpp: int
    most: int


class Outlook(Struct, frozen=True):
    """What a group is likely to bring: chances as shares of 1, support weapons on the average."""

    full: float | None
    leaders: dict[str, float]
    weapons: dict[str, float]
    ammunition: dict[str, float]


class DeskGroup(Struct, frozen=True):
    """A row of a side's chart."""

    id: str
    type: str
    kind: str
    units: str
    cpp: int
    full: int | None
    depleted: int | None
    notes: tuple[str, ...]
    date_max: int
    campaign_max: int
    works: bool
    """Whether its price counts against the share for works."""
    extras: tuple[DeskExtra, ...]
    outlook: Outlook


class DeskNote(Struct, frozen=True):
    letter: str
    words: str


class DeskPrice(Struct, frozen=True):
    """What FPP buy. `counts` are the numbers of factors that a hex can have, `values` the pillboxes that there are."""

    id: str
    name: str
    fpp: int
    per: str
    campaign_max: int | None
    counts: tuple[int, ...] = ()
    values: tuple[tuple[int, int, int], ...] = ()


class SaleChart(Struct, frozen=True, tag="chart", tag_field="answer"):
    side: str
    date: str
    groups: tuple[DeskGroup, ...]
    notes: tuple[DeskNote, ...]
    works_limit: int | None
    """The most CPP that may go into works on this date; only of one's own side."""
    prices: tuple[DeskPrice, ...]
    oba_per_scenario: int
    counters: dict[str, dict[str, tuple[str, ...]]]
    """For each side, by kind, the types of counters that there are."""


class ChanceTable(Struct, frozen=True, tag="odds", tag_field="answer"):
    """Each result with its chance, as a fraction and as a share."""

    results: dict[str, tuple[str, float]]


class Bound(Struct, frozen=True):
    rule: str
    words: str
    side: str | None


class StepSheet(Struct, frozen=True, tag="step", tag_field="answer"):
    step: str
    reminders: tuple[Bound, ...]


class Fault(Struct, frozen=True):
    """What is wrong, and where: the parts of a report's place, or the number of a set-up's line."""

    at: tuple[str, ...]
    why: str
    rule: str | None = None


class SetUpSheet(Struct, frozen=True, tag="set-up", tag_field="answer"):
    faults: tuple[Fault, ...]
    left_out: dict[str, str]
    """What could be set up and is not, by id in words."""
    fpp: int
    """What hiding costs."""
    half_squads: int
    """How many half-squads a location holds."""


class FrontSheet(Struct, frozen=True, tag="perimeter", tag_field="answer"):
    main: tuple[str, ...]
    pockets: tuple[tuple[str, ...], ...]
    front_line: tuple[str, ...]


class ReportSheet(Struct, frozen=True, tag="report", tag_field="answer"):
    faults: tuple[Fault, ...]


class ReadReport(Struct, frozen=True, tag="read", tag_field="answer"):
    """A report that was read, with what it leaves open."""

    report: Any
    questions: tuple[str, ...]
    concealed: dict[str, int]


class PaperColumn(Struct, frozen=True):
    head: str
    wide: float
    over: str
    middle: bool


class Paper(Struct, frozen=True):
    """A form: its columns, its rows."""

    name: str
    title: str
    about: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str


class PaperSheets(Struct, frozen=True, tag="papers", tag_field="answer"):
    papers: tuple[Paper, ...]


class Draft(Struct, frozen=True, tag="propose", tag_field="answer"):
    """A command that could be given now."""

    command: Any


DeskAnswer = (
    Draft | SaleChart | ChanceTable | StepSheet | SetUpSheet | FrontSheet | ReportSheet | ReadReport | PaperSheets
)


class MapPaint(Struct, frozen=True):
    """The printed map, each of its layers as SVG. Neighbouring centres are `step` apart; numbers grow to the right."""

    name: str
    step: float
    wide: float
    high: float
    parts: dict[str, str]


class DeskAsk(In, frozen=True):
    """A question at a campaign's desk."""

    question: DeskQuestion


class DeskSaid(Struct, frozen=True):
    """What the campaign's rules say to it."""

    count: int
    answer: DeskAnswer
