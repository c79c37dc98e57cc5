"""Bombardments the slow way, point by point: what the quick functions are compared with."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery, odds
from orsha.tabletop.battle.artillery import AimingPoint, Ranging
from orsha.tabletop.game import batteries, bombarding, facts, template
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.firing_guess import BAILED_OUT, price
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import MIL, Stand, Table
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kernels import COUNTED, inside, meet


def legal(state: BattleState, command: Bombard) -> bool:
    try:
        bombarding.check_bombard(state, "allied", command)
    except Illegal:
        return False
    return True


# -- shapes


def square(at: Spot, half: int) -> list[Spot]:
    x, y = at
    return [(x + half, y + half), (x - half, y + half), (x - half, y - half), (x + half, y - half)]


def touches(stand: Stand, at: Spot, half: int) -> bool:
    """Whether no line along a side of either shape parts a base and a square."""
    shape = base(stand.base)
    if shape.disc:
        dx, dy = max(abs(stand.x - at[0]) - half, 0), max(abs(stand.y - at[1]) - half, 0)
        return dx * dx + dy * dy <= shape.half_width**2
    corners, box = stand.corners(), square(at, half)
    return not (apart(corners, box) or apart(box, corners))


def apart(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    for (ax, ay), (bx, by) in zip(one, [*one[1:], one[0]], strict=True):
        inner = max(((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in one), key=abs)
        if all(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * inner < 0 for x, y in other):
            return True
    return False


def shares(table: Table, feature: int, at: Spot, half: int) -> bool:
    """Whether a feature has a corner in a square, or the square one in it, or their sides meet."""
    outline, box = table.outlines[feature], square(at, half)
    if any(abs(x - at[0]) <= half and abs(y - at[1]) <= half for x, y in outline):
        return True
    if held(table, feature, box):
        return True
    return any(
        meet(*map(float, (*a, *b)), *map(float, (*c, *d)))
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
        for c, d in zip(box, [*box[1:], box[0]], strict=True)
    )


def held(table: Table, feature: int, spots: Sequence[Spot]) -> int:
    return sum(bool(inside(table.flat.flat, feature, float(x), float(y))) for x, y in spots)


def sheltered(table: Table, stand: Stand) -> bool:
    for n, kind in enumerate(table.kinds):
        parts = stand.parts()
        if "inside" in kind.bulletproof and 2 * held(table, n, parts[:COUNTED]) >= COUNTED:
            return True
        if "wholly-inside" in kind.bulletproof and held(table, n, parts) == len(parts):
            return True
    return False


def housed(table: Table, at: Spot) -> bool:
    houses = [n for n, kind in enumerate(table.kinds) if kind.group == "building" and "inside" in kind.bulletproof]
    return any(held(table, n, [at]) for n in houses)


# -- what a bombardment promises


def promised(state: BattleState, command: Bombard) -> float:
    """Team by team, by the exact odds."""
    rules = state.setup.rules
    weapon = batteries.weapon_of(state, command.unit, command.weapon)
    able = batteries.able_guns(state, "allied", command.unit, weapon)
    guns, _ = batteries.bearing_guns(state, able, weapon, command.at)
    battery = batteries.battery_of(state, "allied", guns, weapon)
    half = artillery.template(weapon, rules) * MIL // 2
    ways = [(1.0, Ranging(0, True))]
    if not command.repeat:
        spotter = batteries.spotter_of(state, command.unit, command.spotter, weapon, True)
        point = AimingPoint(in_terrain=template.in_terrain(state, command.at, half * 2 // MIL))
        tries = odds.ranging(battery, spotter, point, command.attempts, rules).as_dict()
        ways = [(float(p), Ranging(n, True, artillery.penalty(n, rules))) for n, p in tries.items() if n]
    points = 0.0
    for id in state.teams:
        if not touches(facts.stand(state, id), command.at, half):
            continue
        hit = replace(bombarding.strike(state, id, weapon, repeat=command.repeat), name="")
        ends, card = odds.fate((hit,), rules), facts.card(state, id)
        bailed = float(ends.chance("bailed out")) if hit.condition == "fighting" else 0.0
        share = float(ends.chance("destroyed")) + BAILED_OUT * bailed
        lands = sum(p * float(odds.bombardment_hit(battery, card, way, rules)) for p, way in ways)
        points += lands * (1 if id.startswith("axis") else -1) * share * price(state, id)
    return points
