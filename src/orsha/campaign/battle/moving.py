"""Moving in an automatic battle: coming on, marching, mines, wire, bog, leaving by the west edge."""

from __future__ import annotations

from orsha.campaign.battle.field import Way
from orsha.campaign.battle.numbers import numbers
from orsha.campaign.battle.orders import Goal, Goals, Plan, formation, west_edge
from orsha.campaign.battle.situation import Situation
from orsha.campaign.battle.units import Unit
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.places import entry_area
from orsha.hexmap.grid import Hex


def march(now: Situation, side: Side, goals: Goals) -> None:
    """Everybody with a goal moves toward it, those in front first; leaders go with their men."""
    leaders = _with_whom(now, side)
    movers = [now.units[id] for id in goals]
    ways = {id: now.field.way(goal, now.units[id].mobility) for id, goal in goals.items()}
    movers.sort(key=lambda one: (ways[one.id].get(one.hex or Hex(0, 0), 999.0), one.id))
    enemy = now.places(other(side))
    for unit in movers:
        if unit.gone or unit.fired or unit.locked or unit.has("pinned") or unit.hex is None:
            continue
        budget = unit.speed(near=now.nearest(unit.hex, enemy) <= numbers().men.near)
        _go(now, unit, ways[unit.id], goals[unit.id], budget)
    _lead(now, side, leaders)


def _go(now: Situation, unit: Unit, way: Way, goal: Goal, budget: float) -> None:
    """Steps while there is a better hex and something left to pay for it; one step is always possible."""
    exits = goal == west_edge() and unit.side == "russian"
    falls_back = unit.side == "german" and now.luck.happens(numbers().orders.falls_back.breaks_off)
    if _beside_enemy(now, unit) and not falls_back:
        return
    first = True
    while unit.hex is not None and not unit.gone:
        if exits and unit.hex in goal:
            now.remove(unit, "exited")
            return
        step = _next(now, unit, way, budget, first)
        if step is None:
            return
        hex, cost = step
        budget -= cost
        first = False
        if not _step(now, unit, hex) or _beside_enemy(now, unit):
            return


def _next(now: Situation, unit: Unit, way: Way, budget: float, first: bool) -> tuple[Hex, float] | None:
    here = unit.hex
    assert here is not None
    best: tuple[float, Hex, float] | None = None
    for hex in now.field.beside[here]:
        cost = now.field.cost(here, hex, unit.mobility)
        if cost is None or hex not in way or budget <= 0 or (cost > budget and not first):
            continue
        if now.solid(other(unit.side), hex) or not now.room(unit.side, hex, unit):
            continue
        if unit.vehicle and now.fort(hex, "at-ditch"):
            continue
        if unit.vehicle and _alone(now, unit, hex):
            continue
        score = way[hex] + _danger(now, unit, hex)
        if best is None or (score, hex) < best[:2]:
            best = (score, hex, cost)
    if best is None or best[0] >= way.get(here, float("inf")) + numbers().orders.detour:
        return None
    if way[best[1]] >= way.get(here, float("inf")) and not now.luck.happens(numbers().orders.sidesteps):
        return None
    return best[1], best[2]


def _danger(now: Situation, unit: Unit, hex: Hex) -> float:
    """What a side knows to lie in a hex and would rather go around."""
    known = [fort for fort in now.works.get(hex, ()) if fort.known or fort.side == unit.side or fort.id in now.shown]
    if unit.vehicle and unit.carriage.rolls_mines:
        known = [fort for fort in known if fort.what != "minefield"]
    return sum(numbers().orders.avoids.get(fort.what, 0.0) for fort in known)


def _alone(now: Situation, unit: Unit, hex: Hex) -> bool:
    """Armour near the enemy waits for men of its own to come up."""
    rule = numbers().tanks
    if now.nearest(hex, now.places(other(unit.side))) > rule.wary:
        return False
    near = now.field.within(hex, rule.abreast)
    return not any(one.fighter and one.able for place in near if place in now.at for one in now.of(unit.side, place))


def _beside_enemy(now: Situation, unit: Unit) -> bool:
    """Next to enemies in good order: there one stops and fights."""
    hex = unit.hex
    if hex is None:
        return False
    foe = other(unit.side)
    return any(
        one.able and not one.has("hidden") and (one.fighter or one.armoured)
        for place in now.field.beside[hex]
        if place in now.at
        for one in now.of(foe, place)
    )


def _step(now: Situation, unit: Unit, hex: Hex) -> bool:
    """One hex farther. Says whether the unit can go on from there."""
    now.move(unit, hex)
    now.reveal(unit)
    unit.moved = True
    now.take(unit)
    mines = now.fort(hex, "minefield")
    if mines is not None and mines.side != unit.side:
        _mined(now, unit, hex)
    if unit.gone:
        return False
    if unit.vehicle and _bogs(now, unit, hex):
        return False
    wire = now.fort(hex, "wire")
    if wire is None:
        return True
    if unit.vehicle and now.luck.happens(numbers().works.wire_clears):
        _clear(now, hex, "wire")
    return unit.vehicle


