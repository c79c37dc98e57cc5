"""What happens in a mission."""

from __future__ import annotations

from orsha.kernel import Event, Hidden
from orsha.tabletop.layout import Pick, Quarter, Side
from orsha.tabletop.mission.state import Plan, Question, Seat, Spot, Where


class PlanChosen(Event, frozen=True, tag="plan-chosen"):
    seat: Seat
    plan: Hidden[Plan]


class PlansShown(Event, frozen=True, tag="plans-shown"):
    allied: Plan
    axis: Plan


class MissionChosen(Event, frozen=True, tag="mission-chosen"):
    mission: str


class AttackerKnown(Event, frozen=True, tag="attacker-known"):
    seat: Seat


class SidePicked(Event, frozen=True, tag="side-picked"):
    seat: Seat
    place: Pick
    defender: Pick


class QuarterPicked(Event, frozen=True, tag="quarter-picked"):
    seat: Seat
    place: Pick
    standard: Quarter


class RiverLaid(Event, frozen=True, tag="river-laid"):
    seat: Seat
    width: int | None
    middle: int | None


class CurrentKnown(Event, frozen=True, tag="current-known"):
    direction: str


class MarkerPut(Event, frozen=True, tag="marker-put"):
    seat: Seat
    what: str
    at: Spot | None


class ObjectivePut(Event, frozen=True, tag="objective-put"):
    seat: Seat
    label: str
    side: Side
    at: Spot | None
    room: str | None


class ObjectiveRemoved(Event, frozen=True, tag="objective-removed"):
    label: str
    why: str


class TrapsTaken(Event, frozen=True, tag="traps-taken"):
    seat: Seat
    minefields: Hidden[int]


class TrapsSet(Event, frozen=True, tag="traps-set"):
    seat: Seat
    minefields: int


class FortificationTaken(Event, frozen=True, tag="fortification-taken"):
    seat: Seat
    item: str


class RoomChosen(Event, frozen=True, tag="room-chosen"):
    seat: Seat
    room: str


class UnitMoved(Event, frozen=True, tag="unit-moved"):
    """A unit is put on the table, into reserve or ambush, off the table, or is lost or withdrawn."""

    unit: str
    name: str
    where: Where
    at: Spot | None = None


class ReconChosen(Event, frozen=True, tag="recon-chosen"):
    unit: str
    name: str


class Bombarded(Event, frozen=True, tag="bombarded"):
    unit: str
    name: str
    hits: int


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class StepDone(Event, frozen=True, tag="step-done"):
    """The present step of the set-up is finished; what it said is in the words."""

    words: str


class FirstTurnKnown(Event, frozen=True, tag="first-turn-known"):
    seat: Seat


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: Seat
    turn: int


class StageBegan(Event, frozen=True, tag="stage-began"):
    stage: str


class CountersSet(Event, frozen=True, tag="counters-set"):
    counters: int


class Asking(Event, frozen=True, tag="asking"):
    question: Question


class Answered(Event, frozen=True, tag="answered"):
    held: tuple[str, ...] | None
    """The objectives held at the start of a turn; at its end nothing, the answer has done its work."""


class Rerolled(Event, frozen=True, tag="rerolled"):
    pass


class ReservesDue(Event, frozen=True, tag="reserves-due"):
    seat: Seat
    units: int


class ArrivalKnown(Event, frozen=True, tag="arrival-known"):
    zone: str
    unit: str | None = None
    name: str | None = None


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    seat: Seat


class WorkLost(Event, frozen=True, tag="work-lost"):
    """A bunker, nest or turret is destroyed: a unit of its own (000)."""

    seat: Seat


class Broke(Event, frozen=True, tag="broke"):
    """A force has no formation left."""

    seat: Seat


class Won(Event, frozen=True, tag="won"):
    seat: Seat
    why: str


class Offered(Event, frozen=True, tag="offered"):
    """A side proposes to stop without a winner."""

    seat: Seat


class Declined(Event, frozen=True, tag="declined"):
    """The other side plays on."""

    seat: Seat


class CalledOff(Event, frozen=True, tag="called-off"):
    """The battle is over and nobody won."""

    why: str


MissionEvent = (
    PlanChosen
    | PlansShown
    | MissionChosen
    | AttackerKnown
    | SidePicked
    | QuarterPicked
    | RiverLaid
    | CurrentKnown
    | MarkerPut
    | ObjectivePut
    | ObjectiveRemoved
    | TrapsTaken
    | TrapsSet
    | FortificationTaken
    | RoomChosen
    | UnitMoved
    | ReconChosen
    | Bombarded
    | Passed
    | StepDone
    | FirstTurnKnown
    | TurnBegan
    | StageBegan
    | CountersSet
    | Asking
    | Answered
    | Rerolled
    | ReservesDue
    | ArrivalKnown
    | TurnEnded
    | WorkLost
    | Broke
    | Won
    | Offered
    | Declined
    | CalledOff
)
