"""Every way that dice can fall in a decision, each with its chance: odds are held to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from orsha.kernel import Dice
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from tests.tabletop.battle.told import every

T = TypeVar("T", bound=Hashable)


def share(state: BattleState, act: Callable[[Story], None], of: Callable[[Story], T]) -> dict[T, Fraction]:
    """The chance of each answer to a question about what came of a decision."""

    def play(dice: Dice) -> T:
        story = Story(state, dice)
        act(story)
        return of(story)

    return every(play)
