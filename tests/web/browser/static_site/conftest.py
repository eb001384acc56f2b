"""The static site on a plain web server, for all tests that do not harm it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.built_site import Host, build, hosting


@pytest.fixture(scope="session")
def host(built_site: Path) -> Iterator[Host]:
    """At a path of its own, as a project has it on a host that many share."""
    with hosting(built_site, "/fivesquare/") as host:
        yield host


@pytest.fixture(scope="session")
def entrance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Built for that path, so that addresses of no file are led on."""
    folder = tmp_path_factory.mktemp("site") / "for a path"
    build(folder, "--base", "/fivesquare/")
    with hosting(folder, "/fivesquare/") as host:
        yield host
