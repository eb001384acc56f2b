"""The space of rule books: seven questions, an optional eighth, and their possible answers.

A rule book is data, validated on construction.
The order of the words in each `Literal` is the order of the engine's numbers for them.
"""

import dataclasses
import random
from collections.abc import Mapping
from numbers import Rational, Real
from typing import Literal, NamedTuple, get_args

from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE, Board, Size, cell_name, check_size, listed, whole
from fivesquare.errors import BoardError, RuleBookError, many, quote

Reach = Literal["anywhere", "adjacent", "edge"]
Take = Literal["nothing", "lower-free", "lower-enemy"]
Again = Literal["never", "chain"]
Tie = Literal["draw", "last", "second"]

REACHES: tuple[Reach, ...] = get_args(Reach)
TAKES: tuple[Take, ...] = get_args(Take)
AGAINS: tuple[Again, ...] = get_args(Again)
TIES: tuple[Tie, ...] = get_args(Tie)

HIGHEST_TARGET = LONGEST_SIDE * LONGEST_SIDE * HIGHEST_VALUE
HIGHEST_KOMI = 999
LONGEST_TITLE = 80

OWN_TITLE = "A game of your own"


class Between(NamedTuple):
    """Random values from `low` to `high`, both included."""

    low: int
    high: int


class Exactly(NamedTuple):
    """The goal of scoring exactly `target`."""

    target: int


class Komi(NamedTuple):
    """Points added to the second player's total at the end: a multiple of 0.5."""

    points: int | float

    def __str__(self) -> str:
        return f"{many(self.points, 'point')} of komi"


Values = Literal["shuffled", "ones"] | Between
Goal = Literal["points", "majority"] | Exactly
Balance = Literal["none", "swap"] | Komi


@dataclasses.dataclass(frozen=True, slots=True)
class RuleBook:
    """Seven answers, and the balance. A book of the catalogue has its name there.

    Books with the same answers are equal, whatever their names and however they were written. `like` is the
    named book that this one was written as a change to.
    """

    size: Size
    values: Values
    reach: Reach
    take: Take
    again: Again
    goal: Goal
    tie: Tie
    balance: Balance = "none"
    name: str | None = dataclasses.field(default=None, compare=False)
    title: str = dataclasses.field(default=OWN_TITLE, compare=False)
    like: str | None = dataclasses.field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", _checked_size(self.size))
        object.__setattr__(self, "values", _checked_values(self.values))
        object.__setattr__(self, "goal", _checked_goal(self.goal))
        for field, words in _WORDS.items():
            answer = getattr(self, field)
            if not isinstance(answer, str) or answer not in words:
                raise RuleBookError(field, f"must be {_either(words)}, not {quote(answer)}")
        object.__setattr__(self, "balance", _checked_balance(self.balance, self.goal))
        _check_title(self.title)
        if not isinstance(self.name, str | None):
            raise RuleBookError("name", f"must be text or None, not {quote(self.name)}")

    @property
    def captures(self) -> bool:
        """Whether a claim takes cells from the opponent, so that points can be lost."""
        return self.take == "lower-enemy"

    @classmethod
    def of(cls, answers: object) -> "RuleBook":
        """A rule book from its JSON object with all seven answers; the inverse of `answers`."""
        if not isinstance(answers, Mapping):
            raise RuleBookError("book", f"must be a name or an object, not {quote(answers)}")
        for field in answers:
            if field not in (*QUESTIONS, *_OPTIONAL):
                known = ", ".join((*QUESTIONS, "balance"))
                raise RuleBookError(quote(field), f"is not a question of a rule book; they are {known}")
        for field in QUESTIONS:
            if field not in answers:
                raise RuleBookError(field, "has no answer")
        return cls(**answers)

    @property
    def answers(self) -> dict[str, object]:
        """The seven answers as a JSON object, and the eighth if it is not "none"."""
        answers: dict[str, object] = {
            "size": list(self.size),
            "values": list(self.values) if isinstance(self.values, Between) else self.values,
            "reach": self.reach,
            "take": self.take,
            "again": self.again,
            "goal": {"exactly": self.goal.target} if isinstance(self.goal, Exactly) else self.goal,
            "tie": self.tie,
        }
        if self.balance != "none":
            balance = self.balance
            answers["balance"] = {"komi": balance.points} if isinstance(balance, Komi) else balance
        return answers

    def deal(self, chance: random.Random, size: Size | None = None) -> Board:
        """A random board that fits this book."""
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
_OPTIONAL = ("balance", "title")
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
    """The two integers in a list of two; None if it is not one."""
    answer = listed(answer)
    if isinstance(answer, list | tuple) and len(answer) == 2:
        one, two = map(whole, answer)
        if one is not None and two is not None:
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
    if isinstance(answer, str) and answer in ("shuffled", "ones"):
        return "shuffled" if answer == "shuffled" else "ones"
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
    if isinstance(answer, str) and answer in ("points", "majority"):
        return "points" if answer == "points" else "majority"
    if isinstance(answer, Mapping) and set(answer) == {"exactly"}:
        target = answer["exactly"]
    elif isinstance(answer, Exactly):
        target = answer.target
    else:
        raise RuleBookError(
            "goal", f'must be "points", "majority" or {{"exactly": 15}}, not {quote(answer)}'
        )
    points = whole(target)
    if points is None or not 1 <= points <= HIGHEST_TARGET:
        raise RuleBookError(
            "goal", f'"exactly" must be a whole number from 1 to {HIGHEST_TARGET}, not {quote(target)}'
        )
    return Exactly(points)


def _checked_balance(answer: object, goal: Goal) -> Balance:
    if isinstance(answer, str) and answer in ("none", "swap"):
        return "swap" if answer == "swap" else "none"
    if isinstance(answer, Mapping) and set(answer) == {"komi"}:
        komi = answer["komi"]
    elif isinstance(answer, Komi):
        komi = answer.points
    else:
        raise RuleBookError("balance", f'must be "none", "swap" or {{"komi": 8}}, not {quote(answer)}')
    points = _half_points(komi)
    if points is None:
        raise RuleBookError(
            "balance", f'"komi" must be a multiple of 0.5 from 0 to {HIGHEST_KOMI}, not {quote(komi)}'
        )
    if goal != "points":
        raise RuleBookError("balance", 'komi is only for a goal of "points"')
    return Komi(points)


def _half_points(number: object) -> int | float | None:
    """A valid komi, as an int if it is whole; None if it is not a multiple of 0.5 in range."""
    points = whole(number)
    if points is not None:
        return points if 0 <= points <= HIGHEST_KOMI else None
    if isinstance(number, bool | Rational) or not isinstance(number, Real):
        return None
    halves = 2 * float(number)
    if not 0 <= halves <= 2 * HIGHEST_KOMI or halves % 1 != 0:
        return None
    return int(halves) // 2 if halves % 2 == 0 else halves / 2


def _check_title(title: object) -> None:
    if not isinstance(title, str) or not title.strip() or not title.isprintable():
        raise RuleBookError("title", f"must be one line of text, not {quote(title)}")
    if len(title) > LONGEST_TITLE:
        raise RuleBookError("title", f"must have at most {LONGEST_TITLE} characters, not {quote(title)}")
