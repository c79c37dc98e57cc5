"""Opening a database: where it is, how durable it is, which schema it has."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from orsha.kernel.errors import StoreError

HEAD = "0001"
KNOWN = ("0001",)

PATIENCE = 30
"""Seconds that a program waits for another one that writes."""
TRIES, PAUSE = 50, 0.1
"""How often a start that finds the file locked tries again, and the seconds in between."""


def default_url() -> str:
    """The file in the user's data folder, or what ORSHA_DATABASE says."""
    return os.environ.get("ORSHA_DATABASE") or f"sqlite:///{user_data_path('orsha') / 'games.db'}"


def connect(url: str) -> AsyncEngine:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"{url!r} is not a database address; use sqlite:///FILE or postgresql://HOST/NAME") from error
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed.database or "")
    if parsed.get_backend_name() == "postgresql":
        return create_async_engine(parsed.set(drivername="postgresql+asyncpg"), pool_pre_ping=True)
    raise StoreError(f"games are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")


def _sqlite(file: str) -> AsyncEngine:
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, ValueError) as error:
        raise StoreError(
            f"the folder {path.parent} cannot be made ({getattr(error, 'strerror', None) or error}); "
            "choose another with --database"
        ) from error
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": PATIENCE})

    @event.listens_for(engine.sync_engine, "connect")
    def durable(connection: object, _: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA journal_mode")
        if cursor.fetchone() != ("wal",):
            # Two that switch a new file at once wait for each other: one gives up soon, and `prepare` tries again.
            for pragma in ("busy_timeout=200", "journal_mode=WAL", f"busy_timeout={PATIENCE * 1000}"):
                cursor.execute(f"PRAGMA {pragma}")
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


LOCK = {"postgresql": "SELECT pg_advisory_xact_lock(7219)", "sqlite": "BEGIN IMMEDIATE"}


async def prepare(engine: AsyncEngine) -> None:
    """Brings the schema up to date; a database of a newer program is left alone."""
    async with in_words(engine):
        for left in reversed(range(TRIES)):
            try:
                await _prepare(engine)
                return
            except DBAPIError as error:
                if not left or "locked" not in str(error.orig):
                    raise
            await asyncio.sleep(PAUSE)


async def _prepare(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        revision = await connection.run_sync(_revision)
        if revision == HEAD:
            return
        if revision is not None and revision not in KNOWN:
            raise StoreError(
                f"this database was written by a newer Orsha (schema {revision}, not {HEAD}): update the program"
            )
        # Of several first starts at once one makes the schema; the others wait for it and find it made.
        await connection.execute(text(LOCK[engine.dialect.name]))
        if await connection.run_sync(_revision) != HEAD:
            await connection.run_sync(_upgrade)


def _revision(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()  # asked once: another start may make them at any moment
    if "alembic_version" not in tables:
        if connection.dialect.name == "sqlite" and tables:
            raise StoreError("this SQLite file holds something else than Orsha's games; choose another with --database")
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@asynccontextmanager
async def in_words(engine: AsyncEngine) -> AsyncIterator[None]:
    """Turns a database's complaint into a sentence that says what to do."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(_sentence(engine, str(error.orig))) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the database could not be used: {error}") from error
    except OSError as error:
        raise StoreError(f"the database at {engine.url!r} cannot be reached: {error.strerror or error}") from error


def _sentence(engine: AsyncEngine, complaint: str) -> str:
    where = engine.url.database
    known = {
        "readonly": f"{where} cannot be written: make it and its folder writable, or choose another with --database",
        "unable to open": f"{where} cannot be opened: check that its folder is there and writable",
        "disk is full": f"the disk with {where} is full: nothing was written; make room and try again",
        "not a database": f"{where} is not a database; choose another file with --database",
        "malformed": f"{where} is damaged; restore it from a copy",
        "locked": f"{where} is in use by another program; try again in a moment",
    }
    return next((words for part, words in known.items() if part in complaint), f"the database refused: {complaint}")
