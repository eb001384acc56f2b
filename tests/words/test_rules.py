"""The rules as text: an objective first, an example, advice, and the rulings with their reasons."""

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import paragraphs
from fivesquare.books.rulings import RULINGS, rulings_for
from fivesquare.books.strategy import STRATEGY
from fivesquare.words.rules import explain, in_short


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_book_of_the_catalogue_is_told_from_its_objective_to_its_rulings(name: str) -> None:
    book = CATALOGUE[name]
    text = flat(explain(book))
    assert text.startswith(f"{book.title} ({name}) Objective: ")
    parts = [f"{title}: {told[0].lower()}{told[1:]}" for title, told in paragraphs(book)]
    parts += ["Example: ", *STRATEGY[name]]
    parts += [f"{ruling.ruling} {ruling.reason} ({ruling.id})" for ruling in rulings_for(name)]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("name", CATALOGUE)
def test_rulings_about_prompts_are_not_part_of_the_rules(name: str) -> None:
    for ruling in RULINGS:
        assert (ruling.id in explain(CATALOGUE[name])) == (ruling.book == name and not ruling.of_prompts)


def test_the_example_shows_the_board_each_move_and_the_board_after_it() -> None:
    text = explain(CATALOGUE["sweep"])
    assert "\n 1   5  3  8\n 2   2  9  1\n 3   6  4  7\n\n1. The first player claims the 9 at (2,2)" in text
    assert "\n4. The second player claims the 6 at (3,1). 26-14\n" in text
    assert "The first player wins. 31-14\n" in text


def test_example_and_advice_are_about_the_board_of_the_book() -> None:
    text = explain(fs.find_book({"like": "grow", "size": [3, 3], "title": "Small Grid"}))
    assert text.startswith("Small Grid (grow)\n")
    assert "Example" not in text
    assert "Strategy" not in text
    assert "grow-1" in text


def test_a_book_of_its_own_is_told_in_short() -> None:
    book = fs.find_book({"like": "grow", "take": "lower-enemy"})
    assert explain(book) == in_short(book)


@pytest.mark.parametrize("width", [40, 79])
def test_no_line_is_longer_than_asked_for(width: int) -> None:
    for book in CATALOGUE.values():
        assert max(map(len, explain(book, width).splitlines())) <= width
