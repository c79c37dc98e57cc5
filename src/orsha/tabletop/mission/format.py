"""What a mission file holds. Each mission is one TOML file in `orsha/tabletop/missions`, readable by a player."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.tabletop.layout import Edges, Inches, River, Side

Kebab = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Count = Annotated[int, Meta(ge=1, le=100)]
Turn = Annotated[int, Meta(ge=1, le=12)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Who = Literal["attacker", "defender", "both"]
ReserveKind = Literal["immediate", "delayed", "deep", "scattered", "flanking", "fortified", "outpost"]
SpecialRule = Literal[
    "ambush",
    "meeting-engagement",
    "strategic-withdrawal",
    "phased-withdrawal",
    "reconnaissance-in-force",
    "fortified-defence",
    "preliminary-bombardment",
    "river-assault",
    "across-the-volga",
]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a mission file: unknown keys are refused."""


class Step(Data, frozen=True, tag_field="do"):
    """One thing to do before the first turn."""


class RollForAttacker(Step, frozen=True, tag="roll-for-attacker"):
    """Both players roll; the higher is the attacker."""


class PickSide(Step, frozen=True, tag="pick-side"):
    """Somebody picks the edge, quarter or corner they play from; the other side's follows unless it is picked too."""

    by: Side


class PickAttackerQuarter(Step, frozen=True, tag="pick-attacker-quarter"):
    """The attacker picks among the quarters next to the defender's."""


class PlaceRiver(Step, frozen=True, tag="river"):
    """The river is laid within a zone, at least so wide and at most so wide."""

    by: Side
    zone: Kebab
    narrowest: Inches
    widest: Inches


class Current(Step, frozen=True, tag="current"):
    """A die says which way the river flows."""


class Crossings(Step, frozen=True, tag="crossings"):
    """Bridges and fords, placed in turn."""

    first: Side
    zone: Kebab
    apart: Inches
    count: Count | None = None
    every: Inches | None = None
    """One for each so many inches of the river's length, or part of it."""


class Objectives(Step, frozen=True, tag="objectives"):
    """Objectives, each in a zone. `room`: inside a room of a building, one to a room where `alone`."""

    by: Who
    zone: Kebab
    count: Count = 1
    first: Side | None = None
    label: str | None = None
    room: bool = False
    alone: bool = False
    on_crossings: Kebab | None = None
    """Also on bridges and at the ends of fords, within this zone."""


class Obstacles(Step, frozen=True, tag="obstacles"):
    """Minefields or wire: so many for each so many points of a force, the last part counted or not."""

    by: Side
    what: Literal["minefield", "wire"]
    count: Count
    points: Count
    of: Side
    part_counts: bool
    zone: Kebab
    may: bool = False


class Fortifications(Step, frozen=True, tag="fortifications"):
    """Fortification points for each so many points of a force, chosen and placed."""

    by: Side
    points_each: Count
    points: Count
    of: Side
    zone: Kebab
    apart: Inches
    from_objectives: Inches


class BoobyTraps(Step, frozen=True, tag="booby-traps"):
    """Minefields may be exchanged for booby traps, in secret."""

    by: Side


class ChooseRooms(Step, frozen=True, tag="choose-rooms"):
    """The players choose rooms in turn; each is added to its chooser's deployment area."""

    first: Side


class HoldReserves(Step, frozen=True, tag="hold-reserves"):
    """What starts in reserve is chosen."""

    by: Who
    first: Side | None = None


class RangedIn(Step, frozen=True, tag="ranged-in"):
    """Artillery places its Ranged In markers, in some missions in sight of the player's reserves edge."""

    first: Side
    sight_of_reserves_edge: bool = False


class HoldAmbush(Step, frozen=True, tag="ambush"):
    """One unit may be held in ambush."""

    by: Side


class HideSnipers(Step, frozen=True, tag="snipers"):
    """Snipers may wait in ambush besides. No file has it: it comes with forces that have some."""


class Recon(Step, frozen=True, tag="reconnaissance-in-force"):
    """One unit of infantry teams only is chosen and placed in a zone of its own."""

    by: Side
    zone: Kebab


class Deploy(Step, frozen=True, tag="deploy"):
    """Units are placed: one side's all at once, or both sides' in turn."""

    by: Who
    zone: Kebab | None = None
    zones: dict[Side, Kebab] = {}
    first: Side | None = None
    clear_of_enemy: Inches = 0
    out_of_command_in_buildings: bool = False


