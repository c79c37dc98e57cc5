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
    """A decision so far, and the state that it leads to."""

    def __init__(self, state: S, apply: Callable[[S, E], S], dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self._told: list[tuple[E | Roll, S]] = []
        self._apply = apply
        self._rolls_told = 0
        dice.told_by_rules = True

    def tell(self, event: E) -> None:
        """Adds an event, after the rolls that led to it."""
        self._tell_rolls()
        self.state = state = self._apply(self.state, event)
        self._told.append((event, state))

    def _tell_rolls(self) -> None:
        if self._rolls_told < len(self.dice.rolls):
            self._told += [(roll, self.state) for roll in self.dice.rolls[self._rolls_told :]]
            self._rolls_told = len(self.dice.rolls)

    @property
    def told(self) -> list[tuple[E | Roll, S]]:
        """All events and rolls so far, each with the state after it."""
        self._tell_rolls()
        return self._told

    @property
    def events(self) -> list[E | Roll]:
        """All events and rolls so far."""
        return [what for what, _ in self.told]
