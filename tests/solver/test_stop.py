"""A search that is stopped says what it knows, and leaves nothing wrong behind."""

import _thread
import dataclasses
import itertools
import random
import threading
from collections.abc import Callable

import pytest

import fivesquare as fs
from fivesquare.rulebook import Tie
from fivesquare.solver import Progress, Solution, Solver, Worth, solve
from solver_oracle import brute_force, random_book, random_position


def long_game() -> fs.Position:
    """Nobody solves this in a second."""
    return fs.start("chain", size=(8, 8))


def rank(worth: Worth | None) -> tuple[int, float]:
    """Worths in the order in which the first player likes them."""
    assert worth is not None
    return {1: 1, 0: 0, 2: -1}[worth.winner], worth.margin or 0


@pytest.mark.parametrize("nodes", [0, 2, 5])
@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_what_is_known_encloses_the_worth(name: str, nodes: int) -> None:
    chance = random.Random(name)
    stopped = 0
    for _ in range(10):
        position = random_position(chance, fs.CATALOGUE[name], free=8)
        worth, each = brute_force(position)
        solver = Solver(position.book, position.board)
        solution = solver.solve(position, nodes=nodes)
        assert all(each[move] == found for move, found in solution.each.items()), position.to_record()
        if not solution.exact:
            stopped += 1
            assert solution.nodes <= nodes + 1
            assert rank(solution.at_least) <= rank(worth) <= rank(solution.at_most), position.to_record()
        again = solver.solve(position)
        assert again.exact
        assert (again.winner, again.margin) == worth
        assert dict(again.each) == each, position.to_record()
    assert stopped > 0


@pytest.mark.parametrize("tie", ["last", "second"])
def test_of_a_tie_that_somebody_wins_no_more_is_known_than_was_found(tie: Tie) -> None:
    """A margin of nought may be lost or won; until that is settled it is neither."""
    chance = random.Random(tie)
    level = 0
    for _ in range(150):
        book = dataclasses.replace(random_book(chance), goal="points", tie=tie, balance="none")
        position = random_position(chance, book)
        worth, _ = brute_force(position)
        if worth.margin != 0:
            continue
        level += 1
        for nodes in range(12):
            found = solve(position, value_only=True, nodes=nodes)
            if not found.exact:
                assert rank(found.at_least) <= rank(worth) <= rank(found.at_most), position.to_record()
    assert level > 10


def test_a_time_limit() -> None:
    solution = solve(long_game(), value_only=True, seconds=0.2)
    assert not solution.exact
    assert solution.winner is None
    answer = solution.to_json()
    assert answer["exact"] is False
    assert answer["at_least"] == {"winner": 2, "margin": None}
    assert answer["at_most"] == {"winner": 1, "margin": None}


def test_bounds_come_nearer_while_one_searches() -> None:
    position = fs.start("grow", seed=1)
    worth = rank(solve(position, value_only=True).worth)
    solver = Solver(position.book, position.board)
    known = [(rank(Worth(2, -1000)), rank(Worth(1, 1000)))]
    while not (solution := solver.solve(position, value_only=True, nodes=500)).exact:
        known.append((rank(solution.at_least), rank(solution.at_most)))
    for (low, high), (next_low, next_high) in itertools.pairwise(known):
        assert low <= next_low <= worth <= next_high <= high
    assert len(set(known)) > 3


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


def test_a_stopped_search_goes_on() -> None:
    """Stopped again and again it says in the end what it says at once, and never begins anew."""
    position = fs.start("grow", seed=3)
    fresh = Solver(position.book, position.board, threads=1).solve(position)
    solver = Solver(position.book, position.board)
    rounds = 1
    while not solver.solve(position, nodes=fresh.nodes // 10).exact:
        rounds += 1
    assert 10 <= rounds < 20
    assert solver.solve(position) == fresh


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
