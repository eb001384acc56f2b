"""The catalogue: the five books say what the design says."""

import re
from typing import Any

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


# --- Books written as changes to others ---

TWENTY_ONE: dict[str, Any] = {
    "like": "fifteen",
    "take": "lower-enemy",
    "goal": {"exactly": 21},
    "title": "Twenty-one",
}


def test_a_book_may_be_written_as_a_change_to_a_named_one() -> None:
    book = fs.find_book(TWENTY_ONE)
    assert book.answers == {**plain.BOOKS["fifteen"], "take": "lower-enemy", "goal": {"exactly": 21}}
    assert (book.title, book.like, book.name) == ("Twenty-one", "fifteen", None)


FORMS: list[Any] = [
    "grow",
    {"like": "grow"},
    TWENTY_ONE,
    {"like": "flip", "balance": {"komi": 8}},
    {"like": "flip", "balance": {"komi": 8.5}, "title": "Flip, but fair"},
    {"like": "chain", "size": [3, 4], "balance": "swap"},
    {"like": "grow", "values": [0, 3]},
    plain.BOOKS["grow"],
    {**plain.BOOKS["grow"], "balance": "swap"},
    {**plain.BOOKS["grow"], "tie": "draw", "title": "Nobody's"},
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_a_record_keeps_the_form_in_which_its_book_is_written(form: Any) -> None:
    book = fs.find_book(form)
    record = fs.start(form, seed=1).to_record()
    assert record["book"] == form
    again = fs.Position.from_record(record).book
    assert (again, again.title, again.like) == (book, book.title, book.like)


def test_only_what_differs_is_written() -> None:
    spelled_out = {"like": "grow", **plain.BOOKS["grow"], "tie": "draw", "balance": "none"}
    assert books.written(fs.find_book(spelled_out)) == {"like": "grow", "tie": "draw"}


def test_a_book_of_python_that_was_changed_is_written_as_a_change_too() -> None:
    book = books.rebalanced(fs.CATALOGUE["flip"], fs.Komi(8))
    assert books.written(book) == {"like": "flip", "balance": {"komi": 8}}
    assert books.written(books.rebalanced(book, "swap")) == {"like": "flip", "balance": "swap"}
    assert books.written(books.rebalanced(fs.find_book(TWENTY_ONE), "swap")) == {
        **TWENTY_ONE,
        "balance": "swap",
    }


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_balance_and_size_aside_a_book_is_known_by_its_answers(name: str) -> None:
    book = fs.CATALOGUE[name]
    assert books.kin(book) is book
    for form in ({"like": name}, book.answers):
        relative = fs.find_book({**form, "size": [2, 7], "balance": "swap"})
        assert books.kin(relative) is book
        assert relative.title == book.title
        assert fs.find_book({**form, "title": "Mine"}).title == "Mine"


def test_whoever_differs_in_more_is_no_kin() -> None:
    stranger = fs.find_book({"like": "grow", "tie": "draw"})
    assert books.kin(stranger) is None
    assert stranger.title == "A game of your own"


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"like": "whist"}, "like: no book is called 'whist'; there are flip, sweep"),
        ({"like": None}, "like: no book is called null; there are flip, sweep"),
        ({"like": {"like": "flip"}}, "like: no book is called an object; there are flip"),
        ({"like": ["flip"]}, "like: no book is called a list of 1; there are flip"),
        ({"like": "flip", "like ": "grow"}, "'like ': is not a question of a rule book"),
        ({"like": "flip", "name": "flop"}, "'name': is not a question of a rule book"),
        ({"like": "flip", "tie": None}, 'tie: must be "draw", "last" or "second", not null'),
        ({"like": "chain", "balance": {"komi": 3}}, 'balance: komi is only for a goal of "points"'),
        ({"like": "flip", "title": ["x"]}, "title: must be one line of text, not a list of 1"),
        ({}, "size: has no answer"),
    ],
    ids=str,
)
def test_a_change_that_nobody_can_make_is_refused(form: dict[str, Any], message: str) -> None:
    with pytest.raises(fs.RuleBookError, match=re.escape(message)):
        fs.find_book(form)
