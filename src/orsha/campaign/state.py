"""What a campaign knows, what seats may ask for, and what happens in it.

Pieces that all can see stand in `CampaignState.pieces`; what a side keeps to itself (units off the map, hidden set-up,
purchases, artillery) is in its `SideState`, sealed for the other. Nothing comes or goes without an event.
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
from orsha.kernel import Command, Event, Hidden

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


# -- commands


class Answer(Command, frozen=True, tag="answer"):
    """Chooses from what was asked."""

    chosen: tuple[str, ...]


class Order(Command, frozen=True, tag="order"):
    """A side's whole order for a date, in one: how many groups it buys is secret too."""

    purchases: tuple[Purchase, ...]


class Works(Value, frozen=True):
    """One line of a fortification order: what, how many (or how many factors), and a pillbox's numbers."""

    what: str
    count: int = 1
    values: tuple[int, int, int] | None = None


class Fortify(Command, frozen=True, tag="fortify"):
    """What FPP are spent on (7.520); what is not spent is forfeited."""

    works: tuple[Works, ...]


class Placed(Value, frozen=True):
    """Where a piece or a fortification is set up. An empty hex keeps it off the map."""

    id: str
    hex: str
    how: Literal["open", "concealed", "hidden"] = "open"
    held_by: str | None = None
    level: int | None = None
    """Absolute level, where a hex has more than one; without it the ground, in a gully its floor."""


class Place(Command, frozen=True, tag="place"):
    """A side's set-up: all that it puts on the map."""

    placed: tuple[Placed, ...]


class File(Command, frozen=True, tag="file"):
    """How the scenario ended."""

    report: ScenarioReport


class Agree(Command, frozen=True, tag="agree"):
    yes: bool


# -- events


class StepBegan(Event, frozen=True, tag="step-began"):
    step: str
    tasks: Hidden[tuple[Task, ...]]


class Queued(Event, frozen=True, tag="queued"):
    """More to do, right after what is under way."""

    tasks: Hidden[tuple[Task, ...]]


class TaskDone(Event, frozen=True, tag="task-done"):
    pass


class Asked(Event, frozen=True, tag="asked"):
    side: Side
    question: Hidden[Question]


class Answered(Event, frozen=True, tag="answered-2"):
    """What was asked is its side's secret, the rule of the question too: it would tell what the side has."""

    side: Side
    rule: Hidden[str]
    chosen: Hidden[tuple[str, ...]]


class Said(Event, frozen=True, tag="said"):
    """Something that all may know and that changes no piece."""

    rule: str
    text: str


class Whispered(Event, frozen=True, tag="whispered-2"):
    """The same for one side only."""

    rule: Hidden[str]
    side: Side
    text: Hidden[str]


class Changed(Event, frozen=True, tag="changed"):
    """Pieces that all can see: new, changed, or gone."""

    rule: str
    text: str
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()


class Change(Value, frozen=True):
    text: str
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    forts: tuple[Fort, ...] = ()
    forts_gone: tuple[str, ...] = ()
    assets: tuple[Asset, ...] = ()
    assets_gone: tuple[str, ...] = ()


class ChangedInSecret(Event, frozen=True, tag="changed-in-secret-2"):
    """What a side has to itself: new, changed, or gone."""

    rule: Hidden[str]
    side: Side
    change: Hidden[Change]


class TakenIn(Event, frozen=True, tag="taken-in"):
    """Pieces leave the map, or everybody's sight, for their side's box."""

    rule: str
    text: str
    side: Side
    ids: tuple[str, ...]
    """All of them could be seen until now."""


class Shown(Event, frozen=True, tag="shown"):
    """Pieces and works leave their side's box for everybody's sight."""

    rule: str
    text: str
    side: Side
    pieces: tuple[Piece, ...] = ()
    forts: tuple[Fort, ...] = ()


class Covered(Event, frozen=True, tag="covered"):
    """A side's "?" counters as they now lie: everybody sees where, nobody what is beneath (CG10, 7.520)."""

    rule: str
    side: Side
    hexes: tuple[str, ...]


