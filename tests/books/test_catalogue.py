"""The catalogue: the five books say what the design says."""

import pytest

import fivesquare as fs
import plain
from fivesquare import books
from fivesquare.errors import quote


def test_the_catalogue_says_what_the_plain_rules_say() -> None:
    assert {name: book.answers for name, book in fs.CATALOGUE.items()} == plain.BOOKS


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_book_is_found_by_name_by_itself_and_by_its_answers(name: str) -> None:
    book = fs.CATALOGUE[name]
    assert book.name == name
    assert fs.find_book(name) is book
    assert fs.find_book(book) is book
    assert fs.find_book(book.answers) == book


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_book_explains_itself_under_its_title(name: str) -> None:
    docstring = getattr(books, name).__doc__
    assert docstring.startswith(fs.CATALOGUE[name].title)
    assert f"({name})" in docstring.splitlines()[0]


@pytest.mark.parametrize(
    "name", ["", "Grow", "whist", "grow ", "grow\0", "gr\uff4fw", "x" * 1_000_000], ids=quote
)
def test_a_name_that_is_in_no_catalogue(name: str) -> None:
    with pytest.raises(fs.RuleBookError, match="there are flip, sweep, grow, chain, fifteen") as caught:
        fs.find_book(name)
    assert len(str(caught.value)) < 200
