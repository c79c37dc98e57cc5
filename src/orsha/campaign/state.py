"""What a campaign knows.

Pieces that all can see stand in `CampaignState.pieces`; what a side keeps to itself (units off the map, hidden set-up,
purchases, artillery) is in its `SideState`, sealed for the other.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder
from orsha.campaign.isolation import Kind as AreaKind
from orsha.campaign.purchases import Purchase
from orsha.campaign.receiving import Received
from orsha.campaign.report import MapMarker, Piece, ScenarioReport, Work
from orsha.kernel import Hidden

SIDES: tuple[Side, Side] = ("german", "russian")
Form = Literal["choose", "order", "fortify", "place"]


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a campaign's state."""


class CampaignSetup(Value, frozen=True):
    balance: Side | None = None
    """The side that the balance provision helps (7.31)."""


# -- what a side has


class Fort(Value, frozen=True):
    """A fortification: on the map, or bought and not placed yet (hex is empty)."""

    id: str
    what: Work
    side: Side
    """Who controls it now (7.5073)."""
    hex: str = ""
    ap: int = 0
    at: int = 0
    capacity: int = 0
    """Squads that a foxhole holds."""
    values: tuple[int, int, int] | None = None
    """The three numbers of a pillbox."""
    known: bool = True
    """Whether the other side knows of it; hidden minefields are not."""
    built_by: Side | None = None
    field: str = ""
    """The minefield group (M2) that it is a hex of (German note j)."""


class Asset(Value, frozen=True):
    """What a side has that is no counter on the map: artillery, aircraft, observers, bombardments."""

    id: str
    group: str
    """The id of its reinforcement group, as O1."""
    words: str
    ammunition: str | None = None
    hexes: tuple[str, ...] = ()
    """Pre-registered hexes, or the observer's hex, or a bombardment's centre."""
    level: int | None = None
    """Of an offboard observer."""
    observer: bool = False
    """Whether an offboard observer belongs to this module."""
    since: str = ""
    """The date it was bought on."""


class RecordLine(Value, frozen=True):
    """One line of the purchase record (7.5189)."""

    date: str
    group: str
    number: int
    """The how manieth of its kind in the campaign; 0 for the order of battle."""
    cpp: int
    received: Received | None = None
    extras: dict[str, int] = {}
    tag: str = ""
    """What its pieces carry as their group: unlike every other group's."""
    assets: tuple[str, ...] = ()
    """The ids of artillery, aircraft and the like that came with it."""


class CppLine(Value, frozen=True):
    """One line of the roster's CPP columns (7.5152)."""

    date: str
    start: int
    replenished: int
    spent: int = 0
    recon: int = 0

    @property
    def left(self) -> int:
        return self.start + self.replenished - self.spent - self.recon


class SideState(Value, frozen=True):
    """What is kept of a side. What it has and buys is its own secret (7.16, 7.518)."""

    elr: int
    san: int
    cpp: Hidden[int]
    fpp: Hidden[int]
    bought: Hidden[dict[str, int]]
    """Groups bought so far in the campaign, by id; those of the order of battle never count (7.5188)."""
    order: Hidden[tuple[Purchase, ...]]
    """This date's order."""
    last_order: Hidden[tuple[str, ...]]
    """The ids bought on the date before: elite ones lift the ELR (7.516)."""
    record: Hidden[tuple[RecordLine, ...]]
    columns: Hidden[tuple[CppLine, ...]]
    box: Hidden[dict[str, Piece]]
    """Pieces that the other side does not see: off the map, or set up hidden or concealed."""
    forts: Hidden[dict[str, Fort]]
    """Works bought and not placed, and minefields that the other side does not know of."""
    assets: Hidden[dict[str, Asset]]
    made: Hidden[int]
    """How many ids were given out, so that none is used twice."""
    works_bought: Hidden[dict[str, int]]
    """Fortifications bought in the campaign, by name: some have a maximum (7.520)."""
    won_last: bool = False
    cvp_suffered: int = 0
    cvp_last: int = 0
    """Casualty points suffered in the last scenario alone: the other side's hardening counts them (7.5112)."""


# -- the map


class Front(Value, frozen=True):
    """A side's perimeter as drawn (7.5067), as sorted hex names."""

    main: tuple[str, ...] = ()
    pockets: tuple[tuple[str, ...], ...] = ()
    front_line: tuple[str, ...] = ()


class Area(Value, frozen=True):
    """An isolated area (7.506)."""

    hexes: tuple[str, ...]
    kind: AreaKind
    occupier: Side | None = None
    pocket: bool = False


class RosterLine(Value, frozen=True):
    """A date's public line of the campaign roster."""

    date: str
    weather: str
    ground: str
    wind: str = ""
    elr: dict[Side, int] = {}
    san: dict[Side, int] = {}
    winner: Side | None = None
    vp: int | None = None
    cvp: dict[Side, int] = {}
    evp: int = 0
    lvp: tuple[str, ...] = ()
    recon: int | None = None


# -- the reorganization under way


class Task(Value, frozen=True):
    """One thing that a step has still to do."""

    what: str
    side: Side | None = None
    about: tuple[str, ...] = ()


class Question(Value, frozen=True):
    """What a seat is asked. `choices` are keys, each in words; between `least` and `most` of them are chosen."""

    rule: str
    words: str
    choices: dict[str, str] = {}
    least: int = 0
    most: int = 0
    form: Form = "choose"


class CampaignState(Value, frozen=True):
    setup: CampaignSetup
    date: str
    sides: dict[Side, SideState]
    step: str
    """The number of the step under way, or battle, agree or over."""
    queue: Hidden[tuple[Task, ...]] = Hidden((), ())
    """What the step has still to do; the first is under way."""
    questions: dict[Side, Hidden[Question]] = {}
    """What each side was last asked."""
    waiting: tuple[Side, ...] = ()
    """Who has still to answer."""
    pieces: dict[str, Piece] = {}
    forts: dict[str, Fort] = {}
    markers: tuple[MapMarker, ...] = ()
    control: dict[str, Holder] = {}
    fronts: dict[Side, Front] = {}
    areas: tuple[Area, ...] = ()
    weather: str = ""
    ground: str = ""
    wind: str = ""
    cvp: int = 0
    """German casualty points that count for the Russians, over the whole campaign."""
    evp: int = 0
    lvp: tuple[str, ...] = ()
    """Victory locations that the Russians controlled when they were last counted."""
    filed: ScenarioReport | None = None
    filed_by: Side | None = None
    report: ScenarioReport | None = None
    """The agreed report that the reorganization works from."""
    cvp_since: dict[Side, int] = {}
    """Casualty points suffered since the report, until 7.5031 counts them."""
    roster: tuple[RosterLine, ...] = ()
    german_cpp_left: int | None = None
    conceded: Side | None = None
    covered: dict[Side, tuple[str, ...]] = {}
    """Hexes where a side's "?" counters lie, real stacks and dummies alike: that something is there all can see."""

    @property
    def asked(self) -> dict[Side, Hidden[Question]]:
        """The questions that stand."""
        return {side: self.questions[side] for side in self.waiting}
