"""The catalogue: the rule books that have a name."""

from fivesquare.books import chain, fifteen, flip, grow, sweep
from fivesquare.errors import RuleBookError, quote
from fivesquare.rulebook import RuleBook

CATALOGUE: dict[str, RuleBook] = {
    str(module.BOOK.name): module.BOOK for module in (flip, sweep, grow, chain, fifteen)
}


def find_book(book: object) -> RuleBook:
    """The rule book that is meant: a RuleBook, a name of the catalogue, or a JSON object."""
    if isinstance(book, RuleBook):
        return book
    if isinstance(book, str):
        if book not in CATALOGUE:
            known = ", ".join(CATALOGUE)
            raise RuleBookError("book", f"no book is called {quote(book)}; there are {known}")
        return CATALOGUE[book]
    return RuleBook.of(book)
