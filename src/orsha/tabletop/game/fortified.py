"""Fortified Defence (000): what force sizes fit a mission that has it, and who may attack with them."""

from __future__ import annotations

from collections.abc import Mapping

from orsha.kernel import Illegal
from orsha.tabletop.force import Force
from orsha.tabletop.mission.ground import enemy
from orsha.tabletop.mission.library import mission
from orsha.tabletop.mission.shares import defender_points
from orsha.tabletop.mission.state import SEATS, Seat

RULE = "000 Fortified Defence"


def fortified(slug: str | None) -> bool:
    """Whether a mission's defender has half the points, and works."""
    return slug is not None and "fortified-defence" in mission(slug).file.special_rules["defender"]


def agreed(forces: Mapping[Seat, Force], points: int | None) -> int:
    """The points of the attacker's force that the works go by: what was agreed on, or what the larger was made for."""
    return points or max(force.limit or force.points for force in forces.values())


def attackers(forces: Mapping[Seat, Force], points: int | None) -> tuple[Seat, ...]:
    """Who may attack: whose own force is no larger than agreed, and the other's no larger than half of it."""
    most = agreed(forces, points)
    half = defender_points(most)
    return tuple(seat for seat in SEATS if forces[seat].points <= most and forces[enemy(seat)].points <= half)


def attacker(forces: Mapping[Seat, Force], points: int | None, asked: Seat | None) -> Seat | None:
    """Who attacks where nobody was named: the only one who can, by the forces; else it is rolled for."""
    able = attackers(forces, points)
    return able[0] if asked is None and len(able) == 1 else asked


def check(slug: str, forces: Mapping[Seat, Force], points: int | None, asked: Seat | None) -> None:
    """Refuses forces that do not fit, and says which do."""
    able = attackers(forces, points)
    if asked in able or (asked is None and able):
        return
    most = agreed(forces, points)
    has = " and ".join(f"{seat} {forces[seat].points}" for seat in SEATS)
    attacks = "" if asked is None else f", and {asked} attacks"
    raise Illegal(
        RULE,
        f"{mission(slug).file.name} at {most} points has an attacker of up to {most} points and a defender of up to "
        f"{defender_points(most)}; here {has} points meet{attacks}",
    )
