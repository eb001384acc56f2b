"""The levels that a browser has beaten: a ladder for each named book, ten levels and then perfect play.

A level is beaten by one win against it, with one seat, without help, on a board of the book's own size that
was dealt by chance. Whoever had points added to their own total, or began from a position of their choice,
has beaten something else. Games from before help was noted in them beat no level.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from fivesquare.books import NAMED, known_as
from fivesquare.engine import SECOND
from fivesquare.players.registry import LEVELS
from fivesquare.rulebook import Komi
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.game_state import GameState
from fivesquare.web.store.base import Note, Store
from fivesquare.words.my_games import not_counted

KIND = "level"
"""Of the notes: each is named "BOOK LEVEL" and has the game in which the level was beaten."""

RUNGS = (*(f"level:{level}" for level in LEVELS), "perfect")


class Ladder(NamedTuple):
    """How far a browser has come in one book."""

    beaten: tuple[str, ...]
    next: str | None
    """The lowest level that is not beaten yet; None if all are."""


class Win(NamedTuple):
    """A win against a level; `helped` says why it does not count."""

    book: str
    level: str
    helped: str | None


async def of(store: Store, key: bytes | None) -> dict[str, Ladder]:
    """The ladders of a browser, by the names of the books."""
    found = [] if key is None else await store.notes(key, KIND)
    return _ladders(found)


def _ladders(found: list[Note]) -> dict[str, Ladder]:
    beaten = {note.name for note in found}
    return {book: _ladder([rung for rung in RUNGS if f"{book} {rung}" in beaten]) for book in NAMED}


def _ladder(beaten: list[str]) -> Ladder:
    return Ladder(tuple(beaten), next((rung for rung in RUNGS if rung not in beaten), None))


def win_of(game: GameState, held: frozenset[int]) -> Win | None:
    """The win of the player with one seat against a level in a named book; None if there is none."""
    if not game.is_over or len(held) != 1 or not held <= {game.result["winner"]}:
        return None
    (seat,) = held
    (other,) = set(BOTH) - held
    book = known_as(game.position.book)
    if book is None or game.player(other) not in RUNGS or not game.is_human(seat):
        return None
    return Win(book, game.player(other), _helped(game, seat, book))


def _helped(game: GameState, seat: int, book: str) -> str | None:
    """What kept a win from counting; nothing but chance and the player themselves may have made it."""
    if game.helped[seat - 1]:
        return game.helped[seat - 1][0]
    if game.taken_back:
        return "undo"
    if game.position.size != NAMED[book].size:
        return "size"
    balance = game.position.book.balance
    if isinstance(balance, Komi) and balance.points and seat == SECOND:
        return "komi"
    return None if game.beginning.dealt else "board"


async def settle(
    store: Store, game: GameState, held: frozenset[int], key: bytes | None
) -> dict[str, Any] | None:
    """What a game means for the ladder of a browser with those seats; a level just beaten is noted.

    The same however often it is asked.
    """
    win = win_of(game, held)
    if win is None or key is None:
        return None
    name = f"{win.book} {win.level}"
    found = await store.notes(key, KIND)
    noted = {note.name: note.value for note in found}
    is_new = name not in noted or _is_of(noted[name], game)
    if win.helped is not None and not (name in noted and is_new):
        words = not_counted(win.helped, NAMED[win.book].size)
        return {"level": win.level, "helped": win.helped, "words": words}
    if name not in noted:
        await store.note(key, KIND, name, {"game": game.id})
        found = await store.notes(key, KIND)
    return {"level": win.level, "is_new": is_new, "next": _ladders(found)[win.book].next}


def _is_of(noted: Mapping[str, Any], game: GameState) -> bool:
    return bool(noted.get("game") == game.id)
