"""Every test of a store that asks for `url` is run on each database."""

from pathlib import Path

import pytest

from web.postgres import Postgres, postgres

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """A place with nothing in it, on a server."""
    return postgres.new_schema()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    found: str = request.getfixturevalue("postgres_url")
    return found
