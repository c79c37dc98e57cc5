"""What a solo mission knows, what the player may say and ask, and what happens in it.

There is one seat, "player". Friendly is the player's side; the enemy is run by tables and dice, so nothing is hidden:
what an S? stands for is rolled when it is activated.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.kernel import Command, Event
from orsha.solo.files import Attitude, Mission, OwnKind, Side
from orsha.solo.standins import GivenFile

SEAT = "player"
UnitKind = Literal["squad", "half-squad", "leader", "sw", "gun", "cupola", "vehicle", "works", "aircraft"]
PlaceKind = Literal["location", "crossroads", "long-bridge", "bridge"]
Phase = Literal["opening", "set-up", "play", "ending", "over"]
Area = Literal["", "in-play", "mine-targets", "wrecks", "east-edge", "board", "boards"]


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a solo mission's state."""


class SoloSetup(Value, frozen=True):
    mission: Mission
    given: GivenFile = GivenFile()
    """The player's own tables in the place of stand-ins."""


# -- what is on the map


class Suspect(Value, frozen=True):
    """An S?: perhaps the enemy, perhaps nothing."""

    id: str
    place: str
    attitude: Attitude = "hold"
    tried: str = ""
    """The player turn of its last activation attempt."""


class Unit(Value, frozen=True):
    """An activated enemy, or one that 001 puts on the map."""

    id: str
    kind: UnitKind
    what: str
    place: str
    attitude: Attitude = "hold"
    note: str = ""
    against: str = ""
    """The VPO that it counterattacks."""


class Own(Value, frozen=True):
    """Something of the player's."""

    id: str
    kind: OwnKind
    what: str
    count: int
    group: str
    note: str = ""


class Minefield(Value, frozen=True):
    place: str
    ap: int | None = None
    """Not known until it is entered."""
    at: int | None = None
    anti_tank: bool = False
    """Whether a die is rolled for anti-tank mines besides."""


class Objective(Value, frozen=True):
    """A VPO."""

    place: str
    kind: PlaceKind
    holder: Side
    value: int | None = None
    """Where it is rolled for, at the end (A10b)."""


class Board(Value, frozen=True):
    """One of OtO-S2's boards, as far as the player has told."""

    name: str
    where: str
    crossroads: tuple[str, ...] = ()
    long_bridges: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()


# -- what is under way


class Task(Value, frozen=True):
    """Something still to do."""

    what: str
    about: tuple[str, ...] = ()


class Question(Value, frozen=True):
    """What the player is asked: some of the choices, or places on the map or the boards."""

    rule: str
    words: str
    choices: dict[str, str] = {}
    least: int = 0
    most: int = 0
    area: Area = ""
    board: str = ""
    """The board that a place without a board's name is on; with the area "board" no other counts."""


class Figures(Value, frozen=True):
    """The numbers of the mission's tables. Random event numbers are given by the lower of the two."""

    san_enemy: int = 0
    san_friendly: int = 0
    activation: int = 0
    events_enemy: int = 0
    events_friendly: int = 0


Figure = Literal["san_enemy", "san_friendly", "activation", "events_enemy", "events_friendly"]


class Score(Value, frozen=True):
    """The points, line by line."""

    friendly: dict[str, int]
    enemy: dict[str, int]


class SoloState(Value, frozen=True):
    setup: SoloSetup
    phase: Phase = "opening"
    turn: int = 0
    side: Side = "enemy"
    """Whose player turn it is; before the first nobody's."""
    figures: Figures = Figures()
    queue: tuple[Task, ...] = ()
    asked: Question | None = None
    suspects: dict[str, Suspect] = {}
    units: dict[str, Unit] = {}
    own: dict[str, Own] = {}
    mines: dict[str, Minefield] = {}
    objectives: dict[str, Objective] = {}
    wrecks: dict[str, str] = {}
    boards: tuple[Board, ...] = ()
    made: dict[str, int] = {}
    """How many ids of each letter were given out."""
    conditions: str = ""
    edge: str = ""
    """The player's entry edge (OtO-S2)."""
    observer: str = ""
    happened: tuple[str, ...] = ()
    """Events that come a single time, as side:rows."""
    activated: bool = False
    """Whether an enemy unit was ever activated."""
    leaders: int = 0
    """Enemy leaders activated so far."""
    reinforcing: bool = False
    """Whether the reinforcement die is still rolled."""
    sky_came: bool = False
    sky: int = 0
    """The player's aircraft over the map."""
    end_rolled: int = 0
    """The game turn whose mission end die was rolled last."""
    score: Score | None = None
    won_at_once: bool = False


