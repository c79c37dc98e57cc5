"""A force as the missions see it: their units, with what a mission asks about each."""

from __future__ import annotations

from typing import Literal

from orsha.kernel import Illegal
from orsha.tabletop.force.force import Force, Unit
from orsha.tabletop.mission import Unit as MissionUnit
from orsha.tabletop.mission import rules

MOST_UNITS = 100
HIDES = "snipers-hide"
HELD_BACK = ("little-tanks", "armoured-reserve")
"""Thin tanks that Deep Reserves count all the same."""


def mission_units(force: Force) -> tuple[MissionUnit, ...]:
    """The units of a force for a mission's set-up, transport attachments after the unit they carry."""
    if len(force.units) > MOST_UNITS:
        raise Illegal("Points", f"a mission takes at most {MOST_UNITS} units, {force.name} has {len(force.units)}")
    return tuple(_mission_unit(unit) for unit in force.units)


def seat_of(force: Force) -> Literal["allied", "axis"]:
    """Which seat a force plays in a mission."""
    return "axis" if force.nation == "german" else "allied"


def _mission_unit(unit: Unit) -> MissionUnit:
    return MissionUnit(
        name=unit.name,
        points=unit.points,
        teams=len(unit.teams),
        kind=unit.kind,
        front_armour=_front(unit),
        artillery=unit.artillery,
        commander=unit.hq,
        attached_to=unit.attached_to,
        independent=unit.independent,
        no_points=unit.demolitions,
        sniper=all(HIDES in team.rules for team in unit.teams),
        mixed=len({team.kind for team in unit.teams}) > 1,
        penal=all(team.penal for team in unit.teams),
    )


def _front(unit: Unit) -> int:
    """The thickest front armour; tanks that are held back in spite of theirs count as thick enough."""
    front = max((team.armour.front for team in unit.teams if team.armour is not None), default=0)
    held = any(rule in team.rules for team in unit.teams for rule in HELD_BACK)
    return max(front, rules().reserves.deep_front_armour) if held else front
