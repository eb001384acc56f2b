"""On large boards the first question is where a short look ahead points; that changes no answer."""

from typing import Any

import pytest

import fivesquare as fs
from fivesquare.solver import Solver, analysis, solve

BOOKS: list[Any] = [
    "sweep",
    "grow",
    "flip",
    {"like": "sweep", "balance": {"komi": 12.5}},
    {"like": "flip", "tie": "last"},
]
SIZE = (6, 6)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_where_one_asks_first_changes_no_answer(book: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(2):
        position = fs.start(book, seed=seed, size=SIZE)
        guessed = solve(position, value_only=True, threads=1)
        with monkeypatch.context() as patch:
            patch.setattr(analysis, "_LARGE", 100)
            plain = solve(position, value_only=True, threads=1)
        assert (guessed.exact, guessed.winner, guessed.margin) == (True, plain.winner, plain.margin)
        assert guessed.nodes != plain.nodes  # or nobody has looked ahead


def test_it_saves_positions_in_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [fs.start("sweep", seed=seed, size=SIZE) for seed in range(3)]
    guessed = sum(solve(position, value_only=True, threads=1).nodes for position in positions)
    monkeypatch.setattr(analysis, "_LARGE", 100)
    assert guessed < sum(solve(position, value_only=True, threads=1).nodes for position in positions)


@pytest.mark.parametrize("nodes", [1, 30, 300, 3000])
def test_a_limit_may_fall_into_the_look(nodes: int) -> None:
    position = fs.start("sweep", seed=0, size=SIZE)
    solver = Solver(position.book, position.board)
    stopped = solver.solve(position, value_only=True, nodes=nodes)
    assert (stopped.exact, stopped.worth) == (False, None)
    assert stopped.nodes <= nodes + 1
    assert solver.solve(position, value_only=True).margin == 52
