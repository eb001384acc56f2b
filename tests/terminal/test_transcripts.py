"""Whole games, byte for byte, at a real terminal and through a pipe."""

import re

import pytest

from . import transcript
from .running import run_at_terminal, run_piped

SEE = "\nShow it again: "
WHAT_NOW = re.compile(r"\n\(a\)gain, .*\n(?:.*\.\n)?What now\? \[quit\] \n")
"""What only somebody at a terminal is asked, after a game that is over."""

pytestmark = pytest.mark.parametrize("name", transcript.names())


def test_transcript_through_a_pipe(name: str) -> None:
    expected = transcript.read(name)
    result = run_piped(*expected.arguments, given=expected.given)
    assert result.out == expected.output
    assert (result.err, result.status) == ("", 0)


def test_transcript_at_a_dumb_terminal(name: str) -> None:
    expected = transcript.read(name)
    is_over = SEE in expected.output
    result = run_at_terminal(*expected.arguments, lines=[*expected.lines, *([""] if is_over else [])])
    assert WHAT_NOW.sub("", result.out) == expected.output
    assert bool(WHAT_NOW.search(result.out)) == is_over
    assert result.status == 0
