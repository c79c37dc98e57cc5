"""The store, on SQLite and on PostgreSQL: nothing lost, nothing interleaved, every complaint a sentence."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from orsha.kernel import Committed, Conflict, Damaged, Match, StoreError, Unknown, verify
from orsha.kernel.export import read, write
from orsha.kernel.store import SNAPSHOT_EVERY, Store, database
from tests.kernel.tiny import Aim, Fire, Hide, Pass, Setup, Tiny

GAME = Tiny()


def run(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def inside() -> Any:
        async with await Store.open(url) as store:
            return await work(store)

    return asyncio.run(inside())


def new(rounds: int = 20, **kwargs: Any) -> Match[Any, Any, Any, Any]:
    name = secrets.token_hex(8)
    return Match.open(GAME, Setup(rounds=rounds), name=name, dice=Committed(name), **kwargs)


async def played(store: Store, match: Match[Any, Any, Any, Any], passes: int = 0) -> None:
    await store.add(match, "a tiny game")
    await store.keep(match, match.act("red", Hide(2)))
    await store.keep(match, match.act("blue", Hide(5)))
    for _ in range(passes):
        await store.keep(match, match.act(match.state.active, Pass()))


def test_a_kept_game_is_there_again_and_goes_on_with_the_same_dice(database: str) -> None:
    match = new()

    async def first(store: Store) -> None:
        await played(store, match)
        await store.keep(match, match.act("red", Aim(5)))

    async def second(store: Store) -> None:
        again = await store.load(GAME, match.opened.game)
        assert again.position == match.position
        await store.keep(again, again.act("red", Fire()))
        assert again.lines[-1] == match.act("red", Fire()).line

    run(database, first)
    run(database, second)


def test_the_second_of_two_writers_is_refused_and_nothing_of_theirs_is_kept(database: str) -> None:
    match = new()

    async def work(store: Store) -> None:
        await played(store, match)
        mine, theirs = [await store.load(GAME, match.opened.game) for _ in range(2)]
        await store.keep(mine, mine.act("red", Aim(1)))
        with pytest.raises(Conflict, match="came first"):
            await store.keep(theirs, theirs.act("red", Aim(2)))
        assert theirs.state.aim is None
        assert (await store.load(GAME, match.opened.game)).state.aim == 1

    run(database, work)


def test_many_writers_at_once_never_interleave(database: str) -> None:
    match = new(rounds=1000)

    async def writer(store: Store) -> int:
        kept = 0
        while kept < 5:
            mine = await store.load(GAME, match.opened.game)
            try:
                await store.keep(mine, mine.act(mine.state.active, Pass()))
                kept += 1
            except Conflict:
                await asyncio.sleep(0)
        return kept

    async def work(store: Store) -> None:
        await played(store, match)
        assert sum(await asyncio.gather(*(writer(store) for _ in range(6)))) == 30
        assert (await store.load(GAME, match.opened.game)).position.count == 3 + 30

    run(database, work)


def test_a_long_game_loads_from_its_snapshot(database: str) -> None:
    match = new(rounds=1000)

    async def work(store: Store) -> None:
        await played(store, match, passes=SNAPSHOT_EVERY + 10)
        assert (await store.load(GAME, match.opened.game)).position == match.position
        snapshot = await store._snapshot(GAME, match.opened.game)
        assert snapshot is not None and snapshot.count == SNAPSHOT_EVERY

    run(database, work)


def test_games_are_listed_found_by_their_beginning_and_deleted(database: str) -> None:
    match = new(rounds=2)

    async def work(store: Store) -> None:
        await played(store, match, passes=2)
        kept = await store.find(match.opened.game[:10])
        assert (kept.kind, kept.title, kept.entries) == ("tiny", "a tiny game", 5)
        assert kept.result is not None and "the shells ran out" in kept.result
        await store.delete(match.opened.game)
        with pytest.raises(Unknown, match="no game called"):
            await store.load(GAME, match.opened.game)

    run(database, work)


def test_a_seat_token_is_kept_as_a_hash_and_can_be_withdrawn(database: str, tmp_path: Path) -> None:
    match = new()

    async def work(store: Store) -> None:
        await played(store, match)
        id = match.opened.game
        old = await store.issue(id, "red")
        new_token = await store.issue(id, "red")
        assert await store.seat_of(old) is None
        assert await store.seat_of(new_token) == (id, "red")
        assert await store.seat_of("guess") is None
        await store.withdraw(id, "red")
        assert await store.seat_of(new_token) is None
        assert new_token.encode() not in b"".join(f.read_bytes() for f in tmp_path.glob("games.db*"))

    run(database, work)


def test_an_export_comes_in_again_elsewhere_and_an_open_game_gets_new_dice(database: str) -> None:
    match = new()

    async def work(store: Store) -> None:
        await played(store, match)
        kept, lines, secret = await store.journal(match.opened.game)
        data = write(kept.kind, kept.title, lines)
        assert secret is not None and secret.hex().encode() not in data
        await store.delete(match.opened.game)
        head, back = read(data)
        await store.take_in(Match.replay(GAME, back), head.title)
        again = await store.load(GAME, match.opened.game)
        assert again.state == match.state
        await store.keep(again, again.act("red", Aim(1)))
        await store.keep(again, again.act("red", Fire()))
        assert verify(again).dice == "sealed"
        with pytest.raises(Conflict, match="kept here already"):
            await store.take_in(Match.replay(GAME, back), head.title)

    run(database, work)


def test_a_damaged_database_row_is_found_at_its_entry(tmp_path: Path) -> None:
    match = new()
    file = tmp_path / "games.db"
    run(f"sqlite:///{file}", lambda store: played(store, match, passes=3))
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE entries SET raw = replace(raw, 'red', 'RED') WHERE n = 3")
    with pytest.raises(Damaged, match="entry 3 was changed"):
        run(f"sqlite:///{file}", lambda store: store.load(GAME, match.opened.game))


class TestBadPlaces:
    """Each a sentence that says what to do, with nothing written."""

    def test_a_database_of_a_newer_program(self, tmp_path: Path) -> None:
        file = tmp_path / "games.db"
        run(f"sqlite:///{file}", lambda store: store.list())
        with sqlite3.connect(file) as raw:
            raw.execute("UPDATE alembic_version SET version_num = '9999'")
        before = file.read_bytes()
        with pytest.raises(StoreError, match="newer Orsha .* update the program"):
            run(f"sqlite:///{file}", lambda store: store.list())
        assert file.read_bytes() == before

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("dear diary " * 100)
        with pytest.raises(StoreError, match="is not a database; choose another"):
            run(f"sqlite:///{file}", lambda store: store.list())
        assert file.read_text().startswith("dear diary")

    def test_somebody_elses_sqlite_file(self, tmp_path: Path) -> None:
        file = tmp_path / "other.db"
        with sqlite3.connect(file) as raw:
            raw.execute("CREATE TABLE recipes (id INTEGER)")
        with pytest.raises(StoreError, match="holds something else"):
            run(f"sqlite:///{file}", lambda store: store.list())

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreError, match="cannot be made"):
            run(f"sqlite:///{tmp_path}/file/games.db", lambda store: store.list())

    def test_a_read_only_database(self, tmp_path: Path) -> None:
        """Opened read-only by URI, which holds for root too."""
        file = tmp_path / "games.db"
        match = new()
        run(f"sqlite:///{file}", lambda store: played(store, match))

        async def work(store: Store) -> None:
            again = await store.load(GAME, match.opened.game)
            async with store.engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA query_only = ON")
            store._writer = await store.engine.connect()
            await store._writer.exec_driver_sql("PRAGMA query_only = ON")
            with pytest.raises(StoreError, match="cannot be written: make it and its folder writable"):
                await store.keep(again, again.act("red", Aim(1)))
            assert again.state.aim is None

        run(f"sqlite:///{file}", work)

    def test_a_full_disk(self, tmp_path: Path) -> None:
        """Simulated by a limit on the database's pages; what was kept before stays whole."""
        file = tmp_path / "games.db"
        match = new(rounds=100000)

        async def work(store: Store) -> None:
            await played(store, match)
            async with store.engine.connect() as connection:
                pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
            assert store._writer is not None
            await store._writer.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")
            with pytest.raises(StoreError, match="is full: nothing was written"):
                while match.position.count % SNAPSHOT_EVERY < SNAPSHOT_EVERY - 1:
                    await store.keep(match, match.act(match.state.active, Pass()))

        run(f"sqlite:///{file}", work)
        again = run(f"sqlite:///{file}", lambda store: store.load(GAME, match.opened.game))
        assert again.position == match.position

    def test_a_server_that_does_not_answer(self) -> None:
        with pytest.raises(StoreError, match="cannot be reached"):
            run("postgresql://nobody@127.0.0.1:9/none", lambda store: store.list())

    @pytest.mark.parametrize("url", ["mysql://h/d", "games.db", "://"])
    def test_an_address_of_another_kind(self, url: str) -> None:
        with pytest.raises(StoreError, match=r"SQLite or PostgreSQL|is not a database address"):
            run(url, lambda store: store.list())


