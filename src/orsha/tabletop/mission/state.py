"""What a mission game knows: its set-up, its state, what seats may ask for and what happens.

Places are in thousandths of an inch from the table's lower left corner; on a real table they are not known.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Command, Event, Hidden
from orsha.tabletop.layout import Pick, Quarter, Side
from orsha.tabletop.mission.format import Data, Reserve

Seat = Literal["allied", "axis"]
Plan = Literal["attack", "manoeuvre", "defend"]
Spot = tuple[int, int]
Where = Literal["roster", "table", "reserve", "ambush", "off-table", "lost", "withdrawn"]

MOST_POINTS = 10_000
Size = Annotated[float, Meta(ge=12, le=240)]
FewDice = Annotated[int, Meta(ge=0, le=20)]

SEATS: tuple[Seat, Seat] = ("allied", "axis")
PLANS: tuple[Plan, ...] = ("attack", "manoeuvre", "defend")


class Unit(Data, frozen=True):
    """A unit of a force, with what the missions ask about it."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    points: Annotated[int, Meta(ge=0, le=MOST_POINTS)]
    teams: Annotated[int, Meta(ge=1, le=100)] = 1
    kind: Literal["infantry", "tank", "gun", "aircraft"] = "infantry"
    front_armour: Annotated[int, Meta(ge=0, le=30)] = 0
    artillery: bool = False
    commander: bool = False
    """Has the formation commander in it."""
    attached_to: str | None = None
    independent: bool = False
    mixed: bool = False
    """Has teams of another class too."""


class Changes(Data, frozen=True):
    """What a linked campaign changes in a mission."""

    no_ambush: bool = False
    reserves: dict[Side, Reserve] = {}
    extra_reserve_dice: dict[Side, FewDice] = {}
    reserves_later: dict[Side, FewDice] = {}
    reroll_first_success: tuple[Side, ...] = ()
    win_turn: dict[Side, int] = {}
    removes: dict[str, int] = {}
    extra_minefields: FewDice = 0
    delay_counters: FewDice = 0


class Setup(Data, frozen=True):
    """How a mission game begins."""

    choose: Literal["named", "random", "plans"] = "named"
    mission: str | None = None
    attacker: Seat | None = None
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 100
    forces: dict[Seat, Annotated[tuple[Unit, ...], Meta(max_length=100)]] = {}
    fortified: tuple[Seat, ...] = ()
    table: tuple[Size, Size] | None = None
    real: bool = False
    """A real table: people place things and answer, the program does not know where."""
    changes: Changes = Changes()


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit is."""

    seat: Seat
    where: Where
    at: Spot | None = None


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    by: Seat
    side: Side
    """Whose part of the table it lies in."""
    at: Spot | None = None
    room: str | None = None


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A minefield, wire, crossing, fortification or Ranged In marker."""

    what: str
    seat: Seat
    at: Spot | None = None


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that the table is asked for: by geometry, or of the people around it."""

    kind: Literal["near", "buildings", "room"]
    of: Seat
    """Whose teams are asked about."""
    when: Literal["start", "end"]
    within: int = 0
    objectives: tuple[str, ...] = ()
    buildings: tuple[str, ...] = ()
    clause: int = 0


class State(Struct, frozen=True, forbid_unknown_fields=True):
    setup: Setup
    begun: bool = False
    plans: dict[Seat, Hidden[Plan]] = {}
    mission: str | None = None
    attacker: Seat | None = None
    step: int = 0
    done: int = 0
    """How far the present step has come."""
    passed: tuple[Seat, ...] = ()
    """Who has nothing more to do in the present step."""
    defender_pick: Pick | None = None
    attacker_quarter: Quarter | None = None
    river: tuple[int, int] | None = None
    current: str | None = None
    objectives: dict[str, Objective] = {}
    markers: tuple[Marker, ...] = ()
    rooms: dict[str, Seat] = {}
    taken: tuple[str, ...] = ()
    """Fortifications chosen and not yet placed."""
    traps: Hidden[int] | None = None
    units: dict[str, Standing] = {}
    recon: str | None = None
    first: Seat | None = None
    active: Seat | None = None
    turns: dict[Seat, int] = {}
    stage: str = "setup"
    counters: int = 0
    held: tuple[str, ...] = ()
    arriving: int = 0
    arrive_at: str | None = None
    coming: str | None = None
    """The unit that a scattered arrival was rolled for."""
    rerolled: bool = False
    asked: Question | None = None
    checked: int = 0
    """How many ways to win were looked at in this turn's end."""
    broken: tuple[Seat, ...] = ()
    """Who has no formation left."""
    winner: Seat | None = None
    why: str = ""


# -- commands


class Begin(Command, frozen=True, tag="begin"):
    pass


class ChoosePlan(Command, frozen=True, tag="choose-plan"):
    plan: Plan


class PickPlace(Command, frozen=True, tag="pick"):
    place: Pick


class LayRiver(Command, frozen=True, tag="lay-river"):
    width: int
    middle: int


class Put(Command, frozen=True, tag="put"):
    """Places one thing: an objective, a minefield, a crossing, a marker or a unit."""

    what: str
    at: Spot | None


class Choose(Command, frozen=True, tag="choose"):
    """Chooses one thing by name: a room, a fortification, a unit to hold back, to withdraw or to bring on."""

    what: str


class Exchange(Command, frozen=True, tag="exchange"):
    minefields: int


class Done(Command, frozen=True, tag="done"):
    """Has nothing more to do here."""


class Morale(Command, frozen=True, tag="morale"):
    """After the tests of the Starting Step: whether the force still has a formation."""

    formation_left: bool


class Withdraw(Command, frozen=True, tag="withdraw"):
    unit: str
    good_spirits: bool


class SetTraps(Command, frozen=True, tag="set-traps"):
    minefields: int


class Lose(Command, frozen=True, tag="lose"):
    unit: str


class EndTurn(Command, frozen=True, tag="end-turn"):
    pass


class Near(Command, frozen=True, tag="near"):
    """The objectives that teams asked about are near to."""

    objectives: tuple[str, ...]


class Answer(Command, frozen=True, tag="answer-fact"):
    yes: bool


MissionCommand = (
    Begin
    | ChoosePlan
    | PickPlace
    | LayRiver
    | Put
    | Choose
    | Exchange
    | Done
    | Morale
    | Withdraw
    | SetTraps
    | Lose
    | EndTurn
    | Near
    | Answer
)


# -- events


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


class Broke(Event, frozen=True, tag="broke"):
    """A force has no formation left."""

    seat: Seat


class Won(Event, frozen=True, tag="won"):
    seat: Seat
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
    | Broke
    | Won
)