# -- commands


class Begin(Command, frozen=True, tag="begin"):
    """Rolls the mission's tables and sets up."""


class Answer(Command, frozen=True, tag="answer"):
    """Answers what was asked: choices by their keys, or places."""

    chosen: tuple[str, ...]


class NextTurn(Command, frozen=True, tag="turn"):
    """Ends the player turn under way and begins the next."""


class Activate(Command, frozen=True, tag="activate"):
    """Tries an S? that the player's men can see."""

    suspect: str


class Happen(Command, frozen=True, tag="event"):
    """Rolls a random event now."""

    side: Side


class Lost(Command, frozen=True, tag="lost"):
    """S? and enemy units that are gone."""

    ids: tuple[str, ...]


class Moved(Command, frozen=True, tag="moved"):
    """An S? or enemy unit is elsewhere."""

    id: str
    to: str


class Control(Command, frozen=True, tag="control"):
    """Who controls a VPO now."""

    place: str
    holder: Side


class Losses(Command, frozen=True, tag="losses"):
    """The player's own losses: how many of each."""

    lost: dict[str, int]


class Mines(Command, frozen=True, tag="mines"):
    """A minefield of unknown strength was entered."""

    place: str


class SkyLost(Command, frozen=True, tag="sky"):
    """The player's aircraft were shot down or recalled."""

    how: Literal["shot-down", "recalled"]
    count: int


class End(Command, frozen=True, tag="end"):
    """Rolls the mission end die."""


# -- events


class Said(Event, frozen=True, tag="said"):
    rule: str
    text: str


class Asked(Event, frozen=True, tag="asked"):
    question: Question


class Answered(Event, frozen=True, tag="answered"):
    rule: str
    chosen: tuple[str, ...]


class Queued(Event, frozen=True, tag="queued"):
    """More to do, right after what is under way."""

    tasks: tuple[Task, ...]


class TaskDone(Event, frozen=True, tag="task-done"):
    pass


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: Phase


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int
    side: Side


class FigureSet(Event, frozen=True, tag="figure-set"):
    rule: str
    text: str
    figure: Figure
    value: int


class Changed(Event, frozen=True, tag="changed"):
    """What stands on the map or in the player's order of battle: new, changed, or gone."""

    rule: str
    text: str
    suspects: tuple[Suspect, ...] = ()
    units: tuple[Unit, ...] = ()
    own: tuple[Own, ...] = ()
    mines: tuple[Minefield, ...] = ()
    objectives: tuple[Objective, ...] = ()
    gone: tuple[str, ...] = ()


class WrecksSet(Event, frozen=True, tag="wrecks-set"):
    rule: str
    text: str
    wrecks: dict[str, str]


class BoardsSet(Event, frozen=True, tag="boards-set"):
    rule: str
    text: str
    boards: tuple[Board, ...]


class Settled(Event, frozen=True, tag="settled"):
    """One of the mission's facts: only what is given changes."""

    rule: str
    text: str
    conditions: str | None = None
    edge: str | None = None
    observer: str | None = None
    reinforcing: bool | None = None


class Occurred(Event, frozen=True, tag="occurred"):
    """An event that comes a single time has come."""

    key: str


class SkyChanged(Event, frozen=True, tag="sky-changed"):
    rule: str
    text: str
    count: int


class EndRolled(Event, frozen=True, tag="end-rolled"):
    turn: int


class Scored(Event, frozen=True, tag="scored"):
    score: Score


class WonAtOnce(Event, frozen=True, tag="won-at-once"):
    rule: str
    text: str


SoloCommand = (
    Begin | Answer | NextTurn | Activate | Happen | Lost | Moved | Control | Losses | Mines | SkyLost | End
)  # fmt: skip
SoloEvent = (
    Said | Asked | Answered | Queued | TaskDone | PhaseBegan | TurnBegan | FigureSet | Changed | WrecksSet | BoardsSet
    | Settled | Occurred | SkyChanged | EndRolled | Scored | WonAtOnce
)  # fmt: skip
