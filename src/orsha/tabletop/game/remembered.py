"""What guesses have worked out about cards and weapons: kept for all battles by the usual rules, for one by others."""

from __future__ import annotations

from functools import cache
from typing import Any

from orsha.tabletop.battle.moves import moves
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.game.setup import BattleSetup

MOST = 20_000
"""So many answers of a kind are kept at most."""


def remembered(setup: BattleSetup, what: str) -> dict[Any, Any]:
    """The answers of a kind, by what makes a difference to them."""
    if setup.rules is not STANDARD or setup.moves is not moves():
        own: dict[Any, Any] = setup.__dict__.setdefault(f"remembered {what}", {})
        return own
    kept = _by_the_usual_rules(what)
    if len(kept) > MOST:
        kept.clear()
    return kept


@cache
def _by_the_usual_rules(what: str) -> dict[Any, Any]:
    return {}
