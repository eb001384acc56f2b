"""The static site on a plain web server, for all tests that do not harm it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.built_site import Host, hosting


@pytest.fixture(scope="session")
def host(built_site: Path) -> Iterator[Host]:
    """At a path of its own, as a project has it on a host that many share."""
    with hosting(built_site, "/fivesquare/") as host:
        yield host
