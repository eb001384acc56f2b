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

from fivesquare import __version__
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


def migrate(connection: Connection, name: str, revision: str = "head") -> None:
    """Make the tables, or bring them up to date, inside of the transaction that the connection is in."""
    config = _config()
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    wanted = newest_revision() if revision == "head" else known_revision(revision, name)
    if revision_of(connection, name) != wanted:
        command.upgrade(config, wanted)


def revision_of(connection: Connection, name: str) -> str | None:
    """The revision of the tables, None if there are none; a newer one than this program's is refused."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    found = context.get_current_revision()
    return None if found is None else known_revision(found, name)


def check_current(connection: Connection, name: str) -> None:
    """Refuse tables of another version than this one's."""
    if revision_of(connection, name) != newest_revision():
        raise StoreError(
            f"{name} is from an older version: start this version's server once, it brings it up to date"
        )


def known_revision(revision: str, name: str) -> str:
    if revision not in {script.revision for script in _scripts().walk_revisions()}:
        raise StoreError(
            f"{name} was written by a newer version of Fivesquare than this one ({__version__}): "
            "use that version, or restore a backup from before it"
        )
    return revision


def newest_revision() -> str:
    """That of the tables above."""
    found = _scripts().get_current_head()
    assert found is not None
    return found


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