class FortsChanged(Event, frozen=True, tag="forts-changed"):
    rule: str
    text: str
    forts: tuple[Fort, ...] = ()
    gone: tuple[str, ...] = ()


class MarkersSet(Event, frozen=True, tag="markers-set"):
    """The map's markers, all of them, as they now lie."""

    rule: str
    text: str
    markers: tuple[MapMarker, ...]


class FrontsDrawn(Event, frozen=True, tag="fronts-drawn"):
    """Perimeters, isolated areas and control as they now are."""

    rule: str
    text: str
    fronts: dict[Side, Front]
    areas: tuple[Area, ...]
    control: dict[str, Holder]


class SideChanged(Event, frozen=True, tag="side-changed"):
    rule: str
    side: Side
    elr: int
    san: int


class Points(Value, frozen=True):
    """A side's points, each only where it changes."""

    text: str
    cpp: int | None = None
    fpp: int | None = None
    columns: tuple[CppLine, ...] | None = None
    works_bought: dict[str, int] | None = None
    line: tuple[RecordLine, ...] | None = None
    """More lines of the purchase record, all that come at once."""


class PointsChanged(Event, frozen=True, tag="points-changed-2"):
    rule: Hidden[str]
    side: Side
    points: Hidden[Points]


class Ordered(Event, frozen=True, tag="ordered"):
    side: Side
    order: Hidden[tuple[Purchase, ...]]


class DateBegan(Event, frozen=True, tag="date-began"):
    date: str


class SkyChanged(Event, frozen=True, tag="sky-changed"):
    rule: str
    weather: str
    ground: str
    wind: str = ""


class ReconBought(Event, frozen=True, tag="recon-bought"):
    locations: int


class BattleBegan(Event, frozen=True, tag="battle-began"):
    date: str


class Filed(Event, frozen=True, tag="filed"):
    side: Side
    report: ScenarioReport


class Rejected(Event, frozen=True, tag="rejected"):
    side: Side


class Adopted(Event, frozen=True, tag="adopted"):
    """The filed report counts: what stands on the map, works, markers and control are as it says."""

    pieces: tuple[Piece, ...]
    lost: dict[Side, tuple[Piece, ...]]
    """What was in play and is not in the report."""
    emptied: dict[Side, tuple[str, ...]]
    """What left the boxes for the map in the course of the battle."""
    cleared: dict[Side, tuple[str, ...]]
    """Works that only their own side knew and that are gone."""
    forts: tuple[Fort, ...]
    markers: tuple[MapMarker, ...]
    control: dict[str, Holder]
    exited: tuple[str, ...] = ()
    """Those of the lost, by id, who left by the west edge for points: no casualties (B42)."""


class CvpCounted(Event, frozen=True, tag="cvp-counted"):
    """Casualty points suffered after the report and before 7.5031: they count too (7.13)."""

    rule: str
    side: Side
    points: int


class Scored(Event, frozen=True, tag="scored"):
    """7.5031: what counts so far, and who won the scenario."""

    vp: int
    winner: Side
    cvp: dict[Side, int]
    """Suffered by each side in this scenario."""
    evp: int
    lvp: tuple[str, ...]


class Ended(Event, frozen=True, tag="ended"):
    german_cpp_left: int
    german_left_out: int
    """CVP of Germans that never came (CG12a), and of vehicles recalled for ammunition (7.5131c)."""
    conceded: Side | None = None


CampaignCommand = Answer | Order | Fortify | Place | File | Agree
CampaignEvent = (
    StepBegan | Queued | TaskDone | Asked | Answered | Said | Whispered | Changed | ChangedInSecret | TakenIn | Shown
    | FortsChanged | MarkersSet | FrontsDrawn | SideChanged | PointsChanged | Ordered | DateBegan | SkyChanged
    | ReconBought | BattleBegan | Filed | Rejected | Adopted | CvpCounted | Scored | Ended | Covered
)  # fmt: skip
