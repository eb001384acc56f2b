"""What a finished game comes to in one sentence, from an exact review: when it turned, and for whom.

A player's result with perfect play falls only by a move of their own, and rises only by one of the other's.
So the move after which a won game was won no longer is a slip of the player's, by proof.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fivesquare.engine import FIRST, NOBODY, SECOND, other_player
from fivesquare.reviews import Review
from fivesquare.words.listener import Listener, capital

_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")

Course = Sequence[int | None]
"""A player's result with perfect play, 1, 0 or -1, at the start and after each move; None if unknown."""


class Takeaway(NamedTuple):
    """One sentence about a game, and the number of the move that it is about."""

    sentence: str
    move: int | None = None


def takeaway(review: Review, listener: Listener, winner: int) -> Takeaway | None:
    """What to take away from a game that `winner` won, 0 for a draw; None where nothing exact can be said.

    It is about the player addressed; if no one is, about the one who let the game go.
    """
    if not review.moves:
        return None
    player = listener.you or _whom(review, winner)
    course = course_of(review, player)
    end = 0 if winner == NOBODY else 1 if winner == player else -1
    if course[-1] is None or course[-1] < end:
        return None  # who resigned, or ran out of time, was not losing
    if course[-1] > end:
        state = "winning" if course[-1] > 0 else "level"
        was = capital(listener.who(player, "was"))
        return Takeaway(f"{was} still {state} when the game stopped.", _last_known(course))
    tell = {1: _won, 0: _drawn, -1: _lost}[end]
    return tell(review, listener, player, course)


def course_of(review: Review, player: int) -> list[int | None]:
    return [None if worth is None else worth.result(player) for worth in review.curve]


def _whom(review: Review, winner: int) -> int:
    """The player whom the sentence is about, if it is told to both."""
    if winner == NOBODY:
        return SECOND if _last_at(course_of(review, SECOND), 1) is not None else FIRST
    loser = other_player(winner)
    had_it = any(_last_at(course_of(review, loser), result) is not None for result in (1, 0))
    return loser if had_it else winner


def _last_at(course: Course, result: int) -> int | None:
    """The last ply with that result; None if there is none, or what came after it is not known."""
    for ply in reversed(range(len(course))):
        if course[ply] is None:
            return None
        if course[ply] == result:
            return ply
    return None


def _last_known(course: Course) -> int | None:
    return len(course) - 1 or None


def _lost(review: Review, listener: Listener, player: int, course: Course) -> Takeaway | None:
    won, drawn = _last_at(course, 1), _last_at(course, 0)
    if won is not None:
        was = capital(listener.who(player, "was"))
        return Takeaway(f"{was} winning until move {won + 1}.", won + 1)
    if drawn is not None:
        had = f"{capital(listener.called(player))} had"
        return Takeaway(f"{had} a draw until move {drawn + 1}.", drawn + 1)
    if None in course:
        return None
    rival = listener.called(other_player(player))
    return Takeaway(f"This board was lost from the start, and {rival} never slipped.")


def _won(review: Review, listener: Listener, player: int, course: Course) -> Takeaway | None:
    before = max(
        (ply for ply in (_last_at(course, 0), _last_at(course, -1)) if ply is not None), default=None
    )
    if before in (None, 0):
        if None in course:
            return None
        return Takeaway(f"{capital(listener.called(player))} led from the first claim and never let go.")
    assert before is not None
    slips = list(_slips(course))
    if slips and None not in course:
        count = _NUMBERS[len(slips)] if len(slips) < len(_NUMBERS) else str(len(slips))
        plural = "" if len(slips) == 1 else "s"
        found = f"{listener.called(player)} found the way back"
        return Takeaway(f"{count} slip{plural}, and {found}.", slips[-1])
    number = _next_of(review, player, before + 1)
    return Takeaway(f"{capital(listener.called(player))} turned the game at move {number}.", number)


def _drawn(review: Review, listener: Listener, player: int, course: Course) -> Takeaway | None:
    won, lost = _last_at(course, 1), _last_at(course, -1)
    if won is not None and won > (-1 if lost is None else lost):
        was = capital(listener.who(player, "was"))
        return Takeaway(f"{was} winning until move {won + 1}.", won + 1)
    if lost is not None:
        number = _next_of(review, player, lost + 1)
        return Takeaway(f"{capital(listener.called(player))} saved the draw at move {number}.", number)
    return None if None in course else Takeaway("It was level all the way: neither side slipped.")


def _slips(course: Course) -> Iterator[int]:
    """The numbers of the moves that let a won game go."""
    for ply, (before, after) in enumerate(pairwise(course)):
        if before == 1 and after is not None and after < 1:
            yield ply + 1


def _next_of(review: Review, player: int, number: int) -> int:
    """The player's first move after that one, which took the chance; that one if they had none."""
    later = (move.number for move in review.moves if move.player == player and move.number > number)
    return next(later, number)
