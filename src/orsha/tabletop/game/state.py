"""What a battle knows: where every team stands and what it did, what seats may ask for, what happens.

Places are whole mils (thousandths of an inch) from the table's lower left corner, bearings whole degrees, 0 up. The
mission's own state (set-up, reserves, objectives, victory) is kept whole in `mission`: its referee runs it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Command, Event
from orsha.tabletop.battle.hits import Hit, Volley
from orsha.tabletop.battle.moves import Act
from orsha.tabletop.battle.orders import Given
from orsha.tabletop.battle.pinning import Taken
from orsha.tabletop.battle.saves import Condition, Result
from orsha.tabletop.game.boat_state import Boat, BoatCommand, BoatEvent
from orsha.tabletop.game.roster import Roster, Work
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.state import MissionEvent, Seat
from orsha.tabletop.table import Feature, Table

Spot = tuple[int, int]
Mils = Annotated[int, Meta(ge=-24_000, le=264_000)]
Degrees = Annotated[int, Meta(ge=0, le=359)]
Floor = Annotated[int, Meta(ge=0, le=9)]
Point = tuple[Mils, Mils]
Way = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=100)]
TeamId = Annotated[str, Meta(max_length=20)]
UnitId = Annotated[str, Meta(max_length=16)]
Pace = Literal["tactical", "road", "terrain", "cross-country", "order"]
"""`order`: the inches that a Movement Order gave."""
TurnStep = Literal["none", "starting", "movement", "shooting", "assault"]
Rate = Literal["halted", "moving"]


class TeamState(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team on the table. What it did counts until its side's next turn begins."""

    x: int
    y: int
    facing: int = 0
    bailed_out: bool = False
    foxholes: bool = False
    aboard: str | None = None
    """The transport that carries it; it stands where that stands."""
    moved: bool = False
    """At all: digging in, mounting and clearing count."""
    mils: int = 0
    """How far at Tactical."""
    ordered: int = 0
    """How far by orders."""
    dashed: bool = False
    dug_in: bool = False
    """Digging in is all of its moving."""
    hasty: bool = False
    """Moved and ended Out of Command, or its unit failed a Blitz Move."""
    shot: Rate | None = None
    shot_at: Spot | None = None
    """Where the team stood that it shot at."""
    bombarded: Literal["no", "yes", "assault smoke"] = "no"
    assaulted: bool = False
    fired_at_aircraft: bool = False
    """In the enemy's turn: it does not shoot or assault in its own next one."""
    forbidden: tuple[Act, ...] = ()
    """By orders of this turn, by limbering."""
    changes: int = 0
    """How often it mounted or dismounted this turn."""
    spotted: int = 0
    """Attempts at ranging in that it made this turn."""
    smoked: bool = False
    """A smoke marker is on it."""
    trapped: bool = False
    """A booby trap was laid under it, and it has not moved since (000)."""
    wired: bool = False
    """It came into barbed wire this turn,"""
    wired_before: bool = False
    """or in its last one (000)."""
    room: str | None = None
    """The room of a city building that it is in (002),"""
    level: int = 0
    """and the floor there."""
    entered: bool = False
    """It came into its room in this step, and does not leave it in the same (002)."""


