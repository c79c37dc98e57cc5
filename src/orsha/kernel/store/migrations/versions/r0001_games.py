"""Games, entries, snapshots and seat tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=False),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("secret", sa.LargeBinary, nullable=True),
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("link", sa.String(32), nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("made_at", sa.String(32), nullable=False),
    )
