"""A mission's decision as it unfolds."""

from __future__ import annotations

from orsha.kernel import Story as KernelStory
from orsha.tabletop.mission.events import MissionEvent
from orsha.tabletop.mission.format import Bombard
from orsha.tabletop.mission.state import Seat, State


class Story(KernelStory[State, MissionEvent]):
    def bombards(self, step: Bombard) -> bool:
        """Whether the table has told what a Preliminary Bombardment does; beside a real one people roll saves."""
        return False

    def roll_off(self, purpose: str, first: Seat, second: Seat) -> Seat:
        """Both roll until one is higher."""
        while True:
            one, two = (self.dice.total(purpose, seat).result for seat in (first, second))
            if one != two:
                return first if one > two else second
