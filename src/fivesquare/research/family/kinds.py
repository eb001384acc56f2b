"""The kinds of rule books: every combination of the answers that are words, 162 of them.

A kind with a size and values is a rule book. What is left to say is the target of "exactly", and that
follows from the two: five sixteenths of what the board is expected to hold, rounded down.
"""

from itertools import product
from typing import Literal, NamedTuple, get_args

from fivesquare.board import Size
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
