"""Weapons for those who wait off the map: each goes to men of its own group first, guns to a truck with their crew."""

from __future__ import annotations

from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.situation import Situation
from orsha.campaign.battle.units import Unit
from orsha.campaign.counters import weapon
from orsha.campaign.state import SIDES


def hand_out(now: Situation) -> None:
    for side in SIDES:
        waiting = [one for one in now.units.values() if one.side == side and one.hex is None]
        for thing in waiting:
            if thing.kind in ("sw", "gun") and thing.holder is None:
                _to_men(now, thing, waiting)
        trucks = [one for one in waiting if one.vehicle and not one.carriage.fire and not one.things]
        for gun in waiting:
            if gun.kind == "gun" and gun.holder is not None and gun.holder.kind == "crew" and trucks:
                _hook(now, gun, gun.holder, trucks.pop(0))


def _to_men(now: Situation, thing: Unit, waiting: list[Unit]) -> None:
    heavy = thing.kind == "gun" or weapon(thing.piece.type).pp >= numbers().men.crewed
    free = [one for one in waiting if one.fighter and one.holder is None and not one.things]
    if heavy:
        free = [one for one in free if one.kind == "crew"]
    free.sort(key=lambda one: (one.piece.group != thing.piece.group, one.kind == "crew", one.id))
    if free:
        now.give(thing, free[0])


def _hook(now: Situation, gun: Unit, crew: Unit, truck: Unit) -> None:
    now.give(gun, truck)
    gun.mark("hooked")
    now.give(crew, truck)
