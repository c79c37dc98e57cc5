"""Minefields, booby traps and barbed wire: the test to get through, and what mines do. core 5.4, 000 obstacles"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Illegal, Odds
from orsha.kernel.odds import certain, pool
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.dashes import Obstacle, cross_check
from orsha.tabletop.battle.harm import Victim, bare, strike_on
from orsha.tabletop.battle.moves import Moves, within
from orsha.tabletop.battle.odds import results
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Result, Strike, Struck, resolve
from orsha.tabletop.force.card import Team

MINES = "core 5.4 minefields"
Marker = Literal["minefield", "booby trap"]
Passage = Literal["through", "held", "bailed out", "destroyed"]


def touches(marker: Marker, mils: int, rules: Moves) -> bool:
    """Whether a move that comes so near to a marker is a move into it; a booby trap must be stepped on. 000"""
    return within(mils, 0 if marker == "booby trap" else rules.mines.within)


def mine_number(team: Team, rules: Moves) -> int:
    """What a team needs to get through mines: its Skill; pioneers have a better number. core 5.4, 12"""
    return min(team.skill.rating, rules.mines.pioneers) if "pioneers" in team.rules else team.skill.rating


def mine_check(victim: Victim, marker: Marker, rules: Moves) -> Check:
    return Check(f"{victim.name} gets through a {marker}", mine_number(victim.team, rules))


def mine_strike(victim: Victim, marker: Marker, rules: Moves) -> Strike:
    """What a mine is to a team that it hits: a shot at its armour, or at its own save."""
    if victim.team.kind == "aircraft":
        raise Illegal(MINES, "aircraft do not move through minefields")
    rule = rules.mines
    return strike_on(victim, bare(f"a {marker}", rule.anti_tank, rule.firepower), rule.armour)


class Crossing(Struct, frozen=True):
    """How a team came through mines. `held`: unhurt, or saved, but it moves no farther."""

    passage: Passage
    checked: Checked
    struck: Struck | None = None


def enter_mines(
    victim: Victim,
    dice: Dice,
    by: str,
    of: str,
    rules: Moves,
    marker: Marker = "minefield",
    shooting: Rules = STANDARD,
) -> Crossing:
    """A team moves into mines: a passed test is a free way, a failed one a hit. `of` owns the team, `by` the mines."""
    checked = mine_check(victim, marker, rules).roll(dice, of)
    if checked.passed:
        return Crossing("through", checked)
    struck = resolve(dice, [mine_strike(victim, marker, rules)], by, of, shooting)[0]
    return Crossing(_passage(struck.result, rules), checked, struck)


def _passage(result: Result, rules: Moves) -> Passage:
    if result in ("destroyed", "bailed out"):
        return "destroyed" if result == "destroyed" else "bailed out"
    return "held" if rules.mines.survivors == "stop" else "through"


def mine_odds(victim: Victim, rules: Moves, marker: Marker = "minefield", shooting: Rules = STANDARD) -> Odds[Passage]:
    """The chance of each way to come through."""
    hit = results(mine_strike(victim, marker, rules), shooting).map(lambda result: _passage(result, rules))
    passed = pool(1, mine_check(victim, marker, rules).chance)
    return passed.then(lambda through: certain("through") if through else hit)


def must_be_hit_first(marker: Marker, placed_under_it: bool) -> bool:
    """000: who clears a booby trap that was laid under it first rolls as if it had just moved on to it."""
    return marker == "booby trap" and placed_under_it


# -- barbed wire: 000


def wire_check(team: Team, name: str, rules: Moves, leader_crosses: int | None = None) -> Check | None:
    """What a team needs to move on near wire; nothing if wire does not hold it. Who fails stops at once.

    Infantry test Skill, or their number for minefields if that is better; for tanks wire is difficult ground.
    """
    as_men = team.kind == "infantry" or (team.kind == "gun" and rules.wire.guns == "skill")
    if as_men:
        return Check(f"{name} gets through barbed wire", min(team.skill.rating, mine_number(team, rules)))
    if team.kind == "aircraft" or (team.kind == "gun" and rules.wire.guns == "free"):
        return None
    return cross_check(team, Obstacle("barbed wire", leader_crosses=leader_crosses), rules)
