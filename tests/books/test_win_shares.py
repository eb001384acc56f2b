"""The shares of wins are those that were measured."""

import json
from pathlib import Path

import pytest

from fivesquare.books import NAMED, written
from fivesquare.books.win_shares import WIN_SHARES

MEASURED = Path(__file__).parents[2] / "docs" / "fair" / "books.jsonl"


def test_every_named_book_has_its_shares() -> None:
    assert list(WIN_SHARES) == list(NAMED)


@pytest.mark.parametrize("name", NAMED)
def test_the_shares_are_those_that_were_measured(name: str) -> None:
    rows = [json.loads(line) for line in MEASURED.read_text(encoding="utf-8").splitlines()]
    (row,) = [each for each in rows if each["book"] == written(NAMED[name])]
    measured = [round(100 * row[who]["value"], 1) for who in ("first", "second", "draw")]
    assert list(WIN_SHARES[name]) == measured
    assert sum(measured) == pytest.approx(100)
