"""A saved game in a few words: when, which book, who plays, who is ahead; and what to type for it."""

import shlex
import time
from collections.abc import Callable
from pathlib import Path

from fivesquare.books import NAMED, known_as
from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.table import saved_games
from fivesquare.table.resignations import is_ended, winner_of
from fivesquare.words.listener import capital
from fivesquare.words.players import in_words, seats_of

_ORDINALS = ("", "first", "second")


def in_a_line(position: Position) -> str:
    """A game in a phrase: "grow against level 3, 7 moves, you lead 31-28"."""
    moves = many(len(position.moves), "move")
    return f"{book_of(position)} {opponents(position)}, {moves}, {standing(position)}"


def when(path: Path) -> str:
    """When a game was last played, in local time, shorter the more recent it is."""
    then = time.localtime(saved_games.time_of(path))
    now = time.localtime()
    if then[:3] == now[:3]:
        return time.strftime("today %H:%M", then)
    return time.strftime("%d %b %H:%M" if then.tm_year == now.tm_year else "%d %b %Y", then)


def book_of(position: Position) -> str:
    """The name of the book, or of the book or variant it derives from, or "own"."""
    return known_as(position.book) or "own"


def title_of(book: RuleBook) -> str:
    """What a book is called in lists and headings: some titles in the books are the same."""
    name = known_as(book)
    return capital(name) if name is not None and book.title == NAMED[name].title else book.title


def who(position: Position) -> str:
    """Who plays whom, the first seat first."""
    first, second = seats_of(position)
    if first == second == "human":
        return "two people"
    return f"{in_words(first)} against {in_words(second)}"


def opponents(position: Position) -> str:
    """The opponents, to follow the name of the book: "against level 3"."""
    seats = seats_of(position)
    if "human" not in seats:
        return f"between {in_words(seats[0])} and {in_words(seats[1])}"
    if seats == ("human", "human"):
        return "between two people"
    return f"against {in_words(seats[0] if seats[1] == 'human' else seats[1])}"


def standing(position: Position) -> str:
    """Who is ahead, or how the game ended; says "you" if only one player is a person."""
    seats = seats_of(position)
    me = (FIRST, SECOND)[seats.index("human")] if seats.count("human") == 1 else None
    ahead = _winner(position)
    if ahead is None:
        return f"{'a draw' if position.is_over else 'even'}, {_numbers(position, me)}"
    if winner_of(position) is not None:
        return _given_up(ahead, me)
    verbs = ("won", "lost") if position.is_over else ("lead", "trail")
    if me is None:
        leads = "won" if position.is_over else "leads"
        return f"{_ORDINALS[ahead]} {leads} {_numbers(position, ahead)}"
    return f"you {verbs[ahead != me]} {_numbers(position, me)}"


def _given_up(winner: int, me: int | None) -> str:
    """How a game ended that a player resigned."""
    if me is None:
        return f"{_ORDINALS[other_player(winner)]} resigned"
    return "your opponent resigned" if winner == me else "you resigned"


def _winner(position: Position) -> int | None:
    """Who has won or is ahead; None if neither."""
    if winner_of(position) is not None:
        return winner_of(position)
    if position.outcome is not None:
        return position.outcome.winner or None
    first, second = _counted(position)
    return None if first == second else FIRST if first > second else SECOND


def _counted(position: Position) -> tuple[float, float]:
    """Both totals in what the goal counts: cells for a majority, else points, with komi."""
    komi = position.book.balance.points if isinstance(position.book.balance, Komi) else 0
    return position.totals[0], position.totals[1] + komi


def _numbers(position: Position, player: int | None) -> str:
    counted = _counted(position)
    mine, other = counted if player in (None, FIRST) else counted[::-1]
    return f"{mine:g}-{other:g}"


# --- What to type for a game ---


def after_resume(path: Path) -> str:
    """The shortest argument of `resume` for a game that we hold, valid once it is released."""

    def is_left(other: Path, position: Position) -> bool:
        return bool(position.moves) and not is_ended(position) and not saved_games.is_played(other)

    return _shortest(path, is_left)


def after_replay(path: Path) -> str:
    """The shortest argument of `replay` or `review` for this finished game."""
    return _shortest(path, lambda _, position: is_ended(position))


def _shortest(path: Path, may_be_meant: Callable[[Path, Position], bool]) -> str:
    """Empty if the game is the default of the command; else its number, or its file."""
    is_meant = saved_games.Kept(path).is_listed
    for number, (other, position) in enumerate(saved_games.every() if is_meant else [], 1):
        if other == path:
            return "" if is_meant else f" {number}"
        is_meant = is_meant and not may_be_meant(other, position)
    return f" {argument(path)}"


def argument(path: Path) -> str:
    """A path quoted for the shell, and not mistaken for an option or the number of a saved game."""
    text = str(path)
    return shlex.quote(f"./{text}" if text.startswith("-") or text.isdigit() else text)
