"""What holds for every test: nobody's home is touched, and Hypothesis gives the same answer everywhere."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shell that runs us in the background ignores Ctrl-C for us; tests that interrupt would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "ci",
    max_examples=200,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def _state_in_a_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test keeps between runs, it keeps here."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def _no_way_out_of_the_test_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that leaves while a thread of an earlier test lingers must not take all tests along."""
    monkeypatch.setattr("fivesquare.background._exit", sys.exit)
