"""A decision as it unfolds: events told one after the other, the state after each of them at hand."""

from __future__ import annotations

from collections.abc import Callable

from orsha.kernel import Dice, Roll
from orsha.tabletop.mission.state import MissionEvent, Seat, State


class Story:
    """Collects the events of a decision. The state it shows is what they lead to; nothing is written anywhere."""

    def __init__(self, state: State, apply: Callable[[State, MissionEvent], State], dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[MissionEvent | Roll] = []
        self._apply = apply
        dice.told_by_rules = True

    def tell(self, event: MissionEvent) -> None:
        """Adds an event, after the rolls that led to it."""
        told = sum(isinstance(event, Roll) for event in self.events)
        self.events += self.dice.rolls[told:]
        self.state = self._apply(self.state, event)
        self.events.append(event)

    def roll_off(self, purpose: str, first: Seat, second: Seat) -> Seat:
        """Both roll until one is higher."""
        while True:
            one, two = (self.dice.total(purpose, seat).result for seat in (first, second))
            if one != two:
                return first if one > two else second
