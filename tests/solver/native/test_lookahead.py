"""Looking ahead, where solving takes too long."""

import random
from dataclasses import replace

import pytest

import fivesquare as fs
from fivesquare import engine
from fivesquare.engine import State
from fivesquare.solver import Solver
from fivesquare.solver.machine import Machine
from fivesquare.solver.model import DECIDED, Model, make_model
from solver_oracle import random_book, random_position, successors, unbalanced

FAR = 2 * DECIDED


def by_trying_everything(machine: Machine, model: Model, state: State, depth: int) -> int:
    """The same estimate without a window: only where it ends, the machine is asked what it sees."""
    after = successors(model.setup, state)
    if not after:
        return final(model, state)
    if depth == 0:
        return machine.estimate(state, 0, (-FAR, FAR))
    before = model.lead(state) if model.is_relative else 0
    worths = []
    for next_ in after:
        sign = 1 if next_.turn == state.turn else -1
        lead = model.lead(next_) if model.is_relative else 0
        deeper = by_trying_everything(machine, model, next_, depth - 1)
        worths.append(2 * (sign * lead - before) + sign * deeper)
    return max(worths)


def final(model: Model, state: State) -> int:
    """What is to come at the end is nothing; where there are no margins the game is won, lost or a tie."""
    winner = engine.winner(model.setup._replace(tie=engine.DRAW), state)
    if model.is_relative or winner == engine.NOBODY:
        return 0
    return DECIDED if winner == state.turn else -DECIDED


@pytest.mark.parametrize("seed", range(6))
def test_random_books_to_any_depth(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        position = random_position(chance, unbalanced(random_book(chance)))
        model = make_model(position.setup, position.board)
        machine = Machine(model)
        state = model.state(position.state)
        for depth in range(4):
            expected = by_trying_everything(machine, model, state, depth)
            where = f"{depth} {position.to_record()}"
            assert machine.estimate(state, depth, (-FAR, FAR)) == expected, where
            assert machine.estimate(state, depth, (expected - 1, expected + 1)) == expected, where
            assert machine.estimate(state, depth, (expected, expected + 2)) <= expected, where
            assert machine.estimate(state, depth, (expected - 2, expected)) >= expected, where


def test_what_is_certain_counts_and_what_is_open_does_not() -> None:
    """The middle between the bounds, in points twice."""
    board = [[1, 2, 3, 4, 5]]
    grow = fs.start("grow", board=board).play("1,2").play("1,4")
    assert seen(grow) == 2 * (1 - 5)  # each has a corner; the middle is open
    flip = fs.start("flip", board=board)
    assert seen(flip) == 2 * (5 - 4 + 3 - 2 + 1)


def seen(position: fs.Position) -> int:
    model = make_model(position.setup, position.board)
    return Machine(model).estimate(model.state(position.state), 0, (-FAR, FAR))


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_legal_move_on_the_largest_board(name: str) -> None:
    position = fs.start(name, seed=1, size=(8, 8))
    hunch = Solver(position.book, position.board).look_ahead(position, seconds=None, nodes=50_000)
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


def test_the_first_look_is_finished_whatever_the_limits() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    solver = Solver(position.book, position.board)
    one = solver.look_ahead(position, depth=1)
    none = solver.look_ahead(position, seconds=None, nodes=0)
    assert (none.move, none.depth) == (one.move, 1)


# --- Every move with an estimate of its own ---


@pytest.mark.parametrize("seed", range(5))
def test_to_the_end_every_estimate_is_the_margin(seed: int) -> None:
    """Where a tie is nobody's and nothing is left open, with komi and swap as well."""
    chance = random.Random(f"each {seed}")
    for _ in range(25):
        book = replace(random_book(chance), goal="points", tie="draw")
        position = random_position(chance, book)
        solver = Solver(book, position.board)
        hunch = solver.look_ahead(position, seconds=None, depth=20, each=True)
        solution = solver.solve(position)
        if may_be_swapped(position):
            continue
        assert set(hunch.each) == set(position.legal)
        leads = {move: worth.lead(position.state.turn) for move, worth in solution.each.items()}
        assert dict(hunch.each) == leads, position.to_record()
        assert hunch.move in solution.best
        assert list(hunch.each.values()) == sorted(hunch.each.values(), reverse=True)


def may_be_swapped(position: fs.Position) -> bool:
    """Before that, the look ahead sees only whether the next move would be swapped."""
    return position.may_swap or engine.is_before_swap(position.setup, position.state)


def test_a_majority_is_counted_in_cells() -> None:
    position = fs.start("chain", board="1 1 1 1 1").play("1,1").play("1,5").play("1,2")
    hunch = Solver(position.book, position.board).look_ahead(position, depth=9, each=True)
    assert dict(hunch.each) == {"1,3": 2, "stop": -1}


def test_an_exact_score_has_no_estimate_in_points() -> None:
    position = fs.start("fifteen", seed=1, size=(8, 8))
    hunch = Solver(position.book, position.board).look_ahead(position, depth=2, each=True)
    assert (dict(hunch.each), hunch.depth) == ({}, 2)


def test_a_hunch_without_each_has_none() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    assert dict(Solver(position.book, position.board).look_ahead(position, depth=1).each) == {}
