"""What a mission game knows: its set-up, its state, what seats may ask for and what happens.

Places are in thousandths of an inch from the table's lower left corner; on a real table they are not known.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Hidden
from orsha.tabletop.layout import Pick, Quarter, Side
from orsha.tabletop.mission.format import Data, Reserve

Seat = Literal["allied", "axis"]
Plan = Literal["attack", "manoeuvre", "defend"]
Spot = tuple[int, int]
Where = Literal["roster", "table", "reserve", "ambush", "off-table", "lost", "withdrawn"]

MOST_POINTS = 10_000
MOST_TURNS = 100
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
    penal: bool = False
    """Never held in reserve, and its loss does not count for victory points."""
    no_points: bool = False
    """Its loss earns the enemy no victory points."""
    sniper: bool = False
    """Its card has Sniper's Hide: it may wait in ambush besides what the mission permits."""


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


class Setup(Data, frozen=True, dict=True):
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
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] | None = None
    """After so many turns of each side it is called off (ruling A69)."""
    switches: dict[str, str | int] = {}
    """Switches of the core rules that are set otherwise than usual."""

    @cached_property
    def snipers(self) -> bool:
        """Whether a force has any."""
        return any(unit.sniper for units in self.forces.values() for unit in units)


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
    anybody: bool = False
    """Whether teams count that neither hold nor contest objectives."""


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
    lurking: bool = False
    """Whether a sniper came from reserve this turn, and waits in ambush."""
    rerolled: bool = False
    asked: Question | None = None
    checked: int = 0
    """How many ways to win were looked at in this turn's end."""
    works_lost: dict[Seat, int] = {}
    """Bunkers, nests and turrets that are destroyed."""
    broken: tuple[Seat, ...] = ()
    """Who has no formation left."""
    offered: Seat | None = None
    """Who has proposed to stop, and waits for an answer."""
    declined: bool = False
    """Whether that was answered with no in this turn."""
    winner: Seat | None = None
    why: str = ""

    @property
    def over(self) -> bool:
        return self.stage == "over"
