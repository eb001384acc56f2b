"""Looking ahead, where solving takes too long."""

import random

import pytest

import fivesquare as fs
from fivesquare.solver import Solver
from solver_oracle import random_position


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_legal_move_on_the_largest_board(name: str) -> None:
    position = fs.start(name, seed=1, size=(8, 8))
    hunch = Solver(position.book, position.board).look_ahead(position, seconds=0.05)
    assert hunch.move in position.legal
    assert hunch.depth >= 1


@pytest.mark.parametrize("name", ["flip", "sweep", "chain"])
def test_to_the_end_it_is_as_good_as_solving(name: str) -> None:
    """These books have no tie to break, so that the deepest look is exact."""
    chance = random.Random(name)
    for _ in range(15):
        position = random_position(chance, fs.CATALOGUE[name], free=6)
        solver = Solver(position.book, position.board)
        hunch = solver.look_ahead(position, seconds=60.0, depth=12)
        best = solver.solve(position)
        assert best.each[hunch.move].winner == best.winner, position.to_record()
        assert name == "chain" or hunch.move in best.best, position.to_record()


def test_the_first_look_is_finished_without_any_time() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    assert Solver(position.book, position.board).look_ahead(position, seconds=0.0).depth == 1


def test_a_game_that_is_over_has_no_move() -> None:
    position = fs.start("sweep", board=[[1, 2]]).play("1,2")
    with pytest.raises(ValueError, match="over"):
        Solver(position.book, position.board).look_ahead(position)
