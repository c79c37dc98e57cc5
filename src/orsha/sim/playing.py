"""Playing games one after the other, and what is handed back: an outcome, or what went wrong."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from orsha.kernel import Illegal
from orsha.sim.plan import Game

if TYPE_CHECKING:
    from orsha.bots.battle_auto import Outcome


class Player(Protocol):
    """Plays one game to its end. It is sent to other processes, so it is made of things that can be sent."""

    def __call__(self, game: Game) -> Outcome: ...


class Played(Struct, frozen=True):
    """A game and what came of it."""

    game: Game
    outcome: Outcome


class Failed(Struct, frozen=True):
    """A game that broke off by a mistake of the program: what it said, to be played again and mended."""

    game: Game
    why: str
    illegal: bool
    """A bot tried what the rules forbid."""

    def words(self) -> str:
        what = "a bot tried something illegal" if self.illegal else "the program broke"
        return f"{self.game.mission}, game {self.game.number} (seed {self.game.seed}): {what}: {self.why}"


Result = Played | Failed
Told = Callable[[Sequence[Result]], None]
"""Hears of games as they are done, in no order."""


def play(player: Player, game: Game) -> Result:
    """Plays one game; a mistake of the program is handed back, so that it costs one game and not all."""
    try:
        return Played(game, player(game))
    except Illegal as error:
        return Failed(game, str(error), True)
    except Exception as error:  # noqa: BLE001  whatever it is, it is reported with the game's seed
        return Failed(game, f"{type(error).__name__}: {error}", False)


def play_chunk(player: Player, chunk: Sequence[Game], stopped: Callable[[], bool]) -> Iterator[Result]:
    """Plays games until all are done or somebody says stop, and hands each over as it is done."""
    for game in chunk:
        if stopped():
            return
        yield play(player, game)


class Stop:
    """Whether the person has asked to stop."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked


@contextmanager
def listening() -> Iterator[Stop]:
    """While games are played, the first Ctrl-C asks to stop after the games at hand; the second one stops at once."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def heard(number: int, frame: FrameType | None) -> None:
        stop.asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
