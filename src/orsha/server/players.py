"""Bots at a seat of a game: each sees that seat's view and its options, and says what it does, if anything."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from orsha.kernel import Game, Option, OrshaError, Unknown


class Player(Protocol):
    """Chooses from options; nothing where it leaves the act to the people."""

    def choose(self, game: Game[Any, Any, Any, Any], view: Any, options: Sequence[Option]) -> Any: ...


class AnyOption:
    """Any legal option but to give up."""

    def __init__(self, seat: str) -> None:
        self.rng = random.Random(secrets.token_bytes(16))

    def choose(self, game: Game[Any, Any, Any, Any], view: Any, options: Sequence[Option]) -> Any:
        playing_on = [option for option in options if not option.ends]
        return game.command(self.rng.choice(playing_on).sample(self.rng))


class BattlePlayer:
    """A battle's bot by its name."""

    def __init__(self, name: str, seat: str) -> None:
        from orsha.bots.battle_auto import bot

        self.bot = bot(name, cast(Any, seat), secrets.token_hex(8))

    def choose(self, game: Game[Any, Any, Any, Any], view: Any, options: Sequence[Option]) -> Any:
        return self.bot.choose(view)


class CampaignPlayer:
    """The campaign's bot. It files no report: how a battle ended is for the person who fought it to say."""

    def __init__(self, seat: str) -> None:
        from orsha.bots.campaign import CampaignBot

        self.bot = CampaignBot(cast(Any, seat), secrets.token_hex(8))

    def choose(self, game: Game[Any, Any, Any, Any], view: Any, options: Sequence[Option]) -> Any:
        open_to = [option for option in options if option.act != "file"]
        return self.bot.choose(view, open_to) if open_to else None


Make = Callable[[str], Player]
PLAYERS: Mapping[str, Mapping[str, Make]] = {
    "battle": {
        "staff": lambda seat: BattlePlayer("staff", seat),
        "random": lambda seat: BattlePlayer("random", seat),
    },
    "campaign": {"staff": CampaignPlayer},
}
"""The bots of each kind of game; other kinds have none."""


def player(kind: str, name: str, seat: str) -> Player:
    known = PLAYERS.get(kind, {})
    if not known:
        raise OrshaError(f"nobody but people plays a {kind}: it has no bots")
    if name not in known:
        raise Unknown("bot", name, list(known))
    return known[name](seat)
