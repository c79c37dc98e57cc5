"""The player that fights real battles on the virtual table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from orsha.bots.battle_auto import BattleSetup, Force, Outcome, in_mission, play_battle
from orsha.sim.plan import Game, Pairing, Seat


class Battles(Struct, frozen=True):
    """Fights every game of a plan. A pairing's forces are loaded once, here, and go to the workers as they are."""

    setups: tuple[tuple[Pairing, BattleSetup], ...]
    """For each pairing a battle without mission, attacker and seed; those are the game's."""
    halves: dict[str, Force] = {}
    """What takes a force's place where it defends with half the points (000 Fortified Defence)."""

    def __call__(self, game: Game) -> Outcome:
        fought = replace(self.setup(game.pairing, game.mission, game.attacker), seed=game.table)
        bots: Mapping[Seat, str] = game.pairing.bots
        _, outcome = play_battle(fought, bots, game.seed)
        return outcome

    def setup(self, pairing: Pairing, mission: str, attacker: Seat | None) -> BattleSetup:
        """The battle of a pairing in a mission."""
        setup = next(setup for one, setup in self.setups if one == pairing)
        halves = {seat: self.halves[name] for seat, name in pairing.forces.items() if name in self.halves}
        return in_mission(setup, mission, attacker, halves)
