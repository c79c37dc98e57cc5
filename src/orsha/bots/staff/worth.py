"""What teams are worth, and what a shot is likely to cost the enemy: quick numbers for choosing, not for telling."""

from __future__ import annotations

from functools import lru_cache

from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table.kinds import MIL

LEADS = 1.3
"""A leader is worth so much more than the others."""
BAILED = 0.45
"""A bailed out tank is worth so much of a destroyed one."""


def team_worth(state: BattleState, team: str) -> float:
    """The points that a team stands for."""
    unit = facts.unit_sheet(state, facts.unit_id(team))
    worth = unit.unit.points / len(unit.teams)
    return worth * LEADS if state.units[unit.id].leader == team else worth


@lru_cache(maxsize=65536)
def chance_to_hit(number: int) -> float:
    if number <= 6:
        return (7 - max(number, 2)) / 6
    return {7: 1 / 18, 8: 1 / 36}.get(number, 0.0)


@lru_cache(maxsize=65536)
def harm(weapon: Weapon, target: Team, hidden: bool, far: bool, side: bool) -> float:
    """The share of a team that one hit is likely to take: 1 is destroyed."""
    power = 1.0 if weapon.firepower == "auto" else (7 - weapon.firepower) / 6 if weapon.firepower else 0.0
    if target.armour is not None:
        plate = target.armour.side if side else target.armour.front
        strength = (weapon.anti_tank or 0) - plate - (1 if far and "heat" not in weapon.rules else 0)
        through = min(max(strength - 1, 0), 6) / 6
        glances = 1 / 6 if 1 <= strength <= 6 else 0.0
        return through * (power + (1 - power) * BAILED) + glances * power * BAILED
    save = target.save if target.save is not None else STANDARD.saves.fallback[target.kind]
    failed = (save - 1) / 6
    if "brutal" in weapon.rules or "flame-thrower" in weapon.rules:
        failed = 1 - (1 - failed) ** 2
    return failed * (power if hidden and target.kind in ("infantry", "gun") else 1.0)


def shot_value(state: BattleState, weapon: Weapon, shots: int, by: str, at: str, gap: float) -> float:
    """What some shots at a team are worth, in points."""
    its, card = state.teams[at], facts.card(state, at)
    far = gap > STANDARD.shooting.long_range * MIL
    number = card.hit_on + (1 if far else 0)
    still = not its.moved and its.shot is None and not its.assaulted
    if its.foxholes or (card.kind == "infantry" and not its.moved):
        number += 2 if still else 1
    if "no-he" in weapon.rules and card.kind in ("infantry", "gun"):
        number += 1
    hits = shots * chance_to_hit(number)
    value = hits * harm(weapon, card, its.foxholes, far, False) * team_worth(state, at)
    if card.armour is None and not state.units[facts.unit_id(at)].pinned:
        value += hits * 0.12
    return value
