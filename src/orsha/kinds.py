"""The kinds of game this program can play, found by name when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from orsha.kernel import Game, Unknown

KINDS: dict[str, str] = {
    "battle": "orsha.tabletop.game:Battle",
    "mission": "orsha.tabletop.mission:MissionGame",
    "series": "orsha.series:SeriesGame",
    "campaign": "orsha.campaign.game:Campaign",
    "solo": "orsha.solo.game:Solo",
}
"""Kind to `module:class`."""


def game_of(kind: str) -> Game[Any, Any, Any, Any]:
    if kind not in KINDS:
        raise Unknown("kind of game", kind, sorted(KINDS))
    module, name = KINDS[kind].split(":")
    game: Game[Any, Any, Any, Any] = getattr(import_module(module), name)()
    return game
