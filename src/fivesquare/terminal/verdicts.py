"""What a review says of a move, the same in its list and on a walk."""

import re

from fivesquare.position import Position
from fivesquare.reviews import ReviewedMove
from fivesquare.terminal.voices.base import Voice
from fivesquare.terminal.worths import Tint

_MOST_BEST = 3


def is_mistake(move: ReviewedMove) -> bool:
    return bool(move.result_lost or move.points_lost)


def better(before: Position, move: ReviewedMove, voice: Voice) -> str:
    """What would have been better, like "(2,2) or (3,2)"; nothing if nothing would have been."""
    if not (is_mistake(move) or move.moves_lost):
        return ""
    best = move.longest if move.moves_lost else move.best
    shown = " or ".join(voice.named(before, name) for name in best[:_MOST_BEST])
    more = len(best) - _MOST_BEST
    return f"{shown} (and {more} more)" if more > 0 else shown


def tinted(text: str, move: ReviewedMove, tint: Tint) -> str:
    """Text in which the verdict stands, perhaps over two lines, with the verdict in its colour."""
    kind = _kind(move)
    if not kind:
        return text
    words = r"\s+".join(map(re.escape, move.verdict.split()))
    return re.sub(
        f"(?i){words}",
        lambda found: re.sub(r"\S+(?: \S+)*", lambda line: tint(line[0], kind), found[0]),
        text,
        count=1,
    )


def _kind(move: ReviewedMove) -> str:
    """Which colour a verdict has; most have none."""
    return "bad" if move.result_lost else "even" if move.points_lost or move.moves_lost else ""
