"""The space of rule books: the seven questions, and what may be answered.

A rule book is data. It is checked when it is made, so that whoever holds one can rely on it.
The order of the words in each `Literal` is the order of the engine's numbers for them.
"""

import dataclasses
import random
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE, Board, Size, cell_name, check_size
from fivesquare.errors import BoardError, RuleBookError, quote

Reach = Literal["anywhere", "adjacent", "edge"]
Take = Literal["nothing", "lower-free", "lower-enemy"]
Again = Literal["never", "chain"]
Tie = Literal["draw", "last", "second"]

REACHES: tuple[Reach, ...] = get_args(Reach)
TAKES: tuple[Take, ...] = get_args(Take)
AGAINS: tuple[Again, ...] = get_args(Again)
TIES: tuple[Tie, ...] = get_args(Tie)

HIGHEST_TARGET = LONGEST_SIDE * LONGEST_SIDE * HIGHEST_VALUE


class Between(NamedTuple):
    """Random values from `low` to `high`, both included."""

    low: int
    high: int


class Exactly(NamedTuple):
    """The goal of scoring exactly `target`."""

    target: int


Values = Literal["shuffled", "ones"] | Between
Goal = Literal["points", "majority"] | Exactly


@dataclasses.dataclass(frozen=True, slots=True)
class RuleBook:
    """Seven answers. A book of the catalogue also has the name it goes by there.

    Two books with the same answers are equal, whatever they are called.
    """

    size: Size
    values: Values
    reach: Reach
    take: Take
    again: Again
    goal: Goal
    tie: Tie
    name: str | None = dataclasses.field(default=None, compare=False)
    title: str = dataclasses.field(default="A game of your own", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", _checked_size(self.size))
        object.__setattr__(self, "values", _checked_values(self.values))
        object.__setattr__(self, "goal", _checked_goal(self.goal))
        for field, words in _WORDS.items():
            answer = getattr(self, field)
            if answer not in words:
                raise RuleBookError(field, f"must be {_either(words)}, not {quote(answer)}")

    @classmethod
    def of(cls, answers: object) -> "RuleBook":
        """A rule book from its JSON object; the inverse of `answers`."""
        if not isinstance(answers, Mapping):
            raise RuleBookError("book", f"must be a name or an object, not {quote(answers)}")
        for field in answers:
            if field not in QUESTIONS:
                known = ", ".join(QUESTIONS)
                raise RuleBookError(quote(field), f"is no question of a rule book; they are {known}")
        for field in QUESTIONS:
            if field not in answers:
                raise RuleBookError(field, "has no answer")
        return cls(**{field: answers[field] for field in QUESTIONS})

    @property
    def answers(self) -> dict[str, object]:
        """The seven answers as a JSON object."""
        return {
            "size": list(self.size),
            "values": list(self.values) if isinstance(self.values, Between) else self.values,
            "reach": self.reach,
            "take": self.take,
            "again": self.again,
            "goal": {"exactly": self.goal.target} if isinstance(self.goal, Exactly) else self.goal,
            "tie": self.tie,
        }

    def deal(self, chance: random.Random, size: Size | None = None) -> Board:
        """A random board as this book wants it."""
        size = size or self.size
        if self.values == "ones":
            values = [1] * size.cells
        elif self.values == "shuffled":
            values = list(range(1, size.cells + 1))
            chance.shuffle(values)
        else:
            values = [chance.randint(*self.values) for _ in range(size.cells)]
        return Board(size, tuple(values))

    def check_board(self, board: Board) -> None:
        """Refuse a board whose values this book does not allow."""
        if self.values == "shuffled":
            low, high, wanted = 1, board.size.cells, f"each of 1 to {board.size.cells} once"
        elif self.values == "ones":
            low, high, wanted = 1, 1, "all 1"
        else:
            low, high = self.values
            wanted = f"from {low} to {high}"
        seen: set[int] = set()
        for cell, value in enumerate(board.values):
            if not low <= value <= high or (self.values == "shuffled" and value in seen):
                where = cell_name(cell, board.size)
                raise BoardError(f"the values of this board must be {wanted}; cell {where} is {value}")
            seen.add(value)


QUESTIONS = ("size", "values", "reach", "take", "again", "goal", "tie")
_WORDS: dict[str, tuple[str, ...]] = {
    "reach": REACHES,
    "take": TAKES,
    "again": AGAINS,
    "tie": TIES,
}


def _either(words: tuple[str, ...]) -> str:
    quoted = [f'"{word}"' for word in words]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1]


def _pair(answer: object) -> tuple[int, int] | None:
    """The two whole numbers in a list of two; None if that is not what it is."""
    if isinstance(answer, list | tuple) and len(answer) == 2:
        one, two = answer
        if type(one) is int and type(two) is int:
            return one, two
    return None


def _checked_size(answer: object) -> Size:
    pair = _pair(answer)
    if pair is None:
        raise RuleBookError("size", f"must be [rows, columns], not {quote(answer)}")
    try:
        return check_size(*pair)
    except BoardError as error:
        raise RuleBookError("size", str(error)) from None


def _checked_values(answer: object) -> Values:
    if answer == "shuffled":
        return "shuffled"
    if answer == "ones":
        return "ones"
    pair = _pair(answer)
    if pair is None:
        raise RuleBookError("values", f'must be "shuffled", "ones" or [low, high], not {quote(answer)}')
    low, high = pair
    if not 0 <= low <= high <= HIGHEST_VALUE:
        raise RuleBookError(
            "values",
            f"[low, high] must lie between 0 and {HIGHEST_VALUE}, low first, "
            f"not [{quote(low)}, {quote(high)}]",
        )
    return Between(low, high)


def _checked_goal(answer: object) -> Goal:
    if answer == "points":
        return "points"
    if answer == "majority":
        return "majority"
    if isinstance(answer, Mapping) and set(answer) == {"exactly"}:
        target = answer["exactly"]
    elif isinstance(answer, Exactly):
        target = answer.target
    else:
        raise RuleBookError(
            "goal", f'must be "points", "majority" or {{"exactly": 15}}, not {quote(answer)}'
        )
    if type(target) is not int or not 1 <= target <= HIGHEST_TARGET:
        raise RuleBookError(
            "goal", f'"exactly" must be a whole number from 1 to {HIGHEST_TARGET}, not {quote(target)}'
        )
    return Exactly(target)