class Bombard(Step, frozen=True, tag="preliminary-bombardment"):
    """A die for each defending team on the table or in ambush, but for formation commanders and fortifications."""

    by: Side
    needed: Annotated[int, Meta(ge=2, le=6)]
    anti_tank: Count
    firepower: Literal["auto", "2+", "3+", "4+", "5+", "6"]


class RemoveObjective(Step, frozen=True, tag="remove-objective"):
    """A player takes one of the objectives they placed away again."""

    by: Side


class Foxholes(Step, frozen=True, tag="foxholes"):
    """Infantry and gun teams start in foxholes."""


class FirstTurn(Step, frozen=True, tag="first-turn"):
    """The attacker begins, or the higher roll."""

    who: Literal["attacker", "roll"]


SetupStep = (
    RollForAttacker
    | PickSide
    | PickAttackerQuarter
    | PlaceRiver
    | Current
    | Crossings
    | Objectives
    | Obstacles
    | Fortifications
    | BoobyTraps
    | ChooseRooms
    | HoldReserves
    | RangedIn
    | HoldAmbush
    | HideSnipers
    | Recon
    | Deploy
    | Bombard
    | RemoveObjective
    | Foxholes
    | FirstTurn
)


class Reserve(Data, frozen=True):
    """A side's reserves: of which kinds, how much may start on the table, and where they come on.

    `arrive` names a zone, or for scattered reserves the zone for each pair of die faces.
    """

    kinds: Annotated[tuple[ReserveKind, ...], Meta(min_length=1)]
    arrive: dict[Literal["1-2", "3-4", "5-6", "any"], Kebab]
    share: Percent | None = None
    min_units: Annotated[int, Meta(ge=0, le=12)] = 0
    max_units: Annotated[int, Meta(ge=1, le=12)] | None = None
    """Where no more may be held."""


class Win(Data, frozen=True, tag_field="by"):
    """One way to win, in addition to the enemy having no formation left."""

    who: Who


class HoldObjective(Win, frozen=True, tag="holding"):
    """Starts the turn with a team near an objective and ends it with no enemy team near it.

    `which`: objectives by who placed them, those on the enemy's side, or any. `also`: one of these as well.
    """

    within: Inches
    which: Literal["any", "enemy-side", "own-placed", "placed-by-defender"] = "any"
    also: Literal["placed-by-attacker"] | None = None
    from_turn: Turn = 1


class KeepAway(Win, frozen=True, tag="keeping-away"):
    """Ends a turn with no enemy team near the objectives."""

    within: Inches
    from_turn: Turn
    which: Literal["any", "placed-by-attacker"] = "any"


class LastOut(Win, frozen=True, tag="lasting"):
    """Is still there at the start of a turn, after formations were checked."""

    turn: Turn


class TakeBuildings(Win, frozen=True, tag="buildings"):
    """Ends a turn with teams in each of the buildings and no enemy team in any of them."""

    from_turn: Turn
    buildings: tuple[Kebab, ...]


class HoldRoom(Win, frozen=True, tag="room"):
    """Ends a turn holding a room with an objective in it."""

    from_turn: Turn


WinClause = HoldObjective | KeepAway | LastOut | TakeBuildings | HoldRoom


class Withdrawal(Data, frozen=True):
    """What a phased withdrawal removes besides units: objectives by label, and the defender's turn that begins it."""

    removes: dict[str, Turn] = {}


class RoomGrid(Data, frozen=True):
    """A building of equal rooms: its lower left corner, the rooms' size, how many by how many."""

    name: Kebab
    at: tuple[Inches, Inches]
    room: tuple[Inches, Inches]
    rooms: tuple[Count, Count]


class MissionFile(Data, frozen=True):
    """A mission."""

    slug: Kebab
    name: str
    pack: Literal["more-missions", "bagration", "city"]
    source: str
    about: str
    table: tuple[Inches, Inches]
    edges: Edges
    special_rules: dict[Side, tuple[SpecialRule, ...]]
    zones: dict[Kebab, str]
    setup: tuple[SetupStep, ...]
    win: tuple[WinClause, ...] = ()
    reserves: dict[Side, Reserve] = {}
    attacker_quarter: Literal["opposite", "adjacent"] | None = None
    withdrawal: Withdrawal = Withdrawal()
    no_win_before: Turn | None = None
    """Nobody wins before this turn, not even by broken formations."""
    river: River | None = None
    buildings: tuple[RoomGrid, ...] = ()
    terrain: tuple[str, ...] = ()
    """What else stands on the table, in words."""
