"""The player that fights real battles on the virtual table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from orsha.bots.battle_auto import BattleSetup, Outcome, play_battle
from orsha.sim.plan import Game, Pairing, Seat


class Battles(Struct, frozen=True):
    """Fights every game of a plan. A pairing's forces are loaded once, here, and go to the workers as they are."""

    setups: tuple[tuple[Pairing, BattleSetup], ...]
    """For each pairing a battle without mission, attacker and seed; those are the game's."""

    def __call__(self, game: Game) -> Outcome:
        setup = next(setup for pairing, setup in self.setups if pairing == game.pairing)
        fought = replace(setup, mission=game.mission, attacker=game.attacker, seed=game.table)
        bots: Mapping[Seat, str] = game.pairing.bots
        _, outcome = play_battle(fought, bots, game.seed)
        return outcome
