"""A search that is stopped says what it knows, and leaves nothing wrong behind."""

import _thread
import random
import threading
from collections.abc import Callable

import pytest

import fivesquare as fs
from fivesquare.solver import Progress, Solution, Solver, Worth, solve
from solver_oracle import brute_force, random_position


def long_game() -> fs.Position:
    """Nobody solves this in a second."""
    return fs.start("chain", size=(8, 8))


def rank(worth: Worth | None) -> tuple[int, float]:
    """Worths in the order in which the first player likes them."""
    assert worth is not None
    return {1: 1, 0: 0, 2: -1}[worth.winner], worth.margin or 0


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_no_time_at_all(name: str) -> None:
    chance = random.Random(name)
    for _ in range(5):
        position = random_position(chance, fs.CATALOGUE[name], free=8)
        worth, _ = brute_force(position)
        solver = Solver(position.book, position.board)
        solution = solver.solve(position, seconds=0.0)
        if not solution.exact:
            assert rank(solution.at_least) <= rank(worth) <= rank(solution.at_most)
        again = solver.solve(position)
        assert again.exact
        assert (again.winner, again.margin) == worth


def test_a_time_limit() -> None:
    solution = solve(long_game(), value_only=True, seconds=0.2)
    assert not solution.exact
    assert solution.winner is None
    answer = solution.to_json()
    assert answer["exact"] is False
    assert answer["at_least"] == {"winner": 2, "margin": None}
    assert answer["at_most"] == {"winner": 1, "margin": None}


def test_bounds_enclose_the_margin() -> None:
    position = fs.start("grow", seed=1)
    worth = solve(position, value_only=True)
    solver = Solver(position.book, position.board, without=("award", "regions", "sure picks"))
    solution = solver.solve(position, value_only=True, seconds=0.05)
    assert worth.margin is not None
    assert worth.winner is not None
    if not solution.exact:
        middle = rank(Worth(worth.winner, worth.margin))
        assert rank(solution.at_least) <= middle <= rank(solution.at_most)


def interrupt(solver: Solver, position: fs.Position, how: Callable[[], None]) -> None:
    with pytest.raises(KeyboardInterrupt):
        solver.solve(position, progress=lambda _: how())


def raise_it() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", [raise_it, _thread.interrupt_main])
def test_an_interrupted_search_leaves_only_facts(how: Callable[[], None]) -> None:
    position = fs.start("chain", size=(8, 8))
    chance = random.Random(3)
    solver = Solver(position.book, position.board)
    interrupt(solver, position, how)
    endgame = random_position(chance, position.book, (8, 8), free=9)
    worth, each = brute_force(endgame)
    solution = solver.solve(endgame)
    assert (solution.winner, solution.margin) == worth
    assert dict(solution.each) == each


def test_an_interrupted_search_goes_on() -> None:
    position = fs.start("grow", seed=3, size=(5, 6))
    fresh = Solver(position.book, position.board).solve(position)
    solver = Solver(position.book, position.board)
    for _ in range(20):
        if solver.solve(position, seconds=0.01).exact:
            break
    solution = solver.solve(position)
    assert (solution.winner, solution.margin, solution.each) == (fresh.winner, fresh.margin, fresh.each)


def test_progress_is_told() -> None:
    told: list[Progress] = []
    position = fs.start("sweep", seed=1)
    solution = solve(position, progress=told.append)
    assert told[-1].moves_done == told[-1].moves == len(position.legal)
    assert told[-1].nodes == solution.nodes


def test_two_solves_at_once() -> None:
    positions = [fs.start("grow", seed=8), fs.start("flip", seed=8).play("1,1").play("2,3")]
    expected = [solve(position) for position in positions]
    found: dict[int, Solution] = {}

    def work(number: int) -> None:
        for _ in range(3):
            found[number] = solve(positions[number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(2):
        assert found[number].each == expected[number].each
        assert found[number].best == expected[number].best
