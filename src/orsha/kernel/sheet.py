"""What a seat receives: its view, its options, its log. Everything here has passed the door.

State checksums and links stay behind: a hash of a secret is a way to guess it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct

from orsha.kernel.dice import Ask, Roll, SeedShown
from orsha.kernel.game import Command, Event, Option, Result, told
from orsha.kernel.hidden import masked_ask, masked_roll
from orsha.kernel.journal import Asked, Commitment, DiceKind, Did, Recommitted, Seed, Undid
from orsha.kernel.match import Match

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Told(Struct, frozen=True):
    """An entry as a seat may see it. Only the seat that gave a command sees the command."""

    n: int
    seat: str
    command: Any
    events: tuple[Any, ...]
    words: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """Everything a seat receives."""

    seat: str
    count: int
    view: Any
    options: tuple[Option, ...]
    waiting: Ask | None
    undo: bool
    result: Result | None
    log: tuple[Told, ...]


def sheet(match: Match[P, S, C, E], seat: str, since: int = 0) -> Sheet:
    waiting = match.position.waiting
    return Sheet(
        seat,
        match.position.count,
        match.view(seat),
        match.options(seat),
        masked_ask(waiting.ask, seat) if waiting is not None else None,
        match.may_undo(seat),
        match.result,
        log(match, seat, since),
    )


def log(match: Match[P, S, C, E], seat: str, since: int = 0) -> tuple[Told, ...]:
    return tuple(tell(match, n, seat) for n in range(since, len(match.entries)))


def tell(match: Match[P, S, C, E], n: int, seat: str) -> Told:
    """One entry as a seat may see it."""
    entry = match.entries[n]
    if isinstance(entry, Did):
        events = tuple(_masked(match, h.what, seat) for h in entry.happened)
        words = tuple(words for event in events if (words := told(match.game, event)))
        return Told(n, entry.seat, entry.command if seat == entry.seat else None, events, words)
    if isinstance(entry, Asked):
        ask = masked_ask(entry.ask, seat)
        command = entry.command if seat == entry.seat else None
        return Told(n, entry.seat, command, (), (f"{ask.who} is to roll: {ask.purpose}",))
    if isinstance(entry, Undid):
        return Told(n, entry.seat, None, (), (f"{entry.seat} takes the last decision back",))
    if isinstance(entry, Recommitted):
        return Told(n, "", None, (), (f"the dice have a new seed, committed as {entry.dice.sha256}",))
    return Told(n, "", None, (), (f"the game is opened; dice: {_dice_words(match.opened.dice)}",))


def _masked(match: Match[P, S, C, E], event: Roll | SeedShown | E, seat: str) -> Roll | SeedShown | E:
    if isinstance(event, Roll):
        return masked_roll(event, seat)
    if isinstance(event, SeedShown):
        return event
    return match.game.door.masked(event, seat)


def _dice_words(dice: DiceKind) -> str:
    if isinstance(dice, Seed):
        return f"repeatable, seed {dice.seed}"
    if isinstance(dice, Commitment):
        return f"committed, SHA-256 {dice.sha256}"
    return "real ones"
