"""The transcripts cover what they should, and can be read back."""

import re
from pathlib import Path

import pytest

from fivesquare import Reason, record
from fivesquare.books import CATALOGUE
from fivesquare.position import Position

from . import transcript
from .running import run

REASONS = {
    "flip": {Reason.POINTS, Reason.DRAW},
    "sweep": {Reason.POINTS, Reason.DRAW},
    "grow": {Reason.POINTS, Reason.TIE_LAST},
    "chain": {Reason.MAJORITY, Reason.DRAW},
    "fifteen": {Reason.EXACT, Reason.POINTS, Reason.TIE_SECOND},
}
"""How a game of each book can end, on any board."""


def played(name: str) -> Position:
    """Where the game of a transcript got to."""
    script = transcript.read(name)
    Path("game.json").unlink(missing_ok=True)
    run(*script.arguments, given=script.given)
    return record.load(Path("game.json"))


@pytest.mark.parametrize("book", CATALOGUE)
def test_every_ending_of_a_book_has_a_transcript(book: str) -> None:
    positions = [played(name) for name in transcript.names() if name.startswith(f"{book}-")]
    outcomes = [position.outcome for position in positions if position.outcome is not None]
    assert {outcome.reason for outcome in outcomes} == REASONS[book]
    assert {1, 2} <= {outcome.winner for outcome in outcomes}


@pytest.mark.parametrize("name", transcript.names())
def test_transcript_file_reads_back_as_it_is_written(name: str) -> None:
    text = (transcript.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert str(transcript.Transcript.parse(text)) == text


@pytest.mark.parametrize("name", transcript.names())
def test_transcript_has_every_line_that_was_typed_behind_a_prompt(name: str) -> None:
    script = transcript.read(name)
    rest = script.output
    for line in script.lines:
        found = re.search(rf"[:)] {re.escape(line)}\n", rest)
        assert found is not None, line
        rest = rest[found.end() :]
