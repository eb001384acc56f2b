"""Whole games, byte for byte, at a real terminal and through a pipe."""

import pytest

from . import transcript
from .running import run_at_terminal, run_piped

BOARDS = ("+-", "|", "   +")
BOOKS = ("You claimed", "You have", "Captured ", "Please ", "Available ", "Total ", "Neither ")

pytestmark = pytest.mark.parametrize("name", transcript.names())


def test_transcript_through_a_pipe(name: str) -> None:
    expected = transcript.read(name)
    result = run_piped(*expected.arguments, given=expected.given)
    assert result.out == expected.output
    assert (result.err, result.status) == ("", 0)


def test_transcript_at_a_dumb_terminal(name: str) -> None:
    expected = transcript.read(name)
    result = run_at_terminal(*expected.arguments, lines=expected.lines_at_a_terminal)
    assert transcript.without_what_now(result.out) == expected.output
    assert ("What now?" in result.out) == expected.is_over
    assert result.status == 0


@pytest.mark.parametrize(("columns", "more"), [("80", ["--plain"]), ("40", ["--plain"]), ("40", [])])
def test_transcript_on_a_small_screen_has_the_same_words(name: str, columns: str, more: list[str]) -> None:
    """Lines may be broken between words, but no board, and no line of a book that is asked to be bare."""
    expected = transcript.read(name)
    lines = expected.lines_at_a_terminal
    result = run_at_terminal(*expected.arguments, *more, lines=lines, rows="60", columns=columns)
    assert transcript.without_what_now(result.out).split() == expected.output.split()
    whole = (*BOARDS, *BOOKS) if more else BOARDS
    unbroken = {line for line in expected.output.splitlines() if line.startswith(whole)}
    assert unbroken <= set(result.out.splitlines())


@pytest.mark.parametrize("columns", ["80", "94"])
def test_a_prompt_is_broken_between_words_only_where_it_does_not_fit(name: str, columns: str) -> None:
    """On a screen of eighty columns some prompts of the books do not."""
    expected = transcript.read(name)
    size = {"rows": "60", "columns": columns, "TERM": "xterm"}
    result = run_at_terminal(*expected.arguments, lines=expected.lines_at_a_terminal, **size)
    shown = set(result.out.splitlines())
    asked = [
        line for line in expected.output.splitlines() if line.startswith(("Please ", "Player 1 (X), "))
    ]
    for line in asked:
        fits = len(line) < int(columns)
        assert (line in shown) == fits
        assert fits or any(line.startswith(start) for start in shown if len(start) > 60)
