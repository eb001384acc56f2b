"""How games begin: as somebody wishes, or as the one before it the other way round."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fivesquare.board import whole
from fivesquare.books import find_book, written
from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError, quote
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.web.play import seats
from fivesquare.web.play.games import HUMAN, Game
from fivesquare.web.refusals import UnusableError
from fivesquare.web.store.base import Beginning, Kept, Keys

_LARGEST_SEED = 1 << 53  # larger numbers are not the same in every language
_SEED_BITS = 32


@dataclass(frozen=True)
class Wish:
    """A game that somebody would like to play."""

    book: str | Mapping[str, Any]
    board: Any = None
    seed: Any = None
    size: Any = None
    first: str = HUMAN
    second: str = HUMAN
    balance: Any = None
    moves: Sequence[str] = ()
    sit: Sequence[int] | None = None  # the seats of whoever asks; None for every one that a person has


def begin(wish: Wish) -> tuple[Beginning, tuple[str, ...]]:
    """The beginning of a game and its first moves; refuses what is no game."""
    try:
        for player in (wish.first, wish.second):
            find_player(player)
        seed = _checked_seed(wish.seed)
        position = Position.start(_balanced(wish), seed=seed, board=wish.board, size=wish.size)
        for move in wish.moves:
            position = position.play(move)
    except FivesquareError as error:
        raise UnusableError(str(error)) from None
    players = (wish.first, wish.second)
    return _beginning(position, players, seed), position.moves


def _beginning(position: Position, players: tuple[str, str], seed: int) -> Beginning:
    book = written(position.book)
    return Beginning(seats.new_id(), book, position.board.rows, players, seed, time.time())


def _balanced(wish: Wish) -> Any:
    """The book with the balance that is wished for."""
    if wish.balance is None:
        return wish.book
    book = written(find_book(wish.book))
    return {**({"like": book} if isinstance(book, str) else book), "balance": wish.balance}


def _checked_seed(seed: object) -> int:
    if seed is None:
        return random.SystemRandom().getrandbits(_SEED_BITS)
    number = whole(seed)
    if number is None or abs(number) >= _LARGEST_SEED:
        raise UnusableError(f"a seed is a whole number below 2**53, not {quote(seed)}")
    return number


def checked_seats(wanted: Sequence[int], people: Sequence[int]) -> list[int]:
    for seat in wanted:
        if seat not in people:
            raise UnusableError(f"nobody can sit down at seat {quote(seat)}: it is no person's")
    return sorted(set(wanted))


def again(game: Game, keys: Keys, board: str) -> Kept:
    """The same game once more, the other way round."""
    seed = _checked_seed(None)
    position = game.position
    start = (
        Position.start(position.book, board=position.board)
        if board == "same"
        else Position.start(position.book, seed=seed, size=position.size)
    )
    players = (game.player(2), game.player(1))
    entries = tuple(f"sit {other_player(seat)}" for seat in sorted(game.sat))
    return Kept(_beginning(start, players, seed), (keys[1], keys[0]), entries)
