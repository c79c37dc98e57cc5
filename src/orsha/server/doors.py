"""Who is let in: a token opens one seat of one game, its invitation, a spectator's place, or the host's few powers.

Tokens come in the Authorization header or in a live channel's first message, never in an address; the store has only
their hashes.
"""

from __future__ import annotations

import re
import time
from typing import Literal

from fastapi import Request
from msgspec import Struct

from orsha.kernel.store import Store
from orsha.server.api import Link
from orsha.server.problems import Refused
from orsha.server.shelf import Found, Shelf, hashed

Role = Literal["seat", "invite", "watch", "host"]
WATCH, HOST, INVITE = "@watch", "@host", "@invite:"
FRESH = 5.0
"""How long, in seconds, a token that was looked up is believed; a withdrawal here counts at once."""
MOST = 10_000
_TOKEN = re.compile(r"^[A-Za-z0-9_-]{20,100}\Z")
PAGES: dict[Role, str] = {"seat": "game", "invite": "join", "watch": "watch", "host": "host"}


class Pass(Struct, frozen=True):
    """What somebody may do: at which game, as whom."""

    hash: str
    game: str
    role: Role
    seat: str | None
    """The seat, or the seat that an invitation is for."""


def pass_of(found: Found) -> Pass:
    if found.seat in (WATCH, HOST):
        return Pass(found.hash, found.game, "watch" if found.seat == WATCH else "host", None)
    if found.seat.startswith(INVITE):
        return Pass(found.hash, found.game, "invite", found.seat.removeprefix(INVITE))
    return Pass(found.hash, found.game, "seat", found.seat)


class Doors:
    """The tokens of all games."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self.store, self.shelf = store, shelf
        self.known: dict[str, tuple[float, Pass]] = {}

    async def open(self, token: str) -> Pass | None:
        """What a token opens, if anything."""
        if not _TOKEN.match(token):
            return None
        key = hashed(token)
        known = self.known.get(key)
        if known is not None and time.monotonic() - known[0] < FRESH:
            return known[1]
        found = (await self.shelf.found([key])).get(key)
        if found is None:
            self.known.pop(key, None)
            return None
        if len(self.known) >= MOST:
            self.known.clear()
        passed = pass_of(found)
        self.known[key] = (time.monotonic(), passed)
        return passed

    async def link(self, game: str, role: Role, seat: str | None) -> Link:
        """A new token; an earlier one for the same place opens nothing any more."""
        place = _place(role, seat)
        token = await self.store.issue(game, place)
        self.forget(game, role, seat)
        name = seat if role in ("seat", "invite") and seat is not None else role
        return Link(name, token, f"/#/{PAGES[role]}/{token}")

    async def withdraw(self, game: str, role: Role, seat: str | None) -> None:
        await self.store.withdraw(game, _place(role, seat))
        self.forget(game, role, seat)

    def forget(self, game: str, role: Role, seat: str | None) -> None:
        gone = [key for key, (_, one) in self.known.items() if (one.game, one.role, one.seat) == (game, role, seat)]
        for key in gone:
            del self.known[key]

    def forget_game(self, game: str) -> None:
        """Another process made or withdrew a link: what is believed of this game is looked up anew."""
        for key in [key for key, (_, one) in self.known.items() if one.game == game]:
            del self.known[key]


def _place(role: Role, seat: str | None) -> str:
    if role == "seat":
        assert seat is not None
        return seat
    return f"{INVITE}{seat}" if role == "invite" else f"@{role}"


def token_of(request: Request) -> str:
    """The token of a request: in its Authorization header and nowhere else."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused(401, "this needs a link: send its token as Authorization: Bearer TOKEN")
    return token.strip()