def test_the_schema_in_code_and_the_one_that_migrations_make_are_the_same(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from orsha.kernel.store.schema import metadata

    def differences(connection: Any) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work(store: Store) -> list[Any]:
        async with store.engine.connect() as connection:
            return await connection.run_sync(differences)

    assert run(database, work) == []


def test_many_first_starts_at_once_all_find_the_schema(tmp_path: Path) -> None:
    async def open_and_close(file: Path) -> int:
        async with await Store.open(f"sqlite:///{file}") as store:
            return len(await store.list())

    async def all_at_once() -> list[int]:
        return list(await asyncio.gather(*(open_and_close(tmp_path / "games.db") for _ in range(6))))

    assert asyncio.run(all_at_once()) == [0] * 6


def test_a_start_that_finds_the_file_locked_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file is switched to its write-ahead log by one program at a time; SQLite turns the others away."""
    tried = 0
    prepared = database._prepare

    async def turned_away(engine: Any) -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise OperationalError(None, None, sqlite3.OperationalError("database is locked"))
        await prepared(engine)

    monkeypatch.setattr(database, "_prepare", turned_away)
    monkeypatch.setattr(database, "PAUSE", 0)

    async def opened() -> int:
        async with await Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
            return len(await store.list())

    assert asyncio.run(opened()) == 0 and tried == 3
    monkeypatch.setattr(database, "TRIES", 2)
    tried = 0
    with pytest.raises(StoreError, match="is in use by another program; try again in a moment"):
        asyncio.run(opened())
