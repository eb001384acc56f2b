"""`fivesquare join` where it cannot be shown: a clear error, and the exit status of its kind."""

import pytest

from terminal.running import run

LINK = "http://127.0.0.1:8000/games/abc"


@pytest.mark.parametrize("link", ["hello", "http://127.0.0.1:8000/learn", ""])
def test_a_wrong_link_is_explained(link: str) -> None:
    result = run("join", link)
    assert result.status == 1
    assert result.err.startswith("fivesquare: ")
    assert "game" in result.err


def test_it_needs_a_terminal() -> None:
    result = run("join", LINK)
    assert result.status == 2
    assert "The full screen cannot be shown: input and output must be a terminal." in result.err