def _mined(now: Situation, unit: Unit, hex: Hex) -> None:
    rule = numbers().works
    here = [fort for fort in now.works[hex] if fort.what == "minefield"]
    now.shown |= {fort.id for fort in here}
    ap, at = sum(fort.ap for fort in here), sum(fort.at for fort in here)
    if unit.vehicle:
        if unit.carriage.rolls_mines:
            _clear(now, hex, "minefield")
        elif now.luck.happens(rule.at * at):
            if now.luck.happens(rule.destroys):
                now.wrecked(unit)
            else:
                unit.mark("immobilized")
    elif now.luck.happens(rule.ap * ap):
        now.shaken(unit, rule.worse)


def _clear(now: Situation, hex: Hex, what: str) -> None:
    """A work is gone; of mines in a hex all are."""
    gone = [fort for fort in now.works[hex] if fort.what == what]
    now.works[hex] = [fort for fort in now.works[hex] if fort.what != what]
    now.shown -= {fort.id for fort in gone}
    now.removed.append(f"{what} {hex}")


def _bogs(now: Situation, unit: Unit, hex: Hex) -> bool:
    rule = numbers().works
    soft = now.field.board[hex].has("shellholes", "gully", "marsh")
    if soft and now.luck.happens(rule.bog * rule.wet.get(now.state.ground, 1.0)):
        unit.mark("bogged")
        return True
    return unit.has("immobilized")


# -- leaders


def _with_whom(now: Situation, side: Side) -> dict[str, list[str]]:
    """Leaders, and the men that they are with."""
    return {
        one.id: [man.id for man in now.of(side, one.hex) if man.fighter and man.able]
        for one in now.on_map(side)
        if one.piece.smc and one.able and one.hex is not None and not one.locked
    }


def _lead(now: Situation, side: Side, leaders: dict[str, list[str]]) -> None:
    """A leader goes where most of his men went; one who is alone goes to the nearest."""
    for id, men in leaders.items():
        leader = now.units[id]
        if leader.gone or leader.hex is None:
            continue
        places = [now.units[man].hex for man in men if not now.units[man].gone]
        found = [hex for hex in places if hex is not None]
        if not found:
            reach = int(numbers().men.leader_speed) // 2
            near = [one.hex for one in now.on_map(side) if one.fighter and one.hex]
            found = [hex for hex in near if now.field.distance(leader.hex, hex) <= reach]
        if found:
            best = max(sorted(set(found)), key=found.count)
            if best != leader.hex:
                now.move(leader, best)
                leader.moved = True


# -- coming on


def enter(now: Situation, side: Side) -> None:
    """Those that wait off the map come on by formations, as near to a goal of theirs as there is room."""
    waiting = [one for one in now.units.values() if one.side == side and _waits(one)]
    if not waiting:
        return
    area = sorted(hex for hex in _entry(now, side) if not now.solid(other(side), hex))
    plan = Plan(now)
    formations: dict[str, list[Unit]] = {}
    for unit in waiting:
        formations.setdefault(f"{formation(unit)} {unit.mobility}", []).append(unit)
    room = numbers().orders.entry_a_turn
    for _, members in sorted(formations.items(), key=lambda item: (not item[1][0].vehicle, item[0])):
        goal = plan.goal_for(members, area)
        if goal is None:
            continue
        for unit in sorted(members, key=lambda one: (one.piece.smc, one.id)):
            room -= max(1, unit.weight)
            if room < 0:
                return
            _come_on(now, unit, area, goal)


def _waits(unit: Unit) -> bool:
    """Men and vehicles off the map; a truck without a load has no business there."""
    if unit.hex is not None or unit.gone or unit.holder is not None or unit.start.hex:
        return False
    if unit.vehicle:
        empty = not unit.carriage.fire and not unit.things
        return unit.carriage.speed > 0 and not empty and not unit.has("recall", "recall-ammo", "immobilized")
    towless = any(thing.kind == "gun" for thing in unit.things)
    return unit.man and not unit.has("prisoner") and not towless


def _entry(now: Situation, side: Side) -> frozenset[Hex]:
    board = now.field.board
    north = [hex for hex in board.edge if board.north(hex) and now.state.control.get(str(hex)) == "russian"]
    return entry_area(board, side, now.state.date, north)


def _come_on(now: Situation, unit: Unit, area: list[Hex], goal: Goal) -> None:
    way = now.field.way(goal, unit.mobility)
    open_to = [hex for hex in area if hex in way and now.room(unit.side, hex, unit)]
    if not open_to:
        return
    hex = min(open_to, key=lambda one: (way[one], one))
    now.move(unit, hex)
    unit.moved = True
    now.take(unit)
    enemy = now.places(other(unit.side))
    budget = unit.speed(near=now.nearest(hex, enemy) <= numbers().men.near) - 1
    _go(now, unit, way, goal, budget)
