"""Ambush (003): where a unit that waited may be placed."""

from __future__ import annotations

from shapely import MultiPolygon

from orsha.tabletop.mission.ground import side_of, without_near, zone_of
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import Seat, State


def far_enough(distance: float, *, in_sight: bool, concealed: bool) -> bool:
    """003 Placing Ambushes: 16 inches from an enemy team in sight unless terrain conceals from it, 4 from any."""
    numbers = rules().ambush
    exposed = in_sight and not concealed
    return distance >= (numbers.from_enemy_in_sight if exposed else numbers.from_any_enemy)


def command_distance(teams: int, tanks: int) -> int:
    """How far from their leader the teams of an ambushing unit may be placed."""
    numbers = rules().ambush
    large = tanks >= numbers.large_tanks or teams >= numbers.large_teams
    return numbers.large_command if large else numbers.command


def ambush_region(state: State, seat: Seat) -> MultiPolygon:
    """The deployment area, clear of enemies. Sight is the battle's to judge: only the lesser distance is cut out."""
    zone = zone_of(state, f"{side_of(state, seat)}-deploy")
    enemies = [s.at for s in state.units.values() if s.seat != seat and s.where == "table" and s.at is not None]
    return without_near(zone, enemies, rules().ambush.from_any_enemy)
