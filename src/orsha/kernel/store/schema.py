"""The store's tables."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

# Times are ISO 8601 text in UTC: SQLite keeps no time zone.

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("title", Text, nullable=False),
    Column("opened_at", String(32), nullable=False),
    Column("result", Text, nullable=True),
    # The seed of committed dice until it is shown. It never leaves the store but through the game's own events.
    Column("secret", LargeBinary, nullable=True),
)

entries = Table(
    "entries",
    metadata,
    Column("game", String(64), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("link", String(32), nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("at", String(32), nullable=False),
    # One b-tree instead of two: an append writes half the pages.
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(64), ForeignKey("games.id"), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("raw", LargeBinary, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(64), ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String(32), nullable=False),
    Column("made_at", String(32), nullable=False),
)
