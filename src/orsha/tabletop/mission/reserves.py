"""Reserves: the exact odds of how many units have arrived, turn by turn."""

from __future__ import annotations

from orsha.kernel import Odds
from orsha.kernel.odds import certain, pool, success
from orsha.tabletop.mission.library import rules


def turn_odds(dice: int) -> Odds[int]:
    """How many units one roll for reserves brings: each success one, and one at least from three dice on."""
    numbers = rules().reserves
    odds = pool(dice, success(numbers.needed))
    return odds.map(lambda n: max(n, 1)) if dice >= numbers.automatic_from_dice else odds


def arrival_odds(units: int, first_turn: int, turns: int, extra_dice: int = 0) -> list[Odds[int]]:
    """For each turn the odds of how many of the units have arrived by then."""
    arrived = certain(0)
    by_turn: list[Odds[int]] = []
    for turn in range(1, turns + 1):
        if turn >= first_turn:
            arrived = (arrived + turn_odds(turn - first_turn + 1 + extra_dice)).map(lambda n: min(n, units))
        by_turn.append(arrived)
    return by_turn
