"""What the server keeps beside the journals, and asks of the store: seats held by bots, links, later entries."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec import Struct
from sqlalchemy import Column, Integer, MetaData, String, Table, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from orsha.kernel import Match, Unknown
from orsha.kernel.journal import Line
from orsha.kernel.store import Kept, Store, listed
from orsha.kernel.store.database import in_words
from orsha.kernel.store.schema import entries, games, tokens
from orsha.kinds import game_of
from orsha.server.eyes import AnyMatch

CHANNEL = "orsha_news"
SEATS = "seats"
"""Follows a game's name in what is told to the other processes, where not its journal changed but who sits there."""
ROOM = 500
"""How many names go into one question to the database."""

bots = Table(
    "bots",
    MetaData(),
    # No foreign key: the store deletes its games without knowing of this table, and a row of a gone game harms nobody.
    Column("game", String(64), primary_key=True),
    Column("seat", String(32), primary_key=True),
    Column("bot", String(20), nullable=False),
)


wishes = Table(
    "wishes",
    bots.metadata,
    Column("game", String(64), primary_key=True),
    Column("seat", String(32), primary_key=True),
    Column("what", String(40), primary_key=True),
)
"""What seats have asked for that happens only once all of them have."""


battles = Table(
    "battles",
    bots.metadata,
    Column("campaign", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String(64), nullable=False, index=True),
)
"""The games in which the battles of linked campaigns are fought."""


