"""The names of the family's games, and what they stand for: a tested pair.

    FS-1/edge-nothing-never-points-last/5x5/1-9/17
    version   kind of rule book        size values seed

A name means the same game for ever: the same rules, board, split and solution. A change to that
is another version, with names of its own. There are 162 kinds, every combination of the answers that are
words. A kind with a size and values is a rule book: the target of "exactly" follows from the two, five
sixteenths of what the board is expected to hold, rounded down.
"""

import re
from difflib import get_close_matches
from itertools import product
from typing import Literal, NamedTuple, get_args

from fivesquare.board import HIGHEST_VALUE, Size
from fivesquare.errors import FivesquareError, quote
from fivesquare.rulebook import (
    AGAINS,
    REACHES,
    TAKES,
    TIES,
    Again,
    Between,
    Exactly,
    Reach,
    RuleBook,
    Take,
    Tie,
    Values,
)

# --- Kinds ---

GoalWord = Literal["points", "majority", "exactly"]
GOALS: tuple[GoalWord, ...] = get_args(GoalWord)

_PART = (5, 16)  # of the board's expected sum, so that values 1 to 5 on 4x4 give fifteen its 15


class Kind(NamedTuple):
    """What a rule book says apart from size and values; written "edge-nothing-never-points-last"."""

    reach: Reach
    take: Take
    again: Again
    goal: GoalWord
    tie: Tie

    def __str__(self) -> str:
        return "-".join(self)

    def book(self, size: Size, values: Values) -> RuleBook:
        """The rule book of this kind for boards of that size with those values."""
        return RuleBook(
            size=size,
            values=values,
            reach=self.reach,
            take=self.take,
            again=self.again,
            goal=Exactly(target(size, values)) if self.goal == "exactly" else self.goal,
            tie=self.tie,
        )


KINDS: dict[str, Kind] = {
    str(kind): kind for kind in map(Kind._make, product(REACHES, TAKES, AGAINS, GOALS, TIES))
}
"""Every kind by its name."""


def target(size: Size, values: Values) -> int:
    """What has to be scored where the goal is an exact score."""
    low, high = _ends(size, values)
    part, whole = _PART
    return max(1, size.cells * (low + high) * part // (2 * whole))


def kind_of(book: RuleBook) -> Kind | None:
    """The kind of a rule book; None if the family has no such book. The inverse of `Kind.book`."""
    goal: GoalWord = "exactly" if isinstance(book.goal, Exactly) else book.goal
    kind = Kind(book.reach, book.take, book.again, goal, book.tie)
    return kind if kind.book(book.size, book.values) == book else None


def _ends(size: Size, values: Values) -> tuple[int, int]:
    """The lowest and the highest value that a board can have."""
    if isinstance(values, Between):
        return values.low, values.high
    return (1, size.cells) if values == "shuffled" else (1, 1)


# --- Names ---

VERSION = "FS-1"
SHORTEST_SIDE, LONGEST_SIDE = 2, 5
HIGHEST_SEED = 2**63 - 1

_EXAMPLE = f"{VERSION}/edge-nothing-never-points-last/5x5/1-9/17"
_SIZE = re.compile(r"([2-5])x([2-5])", re.ASCII)
_BETWEEN = re.compile(r"(0|[1-9][0-9]{0,2})-([1-9][0-9]{0,2})", re.ASCII)
_SEED = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)


class FamilyError(FivesquareError, ValueError):
    """A name that no game of the family has, or a wish that no game fulfils."""


class Name(NamedTuple):
    """The parts of a name. `str` writes it, `parse_name` reads it."""

    kind: Kind
    size: Size
    values: Values
    seed: int

    def __str__(self) -> str:
        return f"{VERSION}/{self.kind}/{self.size}/{format_values(self.values)}/{self.seed}"


def parse_name(text: str) -> Name:
    """Read a name; the inverse of `str(name)`. Nothing is guessed; errors suggest the nearest name."""
    parts = text.split("/") if isinstance(text, str) else []
    if len(parts) != 5:
        raise FamilyError(
            f"the name of a game has five parts, version/kind/size/values/seed, like {_EXAMPLE}, "
            f"not {quote(text)}"
        )
    version, kind, size, values, seed = parts
    if version != VERSION:
        raise FamilyError(f"the version is {VERSION}, in capitals, not {quote(version)}")
    return _checked(Name(parse_kind(kind), parse_size(size), parse_values(values), parse_seed(seed)))


def parse_kind(text: str) -> Kind:
    """Read a kind; the inverse of `str(kind)`."""
    if isinstance(text, str) and text in KINDS:
        return KINDS[text]
    words = "; ".join(map(_or, (REACHES, TAKES, AGAINS, GOALS, TIES)))
    raise FamilyError(
        f"no kind of rule book is called {quote(text)}{_meant(text)}; it has five words: {words}"
    )


def parse_size(text: str) -> Size:
    """Read a size; the inverse of `str(size)`."""
    match = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise FamilyError(
            f'sizes of the family are written like "3x4", rows x columns, each from {SHORTEST_SIDE} to '
            f"{LONGEST_SIDE}, not {quote(text)}"
        )
    return Size(int(match[1]), int(match[2]))


def parse_values(text: str) -> Values:
    """Read values; the inverse of `format_values`."""
    if text in ("shuffled", "ones"):
        return "shuffled" if text == "shuffled" else "ones"
    match = _BETWEEN.fullmatch(text) if isinstance(text, str) else None
    if match is None or not int(match[1]) < int(match[2]):
        raise FamilyError(
            f'values are "shuffled", "ones", or low-high like "1-9", the low one first, from 0 to '
            f"{HIGHEST_VALUE}, not {quote(text)}"
        )
    return Between(int(match[1]), int(match[2]))


def format_values(values: Values) -> str:
    return f"{values.low}-{values.high}" if isinstance(values, Between) else values


def parse_seed(text: str) -> int:
    """Read a seed; the inverse of `str(seed)`."""
    match = _SEED.fullmatch(text) if isinstance(text, str) else None
    if match is None or int(text) > HIGHEST_SEED:
        raise FamilyError(
            f"the seed is a whole number from 0 to {HIGHEST_SEED}, without further zeros, not {quote(text)}"
        )
    return int(text)


def _checked(name: Name) -> Name:
    if name.values == "ones" and name.seed != 0:
        raise FamilyError(f"values that are all 1 give one board only, whose seed is 0, not {name.seed}")
    return name


def _meant(text: object) -> str:
    near = get_close_matches(text.lower(), KINDS, n=1) if isinstance(text, str) else []
    return f" (is it {near[0]}?)" if near else ""


def _or(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
