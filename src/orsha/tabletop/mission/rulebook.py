"""The numbers that all missions share, and the mission packs' tables."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from orsha.kernel import Charts
from orsha.kernel.data import load
from orsha.tabletop.mission.format import Data

HERE = Path(__file__).parent


class ReserveRules(Data, frozen=True):
    source: str
    needed: int
    automatic_from_dice: int
    first_turn: dict[str, int]
    share: dict[str, int]
    deep_front_armour: int
    deep_units_on_table: int


class AmbushRules(Data, frozen=True):
    source: str
    from_enemy_in_sight: int
    from_any_enemy: int
    far_from_all: tuple[str, ...]
    command: int
    large_command: int
    large_tanks: int
    large_teams: int


class FortifiedRules(Data, frozen=True):
    source: str
    force: int


class TrapRules(Data, frozen=True):
    source: str
    each: int


class WithdrawalRules(Data, frozen=True):
    source: str
    from_turn: int
    units: int


class RiverRules(Data, frozen=True):
    """Boats for each so many points, teams to a boat; distances are inches."""

    source: str
    boats: int
    points: int
    passengers: int
    infantry_cross: int
    next_to: int
    """A leader so near to the bank is next to it."""
    mount_within: int
    """Who mounts is so near to one of the boats."""
    shallows: int
    """Boats with an enemy nearer than that may go back so far."""
    arrives_on: int
    """What a die must show to bring back a unit that drifted off the table,"""
    returns_on: int
    """and an empty boat."""
    boat: float
    """How much of a bank a boat takes."""


class CrossingObjectiveRules(Data, frozen=True):
    source: str
    near: int
    """To where a ford meets a bank."""
    on_bridge: int
    """To the middle line of a bridge."""


class CityRoomRules(Data, frozen=True):
    """How far a room of a city building is across, in inches."""

    source: str
    least: int
    most: int


class VictoryPoints(Data, frozen=True):
    """What winner and loser score when the winner lost at most so many units."""

    source: str
    winner: int
    loser: int
    grade: str
    lost: Annotated[int, Meta(ge=0)] | None = None


class MissionRules(Data, frozen=True):
    reserves: ReserveRules
    ambush: AmbushRules
    fortified_defence: FortifiedRules
    booby_traps: TrapRules
    withdrawal: WithdrawalRules
    river_assault: RiverRules
    crossing_objectives: CrossingObjectiveRules
    city_rooms: CityRoomRules
    victory_points: tuple[VictoryPoints, ...]


@cache
def rules() -> MissionRules:
    return load(HERE / "rules.toml", MissionRules)


@cache
def charts() -> Charts:
    """The mission packs' tables."""
    return Charts.of(HERE.parent / "charts")
