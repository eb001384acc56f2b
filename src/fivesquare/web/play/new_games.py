"""How games begin: as a request asks, or as a rematch with the seats swapped."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fivesquare.books import find_book, written
from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError, quote
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.streams import check_seed
from fivesquare.web.exceptions import UnusableError
from fivesquare.web.play import credentials
from fivesquare.web.play.game_state import HUMAN, GameState
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.names import encoded
from fivesquare.web.store.base import Beginning, Keys, StoredGame

_LARGEST_SEED = 1 << 53  # larger numbers are not the same in every language
_SEED_BITS = 32


def begin(wish: NewGame) -> tuple[Beginning, tuple[str, ...]]:
    """The beginning of a game and its first moves; refuses what is no game."""
    try:
        for player in (wish.first, wish.second):
            find_player(player)
        seed = _checked_seed(wish.seed)
        setup = None if wish.setup is None else wish.setup.written
        position = Position.start(_balanced(wish), seed=seed, board=wish.board, size=wish.size, setup=setup)
        for move in wish.moves:
            position = position.play(move)
    except FivesquareError as error:
        raise UnusableError(str(error)) from None
    players = (wish.first, wish.second)
    dealt = wish.board is None and setup is None and not wish.moves
    return _beginning(position, players, seed, _checked_clock(wish), dealt), position.moves


def between(
    book: Any,
    names: Sequence[str],
    keys: Sequence[bytes | None],
    clock: Mapping[str, float] | None,
    evening: str,
) -> StoredGame:
    """A game of an evening between two of its players, who sit there already."""
    seed = _checked_seed(None)
    beginning = _beginning(Position.start(book, seed=seed), (HUMAN, HUMAN), seed, clock, dealt=True)
    first, second = (() if key is None else (key,) for key in keys)
    named = [name_entry(seat, name) for seat, name in enumerate(names, 1)]
    return StoredGame(replace(beginning, evening=evening), (first, second), ("sit 1", "sit 2", *named))


def _checked_clock(wish: NewGame) -> Mapping[str, float] | None:
    if wish.clock is None:
        return None
    if (wish.first, wish.second) != (HUMAN, HUMAN):
        raise UnusableError("a clock is for games between two people")
    return wish.clock.model_dump(exclude_none=True)


def _beginning(
    position: Position,
    players: tuple[str, str],
    seed: int,
    clock: Mapping[str, float] | None,
    dealt: bool,
) -> Beginning:
    return Beginning(
        credentials.new_id(),
        written(position.book),
        position.board.rows,
        players,
        seed,
        time.time(),
        setup=position.written_setup,
        clock=clock,
        dealt=dealt,
    )


def _balanced(wish: NewGame) -> Any:
    """The book with the balance that is wished for."""
    if wish.balance is None:
        return wish.book
    book = written(find_book(wish.book))
    return {**({"like": book} if isinstance(book, str) else book), "balance": wish.balance}


def _checked_seed(seed: object) -> int:
    if seed is None:
        return random.SystemRandom().getrandbits(_SEED_BITS)
    return check_seed(seed, UnusableError, _LARGEST_SEED, " below 2**53")


def checked_seats(wanted: Sequence[int], people: Sequence[int]) -> list[int]:
    for seat in wanted:
        if seat not in people:
            raise UnusableError(f"seat {quote(seat)} is not for a person to take")
    return sorted(set(wanted))


def again(game: GameState, keys: Keys, board: str) -> StoredGame:
    """The same game once more, the other way round."""
    seed = _checked_seed(None)
    position = game.position
    start = (
        position.history()[0]
        if board == "same"
        else Position.start(position.book, seed=seed, size=position.size)
    )
    players = (game.player(2), game.player(1))
    sat = [
        f"{how} {other_player(seat)}"
        for how, seats in (("sit", game.sat), ("elsewhere", game.elsewhere))
        for seat in sorted(seats)
    ]
    named = [
        name_entry(other_player(seat), name) for seat, name in enumerate(game.names, 1) if name is not None
    ]
    dealt = board != "same" or game.beginning.dealt
    beginning = _beginning(start, players, seed, game.beginning.clock, dealt)
    return StoredGame(beginning, (keys[1], keys[0]), (*sat, *named))


def name_entry(seat: int, name: str | None) -> str:
    """The entry that says what a player is called; without a name, that they are no longer called so."""
    return f"name {seat}" if name is None else f"name {seat} {encoded(name)}"
