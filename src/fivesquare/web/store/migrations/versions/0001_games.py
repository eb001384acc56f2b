"""Games, the keys that open their seats, and what happened in them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("ix_games_created", "games", ["created"])
    op.create_table(
        "keys",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("hash", sa.LargeBinary(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_keys_hash", "keys", ["hash"])
    op.create_table(
        "entries",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
