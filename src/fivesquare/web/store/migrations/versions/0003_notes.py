"""What is noted for a browser: days solved, levels beaten, its player's name."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("browser", sa.LargeBinary(), primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
