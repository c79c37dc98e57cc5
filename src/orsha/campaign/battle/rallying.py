"""Between the blows: rally, recovery, weapons picked up, guns unhooked, broken men running."""

from __future__ import annotations

from orsha.campaign.battle.assault import captured, loot
from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.situation import ENTRENCHED, Situation
from orsha.campaign.battle.units import Unit
from orsha.campaign.counters import weapon
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.hexmap.grid import Hex


def recover(now: Situation, side: Side) -> None:
    """A side's turn begins."""
    enemy = now.places(other(side))
    for unit in now.on_map(side):
        unit.moved = unit.fired = False
        unit.clear("pinned")
        if unit.vehicle and unit.has("stunned") and now.luck.happens(numbers().armour.recovers):
            unit.clear("stunned")
        if unit.man and unit.has("broken"):
            _rally(now, unit)
    for unit in list(now.on_map(side)):
        if unit.vehicle and unit.things and unit.hex is not None:
            near = now.nearest(unit.hex, enemy) <= numbers().men.near
            if near or unit.speed(near=True) == 0:
                _unload(now, unit)
    _pick_up(now, side)


def _rally(now: Situation, unit: Unit) -> None:
    rule = numbers().rally
    hex = unit.hex
    if hex is None or unit.locked:
        return
    leads = now.leader(unit.side, hex)
    there = any(one.kind == "leader" and one.able and one is not unit for one in now.of(unit.side, hex))
    in_cover = now.field.board[hex].has("woods", "building-wood") or any(
        fort.what in ENTRENCHED for fort in now.works.get(hex, ())
    )
    needed = unit.morale + (rule.leader * leads if there else -rule.alone) + rule.cover * in_cover
    if now.luck.two() <= needed - 1:
        unit.clear("broken", "disrupted")


def _unload(now: Situation, vehicle: Unit) -> None:
    """Passengers get off and guns are unhooked when the enemy is near; armour leaders stay."""
    men = [thing for thing in vehicle.things if thing.man and not thing.has("prisoner")]
    guns = [thing for thing in vehicle.things if thing.kind == "gun" and thing.has("hooked")]
    for man in men:
        now.drop(man)
    hex = vehicle.hex
    assert hex is not None
    for gun in guns:
        now.drop(gun)
        gun.clear("hooked")
        crews = [one for one in now.of(vehicle.side, hex) if one.kind == "crew" and not one.things]
        if crews:
            now.give(gun, crews[0])


def _pick_up(now: Situation, side: Side) -> None:
    """Loose weapons go to men in the same hex who have none; those of the enemy are taken or broken."""
    for hex in now.places(side):
        loose = [one for one in now.here(hex) if one.kind in ("sw", "gun") and one.holder is None]
        if not loose or now.solid(other(side), hex):
            continue
        for thing in loose:
            if thing.side == side and not thing.has("captured"):
                _to_somebody(now, thing, side, hex)
        loot(now, side, hex)


def _to_somebody(now: Situation, thing: Unit, side: Side, hex: Hex) -> None:
    free = [one for one in now.of(side, hex) if one.fighter and one.able and not one.things]
    if thing.kind == "gun":
        free = [one for one in free if one.kind == "crew"]
    if free:
        now.give(thing, free[0])


def run(now: Situation, side: Side) -> None:
    """Broken men run from enemies who are near; those who cannot give up."""
    enemy = now.places(other(side))
    for unit in now.on_map(side):
        if not unit.man or not unit.has("broken") or unit.hex is None or unit.locked:
            continue
        if now.nearest(unit.hex, enemy) <= 2:
            _rout(now, unit, enemy)


def _rout(now: Situation, unit: Unit, enemy: list[Hex]) -> None:
    start = unit.hex
    assert start is not None
    for thing in list(unit.things):
        if thing.kind == "gun" or (thing.kind == "sw" and weapon(thing.piece.type).pp >= numbers().men.crewed):
            now.drop(thing)
    for _ in range(numbers().rally.routs):
        here = unit.hex
        assert here is not None
        options = [
            hex
            for hex in now.field.beside[here]
            if not now.solid(other(unit.side), hex) and now.room(unit.side, hex, unit) and now.fort(hex, "wire") is None
        ]
        if not options:
            break
        home = -1 if unit.side == "german" else 1

        def worth(hex: Hex, home: int = home) -> tuple[int, int, float, Hex]:
            far = min(now.nearest(hex, enemy), 4)
            return far, home * hex.number, -now.field.cover[hex], hex

        best = max(options, key=worth)
        if worth(best)[:2] <= worth(here)[:2]:
            break
        now.move(unit, best)
    if unit.hex == start and now.nearest(start, enemy) <= 1:
        _give_up(now, unit)


def _give_up(now: Situation, unit: Unit) -> None:
    """Nowhere to run: taken by the nearest enemy next to it, or lost."""
    assert unit.hex is not None
    guards = [
        one
        for place in now.field.beside[unit.hex]
        for one in now.of(other(unit.side), place)
        if one.fighter and one.able and not one.locked
    ]
    if guards and now.luck.happens(numbers().assault.captures):
        captured(now, unit, guards[0])
