"""What tests of servers share: a database of each kind, and the static site."""

from pathlib import Path

import pytest

from web.built_site import built_site
from web.postgres import Postgres, postgres

__all__ = ["built_site", "postgres"]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
