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
    scripts = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    edition = context.get_current_revision()
    if edition is not None and edition not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(f"{name} was written by a newer version of Fivesquare than this one")
    if edition != scripts.get_current_head():
        command.upgrade(config, "head")
