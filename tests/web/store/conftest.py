"""Every test of a store that asks for `url` is run on each database, and on what a browser keeps."""

from pathlib import Path

import pytest

from web.postgres import Postgres, postgres
from web.store.keeping import BROWSER

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """A place with nothing in it, on a server."""
    return postgres.new_schema()


def _database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it."""
    return _database(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql", "browser"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store with nothing in it: a database, or the documents of a browser."""
    if request.param == "browser":
        return f"{BROWSER}{tmp_path}"
    return _database(request.param, request, tmp_path)
