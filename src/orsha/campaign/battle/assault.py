"""Close combat in an automatic battle: who goes in, who is left, what the winner finds."""

from __future__ import annotations

from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.situation import Situation, capture_factor
from orsha.campaign.battle.units import Unit
from orsha.campaign.counters import cvp
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.report import RemovedWeapon
from orsha.campaign.set_up_rules import set_up_rules
from orsha.hexmap.grid import Hex


def assaults(now: Situation, side: Side) -> None:
    """First what is locked already; then every enemy hex that enough of one's own stand around."""
    for hex in _locked(now, side):
        _fight(now, side, hex, {})
    for hex in now.places(other(side)):
        if now.solid(side, hex) or not now.of(other(side), hex):
            continue
        party = _party(now, side, hex)
        if party and _dares(now, side, hex, party):
            came_from = {one.id: one.hex for one in party if one.hex is not None}
            for one in party:
                now.reveal(one)
                now.move(one, hex)
            for defender in now.of(other(side), hex):
                now.reveal(defender)
            _fight(now, side, hex, came_from)


def fight_out(now: Situation, side: Side) -> None:
    """001 7.501: when the battle is over, those who are locked fight on until it is decided."""
    for _ in range(numbers().assault.longest):
        for hex in _locked(now, side):
            _fight(now, side, hex, {})


def _locked(now: Situation, side: Side) -> list[Hex]:
    return sorted({one.hex for one in now.on_map(side) if one.locked and one.hex is not None})


def _party(now: Situation, side: Side, hex: Hex) -> list[Unit]:
    """Men and armour next to a hex that can go into it, as many as a hex holds, the strongest first."""
    most, tanks = set_up_rules().stacking.half_squads, numbers().stack.vehicles
    able = [
        one
        for place in now.field.beside[hex]
        for one in now.of(side, place)
        if one.able and not one.locked and not one.has("pinned") and _may_go(now, one, hex)
    ]
    able.sort(key=lambda one: (-_worth(one), one.id))
    party, halves, cars = [], 0, 0
    for one in able:
        if one.vehicle and cars < tanks:
            cars += 1
            party.append(one)
        elif one.fighter and halves + one.weight <= most:
            halves += one.weight
            party.append(one)
    return party


def _may_go(now: Situation, unit: Unit, hex: Hex) -> bool:
    if unit.vehicle:
        passable = unit.hex is not None and now.field.cost(unit.hex, hex, unit.mobility) is not None
        fit = unit.armoured and unit.speed(near=True) > 0 and not unit.fired
        return passable and fit and now.fort(hex, "at-ditch") is None
    return unit.fighter and not any(thing.kind == "gun" for thing in unit.things)


def _worth(unit: Unit) -> float:
    """What a unit counts for at close quarters."""
    rule = numbers().assault
    if unit.vehicle:
        return float(rule.tank) if unit.armoured and unit.able else 0.0
    if not unit.fighter:
        return 1.0 if unit.able else 0.0
    if not unit.able:
        return 0.5
    worth = unit.small_arms[0] + max((arm.assault for _, arm in unit.arms()), default=0)
    return worth * rule.engineer if unit.has("engineer") else float(worth)


def _defence(now: Situation, side: Side, hex: Hex) -> float:
    rule = numbers().assault
    cover = 1 - (1 - now.cover(hex)) * rule.cover
    return sum(map(_worth, now.of(side, hex))) / cover


def _dares(now: Situation, side: Side, hex: Hex, party: list[Unit]) -> bool:
    rule = numbers().assault
    known = [one for one in now.of(other(side), hex) if not one.has("hidden")]
    if not known:
        return False
    needed = rule.odds[side] * _defence(now, other(side), hex)
    return sum(map(_worth, party)) >= needed and now.luck.happens(rule.dares[side])


def _fight(now: Situation, side: Side, hex: Hex, came_from: dict[str, Hex]) -> None:
    """Both sides strike at once, round by round, until one has nobody left who fights."""
    foe = other(side)
    for _ in range(numbers().assault.rounds):
        ours = [one for one in now.of(side, hex) if one.able]
        theirs = [one for one in now.of(foe, hex) if one.able]
        if not ours or not theirs:
            break
        _charges(now, ours, hex)
        attack = sum(map(_worth, ours)) * (1 + numbers().fire.leadership * now.leader(side, hex))
        defence = _defence(now, foe, hex) * (1 + numbers().fire.leadership * now.leader(foe, hex))
        blows = [(one, attack, defence) for one in theirs] + [(one, defence, attack) for one in ours]
        for one, against, own in blows:
            _struck(now, one, against, own)
    _settle(now, side, hex, came_from)


