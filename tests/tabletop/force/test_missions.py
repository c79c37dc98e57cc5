"""A force as the missions see it."""

from __future__ import annotations

from orsha.tabletop.force import mission_units
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.stage import Group, force


def test_redemption_makes_a_unit_penal_and_nothing_else_does() -> None:
    penal = rifles(rules=("redemption", "urrah"))
    units = [Group("Penal company", (penal, penal), ()), Group("Rifles", (rifles(), rifles()), ())]
    assert [unit.penal for unit in mission_units(force("soviet", units))] == [True, False]
