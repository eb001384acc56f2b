"""The benchmark with one question of each group and one board of two, for tests that play all of it."""

from collections.abc import Iterator
from typing import TypeVar

import pytest

from fivesquare.research.benchmark import set_parts
from fivesquare.research.benchmark.question_sets import BenchBoard, Question
from fivesquare.research.benchmark.set_files import frozen_boards, frozen_questions

Row = TypeVar("Row", Question, BenchBoard)

_BOARDS = ("fifteen", "family:3")


@pytest.fixture
def small_sets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is asked is a small part of the frozen sets."""
    make_small(monkeypatch)
    yield
    set_parts.samples_of.cache_clear()


def make_small(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = _first_of_each(frozen_questions())
    boards = [row for row in _first_of_each(frozen_boards()) if row.group in _BOARDS]
    monkeypatch.setattr(set_parts, "frozen_questions", lambda _lite: tuple(questions))
    monkeypatch.setattr(set_parts, "frozen_boards", lambda _lite: tuple(boards))
    set_parts.samples_of.cache_clear()


def _first_of_each(rows: tuple[Row, ...]) -> list[Row]:
    found = dict[str, Row]()
    for row in rows:
        found.setdefault(row.group, row)
    return list(found.values())
