"""A whole game as readable text, one line an event, made to be compared line by line."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from orsha.kernel.game import Command, Event, told
from orsha.kernel.journal import Asked, Did
from orsha.kernel.match import Match
from orsha.kernel.sheet import tell

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


def playthrough(match: Match[P, S, C, E]) -> str:
    """The game with nothing hidden: for golden files and for the umpire, never for a seat."""
    opened = match.opened
    lines = [
        f"game {opened.kind}, rules version {opened.version}, seats {', '.join(match.seats)}",
        f"set up {_json(opened.setup)}",
    ]
    for n, entry in enumerate(match.entries):
        lines += _entry(match, n, entry)
    result = match.result
    lines.append(f"winner: {result.winner or 'nobody'}; {result.why}" if result else "not over")
    return "\n".join(lines) + "\n"


def _entry(match: Match[P, S, C, E], n: int, entry: object) -> list[str]:
    if isinstance(entry, Did):
        head = f"{n:4d} {entry.seat}: {_json(entry.command)}"
        return [head, *(f"     {h.state}  {told(match.game, h.what)}" for h in entry.happened)]
    if isinstance(entry, Asked):
        return [f"{n:4d} {entry.seat}: {_json(entry.command)}", f"     {entry.ask.who} is to roll: {entry.ask.purpose}"]
    return [f"{n:4d} {words}" for words in tell(match, n, "").words]


def _json(value: Struct) -> str:
    return msgspec.json.encode(value).decode()
