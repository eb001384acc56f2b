"""The solver says what brute force says, in every game there is."""

import itertools
import random

import pytest

import fivesquare as fs
from fivesquare.solver import Solver, solve
from solver_oracle import brute_force, random_book, random_position


def check(position: fs.Position, solver: Solver | None = None) -> None:
    worth, each = brute_force(position)
    solution = solver.solve(position) if solver else solve(position)
    where = position.to_record()
    assert solution.exact, where
    assert solution.worth == worth, where
    assert dict(solution.each) == each, where
    assert solution.best == tuple(move for move in position.legal if each[move] == worth), where


@pytest.mark.parametrize("seed", range(20))
def test_random_books(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        check(random_position(chance, random_book(chance)))
        check(fs.start(random_book(chance, most_cells=6), seed=seed))


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_the_five_books_on_small_boards(name: str) -> None:
    chance = random.Random(name)
    for size in [(1, 2), (1, 3), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)]:
        for _ in range(8):
            check(random_position(chance, fs.CATALOGUE[name], size, free=size[0] * size[1]))


@pytest.mark.parametrize(("free", "rounds"), [(8, 15), (6, 300)])
@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_endgames_of_the_five_books(name: str, free: int, rounds: int) -> None:
    chance = random.Random(name)
    for _ in range(rounds):
        check(random_position(chance, fs.CATALOGUE[name], free=free))


@pytest.mark.parametrize("name", ["flip", "sweep"])
@pytest.mark.parametrize("size", [(1, 2), (1, 3), (2, 2), (1, 5)])
def test_all_boards_of_a_size(name: str, size: tuple[int, int]) -> None:
    cells = size[0] * size[1]
    for values in itertools.permutations(range(1, cells + 1)):
        board = fs.Board(fs.Size(*size), values)
        check(fs.Position.start(name, board=board))


@pytest.mark.parametrize("name", ["grow", "fifteen"])
def test_all_boards_of_two_by_two_with_low_values(name: str) -> None:
    for values in itertools.product(range(1, 4), repeat=4):
        check(fs.Position.start(name, board=fs.Board(fs.Size(2, 2), values)))


def test_a_game_that_is_over() -> None:
    position = fs.start("sweep", board=[[1, 2]], size=None).play("1,2")
    solution = solve(position)
    assert (solution.winner, solution.margin, solution.best, dict(solution.each)) == (1, 3, (), {})


def test_the_json_of_a_solution() -> None:
    solution = solve(fs.start("sweep", board=[[3, 1], [2, 4]]))
    answer = solution.to_json()
    assert list(answer) == ["winner", "margin", "best", "each", "line", "nodes", "seconds"]
    assert answer["each"]["2,2"] == {"winner": 1, "margin": 4}
    bare = solve(fs.start("sweep", board=[[3, 1], [2, 4]]), value_only=True).to_json()
    assert list(bare) == ["winner", "margin", "nodes", "seconds"]
