"""The same place to play in as for the tests of the terminal."""

from terminal.conftest import _no_progress_unless_a_test_wants_it, games, place, warm

__all__ = ["_no_progress_unless_a_test_wants_it", "games", "place", "warm"]
