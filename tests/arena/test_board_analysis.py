"""A row says what brute force and the plain rules say."""

import json
import random
from itertools import pairwise

import pytest

import fivesquare as fs
import plain
from fivesquare.arena.board_analysis import (
    ON_THE_WAY,
    analyze_board,
    is_solved,
    lead_changes,
    winning_claims,
)
from fivesquare.research.family.difficulty import Study
from solver_oracle import brute_force, random_book


def perfect_game(start: fs.Position) -> list[fs.Position]:
    """Both always make the first of the best moves, found by trying everything."""
    game = [start]
    while game[-1].legal:
        worth, each = brute_force(game[-1])
        game.append(game[-1].play(next(move for move in game[-1].legal if each[move] == worth)))
    return game


def leads(position: fs.Position) -> list[float]:
    """The first player's lead after each move, by the plain rules."""
    game = plain.Game(dict(position.book.answers), position.board.rows)
    found = []
    for move in (None, *position.moves):
        if move is not None:
            game.play(move)
        owned = [game.cells_of(player) for player in (1, 2)]
        first, second = (
            map(len, owned) if game.book["goal"] == "majority" else (game.score(1), game.score(2))
        )
        found.append(first - second - game.komi())
    return found


@pytest.mark.parametrize("seed", range(40))
def test_a_row_is_what_brute_force_finds(seed: int) -> None:
    chance = random.Random(f"rows {seed}")
    book = random_book(chance, most_cells=7)
    start = fs.start(book, seed=seed)
    row = analyze_board(book, start.board)
    assert json.loads(json.dumps(row)) == row
    worth, each = brute_force(start)
    assert fs.Board.of(row["board"]) == start.board
    assert (row["winner"], row["margin"]) == worth
    assert {move: tuple(found.values()) for move, found in row["each"].items()} == each
    assert row["best"] == [move for move in start.legal if each[move] == worth]
    assert winning_claims(row) == [move for move in start.legal if each[move].winner == 1]
    line = perfect_game(start)
    assert row["length"] == len(line) - 1
    ahead = [lead for lead in leads(line[-1]) if lead]
    changes = sum((one > 0) != (next_ > 0) for one, next_ in pairwise(ahead))
    assert row["lead_changes"] == lead_changes(line) == changes


@pytest.mark.parametrize("seed", range(10))
def test_decisions_are_those_of_the_familys_difficulty(seed: int) -> None:
    start = fs.start("sweep", seed=seed)
    row = analyze_board(start.book, start.board, ("any", "name"))
    measured = Study(start.book, start.board).measure(start, ("any", "name"))
    assert measured.critical > 0
    for name in ("critical", "decisive", "greedy", "branching", "length", "nodes", "winner"):
        assert row[name] == getattr(measured, name), name


def test_where_nothing_matters_greed_is_not_measured() -> None:
    start = fs.start("chain", size=(1, 3))
    row = analyze_board(start.book, start.board)
    assert (row["critical"], row["greedy"], row["winner"]) == (0.0, None, 1)


def test_a_game_that_is_over_before_it_begins_has_a_row() -> None:
    start = fs.start({"like": "fifteen", "values": [3, 4], "goal": {"exactly": 2}}, size=(1, 2), seed=1)
    row = analyze_board(start.book, start.board)
    assert (row["winner"], row["best"], row["each"], row["length"]) == (2, [], {}, 0)


def test_the_chance_of_a_board_is_its_own() -> None:
    one, other = (fs.start("grow", seed=seed, size=(3, 3)) for seed in (1, 2))
    assert analyze_board(one.book, one.board) == analyze_board(one.book, one.board, ("study", one.board))
    rows = [analyze_board(one.book, one.board, (name,)) for name in range(8)]
    assert len({row["critical"] for row in rows}) > 1
    assert len({row["winner"] for row in rows}) == 1
    assert analyze_board(other.book, other.board)["board"] != rows[0]["board"]


def test_a_board_that_is_too_large_says_so_and_nothing_else() -> None:
    start = fs.start("grow", seed=1)
    row = analyze_board(start.book, start.board, effort=500)
    assert row == {"board": start.board.rows, "too_large": 500}
    assert not is_solved(row)
    whole = analyze_board(start.book, start.board)
    opening = analyze_board(start.book, start.board, effort=whole["nodes"])
    assert opening == {**whole, **dict.fromkeys(ON_THE_WAY)}
    assert is_solved(analyze_board(start.book, start.board))
