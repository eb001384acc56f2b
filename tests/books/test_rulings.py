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
def test_the_rules_of_a_book_have_its_rulings_but_those_of_prompts(book: str) -> None:
    wanted = [ruling for ruling in RULINGS if ruling.book == book and not ruling.of_prompts]
    assert list(rulings_for(book)) == wanted
    assert wanted


def test_a_book_of_its_own_has_no_rulings() -> None:
    assert rulings_for(None) == ()
