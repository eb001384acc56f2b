"""What holds for every test: no home folder is touched, Hypothesis is deterministic, marks follow folders.

`pytest --quick` (`make quick`) leaves out every file that is slow or needs a server or a browser, without
importing it, and tries fewer examples of each property.
"""

import os
import signal
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

TESTS = Path(__file__).parent
PLACES = {
    "browser": ["web/browser"],
    "server": [
        "web",
        "fullscreen/remote/test_join_page.py",
        "fullscreen/remote/test_remote_faults.py",
        "fullscreen/remote/test_remote_games.py",
        "fullscreen/remote/test_remote_page.py",
        "fullscreen/remote/test_strange_servers.py",
    ],
    "slow": [
        "arena",
        "faults",
        "fullscreen",
        "scripts",
        "research",
        "versions",
        "cli/test_arena.py",
        "cli/test_dataset.py",
        "cli/test_evaluate.py",
        "cli/test_measure.py",
        "cli/test_study.py",
        "test_library.py",
        "test_loader.py",
        "players/test_strong_players.py",
        "solver/native/test_bounds.py",
        "solver/native/test_lookahead.py",
        "solver/test_exact.py",
        "solver/test_stop.py",
        "solver/test_threads.py",
        "terminal/test_after_game.py",
        "terminal/test_colour.py",
        "cli/test_help.py",
        "terminal/test_input.py",
        "terminal/test_ctrl_c.py",
        "terminal/test_killed.py",
        "terminal/test_exit.py",
        "terminal/test_low_screens.py",
        "terminal/test_narrow_terminals.py",
        "cli/test_puzzle.py",
        "cli/test_daily.py",
        "terminal/test_refusals_of_the_system.py",
        "terminal/test_transcript_files.py",
        "terminal/test_transcripts.py",
        "test_certainty.py",
        "test_dailies.py",
        "test_docs.py",
        "test_session_picture.py",
        "test_wheels.py",
        "web/test_documentation.py",
    ],
}
"""Marks, and the folders and files that have them. Slow: more than a second or two of the minute."""
UNITS = [
    "arena/study/test_study_report.py",
    "arena/test_board_analysis.py",
    "arena/test_entrants.py",
    "arena/tournament/test_standings.py",
    "research/test_opponents.py",
    "research/test_rewards.py",
    "web/test_link_previews.py",
    "web/test_catalogue.py",
    "web/test_game_state.py",
    "web/test_messages.py",
    "web/test_rooms.py",
    "web/test_scripts.py",
    "web/test_settings.py",
    "web/test_takebacks.py",
]
"""Files in those folders that have no mark: they start no server, compile nothing and are quick."""

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
settings.register_profile("quick", settings.get_profile("ci"), max_examples=20)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="Run only what is done in a minute.")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("quick"):
        settings.load_profile("quick")


@cache
def marks_of(path: Path) -> list[str]:
    """The marks of every test in a file."""
    place = path.relative_to(TESTS)
    if str(place) in UNITS:
        return []
    return [mark for mark, places in PLACES.items() if any(map(place.is_relative_to, places))]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Importing what is not run would take most of the minute."""
    is_left_out = collection_path.is_file() and config.getoption("quick") and marks_of(collection_path)
    return True if is_left_out else None


def pytest_itemcollected(item: pytest.Item) -> None:
    for mark in marks_of(item.path):
        item.add_marker(mark)
    if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
        item.add_marker("property")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first: at the end of a run no process waits for another."""
    order = {mark: number for number, mark in enumerate(PLACES)}
    items.sort(key=lambda item: min((order[mark] for mark in marks_of(item.path)), default=len(order)))


@pytest.fixture(autouse=True)
def _state_in_a_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test keeps between runs, it keeps here."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def _no_way_out_of_the_test_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that leaves while a thread of an earlier test lingers must not take all tests along."""
    monkeypatch.setattr("fivesquare.background._exit", sys.exit)
