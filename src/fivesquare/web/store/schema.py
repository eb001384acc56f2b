"""The database schema: the tables of the newest edition, and the migrations (Alembic) that lead to it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

from fivesquare.web.store.base import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "fivesquare_version"  # not Alembic's own name: another program may share the database

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("record", Text, nullable=False),  # JSON: book, board, players, seed, perhaps setup
    Column("created", Float(53), nullable=False, index=True),  # seconds since 1970
)

keys = Table(
    "keys",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
    Index("ix_keys_hash", "hash"),
    sqlite_with_rowid=False,
)

# Without a row id the rows of a game lie beside each other, and appending touches one page.
entries = Table(
    "entries",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("what", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    sqlite_with_rowid=False,
)

# No foreign key: a note outlives the games it tells of.
notes = Table(
    "notes",
    metadata,
    Column("browser", LargeBinary, primary_key=True),  # the hash of its secret
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Column("at", Float(53), nullable=False),  # seconds since 1970
    sqlite_with_rowid=False,
)

evenings = Table(
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", LargeBinary, nullable=False, index=True),  # the hash of the host's secret
    Column("setting", Text, nullable=False),  # JSON
    Column("created", Float(53), nullable=False, index=True),  # seconds since 1970
)

evening_players = Table(
    "evening_players",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False, index=True),  # of the browser's secret
    sqlite_with_rowid=False,
)

evening_entries = Table(
    "evening_entries",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("what", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    sqlite_with_rowid=False,
)

# One row. The key alone opens no seat: see `play/credentials.py`.
seals = Table(
    "seals",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    Column("since", Float(53), nullable=False),  # seconds since 1970
)


def migrate(connection: Connection, name: str) -> None:
    """Make the tables, or bring them up to date, inside of the transaction that the connection is in."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    scripts = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    edition = context.get_current_revision()
    if edition is not None and edition not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(f"{name} was written by a newer version of Fivesquare than this one")
    if edition != scripts.get_current_head():
        command.upgrade(config, "head")
