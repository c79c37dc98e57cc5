"""What happens in a campaign; nothing comes or goes without one of these."""

from __future__ import annotations

from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder
from orsha.campaign.purchases import Purchase
from orsha.campaign.report import MapMarker, Piece, ScenarioReport
from orsha.campaign.state import Area, Asset, CppLine, Fort, Front, Question, RecordLine, Task, Value
from orsha.kernel import Event, Hidden


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


CampaignEvent = (
    StepBegan | Queued | TaskDone | Asked | Answered | Said | Whispered | Changed | ChangedInSecret | TakenIn | Shown
    | FortsChanged | MarkersSet | FrontsDrawn | SideChanged | PointsChanged | Ordered | DateBegan | SkyChanged
    | ReconBought | BattleBegan | Filed | Rejected | Adopted | CvpCounted | Scored | Ended | Covered
)  # fmt: skip
