"""What a battle knows: where every team stands and what it did.

Places are whole mils (thousandths of an inch) from the table's lower left corner, bearings whole degrees, 0 up. The
mission's own state (set-up, reserves, objectives, victory) is kept whole in `mission`: its referee runs it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from orsha.tabletop.battle.hits import Hit, Volley
from orsha.tabletop.battle.moves import Act
from orsha.tabletop.battle.orders import Given
from orsha.tabletop.battle.pinning import Taken
from orsha.tabletop.game.boat_state import Boat
from orsha.tabletop.game.roster import Roster, Work
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table import Bulk, Stand, Table

Spot = tuple[int, int]
Obstacle = Literal["minefield", "booby trap", "barbed wire"]
Marked = tuple[Obstacle, Spot]
"""A marker on the table: of what, and where."""
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
    began: tuple[str, ...] = ()
    """The objectives that it began the turn near to, as one that may hold."""
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
    spotter: bool = False
    """A bombardment of this turn was its to spot for, ranged in anew or repeated; not Assault Smoke."""
    smoked: bool = False
    """A smoke marker is on it."""
    trapped: bool = False
    """A booby trap was laid under it, and it has not moved off since (000)."""
    wired: tuple[Spot, ...] = ()
    """The barbed wire that it came into this turn,"""
    wired_before: tuple[Spot, ...] = ()
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
    tank: str | None = None
    """Who steers a demolition carrier: it does not charge, it explodes after the Defensive Fire."""


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a seat must answer before anything else."""

    seat: Seat
    kind: Literal["mistake", "flak", "defend", "react", "break-off", "consolidate", "take-room", "lead-out"]
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
    cleared: tuple[Marked, ...] = ()
    """Minefields, booby traps and wire that were cleared: each takes one such marker away."""
    rear: tuple[str, ...] = ()
    """Transports sent to the rear."""
    boats: dict[str, Boat] = {}
    """Assault boats by their ids (000); a team in one is `aboard` it."""
    works: tuple[Work, ...] = ()
    """Bunkers and nests that were built (000); those that were lost stay in the list."""
    led_out: tuple[str, ...] = ()
    """Units whose move before the game has enlarged their side's deployment area (core 12 Spearhead)."""
    shaken: tuple[str, ...] = ()
    """Tanks that the Preliminary Bombardment bailed out in ambush, and that are still so (000)."""

    @cached_property
    def roster(self) -> Roster:
        """Who takes part: both forces, and the works that stand."""
        return self.setup.roster_with(self.works) if self.works else self.setup.roster

    @cached_property
    def places(self) -> dict[object, Any]:
        """What was worked out about where everybody stands (facts.placed)."""
        return {}

    @cached_property
    def sides(self) -> dict[Seat, dict[object, Any]]:
        """What was worked out about where the teams of each side stand (facts.stood)."""
        return {seat: {} for seat in SEATS}

    @cached_property
    def unasked(self) -> dict[object, Any]:
        """What was worked out about all but the question that is asked (facts.unasked)."""
        return {}

    @cached_property
    def present(self) -> dict[object, Any]:
        """What was worked out about who is on the table, and aboard what (memories.there)."""
        return {}

    @cached_property
    def companies(self) -> dict[str, dict[Any, Any]]:
        """What was worked out about who is on the table of each unit and side, and aboard what (presence)."""
        return {}

    @cached_property
    def stands(self) -> dict[str, Stand]:
        """Where teams stand, as the table knows it (facts.stand),"""
        return {}

    @cached_property
    def bulks(self) -> dict[str, Bulk]:
        """and as moves must mind them (facts.bulk)."""
        return {}
