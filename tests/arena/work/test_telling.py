"""Whoever waits at a terminal is told how far work is, and how long it will take."""

from unittest.mock import patch

import pytest

from arena.work import jobs
from arena.work.places import unordered
from fivesquare.arena.work.telling import run_aloud, span
from fivesquare.terminal import waiting
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import Teller


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7199, "120 min"),
        (7200, "2 h 0 min"),
        (12_000, "3 h 20 min"),
        (172_800, "2 d 0 h"),
        (273_600, "3 d 4 h"),
    ],
)
def test_a_time_in_words(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_a_line_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        unordered(2) as where,
        patch.object(waiting, "_FIRST_WORD", 0),
        patch.object(waiting, "_NEXT_WORD", 0),
        patch.object(waiting, "_GLANCE", 0.01),
    ):
        results = run_aloud(
            jobs.digest, range(1000), where=where, teller=Teller(Screen()), doing="solving", what="boards"
        )
        assert next(results) == jobs.digest(0)
        said = ""
        while " left" not in said:  # the teller is a thread
            said += capsys.readouterr().err
        assert "(solving: " in said
        assert " of 1,000 boards, about 0 s left, 2 workers)\n" in said
        assert list(results) == [jobs.digest(unit) for unit in range(1, 1000)]
