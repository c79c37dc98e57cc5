"""The battle as a game on the kernel: forces on a table, a mission's set-up and victory, the whole turn."""

from orsha.tabletop.game.game import Battle
from orsha.tabletop.game.setup import BattleSetup

__all__ = ["Battle", "BattleSetup"]
