"""Every test plays in a folder of its own and keeps its games there."""

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a test runs in; nothing touches anybody's home, and the shell finds us."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _no_progress_unless_a_test_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a slow machine says how far it is depends on the clock."""
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", float("inf"))


@pytest.fixture
def games(place: Path) -> Path:
    """Where running games are kept."""
    return place / "state" / "fivesquare" / "games"


@pytest.fixture(scope="session")
def warm() -> None:
    """The solver is compiled, so that nobody is told that it will be."""
    from fivesquare.solver import warm_up

    warm_up()