class UnitState(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit on the table."""

    leader: str
    pinned: bool = False
    given: tuple[Given, ...] = ()
    extra: int = 0
    """Inches that an order gave it and that it has not moved yet."""
    crossing: bool = False
    """Cross Here was ordered: its checks near where the leader crosses are easier."""
    moved: bool = False
    """It has made its move of this turn; orders for before moving come too late."""
    arriving: bool = False
    """It stands at the edge of the table and has yet to come on."""
    taken: Taken = Taken()
    """The hits of the present step."""
    teams_then: int = 0
    """How many teams it had when the step began."""
    charged: bool = False
    shells: Spot | None = None
    """Its Ranged In marker."""
    strayed: bool = False
    """It has moved or ranged in since the game began: a marker laid before the game no longer counts."""
    smokes: int = 0
    """Smoke Bombardments that it has fired in this game."""


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    """A smoke screen, from end to end."""

    seat: Seat
    ends: tuple[Spot, Spot]


class Fire(Struct, frozen=True, forbid_unknown_fields=True):
    """Shots that have hit: whom the hits go to is being settled."""

    unit: str
    """Who shot."""
    by: Seat
    volleys: tuple[Volley, ...]
    shooters: tuple[str, ...]
    """The shooting team of each volley."""
    hits: tuple[Hit, ...]
    used: tuple[str, ...] = ()
    """Teams that a Mistaken Target was tried with."""


class Fray(Struct, frozen=True, forbid_unknown_fields=True):
    """The rooms that an assault is about (002)."""

    assaulting: tuple[str, ...] = ()
    """Those that the assaulting unit fights from,"""
    contested: tuple[str, ...] = ()
    """those that it fights for,"""
    won: tuple[str, ...] = ()
    """and those that it has cleared."""


class Assault(Struct, frozen=True, forbid_unknown_fields=True):
    """An assault under way. `attackers` are the side whose blows fall next: the sides change with counterattacks."""

    unit: str
    """Who charged."""
    by: Seat
    """Who strikes now."""
    attackers: tuple[str, ...]
    """Units that charge or counterattack."""
    defenders: tuple[str, ...]
    """Units that are assaulted."""
    teams: tuple[str, ...]
    """The teams that charged or counterattacked."""
    round: int = 0
    waiting: tuple[str, ...] = ()
    """Units that may counterattack; each is asked in turn."""
    ready: tuple[str, ...] = ()
    """Those of them that will."""
    fray: Fray | None = None
    """Nothing where there are no city buildings."""


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a seat must answer before anything else."""

    seat: Seat
    kind: Literal["mistake", "flak", "defend", "react", "break-off", "consolidate", "take-room"]
    units: tuple[str, ...] = ()
    """The units that it is about."""
    rooms: tuple[str, ...] = ()
    """The rooms that may be moved into (002)."""


class BattleState(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole battle. What is worked out about a state is kept with it (facts.kept), never written down."""

    setup: BattleSetup
    mission: m.State
    table: Table | None = None
    """With the wrecks of the battle on it."""
    teams: dict[str, TeamState] = {}
    """Everybody on the table; who is not here is elsewhere, or gone."""
    units: dict[str, UnitState] = {}
    off: dict[str, TeamState] = {}
    """Artillery that fires from off the table (002 Across the Volga); where it stands means nothing."""
    lost: dict[str, tuple[str, ...]] = {}
    """The teams that each unit has lost."""
    commanders: dict[str, str | None] = {}
    """For each formation ("allied 0") the team that commands it; nobody after he fell."""
    smoke: tuple[Screen, ...] = ()
    step: TurnStep = "none"
    flying: tuple[str, ...] = ()
    """Aircraft units that came this turn and have not attacked yet."""
    fire: Fire | None = None
    assault: Assault | None = None
    asked: Pending | None = None
    traps: tuple[Spot, ...] = ()
    """Booby traps that were laid (000)."""
    cleared: tuple[Spot, ...] = ()
    """Minefields, booby traps and wire that were cleared."""
    rear: tuple[str, ...] = ()
    """Transports sent to the rear."""
    boats: dict[str, Boat] = {}
    """Assault boats by their ids (000); a team in one is `aboard` it."""
    works: tuple[Work, ...] = ()
    """Bunkers and nests that were built (000); those that were lost stay in the list."""
    shaken: tuple[str, ...] = ()
    """Tanks that the Preliminary Bombardment bailed out in ambush, and that are still so (000)."""

    @property
    def roster(self) -> Roster:
        """Who takes part: both forces, and the works that stand."""
        if not self.works:
            return self.setup.roster
        box = self.__dict__
        if "roster" not in box:
            box["roster"] = self.setup.roster_with(self.works)
        return box["roster"]  # type: ignore[no-any-return]


# -- commands


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
    m.Begin
    | m.ChoosePlan
    | m.PickPlace
    | m.LayRiver
    | m.Put
    | m.Choose
    | m.Exchange
    | m.Done
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
    | Defend
    | Counterattack
    | BreakOff
    | Consolidate
    | TakeRoom
    | BoatCommand
)


# -- events


class TableLaid(Event, frozen=True, tag="table-laid"):
    table: Table


class Deployed(Event, frozen=True, tag="deployed"):
    """Teams stand on the table now."""

    unit: str
    name: str
    places: tuple[Place, ...]
    how: Literal["set-up", "ambush", "edge", "air"]


class LeftOff(Event, frozen=True, tag="left-off"):
    """Artillery fires from off the table from now on (002)."""

    unit: str
    name: str
    teams: tuple[str, ...]


class Built(Event, frozen=True, tag="built"):
    """Works take part from now on; where they stand is told by `Deployed`."""

    seat: Seat
    item: str
    works: tuple[Work, ...]
    walls: tuple[Feature, ...] = ()
    """Defilade walls that stand on the table now."""


class Shaken(Event, frozen=True, tag="shaken"):
    """A tank in ambush is Bailed Out, or its crew is back in it (000 Preliminary Bombardment)."""

    team: str
    name: str
    bailed_out: bool


class TrapsLaid(Event, frozen=True, tag="traps-laid"):
    seat: Seat
    at: tuple[Spot, ...]
    under: tuple[str, ...] = ()
    """The teams that stand on one of them."""


class FoxholesDug(Event, frozen=True, tag="foxholes-dug"):
    teams: tuple[str, ...]
    name: str
    """Whose."""


class StepBegan(Event, frozen=True, tag="step-began"):
    seat: Seat
    step: TurnStep


class Remounted(Event, frozen=True, tag="remounted"):
    team: str
    name: str
    active: bool


class Rallied(Event, frozen=True, tag="rallied"):
    unit: str
    name: str
    pinned: bool


class StoodLast(Event, frozen=True, tag="stood-last"):
    """A unit made its last stand; what it loses is told by itself."""

    unit: str
    name: str
    destroyed: bool
    why: str


class FormationBroken(Event, frozen=True, tag="formation-broken"):
    formation: str
    name: str


class TeamsGone(Event, frozen=True, tag="teams-gone"):
    """Teams leave the table: destroyed, captured, or away."""

    teams: tuple[str, ...]
    name: str
    how: Literal["destroyed", "captured", "left", "rear", "withdrawn", "removed"]
    wrecks: tuple[str, ...] = ()
    """Those of them whose wreck stays."""


class Led(Event, frozen=True, tag="led"):
    unit: str
    team: str
    name: str


class CommanderFell(Event, frozen=True, tag="commander-fell"):
    """A formation's commander is gone, or has taken over another team."""

    formation: str
    name: str
    team: str | None


class Ordered(Event, frozen=True, tag="ordered"):
    unit: str
    name: str
    order: str
    passed: bool
    teams: tuple[str, ...]
    """Those that carry it out."""
    inches: int = 0
    forbids: tuple[Act, ...] = ()
    counts_as: Literal["moved", "dashed"] | None = None
    hasty: bool = False
    foxholes: bool = False
    dug_in: bool = False
    crossing: bool = False
    cleared: Spot | None = None
    """The minefield that it cleared."""
    also: tuple[Spot, ...] = ()
    """What others of its teams cleared."""


class Went(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a team moved."""

    team: str
    way: tuple[Spot, ...]
    facing: int
    mils: int
    pace: Pace | Literal["charge", "fall back", "break off", "consolidate", "get out", "take over"]
    held: str = ""
    """What stopped it."""
    hasty: bool = False
    board: str | None = None
    left: str | None = None
    """The transport that it dismounted from."""
    halted: bool = False
    """A Blitz Move: by itself it does not count as moving."""
    wired: bool = False
    """It came into barbed wire, and through its test."""
    foxholes: bool = False
    """There are foxholes where a commander takes over."""
    level: int = 0
    """The floor where it ends, in a room (002)."""
    into: str = ""
    """The room that it came into."""


class Marched(Event, frozen=True, tag="moved"):
    unit: str
    name: str
    legs: tuple[Went, ...]


class Volleyed(Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon's shots."""

    team: str
    weapon: str
    at: str
    spot: Spot
    """Where the target stood."""
    shots: int
    hits: int
    needed: str
    rate: Rate
    facing: int | None = None
    """A gun that turned to shoot faces this way now."""


class Fired(Event, frozen=True, tag="fired"):
    unit: str
    name: str
    volleys: tuple[Volleyed, ...]
    how: Literal["shooting", "defensive", "flak", "strafing"] = "shooting"
    smoked: tuple[str, ...] = ()
    """Teams with a smoke marker now."""


class HitsAsked(Event, frozen=True, tag="hits-spread"):
    """Hits lie on teams; the other player may have one mistaken for another."""

    fire: Fire


class Mistook(Event, frozen=True, tag="mistook"):
    one: str
    other: str
    swapped: bool
    hits: tuple[Hit, ...]
    used: tuple[str, ...]


class Harm(Struct, frozen=True, forbid_unknown_fields=True):
    team: str
    name: str
    result: Result
    condition: Condition


class Harmed(Event, frozen=True, tag="harmed"):
    """What hits did. Teams that are destroyed are told of by `TeamsGone`."""

    harms: tuple[Harm, ...]
    taken: dict[str, Taken] = {}
    """The hits that count for pinning, by unit."""


class PinnedDown(Event, frozen=True, tag="pinned-down"):
    unit: str
    name: str
    why: str


class Ranged(Event, frozen=True, tag="ranged-in"):
    unit: str
    name: str
    spotter: str
    attempts: int
    at: Spot
    ranged_in: bool
    penalty: int = 0
    guns: tuple[str, ...] = ()
    """The teams that fire."""
    assault_smoke: bool = False
    turned: dict[str, int] = {}
    """Guns that turned to fire, and how they face now."""


class Shelled(Event, frozen=True, tag="shelled"):
    unit: str
    name: str
    at: Spot
    inches: int
    hit: tuple[str, ...]
    missed: tuple[str, ...]
    rooms: tuple[str, ...] = ()
    """The rooms that it falls on (002)."""


class SmokeLaid(Event, frozen=True, tag="smoke-laid"):
    unit: str
    name: str
    screen: Screen


class SmokeLifted(Event, frozen=True, tag="smoke-lifted"):
    seat: Seat


class AircraftCame(Event, frozen=True, tag="aircraft-came"):
    unit: str
    name: str
    came: bool


class Charged(Event, frozen=True, tag="charged"):
    assault: Assault
    name: str
    legs: tuple[Went, ...]


class ChargeStopped(Event, frozen=True, tag="charge-stopped"):
    unit: str
    name: str
    why: str


class Fought(Event, frozen=True, tag="fought"):
    """A round of blows: how many struck and how many hit."""

    by: Seat
    strikers: tuple[str, ...]
    hits: int
    harms: tuple[Harm, ...]


class Tested(Event, frozen=True, tag="counterattack-tested"):
    """Which units of the side that is assaulted may counterattack."""

    seat: Seat
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    names: str


class SidesChanged(Event, frozen=True, tag="sides-changed"):
    """A counterattack: the others strike now."""

    assault: Assault
    name: str
    legs: tuple[Went, ...]


class RoomCleared(Event, frozen=True, tag="room-cleared"):
    """A contested room is won, and somebody may have moved in (002)."""

    seat: Seat
    room: str
    legs: tuple[Went, ...]
    fray: Fray


class Moved(Event, frozen=True, tag="shifted"):
    """Teams shifted in an assault: fell back, broke off, consolidated."""

    name: str
    legs: tuple[Went, ...]


class AssaultEnded(Event, frozen=True, tag="assault-ended"):
    winner: Seat | None
    why: str


class Asked(Event, frozen=True, tag="asked"):
    question: Pending | None
    """Nothing: it is settled."""


BattleEvent = (
    MissionEvent
    | TableLaid
    | Deployed
    | LeftOff
    | Built
    | Shaken
    | TrapsLaid
    | FoxholesDug
    | StepBegan
    | Remounted
    | Rallied
    | StoodLast
    | FormationBroken
    | TeamsGone
    | Led
    | CommanderFell
    | Ordered
    | Marched
    | Fired
    | HitsAsked
    | Mistook
    | Harmed
    | PinnedDown
    | Ranged
    | Shelled
    | SmokeLaid
    | SmokeLifted
    | AircraftCame
    | Charged
    | ChargeStopped
    | Fought
    | Tested
    | SidesChanged
    | RoomCleared
    | Moved
    | AssaultEnded
    | Asked
    | BoatEvent
)
