"""The names of players: what can be one, and how it stands in an entry of the store.

A name is shown to others among the page's own words, so one that cannot be seen, that reorders the text
around it, or that reads like a word of the page ("You", "Level 3") is refused.
"""

import re
import unicodedata
from urllib.parse import quote, unquote

from fivesquare.players.registry import PLAYERS
from fivesquare.web.exceptions import UnusableError

LONGEST_NAME = 24
"""Characters."""

LONGEST_TITLE = 48
"""Characters, of the title of an evening."""

_MOST_MARKS = 2  # accents on one letter: a tower of them would cover the lines above
_BLANK = re.compile(  # printable, and yet nothing to see: fillers, and selectors of variants
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")  # letters look the same
_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_SAME_LOOK = str.maketrans(  # letters of Cyrillic, then of Greek, then digits and signs, as they look
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u0501"
    "\u03bf\u03b1\u03b5\u03b9\u03bd\u03c4\u03c5\u03c7" + "013458|\u0131i",
    "abekmhopctyxljsd" + "oaelvtux" + "oleasblll",
)
_PAGE_WORDS = (
    *("you", "your", "yours", "me", "opponent", "friend", "first", "second", "player", "computer"),
    *("nobody", "winner", "draw", "spectator", "server", "system", "admin", "moderator", "fivesquare"),
    *("host", "guest", "everybody", "table", "round", "evening", "club"),
    *PLAYERS,
)


def checked_name(text: str) -> str:
    """A name as it is shown: normalized, with single spaces; refuses what cannot be one."""
    name = _visible(text, "name", LONGEST_NAME)
    if _mixes_alphabets(name):
        raise UnusableError("a name is written in one alphabet")
    if is_page_word(name):
        raise UnusableError("that is a word of the page itself: choose another name")
    return name


def checked_title(text: str) -> str:
    """The title of an evening as it is shown."""
    return _visible(text, "title", LONGEST_TITLE)


def _visible(text: str, what: str, longest: int) -> str:
    """A text of one line, normalized, in which everything can be seen."""
    line = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if not 1 <= len(line) <= longest:
        raise UnusableError(f"a {what} has 1 to {longest} characters")
    if _BLANK.search(line) or not line.isprintable() or _has_tower(line):
        raise UnusableError(f"a {what} has letters, digits and signs that can be seen, and nothing else")
    if not any(map(str.isalpha, line)):
        raise UnusableError(f"a {what} has at least one letter")
    return line


def is_page_word(name: str) -> bool:
    """Whether a name reads like what the page calls a player."""
    unnumbered = re.sub(r"[\W_]*\d*[\W_]*$", "", name)
    return _looks(name.split()[0]) in _YOU or bool(_RESERVED.fullmatch(_looks(unnumbered)))


def same_name(one: str, other: str) -> bool:
    """Whether two names could be taken for each other."""
    return _looks(one) == _looks(other) if _looks(one) else one == other


def encoded(name: str) -> str:
    """A name as it stands in an entry, which is plain ASCII."""
    return quote(name, safe="")


decoded = unquote


def _looks(text: str) -> str:
    """What a name looks like at a glance: without case, accents, spaces and signs."""
    large = "".join(map(_capital, unicodedata.normalize("NFKD", text)))
    plain = large.casefold().translate(_SAME_LOOK)
    return "".join(filter(str.isalnum, plain))


def _capital(letter: str) -> str:
    """The letter that a small capital looks like; any other as it is."""
    small = _SMALL_CAPITAL.fullmatch(unicodedata.name(letter, ""))
    return small[1] if small else letter


def _has_tower(name: str) -> bool:
    marks = 0
    for letter in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > _MOST_MARKS:
            return True
    return unicodedata.category(name[0]).startswith("M")


def _mixes_alphabets(name: str) -> bool:
    kinds = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(kinds.intersection(_ALPHABETS)) > 1


_YOU = {_looks("you"), _looks("your")}
_RESERVED = re.compile(
    f"({'|'.join(map(_looks, ('the', 'my')))})?({'|'.join(map(_looks, _PAGE_WORDS))})"
    f"({'|'.join(map(_looks, ('player', 'one', 'two')))})?"
)
