"""A kept game in a few words: when, which book, who, who is ahead; and what to type for it."""

import time
from collections.abc import Callable
from pathlib import Path

from fivesquare.books import known_as
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.terminal import games
from fivesquare.terminal.screen import argument
from fivesquare.terminal.seats import in_words, seats_of

_ORDINALS = ("", "first", "second")


def in_a_line(position: Position) -> str:
    """A game as one says it: grow against level 3, 7 moves, you lead 31 to 28."""
    moves = many(len(position.moves), "move")
    return f"{book_of(position)} {opponents(position)}, {moves}, {standing(position)}"


def when(path: Path) -> str:
    """When a game was last played, in local time: short, and shorter the nearer it is."""
    then = time.localtime(games.time_of(path))
    now = time.localtime()
    if then[:3] == now[:3]:
        return time.strftime("today %H:%M", then)
    return time.strftime("%d %b %H:%M" if then.tm_year == now.tm_year else "%d %b %Y", then)


def book_of(position: Position) -> str:
    """The name of the book, or of the one or the variant that it is near to, or "own"."""
    return known_as(position.book) or "own"


def who(position: Position) -> str:
    """Who plays whom; whoever sits in the first seat stands first."""
    first, second = seats_of(position)
    if first == second == "human":
        return "two people"
    return f"{in_words(first)} against {in_words(second)}"


def opponents(position: Position) -> str:
    """Whom one plays, as one says it after the name of the book."""
    seats = seats_of(position)
    if "human" not in seats:
        return f"between {in_words(seats[0])} and {in_words(seats[1])}"
    if seats == ("human", "human"):
        return "between two people"
    return f"against {in_words(seats[0] if seats[1] == 'human' else seats[1])}"


def standing(position: Position) -> str:
    """Who is ahead, or how it ended: seen by the one person who plays, if one does."""
    seats = seats_of(position)
    me = (FIRST, SECOND)[seats.index("human")] if seats.count("human") == 1 else None
    ahead = _winner(position)
    if ahead is None:
        return f"{'a draw' if position.is_over else 'even'}, {_numbers(position, me)}"
    verbs = ("won", "lost") if position.is_over else ("lead", "trail")
    if me is None:
        leads = "won" if position.is_over else "leads"
        return f"{_ORDINALS[ahead]} {leads} {_numbers(position, ahead)}"
    return f"you {verbs[ahead != me]} {_numbers(position, me)}"


def _winner(position: Position) -> int | None:
    """Who has won or, as long as nobody has, who is ahead."""
    if position.outcome is not None:
        return position.outcome.winner or None
    first, second = _counted(position)
    return None if first == second else FIRST if first > second else SECOND


def _counted(position: Position) -> tuple[float, float]:
    """What the goal counts: cells for a majority, else points, with the komi."""
    if position.book.goal == "majority":
        return position.counts
    komi = position.book.balance.points if isinstance(position.book.balance, Komi) else 0
    return position.scores[0], position.scores[1] + komi


def _numbers(position: Position, player: int | None) -> str:
    counted = _counted(position)
    mine, other = counted if player in (None, FIRST) else counted[::-1]
    return f"{mine:g} to {other:g}"


# --- What to type for a game ---


def after_resume(path: Path) -> str:
    """What to type behind `resume` for a game that we hold: as little as does it, once we have let go."""

    def is_left(other: Path, position: Position) -> bool:
        return bool(position.moves) and not position.is_over and not games.is_played(other)

    return _shortest(path, is_left)


def after_replay(path: Path) -> str:
    """What to type behind `replay` or `review` for this finished game: as little as does it, now."""
    return _shortest(path, lambda _, position: position.is_over)


def _shortest(path: Path, may_be_meant: Callable[[Path, Position], bool]) -> str:
    """Nothing, if no newer game may be meant by that; else the number of a kept game, or its file."""
    is_meant = games.Kept(path).is_ours
    for number, (other, position) in enumerate(games.every() if is_meant else [], 1):
        if other == path:
            return "" if is_meant else f" {number}"
        is_meant = is_meant and not may_be_meant(other, position)
    return f" {argument(path)}"
