"""What tests of games on a server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fullscreen.remote.joined import Terminals
from fullscreen.remote.relay import Relay, relaying
from web.server import NO_LIMITS, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that no test stops."""
    with running(tmp_path_factory.mktemp("server"), **NO_LIMITS) as server:
        yield server


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    """A line to that server."""
    with relaying(server.port) as relay:
        yield relay


@pytest.fixture
def foreign() -> Iterator[Relay]:
    """A line to nowhere: it has no answers but those that are planned."""
    with relaying(1) as relay:
        yield relay


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    """Terminals that join games."""
    terminals = Terminals(tmp_path)
    yield terminals
    terminals.close()
