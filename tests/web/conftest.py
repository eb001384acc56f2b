"""What tests of servers share: a database of each kind."""

from pathlib import Path

import pytest

from web.postgres import Postgres, postgres

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
