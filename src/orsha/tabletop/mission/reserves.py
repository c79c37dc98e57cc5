"""Reserves (003 Roll for Reserves): how many dice, what they bring, and the exact odds turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from orsha.kernel import Odds, OrshaError
from orsha.kernel.odds import certain, pool, success
from orsha.tabletop.mission.rulebook import rules


def dice_in(turn: int, first_turn: int, extra_dice: int = 0) -> int:
    """How many dice are rolled in a turn: one in the first, one more in each that follows."""
    return turn - first_turn + 1 + extra_dice if turn >= first_turn else 0


def successes(dice: int, *, again: bool = False) -> Odds[int]:
    """How many units a roll brings on, if there are as many. 003 Roll for Reserves: from three dice on at least one.

    `again`: the first success of the game is rolled again, and none has been so far.
    """
    return _rolled(dice, again).map(lambda both: both[0])


@lru_cache(maxsize=256)
def _rolled(dice: int, again: bool) -> Odds[tuple[int, bool]]:
    """The units that a roll brings on, and whether the first success of the game is still to be rolled again."""
    numbers = rules().reserves
    least = 1 if dice >= numbers.automatic_from_dice else 0
    chance = success(numbers.needed)

    def after(hits: int) -> Odds[tuple[int, bool]]:
        if not (again and hits):
            return certain((max(hits, least), again))
        return pool(1, chance).map(lambda stands: (max(hits - 1 + stands, least), False))

    return pool(dice, chance).then(after)


def arrival_odds(
    units: int, first_turn: int, turns: int, extra_dice: int = 0, *, again: bool = False
) -> list[Odds[int]]:
    """For each turn from the first, how many of the units have arrived by then. `again`: see `successes`."""
    _check(units, first_turn, turns, extra_dice)
    now: Odds[tuple[int, bool]] = certain((0, again))
    found = []
    for turn in range(1, turns + 1):
        now = now.then(_and(dice_in(turn, first_turn, extra_dice), units))
        found.append(now.map(lambda both: both[0]))
    return found


def _and(dice: int, units: int) -> Callable[[tuple[int, bool]], Odds[tuple[int, bool]]]:
    """A turn's roll on top of those who have come; nobody is rolled for when all have."""

    def roll(before: tuple[int, bool]) -> Odds[tuple[int, bool]]:
        arrived, again = before
        if arrived == units or not dice:
            return certain(before)
        return _rolled(dice, again).map(lambda both: (min(arrived + both[0], units), both[1]))

    return roll


def _check(units: int, first_turn: int, turns: int, extra_dice: int) -> None:
    if units < 1:
        raise OrshaError(f"a reserve has at least one unit, not {units}")
    if first_turn < 1 or turns < 1:
        raise OrshaError("turns are counted from 1")
    if extra_dice < 0:
        raise OrshaError("extra dice are added, never taken away")
