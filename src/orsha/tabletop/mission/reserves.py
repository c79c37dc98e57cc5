"""Reserves (003 Roll for Reserves): how many dice, what they bring, and the exact odds turn by turn."""

from __future__ import annotations

from orsha.kernel import Odds, OrshaError
from orsha.kernel.odds import certain, pool, success
from orsha.tabletop.mission.rulebook import rules


def dice_in(turn: int, first_turn: int, extra_dice: int = 0) -> int:
    """How many dice are rolled in a turn: one in the first, one more in each that follows."""
    return turn - first_turn + 1 + extra_dice if turn >= first_turn else 0


def successes(dice: int) -> Odds[int]:
    """How many units a roll brings on, if there are as many. 003 Roll for Reserves: from three dice on at least one."""
    numbers = rules().reserves
    rolled = pool(dice, success(numbers.needed))
    return rolled.map(lambda n: max(n, 1)) if dice >= numbers.automatic_from_dice else rolled


def arrival_odds(units: int, first_turn: int, turns: int, extra_dice: int = 0) -> list[Odds[int]]:
    """For each turn from the first, how many of the units have arrived by then."""
    _check(units, first_turn, turns, extra_dice)
    arrived: Odds[int] = certain(0)
    found = []
    for turn in range(1, turns + 1):
        roll = successes(dice_in(turn, first_turn, extra_dice))
        arrived = (arrived + roll).map(lambda n: min(n, units))
        found.append(arrived)
    return found


def _check(units: int, first_turn: int, turns: int, extra_dice: int) -> None:
    if units < 1:
        raise OrshaError(f"a reserve has at least one unit, not {units}")
    if first_turn < 1 or turns < 1:
        raise OrshaError("turns are counted from 1")
    if extra_dice < 0:
        raise OrshaError("extra dice are added, never taken away")
