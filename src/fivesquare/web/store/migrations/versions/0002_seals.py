"""The key that seals the secrets of browsers, and since when they are sealed."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    seals = op.create_table(
        "seals",
        sa.Column("key", sa.LargeBinary(), primary_key=True),
        sa.Column("since", sa.Float(53), nullable=False),
    )
    op.bulk_insert(seals, [{"key": secrets.token_bytes(32), "since": time.time()}])
