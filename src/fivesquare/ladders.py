"""Ladders: for each named book ten levels and then perfect play, each beaten by one win against it.

A win counts with one seat, without help, on a board of the book's own size that was dealt by chance.
With points added to one's own total, or from a position of one's choice, something else was beaten.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from fivesquare.books import NAMED, known_as
from fivesquare.engine import SECOND, other_player
from fivesquare.players.registry import LEVELS
from fivesquare.position import Position
from fivesquare.rulebook import Komi

RUNGS = (*(f"level:{level}" for level in LEVELS), "perfect")


class Ladder(NamedTuple):
    """How far a player has come in one book."""

    beaten: tuple[str, ...]
    next: str | None
    """The lowest level that is not beaten yet; None if all are."""


class EndedGame(NamedTuple):
    """A finished game, with all that decides whether a win in it counts."""

    position: Position
    players: tuple[str, str]
    winner: int
    helped: Sequence[str]  # how the winner was helped, in the order in which it happened
    is_dealt: bool  # by the book's own chance, and played from the opening


class LadderWin(NamedTuple):
    """A win against a level; `helped` says why it does not count."""

    book: str
    level: str
    helped: str | None

    @property
    def rung(self) -> str:
        """The rung, as it is noted: "flip level:3"."""
        return f"{self.book} {self.level}"


class LadderNews(NamedTuple):
    """What a win against a level means for a ladder; `helped` says why it does not count."""

    book: str
    level: str
    is_new: bool
    next: str | None
    helped: str | None


def ladders(rungs: Collection[str]) -> dict[str, Ladder]:
    """The ladders by the names of the books, from the rungs that are beaten."""
    return {book: _ladder([level for level in RUNGS if f"{book} {level}" in rungs]) for book in NAMED}


def _ladder(beaten: list[str]) -> Ladder:
    return Ladder(tuple(beaten), next((level for level in RUNGS if level not in beaten), None))


def to_climb(ladders: Mapping[str, Ladder], played: Iterable[str | None]) -> str | None:
    """The book whose ladder to climb on: that of the last game, if there is a rung left.

    `played` are the books of a player's games, the newest first.
    """
    last = next((book for book in played if book is not None), None)
    climbing = [book for book, ladder in ladders.items() if ladder.next is not None]
    return last if last in climbing else next(iter(climbing), None)


def win_of(game: EndedGame, seat: int) -> LadderWin | None:
    """The win of the person with one seat against a level in a named book; None if there is none."""
    level = game.players[other_player(seat) - 1]
    book = known_as(game.position.book)
    if game.winner != seat or book is None or level not in RUNGS or game.players[seat - 1] != "human":
        return None
    return LadderWin(book, level, _helped(game, seat, book))


def _helped(game: EndedGame, seat: int, book: str) -> str | None:
    """What kept a win from counting; nothing but chance and the player themselves may have made it."""
    if game.helped:
        return game.helped[0]
    if game.position.size != NAMED[book].size:
        return "size"
    balance = game.position.book.balance
    if isinstance(balance, Komi) and balance.points and seat == SECOND:
        return "komi"
    return None if game.is_dealt else "board"
