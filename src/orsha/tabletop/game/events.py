"""What happens in a battle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.kernel import Event
from orsha.tabletop.battle.hits import Hit
from orsha.tabletop.battle.moves import Act
from orsha.tabletop.battle.pinning import Taken
from orsha.tabletop.battle.saves import Condition, Result
from orsha.tabletop.game.boat_state import BoatEvent
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.roster import Work
from orsha.tabletop.game.state import Assault, Fire, Fray, Marked, Pace, Pending, Rate, Screen, Spot, TurnStep
from orsha.tabletop.mission.events import MissionEvent
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Feature, Table


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
    how: Literal["destroyed", "captured", "left", "rear", "withdrawn", "removed", "spent"]
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
    cleared: tuple[Marked, ...] = ()
    """What its teams took away."""


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
    wired: tuple[Spot, ...] = ()
    """The barbed wire that it came into, and through its test."""
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


class LedOut(Event, frozen=True, tag="led-out"):
    """A unit has moved before the game: nothing that it did counts in a turn."""

    unit: str
    name: str
    gains: bool
    """Whether its side's deployment area has grown by it."""


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
    """A bombardment falls, or a demolition carrier explodes."""

    unit: str
    name: str
    at: Spot
    inches: int
    hit: tuple[str, ...]
    missed: tuple[str, ...]
    rooms: tuple[str, ...] = ()
    """The rooms that it falls on (002)."""
    exploded: bool = False
    cleared: tuple[Marked, ...] = ()
    """The minefields that an explosion takes away."""


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
    | LedOut
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
