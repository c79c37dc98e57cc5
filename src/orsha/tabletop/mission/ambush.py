"""Ambush (003): where a unit that waited may be placed; and snipers, who wait besides (their cards' Sniper's Hide)."""

from __future__ import annotations

from shapely import MultiPolygon

from orsha.kernel import OneOf, Option
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.commands import Choose, Done
from orsha.tabletop.mission.events import Passed, UnitMoved
from orsha.tabletop.mission.format import HideSnipers
from orsha.tabletop.mission.ground import (
    enemy,
    full_name,
    layout_of,
    polygons,
    seat_of,
    side_of,
    unit_of,
    units_at,
    without_near,
    zone_of,
)
from orsha.tabletop.mission.placing import own_rooms
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import Seat, State
from orsha.tabletop.mission.story import Story

HIDING = ("ambush", "snipers")
"""The stages of a turn in which ambushes are revealed: before reserves come, and for snipers who have just come."""
SIDES: tuple[Side, Side] = ("attacker", "defender")


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
    return _clear(state, seat, zone_of(state, f"{side_of(state, seat)}-deploy"))


def _clear(state: State, seat: Seat, zone: MultiPolygon) -> MultiPolygon:
    enemies = [s.at for s in state.units.values() if s.seat != seat and s.where == "table" and s.at is not None]
    return without_near(zone, enemies, rules().ambush.from_any_enemy)


# -- snipers


def snipers_at(state: State, seat: Seat, *where: str) -> tuple[str, ...]:
    """A side's snipers in some places."""
    return tuple(id for id in units_at(state, seat, *where) if unit_of(state, id).sniper)


def hider(state: State) -> Seat | None:
    """Who hides snipers now: the attacker first, and nobody who has none to hide (ruling A204)."""
    seats = [seat_of(state, side) for side in SIDES]
    return next((seat for seat in seats if seat not in state.passed and snipers_at(state, seat, "roster")), None)


def hide_options(state: State, step: HideSnipers, seat: Seat) -> list[Option]:
    if seat != hider(state):
        return []
    hide = Option("choose", "hold a sniper in ambush", {"what": OneOf(snipers_at(state, seat, "roster"))})
    return [hide, Option("done", "the other snipers deploy")]


def hide(story: Story, step: HideSnipers, seat: Seat, command: Choose | Done) -> None:
    """Cards, Sniper's Hide: any number of them, besides what the mission permits."""
    if isinstance(command, Choose):
        story.tell(UnitMoved(command.what, full_name(story.state, command.what), "ambush"))
    else:
        story.tell(Passed(seat))


def hidden_finished(state: State, step: HideSnipers) -> bool:
    return hider(state) is None


def sniper_zone(state: State, seat: Seat) -> MultiPolygon:
    """Cards, Sniper's Hide: its own deployment area and No Man's Land: all but the enemy's area (ruling A204)."""
    theirs = zone_of(state, f"{side_of(state, enemy(seat))}-deploy").union(own_rooms(state, enemy(seat)))
    return polygons(layout_of(state).table.difference(theirs))


def sniper_region(state: State, seat: Seat) -> MultiPolygon:
    """The same, clear of enemies."""
    return _clear(state, seat, sniper_zone(state, seat))
