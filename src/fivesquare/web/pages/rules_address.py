"""A rule book in an address: `?rules=` and its JSON object, as a record has it."""

import json
from urllib.parse import quote

from fivesquare.books import find_book, written
from fivesquare.errors import FivesquareError
from fivesquare.rulebook import RuleBook
from fivesquare.web.exceptions import UnusableError

_LONGEST = 2000  # characters


def read(rules: str) -> RuleBook:
    """The rule book that an address holds; refuses what is none in a sentence."""
    if len(rules) > _LONGEST:
        raise UnusableError(f"rules in an address have at most {_LONGEST} characters")
    try:
        return find_book(json.loads(rules))
    except (ValueError, RecursionError) as error:
        if isinstance(error, FivesquareError):
            raise
        raise UnusableError("the rules in this address are not JSON") from None


def of(page: str, book: RuleBook) -> str:
    """The path of a page with a rule book in it."""
    rules = json.dumps(written(book), separators=(",", ":"), ensure_ascii=False)
    return f"{page}?rules={quote(rules)}"
