"""What it takes to win, in words shown beside the scores."""

from typing import NamedTuple

from fivesquare import certainty
from fivesquare.engine import SECOND
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.rulebook import Exactly, Komi


class Goal(NamedTuple):
    """What wins, for each player where that differs, and for both."""

    each: tuple[str, str]
    both: str


_NEITHER = ("", "")


def goal(position: Position, names: tuple[str, str]) -> Goal:
    """What wins this game and who gets a tie, or that it is already decided (all-3)."""
    wanted = position.book.goal
    if isinstance(wanted, Exactly):
        first, second = (f"needs {wanted.target - score} more" for score in position.scores)
        return Goal((first, second), f"exactly {wanted.target} wins")
    if position.decided:
        margin = "; play on for the margin" if wanted == "points" else ""
        return Goal(_komi(position), f"{names[position.decided - 1]} can't be caught{margin}")
    each, both = _points(position)
    if wanted == "majority":
        each, both = _NEITHER, f"first to {many(position.size.cells // 2 + 1, 'cell')} wins"
    return Goal(each, ", ".join(part for part in (both, _tie(position, names)) if part))


def _points(position: Position) -> tuple[tuple[str, str], str]:
    enough, total = certainty.enough(position.setup), sum(position.board.values)
    if enough is None:  # cells can be captured, so no total is safe
        return _komi(position), "most points on the full board win"
    first, second = enough
    if first == second:
        return _NEITHER, f"{many(first, 'point')} win{'s' * (first == 1)}" if first <= total else ""
    return (f"wins with {first}" if first <= total else "", f"wins with {second}"), ""


def _komi(position: Position) -> tuple[str, str]:
    """The komi, beside the second player's total."""
    komi = position.book.balance
    return "", f"+{komi.points:g}" if isinstance(komi, Komi) else ""


def _tie(position: Position, names: tuple[str, str]) -> str:
    """Who wins a tie, if there can be one and it is not a draw."""
    if not certainty.can_tie(position.setup) or position.book.tie == "draw":
        return ""
    winner = names[SECOND - 1] if position.book.tie == "second" else "the last to claim"
    return f"a tie goes to {winner}"
