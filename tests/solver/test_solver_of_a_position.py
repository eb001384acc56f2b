"""A solver is made of a position, or of a book and a board."""

import doctest
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.solver import analysis
from games import SWEEP_BOARD


def test_a_solver_of_a_position_is_that_of_its_game() -> None:
    position = fs.start("sweep", board=SWEEP_BOARD).play("1,1")
    solver = fs.Solver(position, threads=1, memory=1 << 20)
    assert (solver.book, solver.board) == (position.book, position.board)
    for here in position.history():
        assert solver.solve(here) == fs.Solver(position.book, position.board).solve(here) == fs.solve(here)
    named = fs.Solver(book=position.book, board=position.board)
    assert named.solve(position).best == solver.solve(position).best


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (("sweep",), "not for 'sweep'"),
        ((fs.CATALOGUE["sweep"],), "not for"),
        (("sweep", SWEEP_BOARD), "not for 'sweep' and '5 3 8"),
        ((fs.start("sweep", seed=1), fs.start("sweep", seed=1).board), "not for"),
        ((None,), "not for null"),
    ],
    ids=str,
)
def test_what_is_no_game_is_refused(given: tuple[Any, ...], complaint: str) -> None:
    wanted = "a Solver is for a Position, or for a RuleBook and a Board, "
    with pytest.raises(TypeError, match=f"^{wanted}{complaint}"):
        fs.Solver(*given)


def test_the_examples_in_the_docstrings_run() -> None:
    result = doctest.testmod(analysis)
    assert result.attempted >= 7
    assert result.failed == 0
