"""Fire in an automatic battle: whom a stack shoots at, and what comes of it."""

from __future__ import annotations

from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.situation import Situation
from orsha.campaign.battle.units import Unit, against_armour, reach, strength
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.hexmap.grid import Hex


def prepared_fire(now: Situation, side: Side) -> None:
    """The side whose turn it is: stacks with a good target shoot, and those that do stay where they are."""
    rule = numbers().fire
    enemy = now.places(other(side))
    for hex in now.places(side):
        firers = [one for one in now.of(side, hex) if _may_fire(one)]
        heavy = [one for one in firers if _heavy(one)]
        if len(heavy) < len(firers) and now.luck.happens(rule.stands[side]):
            shoot(now, side, hex, firers, enemy, rule.worth)
        elif heavy:
            shoot(now, side, hex, heavy, enemy)


def answering_fire(now: Situation, side: Side) -> None:
    """The other side shoots at what moved before its eyes."""
    moved = [hex for hex in now.places(other(side)) if any(one.moved for one in now.of(other(side), hex))]
    if not moved:
        return
    for hex in now.places(side):
        firers = [one for one in now.of(side, hex) if _may_fire(one)]
        if firers:
            shoot(now, side, hex, firers, moved)


def _may_fire(unit: Unit) -> bool:
    return unit.able and not unit.locked and not unit.fired and (unit.fighter or unit.vehicle)


def _heavy(unit: Unit) -> bool:
    """Crews, and vehicles that cannot move: they are there to shoot."""
    return unit.kind == "crew" or (unit.vehicle and unit.speed(near=True) == 0)


def shoot(now: Situation, side: Side, hex: Hex, firers: list[Unit], among: list[Hex], least: float = 1.0) -> None:
    """What has a good shot at armour takes it; the others fire together at the target that promises most."""
    far = max(map(reach, firers))
    targets = _targets(now, side, hex, far, among)
    if not targets:
        return
    rest = [one for one in firers if not _shot_at_armour(now, one, hex, targets)]
    best, power = None, 0.0
    for target, span, seen in targets:
        men = [one for one in now.of(other(side), target) if not one.armoured]
        if not men:
            continue
        worth = _together(now, rest, hex, span) * seen * now.cover(target)
        if worth * len(men) > power:
            best, power = target, worth * len(men)
    if best is not None and power >= least:
        span = now.field.distance(hex, best)
        volley = _together(now, rest, hex, span) * now.field.sees(hex, best)
        for one in rest:
            if strength(one, span) > 0:
                one.fired = True
                now.reveal(one)
        strike(now, best, volley, other(side))
        _malfunction(now, [one for one in rest if one.fired])


def _targets(now: Situation, side: Side, hex: Hex, far: int, among: list[Hex]) -> list[tuple[Hex, int, float]]:
    """Of some enemy hexes those in reach and in sight, with the distance and the share of fire that gets there."""
    found = []
    enemy = other(side)
    for target in among:
        span = now.field.distance(hex, target)
        if not 0 < span <= far:
            continue
        known = [one for one in now.of(enemy, target) if not one.has("hidden")]
        if known and not any(one.locked for one in known) and (seen := now.field.sees(hex, target)) > 0:
            found.append((target, span, seen))
    return found


def _together(now: Situation, firers: list[Unit], hex: Hex, span: int) -> float:
    total = sum(strength(one, span) for one in firers)
    if not total:
        return 0.0
    return total * (1 + numbers().fire.leadership * now.leader(firers[0].side, hex))


def strike(now: Situation, hex: Hex, power: float, side: Side) -> None:
    """Fire of a strength falls on a side's men and soft vehicles in a hex; each may be hit."""
    rule = numbers().fire
    share = now.cover(hex)
    for unit in list(now.of(side, hex)):
        if unit.gone or unit.armoured or unit.has("hidden"):
            continue
        worth = power
        if unit.moved:
            worth *= rule.moved * (share + 1) / 2
        else:
            worth *= share
        if unit.has("concealed"):
            worth *= rule.concealed
        if not now.luck.happens(worth / (worth + rule.even)):
            continue
        if unit.vehicle:
            if now.luck.happens(numbers().armour.soft):
                now.wrecked(unit)
        else:
            now.shaken(unit)


def _malfunction(now: Situation, firers: list[Unit]) -> None:
    """Once in a while a weapon fails."""
    if now.luck.two() < numbers().fire.malfunction:
        return
    arms = [thing for one in firers for thing, _ in one.arms()]
    arms += [one for one in firers if one.vehicle]
    if arms:
        now.luck.pick(arms).mark("malfunctioned")


# -- armour


def _shot_at_armour(now: Situation, unit: Unit, hex: Hex, targets: list[tuple[Hex, int, float]]) -> bool:
    """Whether a unit had a shot at an armoured vehicle that was worth it, and took it."""
    best: tuple[float, Unit, int] | None = None
    for target, span, seen in targets:
        power = against_armour(unit, span)
        if not power:
            continue
        for one in now.of(other(unit.side), target):
            if one.armoured and not one.has("hidden"):
                chance = _hit(span, one) * seen * _through(power, one)
                if chance >= numbers().armour.worth and (best is None or chance > best[0]):
                    best = (chance, one, span)
    if best is None:
        return False
    _, target_unit, span = best
    unit.fired = True
    now.reveal(unit)
    seen = now.field.sees(hex, target_unit.hex) if target_unit.hex else 0.0
    if now.luck.happens(_hit(span, target_unit) * seen):
        armour_hit(now, target_unit, against_armour(unit, span))
    _malfunction(now, [unit])
    return True


def _hit(span: int, target: Unit) -> float:
    rule = numbers().armour
    chance = max(rule.least, rule.hits - rule.less_by_hex * span)
    return chance * rule.moved if target.moved else chance


def _through(power: int, target: Unit) -> float:
    """Shot against plate, each squared."""
    plate = target.carriage.plate
    return power**2 / (power**2 + plate**2)


def armour_hit(now: Situation, unit: Unit, power: int) -> None:
    """An armoured vehicle is hit: destroyed, immobilized, stunned, or none of it."""
    rule = numbers().armour
    now.reveal(unit)
    if now.luck.happens(_through(power, unit)):
        now.wrecked(unit)
    elif unit.carriage.speed > 0 and now.luck.happens(rule.immobilizes):
        unit.mark("immobilized")
        unit.clear("motion")
    elif now.luck.happens(rule.stuns):
        unit.mark("stunned")
