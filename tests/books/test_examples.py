"""The worked examples: each book has one, it can be played, and the papers show the same."""

from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare import record
from fivesquare.books import CATALOGUE
from fivesquare.books.examples import EXAMPLES

FILES = Path(__file__).parent.parent.parent / "docs" / "examples"


def test_every_book_has_one() -> None:
    assert list(EXAMPLES) == list(CATALOGUE)


@pytest.mark.parametrize("name", CATALOGUE)
def test_it_is_the_one_of_the_papers(name: str) -> None:
    example = EXAMPLES[name]
    assert fs.Position.from_record(example.record).to_record() == example.record
    assert record.load(FILES / f"{name}.json").to_record() == example.record
    assert example.remark.endswith(".")
