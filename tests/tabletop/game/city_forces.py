"""Small forces with artillery of all sorts, for battles in the city."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.force import Force
from orsha.tabletop.force.card import Team, Weapon
from tests.tabletop.battle.told import RIFLE, gun, rifles, tank, team
from tests.tabletop.game.stage import Group, force

SHELLS = Weapon(
    "mortar", 40, fires="artillery", halted=None, moving=None, anti_tank=1, firepower=4, rules=("smoke-bombardment",)
)
HOWITZER = Weapon("howitzer", 40, halted=1, moving=1, anti_tank=8, firepower=3, rules=("brutal",))


def mortar(**changes: Any) -> Team:
    """Infantry with nothing but a mortar."""
    return team("Mortar", "infantry", **{"weapons": (SHELLS,), **changes})


def assault_gun(**changes: Any) -> Team:
    """A tank that fires bombardments too."""
    return tank("Assault gun", **{"weapons": (SHELLS, HOWITZER), **changes})


def city_forces() -> dict[Any, Force]:
    """Infantry, a mixed unit with a mortar in it, mortars, assault guns, a gun."""
    hq = Group("HQ", (rifles(),), (), hq=True)
    storm = Group("Storm group", (rifles(), rifles(), rifles(), mortar()), ())
    men, more = Group("Rifles", (rifles(),) * 4, ()), Group("More", (rifles(), rifles()), ())
    mortars, guns = Group("Mortars", (mortar(), mortar()), ()), Group("Guns", (gun(), gun()), ())
    tanks = Group("Assault guns", (assault_gun(), assault_gun()), ())
    return {
        "allied": force("soviet", [hq, men, storm, mortars, tanks]),
        "axis": force("german", [hq, men, more, storm, mortars, guns]),
    }


__all__ = ["RIFLE", "assault_gun", "city_forces", "mortar"]
