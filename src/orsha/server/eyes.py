"""Whose eyes look at a game: a seat's, or those of a spectator, who sees only what every seat may know.

Everything that leaves the server passes the kernel's door here; checksums, links and seeds never do.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from msgspec import Struct

from orsha.kernel import Match, Option, Roll, SeedShown, Told
from orsha.kernel.game import told as in_words
from orsha.kernel.hidden import masked_ask, masked_roll
from orsha.kernel.journal import Asked, Did
from orsha.kernel.match import Faces, Position
from orsha.kernel.sheet import tell

AnyMatch = Match[Any, Any, Any, Any]
AnyPosition = Position[Any, Any]


class Eyes(Struct, frozen=True):
    """A seat, or nobody's: then all seats together, and only what none of them is denied is seen."""

    seat: str | None
    among: tuple[str, ...]

    @classmethod
    def of(cls, match: AnyMatch, seat: str | None) -> Eyes:
        return cls(seat, (seat,) if seat is not None else match.seats)

    def view(self, match: AnyMatch, state: Any) -> Any:
        return reduce(match.game.view, self.among, state)

    def told(self, match: AnyMatch, n: int) -> Told:
        """An entry as these eyes may see it."""
        if self.seat is not None:
            return tell(match, n, self.seat)
        entry = match.entries[n]
        if isinstance(entry, Did):
            events = tuple(self._event(match, one.what) for one in entry.happened)
            words = tuple(words for event in events if (words := in_words(match.game, event)))
            return Told(n, entry.seat, None, events, words)
        if isinstance(entry, Asked):
            ask = self.ask(entry.ask)
            return Told(n, entry.seat, None, (), (f"{ask.who} is to roll: {ask.purpose}",))
        return tell(match, n, "")

    def _event(self, match: AnyMatch, event: Any) -> Any:
        if isinstance(event, Roll):
            return reduce(masked_roll, self.among, event)
        if isinstance(event, SeedShown):
            return event
        return reduce(match.game.door.masked, self.among, event)

    def ask(self, ask: Any) -> Any:
        return reduce(masked_ask, self.among, ask)


def offered(match: AnyMatch, position: AnyPosition, seat: str) -> tuple[Option, ...]:
    """What a seat may do at a position; with real dice under way, only their answer."""
    if match.game.result(position.state) is not None or seat not in match.seats:
        return ()
    waiting = position.waiting
    if waiting is None:
        return tuple(match.game.options(match.game.view(position.state, seat), seat))
    ask = waiting.ask
    if seat != ask.who:
        return ()
    return (Option("answer", f"what the dice showed for: {ask.purpose}", {"faces": Faces(ask.count, ask.sides)}),)
