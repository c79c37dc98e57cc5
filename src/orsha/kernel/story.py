"""A decision as it unfolds: events told one after the other, the state after each of them at hand.

For rules whose decisions have several steps, each standing on the one before. Nothing is written anywhere: the story
only collects what `decide` will return.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from orsha.kernel.dice import Dice, Roll
from orsha.kernel.game import Event

S = TypeVar("S", bound=Struct)
E = TypeVar("E", bound=Event)


class Story(Generic[S, E]):
    """The events of a decision so far, the rolls among them, and the state they lead to."""

    def __init__(self, state: S, apply: Callable[[S, E], S], dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[E | Roll] = []
        self._apply = apply
        self._rolls_told = 0
        dice.told_by_rules = True

    def tell(self, event: E) -> None:
        """Adds an event, after the rolls that led to it."""
        self.events += self.dice.rolls[self._rolls_told :]
        self._rolls_told = len(self.dice.rolls)
        self.state = self._apply(self.state, event)
        self.events.append(event)
