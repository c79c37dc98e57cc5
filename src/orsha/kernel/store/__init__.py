"""The store: journals kept for good, on SQLite or PostgreSQL.

Entries are only ever added, one transaction a command. An entry has a number; the one who writes
a number second is told so (`Conflict`) and nothing of theirs is kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sqlite3
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, delete, func, insert, select, true, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from orsha.kernel.dice import Committed
from orsha.kernel.errors import Conflict, StoreError, Unknown
from orsha.kernel.game import Command, Event, Game
from orsha.kernel.journal import Line
from orsha.kernel.match import Match, Position, Step, position_type, recommit
from orsha.kernel.store.database import connect, default_url, in_words, prepare
from orsha.kernel.store.schema import entries, games, snapshots, tokens

__all__ = ["Kept", "Store"]

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

SNAPSHOT_EVERY = 500
COLUMNS = ("game", "n", "link", "raw", "at")
INSERT = f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?)"


class Kept(Struct, frozen=True):
    """A game in the store, for a list."""

    id: str
    kind: str
    title: str
    opened_at: str
    entries: int
    last_at: str | None
    result: str | None


class Store:
    """All the games that are kept."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer: AsyncConnection | None = None
        self._driver: object | None = None
        self._opening = asyncio.Lock()

    @classmethod
    async def open(cls, url: str | None = None) -> Store:
        engine = connect(url or default_url())
        try:
            await prepare(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        await self.engine.dispose()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # -- games

    async def add(self, match: Match[P, S, C, E], title: str) -> None:
        """Keeps a new game with all the entries it has."""
        row = {
            "id": match.opened.game,
            "kind": match.opened.kind,
            "title": title,
            "opened_at": _now(),
            "result": _result(match),
            "secret": match.source.secret if isinstance(match.source, Committed) else None,
        }
        async with in_words(self.engine):
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(insert(games).values(**row))
                    rows = [_row(match.opened.game, line) for line in match.lines]
                    await connection.execute(insert(entries), rows)
            except IntegrityError as error:
                raise Conflict(f"a game {match.opened.game} is kept here already") from error

    async def keep(self, match: Match[P, S, C, E], step: Step[S, C]) -> None:
        """Writes a step down, then moves the match on. What returns has been kept."""
        row = _row(match.opened.game, step.line)
        async with in_words(self.engine):
            try:
                if self.engine.dialect.name == "sqlite" and not _due(match, step):
                    await self._insert(row)
                else:
                    async with self.engine.begin() as connection:
                        await connection.execute(insert(entries).values(**row))
                        await self._after(connection, match, step)
            except (IntegrityError, sqlite3.IntegrityError) as error:
                raise Conflict(
                    f"somebody else's entry {step.line.n} of this game came first, or the game is gone"
                ) from error
            except sqlite3.Error as error:
                raise DBAPIError(None, None, error) from error
        match.accept(step)

    async def _insert(self, row: dict[str, Any]) -> None:
        """One entry in a transaction of its own with one visit to SQLite's thread: each visit costs half a commit.

        Entries of several games queue up there, so that the thread need not wait for us between two of them.
        """
        if self._driver is None:
            async with self._opening:
                if self._writer is None:
                    self._writer = await self.engine.execution_options(isolation_level="AUTOCOMMIT").connect()
                self._driver = (await self._writer.get_raw_connection()).driver_connection
        await cast(Any, self._driver).execute(INSERT, tuple(row.values()))

    async def _after(self, connection: AsyncConnection, match: Match[P, S, C, E], step: Step[S, C]) -> None:
        """What goes with an entry now and then: a snapshot, the result."""
        game, count = match.opened.game, step.position.count
        if _snapshot_due(step):
            await connection.execute(delete(snapshots).where(snapshots.c.game == game))
            raw = msgspec.json.encode(step.position)
            await connection.execute(
                insert(snapshots).values(game=game, count=count, version=match.game.version, raw=raw)
            )
        result = match.game.result(step.position.state)
        if result is not None:
            shown = msgspec.json.encode(result).decode()
            await connection.execute(update(games).where(games.c.id == game).values(result=shown))

    async def load(self, game: Game[P, S, C, E], id: str) -> Match[P, S, C, E]:
        """A kept game, ready to go on, every link and checksum verified."""
        kept, lines, secret = await self.journal(id)
        if kept.kind != game.kind:
            raise StoreError(f"the game {id} is a {kept.kind}, not a {game.kind}")
        return Match.replay(game, lines, secret=secret, snapshot=await self._snapshot(game, id))

    async def _snapshot(self, game: Game[P, S, C, E], id: str) -> Position[S, C] | None:
        found = select(snapshots.c.raw).where(snapshots.c.game == id, snapshots.c.version == game.version)
        async with in_words(self.engine), self.engine.connect() as connection:
            raw = (await connection.execute(found)).scalar()
        kind: Any = position_type(game)
        return msgspec.json.decode(raw, type=kind) if raw is not None else None

    async def journal(self, id: str) -> tuple[Kept, list[Line], bytes | None]:
        kept = await self.find(id)
        wanted = (
            select(entries.c.n, entries.c.link, entries.c.raw).where(entries.c.game == kept.id).order_by(entries.c.n)
        )
        async with in_words(self.engine), self.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            secret = (await connection.execute(select(games.c.secret).where(games.c.id == kept.id))).scalar()
        return kept, [Line(n, link, _bytes(raw)) for n, link, raw in rows], secret

    async def list(self) -> list[Kept]:
        return await listed(self.engine, true())

    async def find(self, id: str) -> Kept:
        """A game by its name or the beginning of it; only the games that are called so are counted through."""
        plain = id.isascii() and id.isprintable()  # as every game's name is; a database refuses bytes that are no text
        near = await listed(self.engine, games.c.id == id) if plain else []
        if not near and id and plain:
            found = await listed(self.engine, games.c.id.startswith(id, autoescape=True))
            near = [kept for kept in found if kept.id.startswith(id)]  # a database may not care for capitals
        if len(near) != 1:
            raise Unknown(
                "game" if not near else "single game", id, [kept.id for kept in near] or await _names(self.engine)
            )
        return near[0]

    async def delete(self, id: str) -> None:
        kept = await self.find(id)
        async with in_words(self.engine), self.engine.begin() as connection:
            for table in (tokens, snapshots, entries):
                await connection.execute(delete(table).where(table.c.game == kept.id))
            await connection.execute(delete(games).where(games.c.id == kept.id))

    async def take_in(self, match: Match[P, S, C, E], title: str) -> None:
        """Keeps a game that comes from elsewhere; an open one with committed dice goes on with a new secret."""
        if match.source is None and match.result is None:
            match.accept(recommit(match))
        await self.add(match, title)

    # -- seats

    async def issue(self, id: str, seat: str) -> str:
        """A new token for a seat; earlier ones of that seat are withdrawn. Only its hash is kept."""
        token = secrets.token_urlsafe(32)
        async with in_words(self.engine), self.engine.begin() as connection:
            await connection.execute(delete(tokens).where(tokens.c.game == id, tokens.c.seat == seat))
            await connection.execute(insert(tokens).values(hash=_hash(token), game=id, seat=seat, made_at=_now()))
        return token

    async def withdraw(self, id: str, seat: str) -> None:
        async with in_words(self.engine), self.engine.begin() as connection:
            await connection.execute(delete(tokens).where(tokens.c.game == id, tokens.c.seat == seat))

    async def seat_of(self, token: str) -> tuple[str, str] | None:
        """The game and seat that a token opens."""
        wanted = select(tokens.c.game, tokens.c.seat).where(tokens.c.hash == _hash(token))
        async with in_words(self.engine), self.engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return (row[0], row[1]) if row else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _row(game: str, line: Line) -> dict[str, Any]:
    return dict(zip(COLUMNS, (game, line.n, line.link, line.raw, _now()), strict=True))


def _bytes(raw: bytes | str) -> bytes:
    """SQLite gives text back where somebody wrote text; its link will not fit, and that is what should be said."""
    return raw.encode() if isinstance(raw, str) else raw


def _snapshot_due(step: Step[S, C]) -> bool:
    return step.position.count % SNAPSHOT_EVERY == 0


async def listed(engine: AsyncEngine, which: ColumnElement[bool]) -> list[Kept]:
    """Some games with how many entries they have, the latest first."""
    wanted = (
        select(
            games.c.id,
            games.c.kind,
            games.c.title,
            games.c.opened_at,
            func.count(entries.c.n),
            func.max(entries.c.at),
            games.c.result,
        )
        .outerjoin(entries, entries.c.game == games.c.id)
        .where(which)
        .group_by(games.c.id)
        .order_by(games.c.opened_at.desc(), games.c.id)
    )
    async with in_words(engine), engine.connect() as connection:
        return [Kept(*row) for row in (await connection.execute(wanted)).all()]


async def _names(engine: AsyncEngine) -> list[str]:
    wanted = select(games.c.id).order_by(games.c.opened_at.desc(), games.c.id)
    async with in_words(engine), engine.connect() as connection:
        return [str(id) for id in (await connection.execute(wanted)).scalars()]


def _due(match: Match[P, S, C, E], step: Step[S, C]) -> bool:
    return _snapshot_due(step) or match.game.result(step.position.state) is not None


def _result(match: Match[P, S, C, E]) -> str | None:
    return None if match.result is None else msgspec.json.encode(match.result).decode()
