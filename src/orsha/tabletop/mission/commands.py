"""What seats may ask for in a mission."""

from __future__ import annotations

from orsha.kernel import Command
from orsha.tabletop.layout import Pick
from orsha.tabletop.mission.state import Plan, Seat, Spot


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


class LoseWork(Command, frozen=True, tag="lose-work"):
    """A bunker, nest or turret of a side is destroyed."""

    of: Seat


class EndTurn(Command, frozen=True, tag="end-turn"):
    pass


class Near(Command, frozen=True, tag="near"):
    """The objectives that teams asked about are near to."""

    objectives: tuple[str, ...]


class Answer(Command, frozen=True, tag="answer-fact"):
    yes: bool


class Concede(Command, frozen=True, tag="concede"):
    """Gives the battle up."""


class CallOff(Command, frozen=True, tag="call-off"):
    """Proposes to stop without a winner."""


class Agree(Command, frozen=True, tag="agree"):
    """Answers the proposal to stop."""

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
    | LoseWork
    | EndTurn
    | Near
    | Answer
    | Concede
    | CallOff
    | Agree
)
