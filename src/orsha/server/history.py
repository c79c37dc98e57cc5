"""A game at an earlier moment: its states entry by entry, worked out once and kept while somebody looks back."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from orsha.kernel import Event, Match, counted
from orsha.kernel.journal import Did, Line
from orsha.kinds import game_of
from orsha.server.eyes import AnyMatch
from orsha.server.problems import Refused

MOST_GAMES = 8


class Twin(Match[Any, Any, Any, Any]):
    """A match that follows a journal whose checksums were compared when it was loaded."""

    def _compare(self, line: Line, event: int, state: Any, expected: str) -> None:
        pass


class Past:
    """All states of one game so far."""

    def __init__(self, match: AnyMatch) -> None:
        self.twin = Twin(game_of(match.game.kind), match.opened, None)
        self.states: list[Any] = []

    def state(self, match: AnyMatch, entry: int, event: int | None) -> Any:
        while len(self.states) <= entry:
            self.twin.follow(match.lines[len(self.states)])
            self.states.append(self.twin.position.state)
        if event is None:
            return self.states[entry]
        did = match.entries[entry]
        happened = did.happened if isinstance(did, Did) else ()
        if event > len(happened):
            raise Refused(404, f"entry {entry} has {counted(len(happened), 'event')}; there is no event {event}")
        state = self.states[entry - 1] if entry else self.states[0]
        for one in happened[:event]:
            if isinstance(one.what, Event):
                state = self.twin.game.apply(state, one.what)
        return state


class History:
    """The past of the few games that somebody looks back at."""

    def __init__(self) -> None:
        self.pasts: OrderedDict[str, Past] = OrderedDict()
        self.lock = Lock()

    def state(self, match: AnyMatch, entry: int, event: int | None = None) -> Any:
        """The state after an entry, or after the first `event` events of it. Runs in a thread."""
        if not 0 <= entry < len(match.lines):
            raise Refused(404, f"the game has the entries 0 to {len(match.lines) - 1}; there is no entry {entry}")
        with self.lock:
            past = self.pasts.setdefault(match.opened.game, Past(match))
            self.pasts.move_to_end(match.opened.game)
            while len(self.pasts) > MOST_GAMES:
                self.pasts.popitem(last=False)
            return past.state(match, entry, event)
