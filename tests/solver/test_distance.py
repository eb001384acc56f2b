"""The shortest forced win is what trying everything says."""

import random
from dataclasses import replace
from functools import cache

import pytest

import fivesquare as fs
from fivesquare import engine
from fivesquare.engine import State
from fivesquare.rulebook import Balance
from fivesquare.solver import distance
from solver_oracle import random_book, random_position, successors

_NEVER = 1000


def moves_to_win(position: fs.Position, winner: int, **limit: int) -> int | None:
    return distance.moves_to_win(position.setup, position.state, winner, **limit)


def by_trying_everything(position: fs.Position, winner: int) -> int | None:
    setup = position.setup

    @cache
    def moves(state: State) -> int:
        after = successors(setup, state)
        if not after:
            return 0 if engine.winner(setup, state) == winner else _NEVER
        choose = min if state.turn == winner else max
        return min(_NEVER, 1 + choose(moves(next_) for next_ in after))

    found = moves(position.state)
    return None if found == _NEVER else found


@pytest.mark.parametrize("seed", range(5))
def test_random_books(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(30):
        position = random_position(chance, random_book(chance, most_cells=6))
        for winner in (1, 2):
            expected = by_trying_everything(position, winner)
            assert moves_to_win(position, winner) == expected, position.to_record()


@pytest.mark.parametrize("balance", ["swap", fs.Komi(2), fs.Komi(1.5)], ids=str)
def test_random_books_with_balance(balance: Balance) -> None:
    chance = random.Random(str(balance))
    for _ in range(30):
        book = random_book(chance, most_cells=6)
        if balance != "swap":
            book = replace(book, goal="points")
        position = fs.start(replace(book, balance=balance), seed=chance.randrange(1 << 30))
        for winner in (1, 2):
            expected = by_trying_everything(position, winner)
            assert moves_to_win(position, winner) == expected, position.to_record()


@pytest.mark.parametrize("name", ["chain", "fifteen"])
def test_the_last_moves_of_the_books_it_is_for(name: str) -> None:
    chance = random.Random(name)
    for _ in range(15):
        position = random_position(chance, fs.CATALOGUE[name], free=6)
        for winner in (1, 2):
            expected = by_trying_everything(position, winner)
            assert moves_to_win(position, winner) == expected, position.to_record()


def test_a_game_that_is_over() -> None:
    position = fs.start("chain", board=[[1, 1, 1]]).play("1,1").play("1,3").play("1,2")
    assert moves_to_win(position, 1) == 0
    assert moves_to_win(position, 2) is None


def test_it_gives_up_after_so_many_positions() -> None:
    position = fs.start("chain", board=[[1, 1, 1]])
    assert moves_to_win(position, 1) == 3
    assert moves_to_win(position, 1, positions=5) is None
