"""What it takes to win, in words that stand beside the scores.

A game for points ends when the board is full: while a cell is free, one beside it is owned, or nobody has
claimed yet, so somebody can claim. The sum of both scores is known from the start, and with it what wins.
"""

from typing import NamedTuple

from fivesquare.engine import SECOND
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.rulebook import Exactly


class Goal(NamedTuple):
    """What wins: for each player, if that differs, and for both."""

    each: tuple[str, str]
    both: str


_NOBODY = ("", "")


def goal(position: Position, names: tuple[str, str]) -> Goal:
    """What wins the game that a position belongs to, and who gets a tie."""
    wanted = position.book.goal
    if isinstance(wanted, Exactly):
        first, second = (f"needs {wanted.target - score} more" for score in position.scores)
        return Goal((first, second), f"exactly {wanted.target} wins")
    each, both = _points(position)
    if wanted == "majority":
        each, both = _NOBODY, f"first to {many(position.size.cells // 2 + 1, 'cell')} wins"
    return Goal(each, ", ".join(part for part in (both, _tie(position, names)) if part))


def needed(position: Position) -> tuple[int, int]:
    """The least score with which each player wins a game for points."""
    total, komi = sum(position.board.values), position.setup.komi  # komi is counted in halves
    return (2 * total + komi) // 4 + 1, (2 * total - komi) // 4 + 1


def _points(position: Position) -> tuple[tuple[str, str], str]:
    first, second = needed(position)
    total = sum(position.board.values)
    if first == second:
        return _NOBODY, f"{many(first, 'point')} win{'s' * (first == 1)}" if first <= total else ""
    if second <= 0:
        return ("", "cannot lose"), ""
    return (f"wins with {first}" if first <= total else "", f"wins with {second}"), ""


def _tie(position: Position, names: tuple[str, str]) -> str:
    """Who wins a tie, if there can be one and somebody does."""
    if not _can_tie(position) or position.book.tie == "draw":
        return ""
    lucky = names[SECOND - 1] if position.book.tie == "second" else "whoever claims last"
    return f"a tie goes to {lucky}"


def _can_tie(position: Position) -> bool:
    if position.book.goal == "majority":
        return position.size.cells % 2 == 0
    double, komi = 2 * sum(position.board.values), position.setup.komi
    return (double + komi) % 4 == 0 and komi <= double
