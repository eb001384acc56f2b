"""Games that a player gave up: the record says so in its `result`, as those of a server do."""

from dataclasses import replace
from typing import Any

from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.position import Position

_KEY, _REASON = "result", "resignation"


def resigned(position: Position, player: int) -> Position:
    """The same position, given up by a player."""
    result = {"winner": other_player(player), "reason": _REASON}
    return replace(position, extra={**position.extra, _KEY: result})


def resumed(position: Position) -> Position:
    """The same position, not given up."""
    return replace(position, extra={key: value for key, value in position.extra.items() if key != _KEY})


def winner_of(position: Position) -> int | None:
    """Who has won because the other player resigned; None if neither did."""
    result: Any = position.extra.get(_KEY)
    if not isinstance(result, dict) or result.get("reason") != _REASON or position.is_over:
        return None
    winner = result.get("winner")
    return winner if winner in (FIRST, SECOND) and not isinstance(winner, bool) else None


def is_ended(position: Position) -> bool:
    """Whether a game is over, by its rules or because a player resigned."""
    return position.is_over or winner_of(position) is not None
