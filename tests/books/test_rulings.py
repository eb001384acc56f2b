"""The list of rulings: each has an id, a reason, and a test that names it."""

import re
from pathlib import Path

import pytest

from fivesquare.books import CATALOGUE
from fivesquare.books.rulings import RULINGS, Ruling, rulings_for

TESTS = Path(__file__).parent.parent


def test_ids_are_a_book_and_a_number_counted_from_1() -> None:
    numbers: dict[str, list[int]] = {}
    for ruling in RULINGS:
        book, _, number = ruling.id.partition("-")
        numbers.setdefault(book, []).append(int(number))
    assert set(numbers) <= {*CATALOGUE, "all"}
    for counted in numbers.values():
        assert counted == list(range(1, len(counted) + 1))


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_every_ruling_is_named_by_a_test(ruling: Ruling) -> None:
    name = re.compile(rf"def test_(?:\w+_)?{ruling.id.replace('-', '_')}_\w+")
    assert any(name.search(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_ruling_and_reason_are_sentences(ruling: Ruling) -> None:
    for text in (ruling.ruling, ruling.reason):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".")


@pytest.mark.parametrize("book", CATALOGUE)
def test_rulings_of_a_book_are_its_own_and_those_about_all(book: str) -> None:
    found = rulings_for(book)
    assert {ruling.book for ruling in found} <= {book, "all"}
    assert "all-1" in {ruling.id for ruling in found}
    assert [ruling for ruling in RULINGS if ruling in found] == list(found)


def test_a_game_of_your_own_has_the_rulings_about_all() -> None:
    assert [ruling.id for ruling in rulings_for(None)] == ["all-1", "all-2"]
