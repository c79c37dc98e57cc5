"""What a seat may ask for in a battle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Command
from orsha.tabletop.game.boat_state import BoatCommand
from orsha.tabletop.game.state import Degrees, Floor, Pace, Point, TeamId, UnitId, Way
from orsha.tabletop.mission import commands as mc


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a team is put."""

    team: TeamId
    at: Point
    facing: Degrees = 0
    aboard: TeamId | None = None
    level: Floor = 0
    """In a room of a city building: the floor (002)."""


class Deploy(Command, frozen=True, tag="deploy"):
    """Puts a unit on the table: in the set-up, out of ambush, or at the edge from reserve."""

    unit: UnitId
    places: Annotated[tuple[Place, ...], Meta(max_length=200)]


class StayOff(Command, frozen=True, tag="stay-off"):
    """Leaves artillery of a unit off the table: in the set-up, or when it comes from reserve (002)."""

    unit: UnitId
    teams: Annotated[tuple[TeamId, ...], Meta(min_length=1, max_length=100)]


class Site(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a work is built, which way it looks, and on which side of it a defilade wall stands, if any does."""

    at: Point
    facing: Degrees = 0
    wall: Literal["left", "right"] | None = None


class Build(Command, frozen=True, tag="build"):
    """Places a selection of fortifications, a site for each of its teams (000)."""

    item: Annotated[str, Meta(max_length=60)]
    sites: Annotated[tuple[Site, ...], Meta(max_length=10)]


class LayTraps(Command, frozen=True, tag="lay-traps"):
    """Lays booby traps, four for each minefield that was given up for them (000)."""

    at: Annotated[tuple[Point, ...], Meta(max_length=100)]


class PullOut(Command, frozen=True, tag="pull-out"):
    """Withdraws a unit (000, 003)."""

    unit: UnitId


class NextStep(Command, frozen=True, tag="next"):
    """Ends the present step of the turn."""


class GiveOrder(Command, frozen=True, tag="order"):
    unit: UnitId
    order: Annotated[str, Meta(max_length=40)]


class Leg(Struct, frozen=True, forbid_unknown_fields=True):
    """A team's move: its way from where it stands, and how it faces at the end."""

    team: TeamId
    way: Way
    pace: Pace = "tactical"
    facing: Degrees | None = None
    board: TeamId | None = None
    """The transport that it mounts at the end."""
    level: Floor = 0
    """The floor where it ends, in a room of a city building (002)."""


class March(Command, frozen=True, tag="move"):
    """Moves teams of a unit."""

    unit: UnitId
    legs: Annotated[tuple[Leg, ...], Meta(max_length=200)]


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon of a team, and whom it shoots at."""

    team: TeamId
    weapon: Annotated[int, Meta(ge=0, le=30)]
    at: TeamId
    smoke: bool = False
    moving: bool = False
    """At the Moving rate though the team stood still, so that it may charge afterwards."""


Aims = Annotated[tuple[Aim, ...], Meta(max_length=400)]


class Shoot(Command, frozen=True, tag="shoot"):
    """A unit shoots. Hits to spread go to the teams in `prefer` first, as far as the rules let them."""

    unit: UnitId
    aims: Aims
    prefer: Annotated[tuple[TeamId, ...], Meta(max_length=200)] = ()


class Mistake(Command, frozen=True, tag="mistake"):
    """Mistaken Target: two teams try to change their hits."""

    one: TeamId
    other: TeamId


class Pass(Command, frozen=True, tag="pass"):
    """Lets a question be: no swap, no fire, no move."""


class Bombard(Command, frozen=True, tag="bombard"):
    unit: UnitId
    spotter: TeamId
    at: Point
    weapon: Annotated[int, Meta(ge=0, le=30)] = 0
    attempts: Annotated[int, Meta(ge=1, le=3)] = 3
    repeat: bool = False
    """On the unit's Ranged In marker, without ranging in."""
    smoke: bool = False
    along: Degrees = 0
    """The direction of a smoke screen."""


class Fly(Command, frozen=True, tag="fly"):
    """Places aircraft for their attack."""

    unit: UnitId
    places: Annotated[tuple[Place, ...], Meta(max_length=20)]


class Flak(Command, frozen=True, tag="flak"):
    """Anti-aircraft fire before aircraft attack."""

    aims: Aims


class Charge(Command, frozen=True, tag="charge"):
    """A charge: ways into contact, and from inside a city building the rooms that are contested (002)."""

    unit: UnitId
    legs: Annotated[tuple[Leg, ...], Meta(max_length=200)]
    rooms: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=40)] = ()


class TakeControl(Command, frozen=True, tag="take-control"):
    """A tank steers a demolition carrier of its attachment: it goes nowhere, or its one leg, and explodes."""

    unit: UnitId
    """The carrier's."""
    tank: TeamId
    carrier: TeamId
    legs: Annotated[tuple[Leg, ...], Meta(max_length=1)] = ()


class Defend(Command, frozen=True, tag="defend"):
    """Defensive Fire."""

    aims: Aims


class Counterattack(Command, frozen=True, tag="counterattack"):
    legs: Annotated[tuple[Leg, ...], Meta(max_length=200)]


class BreakOff(Command, frozen=True, tag="break-off"):
    """Breaks off; teams without a leg, and those that cannot get clear, are destroyed."""

    legs: Annotated[tuple[Leg, ...], Meta(max_length=200)]


class Consolidate(Command, frozen=True, tag="consolidate"):
    legs: Annotated[tuple[Leg, ...], Meta(max_length=200)]


class TakeRoom(Command, frozen=True, tag="take-room"):
    """Assaulting teams move into a contested room that they have cleared (002)."""

    teams: Annotated[tuple[TeamId, ...], Meta(max_length=100)]


BattleCommand = (
    mc.Begin
    | mc.ChoosePlan
    | mc.PickPlace
    | mc.LayRiver
    | mc.Put
    | mc.Choose
    | mc.Exchange
    | mc.Done
    | mc.Concede
    | mc.CallOff
    | mc.Agree
    | Deploy
    | StayOff
    | Build
    | LayTraps
    | PullOut
    | NextStep
    | GiveOrder
    | March
    | Shoot
    | Mistake
    | Pass
    | Bombard
    | Fly
    | Flak
    | Charge
    | TakeControl
    | Defend
    | Counterattack
    | BreakOff
    | Consolidate
    | TakeRoom
    | BoatCommand
)
