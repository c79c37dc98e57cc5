"""Ways that were laid already: who lays out a move knows what the table says of it, and looking into that move need not
ask again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Walk


class Laid(Struct):
    """A leg that nothing stops and that ends on nobody, after those before it: its walk, and the legs after it. Nobody
    mounts or gets off by it, and it does not lead through rooms."""

    walk: Walk
    then: dict[Leg, Laid] = {}


def laid(state: BattleState, before: Sequence[Leg] = ()) -> dict[Leg, Laid] | None:
    """The legs that were laid out after some others; nothing where these were not. Who lays one more enters it."""
    found: dict[Leg, Laid] = facts.kept(state, "laid", dict)
    for leg in before:
        its = found.get(leg)
        if its is None:
            return None
        found = its.then
    return found
