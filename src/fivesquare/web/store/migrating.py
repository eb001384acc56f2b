"""Bringing the tables of a database to the newest edition, which Alembic does."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fivesquare.web.store.base import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "fivesquare_version"  # not Alembic's own name: another program may share the database


def migrate(connection: Connection, name: str) -> None:
    """Make the tables, or bring them up to date, inside of the transaction that the connection is in."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    edition = MigrationContext.configure(
        connection, opts={"version_table": VERSION_TABLE}
    ).get_current_revision()
    if edition is not None and edition not in known:
        raise StoreError(f"{name} was written by a newer version of Fivesquare than this one")
    command.upgrade(config, "head")
