"""A team that is hit at close quarters or by a mine, as the saves of shooting see it."""

from __future__ import annotations

from msgspec import Struct

from orsha.tabletop.battle.moves import Facing, Firepower
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.force.card import Team, Weapon


class Victim(Struct, frozen=True):
    """A team that is hit."""

    name: str
    team: Team
    bailed_out: bool = False
    commander: bool = False
    """A formation commander helps its remounts."""
    komissar: bool = False


def strike_on(victim: Victim, weapon: Weapon, facing: Facing) -> Strike:
    """One hit on it by a weapon, on that side of its armour."""
    return Strike(
        victim.name,
        victim.team,
        weapon,
        facing=facing,
        condition="bailed out" if victim.bailed_out else "fighting",
        commander=victim.commander,
        komissar=victim.komissar,
    )


def bare(name: str, anti_tank: int, firepower: Firepower) -> Weapon:
    """Something that hits like a weapon and is on no card: bare hands, a mine."""
    return Weapon(name, 0, anti_tank=anti_tank, firepower=firepower)
