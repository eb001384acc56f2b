"""Whole games, byte for byte, at a real terminal and through a pipe."""

import pytest

from . import transcript
from .running import run_at_terminal, run_piped

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
