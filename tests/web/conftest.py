"""What tests of servers share: a database of each kind; the static site, and the documentation as one."""

from pathlib import Path

import pytest

from fivesquare.web.static_site.documentation import build
from once import made_once
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


@pytest.fixture(scope="session")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site."""

    def make(folder: Path) -> None:
        build(folder / "docs", site="../", is_strict=True)

    return made_once(tmp_path_factory, "documentation", make) / "docs"
