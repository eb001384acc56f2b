"""The catalogue: the named rule books, their variants, and books written as changes to them."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from fivesquare.books import chain, fifteen, flip, grow, sweep
from fivesquare.books.variants import VARIANTS as VARIANTS
from fivesquare.errors import RuleBookError, did_you_mean, quote
from fivesquare.rulebook import OWN_TITLE, QUESTIONS, Balance, RuleBook

CATALOGUE: dict[str, RuleBook] = {
    str(module.BOOK.name): module.BOOK for module in (flip, sweep, grow, chain, fifteen)
}

NAMED = {**CATALOGUE, **VARIANTS}
"""Every book that has a name."""

_KINSHIP = tuple(question for question in QUESTIONS if question != "size")


def find_book(book: object) -> RuleBook:
    """The rule book given as a RuleBook, a name of a book or variant, or a JSON object.

    An object holds all the answers, or names a book with `like` and holds the answers that differ.
    """
    if isinstance(book, RuleBook):
        return book
    if isinstance(book, str):
        return _named(book, "book", NAMED)
    if not isinstance(book, Mapping) or "like" not in book:
        return _titled(RuleBook.of(book), book)
    base = _named(book["like"], "like", CATALOGUE)
    changes = {field: book[field] for field in book if field != "like"}
    changed = RuleBook.of({**base.answers, **changes})
    return dataclasses.replace(_titled(changed, changes), like=base.name)


def _named(name: object, field: str, books: Mapping[str, RuleBook]) -> RuleBook:
    if not isinstance(name, str) or name not in books:
        known = ", ".join(books)
        meant = did_you_mean(name, books)
        raise RuleBookError(field, f"no book is called {quote(name)}{meant}; there are {known}")
    return books[name]


def _titled(book: RuleBook, answers: object) -> RuleBook:
    """A book without a title of its own gets that of its kin."""
    assert isinstance(answers, Mapping)  # or it would not have become a book
    return book if "title" in answers else dataclasses.replace(book, title=_inherited_title(book))


def _inherited_title(book: RuleBook) -> str:
    like = kin(book)
    return OWN_TITLE if like is None else like.title


def written(book: RuleBook) -> str | dict[str, Any]:
    """A book as written in a record, in the form in which it was given; the inverse of `find_book`."""
    if book.name is not None and CATALOGUE.get(book.name) == book:
        return book.name
    base = CATALOGUE.get(book.like or book.name or "")
    answers: dict[str, Any] = book.answers
    if base is not None:
        answers = {field: answers[field] for field in answers if answers[field] != base.answers.get(field)}
        answers = {"like": base.name, **answers}
    return answers if book.title == _inherited_title(book) else {**answers, "title": book.title}


def kin(book: RuleBook) -> RuleBook | None:
    """The book of the catalogue with the same answers, except for balance and size."""
    return CATALOGUE.get(known_as(book) or "")


def known_as(book: RuleBook) -> str | None:
    """The name of the book or variant with the same answers, except for balance and size."""
    for name, named in NAMED.items():
        if all(getattr(named, question) == getattr(book, question) for question in _KINSHIP):
            return name
    return None


def rebalanced(book: RuleBook, balance: Balance) -> RuleBook:
    """The book with another balance."""
    return dataclasses.replace(book, balance=balance, name=None, like=book.name or book.like)
