"""A player of battles that takes any legal option, but never gives up."""

from __future__ import annotations

import random

from orsha.tabletop.game import Battle
from orsha.tabletop.game.commands import BattleCommand, Deploy
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

TRIES = 20
"""Before it gives up looking for something that can be done."""


class RandomBot:
    """Takes an option at random, and random values for it."""

    name = "random"

    def __init__(self, seat: Seat, seed: int | str = 0) -> None:
        self.seat = seat
        self.rng = random.Random(f"random bot {seat} {seed}")
        self.game = Battle()

    def choose(self, view: BattleState) -> BattleCommand | None:
        """Its next command; nothing if it has nothing to do now."""
        options = [option for option in self.game.options(view, self.seat) if not option.ends]
        if not options:
            return None
        for _ in range(TRIES):
            command = self.game.command(self.rng.choice(options).sample(self.rng))
            if not (isinstance(command, Deploy) and not command.places):
                break  # else it found no room for that unit: perhaps for another one, or it need not come
        return command