class Found(Struct, frozen=True):
    """What a token opens."""

    hash: str
    game: str
    seat: str


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Shelf:
    """The server's own look at the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.engine = store.engine

    @property
    def shared(self) -> bool:
        """Whether other processes are expected at the same store."""
        return self.engine.dialect.name == "postgresql"

    async def prepare(self) -> None:
        async with in_words(self.engine):
            try:
                async with self.engine.begin() as connection:
                    await connection.run_sync(lambda sync: bots.metadata.create_all(sync, checkfirst=True))
            except IntegrityError:  # another process made it in the same moment
                return

    # -- journals

    async def load(self, id: str) -> tuple[AnyMatch, str]:
        """A game and its title, every link and checksum verified; by its whole name, without looking at any other."""
        wanted = select(games.c.kind, games.c.title, games.c.secret).where(games.c.id == id)
        async with in_words(self.engine), self.engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            raise Unknown("game", id, [])
        game = game_of(row[0])
        lines, snapshot = await self.since(id, 0), await self.store._snapshot(game, id)
        match: AnyMatch = await asyncio.to_thread(Match.replay, game, lines, secret=row[2], snapshot=snapshot)
        return match, row[1]

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """How many entries games have."""
        found: dict[str, int] = {}
        async with in_words(self.engine), self.engine.connect() as connection:
            for start in range(0, len(ids), ROOM):
                some = ids[start : start + ROOM]
                wanted = select(entries.c.game, func.max(entries.c.n)).where(entries.c.game.in_(some)).group_by("game")
                found |= {game: n + 1 for game, n in (await connection.execute(wanted)).all()}
        return found

    async def since(self, id: str, count: int) -> list[Line]:
        """The entries of a game after the first `count`."""
        wanted = (
            select(entries.c.n, entries.c.link, entries.c.raw)
            .where(entries.c.game == id, entries.c.n >= count)
            .order_by(entries.c.n)
        )
        async with in_words(self.engine), self.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Line(n, link, raw.encode() if isinstance(raw, str) else raw) for n, link, raw in rows]

    async def kept(self, ids: Iterable[str]) -> dict[str, Kept]:
        """Some games, for a list."""
        some = list(dict.fromkeys(ids))[:ROOM]
        return {one.id: one for one in await listed(self.engine, games.c.id.in_(some))}

    async def alive(self) -> None:
        """Raises what is wrong with the database."""
        async with in_words(self.engine), self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    # -- links

    async def found(self, hashes: Sequence[str]) -> dict[str, Found]:
        """What some tokens open, by their hashes."""
        known: dict[str, Found] = {}
        async with in_words(self.engine), self.engine.connect() as connection:
            for start in range(0, len(hashes), ROOM):
                wanted = select(tokens.c.hash, tokens.c.game, tokens.c.seat).where(
                    tokens.c.hash.in_(hashes[start : start + ROOM])
                )
                known |= {row[0]: Found(*row) for row in (await connection.execute(wanted)).all()}
        return known

    async def seats_open(self, id: str) -> set[str]:
        """The seats and places of a game that some token opens."""
        wanted = select(tokens.c.seat).where(tokens.c.game == id)
        async with in_words(self.engine), self.engine.connect() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def use_up(self, hash: str) -> bool:
        """Withdraws one token; says whether it was still there, so that an invitation is used by one person only."""
        async with in_words(self.engine), self.engine.begin() as connection:
            gone = await connection.execute(delete(tokens).where(tokens.c.hash == hash))
        return gone.rowcount == 1

    async def use_up_place(self, id: str, place: str) -> bool:
        """Withdraws the token of a place; says whether there was one."""
        wanted = delete(tokens).where(tokens.c.game == id, tokens.c.seat == place)
        async with in_words(self.engine), self.engine.begin() as connection:
            return (await connection.execute(wanted)).rowcount > 0

    # -- the battles of linked campaigns

    async def battles_of(self, campaign: str) -> dict[int, str]:
        """By its number, the game of each battle that was opened."""
        wanted = select(battles.c.number, battles.c.game).where(battles.c.campaign == campaign)
        async with in_words(self.engine), self.engine.connect() as connection:
            return {row[0]: row[1] for row in (await connection.execute(wanted)).all()}

    async def campaign_of(self, game: str) -> tuple[str, int] | None:
        """The campaign that a game is a battle of, and which."""
        wanted = select(battles.c.campaign, battles.c.number).where(battles.c.game == game)
        async with in_words(self.engine), self.engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return (row[0], row[1]) if row else None

    async def link_battle(self, campaign: str, number: int, game: str) -> None:
        """The newest game of a battle counts."""
        async with in_words(self.engine), self.engine.begin() as connection:
            await connection.execute(delete(battles).where(battles.c.campaign == campaign, battles.c.number == number))
            await connection.execute(insert(battles).values(campaign=campaign, number=number, game=game))

    # -- bots

    async def bots_of(self, id: str) -> dict[str, str]:
        wanted = select(bots.c.seat, bots.c.bot).where(bots.c.game == id)
        async with in_words(self.engine), self.engine.connect() as connection:
            return {row[0]: row[1] for row in (await connection.execute(wanted)).all()}

    async def seat_bot(self, id: str, seat: str, bot: str | None) -> None:
        """Gives a seat to a bot, or takes it away again."""
        async with in_words(self.engine), self.engine.begin() as connection:
            await connection.execute(delete(bots).where(bots.c.game == id, bots.c.seat == seat))
            if bot is not None:
                await connection.execute(insert(bots).values(game=id, seat=seat, bot=bot))

    async def wish(self, id: str, seat: str, what: str) -> set[str]:
        """A seat asks for something; gives all seats that have asked for it."""
        mine = {"game": id, "seat": seat, "what": what}
        wanted = select(wishes.c.seat).where(wishes.c.game == id, wishes.c.what == what)
        async with in_words(self.engine):
            with suppress(IntegrityError):  # it has asked before
                async with self.engine.begin() as connection:
                    await connection.execute(insert(wishes).values(mine))
            async with self.engine.connect() as connection:
                return set((await connection.execute(wanted)).scalars())

    # -- telling the other processes

    async def notify(self, news: str) -> None:
        if self.shared:
            async with in_words(self.engine), self.engine.begin() as connection:
                await connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news})
