"""Evenings of a club: the evening, who plays in it, and what happened."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("host", sa.LargeBinary(), nullable=False),
        sa.Column("setting", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("ix_evenings_created", "evenings", ["created"])
    op.create_index("ix_evenings_host", "evenings", ["host"])
    op.create_table(
        "evening_players",
        sa.Column("evening", sa.Text(), sa.ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evening_players_hash", "evening_players", ["hash"])
    op.create_table(
        "evening_entries",
        sa.Column("evening", sa.Text(), sa.ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