def _struck(now: Situation, unit: Unit, against: float, own: float) -> None:
    rule = numbers().assault
    if unit.gone:
        return
    if unit.armoured:
        if now.luck.happens(rule.hunts * against / max(own, 1.0)):
            now.wrecked(unit)
        return
    odds = against / (against + own) if against + own else 0.0
    if now.luck.happens(2 * rule.kills * odds):
        if unit.vehicle:
            now.wrecked(unit)
        elif now.luck.happens(rule.shakes):
            now.shaken(unit, rule.worse)
        else:
            now.reduce(unit)


def _charges(now: Situation, party: list[Unit], hex: Hex) -> None:
    """Demolition charges and flamethrowers burn and are used up; the roll that did it is kept for 7.5134."""
    rule = numbers().assault
    for unit in party:
        for thing, arm in unit.arms():
            if not arm.assault or thing.piece.type not in ("FT", "DC"):
                continue
            if now.field.hides[hex] and now.luck.happens(rule.flames):
                now.marker("flame", hex)
            if thing.piece.type == "DC" or now.luck.happens(rule.charge_used):
                now.ft_dc.append(RemovedWeapon(thing.side, thing.piece.type, now.luck.two()))  # type: ignore[arg-type]
                now.remove(thing)


def _settle(now: Situation, side: Side, hex: Hex, came_from: dict[str, Hex]) -> None:
    foe = other(side)
    ours = [one for one in now.of(side, hex) if one.able]
    theirs = [one for one in now.of(foe, hex) if one.able]
    if ours and not theirs:
        _won(now, side, hex)
    elif theirs and not ours:
        _won(now, foe, hex)
    elif ours and theirs and (not came_from or now.luck.happens(numbers().assault.melee)):
        for one in (*now.of(side, hex), *now.of(foe, hex)):
            one.locked = True
        return
    else:
        _go_back(now, side, hex, came_from)
    for one in now.here(hex):
        one.locked = False


def _go_back(now: Situation, side: Side, hex: Hex, came_from: dict[str, Hex]) -> None:
    """Nothing is decided: the attackers go back to where they came from; those who cannot are lost."""
    for one in list(now.of(side, hex)):
        home = came_from.get(one.id)
        if home is not None and not now.solid(other(side), home):
            now.move(one, home)
        else:
            now.remove(one)


def _won(now: Situation, side: Side, hex: Hex) -> None:
    """Of the other side men give up or fall, vehicles are destroyed, weapons change hands or are broken."""
    rule = numbers().assault
    foe = other(side)
    guard = next((one for one in now.of(side, hex) if one.fighter and one.able), None)
    for one in list(now.of(foe, hex)):
        if one.vehicle:
            now.wrecked(one)
        elif guard is not None and now.luck.happens(rule.captures):
            captured(now, one, guard)
        else:
            now.remove(one)
    for unit in now.of(side, hex):
        unit.locked = False
        now.take(unit)
    loot(now, side, hex)


def captured(now: Situation, unit: Unit, guard: Unit) -> None:
    """A man or unit is taken: casualty points count, the weapons lie there."""
    now.cvp[unit.side] += cvp(unit.piece) * capture_factor()
    for thing in list(unit.things):
        if thing.has("prisoner"):
            now.free(thing)
        else:
            now.drop(thing)
    unit.clear("broken", "pinned", "concealed", "hidden", "fanatic", "berserk", "encircled")
    unit.mark("prisoner")
    unit.locked = False
    now.give(unit, guard)


def loot(now: Situation, side: Side, hex: Hex) -> None:
    """What the enemy left in a hex is taken into use by somebody without a weapon, or broken."""
    finders = [one for one in now.of(side, hex) if one.fighter and one.able]
    for thing in list(now.here(hex)):
        if thing.kind not in ("sw", "gun") or thing.holder is not None or thing.side == side or thing.has("captured"):
            continue
        free = next((one for one in finders if not any(held.kind in ("sw", "gun") for held in one.things)), None)
        if not finders:
            return
        if free is not None and now.luck.happens(numbers().assault.gun_taken):
            thing.mark("captured")
            now.cvp[thing.side] += cvp(thing.piece)
            now.give(thing, free)
        else:
            now.remove(thing)
