"""What a solution is: a value that can be compared, copied, sent and asked for regret."""

import copy
import gc
import pickle
import random
import weakref
from typing import Any

import pytest

import fivesquare as fs
from solver_oracle import random_book, random_position


def test_two_solutions_of_one_position_are_equal() -> None:
    position = fs.start("sweep", seed=1)
    assert fs.solve(position) == fs.solve(position)
    assert fs.solve(position) != fs.solve(position, value_only=True)
    assert fs.solve(position) != fs.solve(fs.start("sweep", seed=2))


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
)
def test_a_copy_says_the_same_and_has_the_line(again: object) -> None:
    solution = fs.solve(fs.start("sweep", seed=1))
    assert callable(again)
    copied = again(solution)
    assert copied == solution
    assert copied.line == solution.line != ()
    assert copied.to_json() == solution.to_json()


def test_the_worth_is_winner_and_margin() -> None:
    solution = fs.solve(fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]))
    assert solution.worth == fs.Worth(solution.winner or 0, solution.margin) == fs.Worth(1, 17)
    unsolved = fs.solve(fs.start("chain", size=(8, 8)), nodes=100)
    assert (unsolved.worth, unsolved.winner, unsolved.margin) == (None, None, None)


# --- Regret ---


def seen_by(player: int, worth: fs.Worth) -> float:
    if worth.margin is not None:
        return worth.margin if player == 1 else -worth.margin
    return {0: 0.5, player: 1.0}.get(worth.winner, 0.0)


def test_regret_is_what_the_definition_says() -> None:
    chance = random.Random("regret")
    critical = 0
    for _ in range(150):
        position = random_position(chance, random_book(chance))
        if position.is_over:
            continue
        each = fs.solve(position).each
        player = position.state.turn
        seen = {move: seen_by(player, worth) for move, worth in each.items()}
        ranked = sorted(each.values(), key=lambda worth: worth.value(player))
        for move in position.legal:
            regret = fs.regret(position, move)
            assert regret.lost == max(seen.values()) - seen[move]
            assert regret.expected == pytest.approx(max(seen.values()) - sum(seen.values()) / len(seen))
            assert regret.is_critical == (ranked[0] != ranked[-1])
            assert regret.result_lost == ranked[-1].result(player) - each[move].result(player)
        critical += regret.is_critical
    assert 20 < critical < 140


def test_a_tie_thrown_away_costs_no_point_but_the_result() -> None:
    """In grow whoever claims last wins a tie."""
    chance = random.Random(4)
    for _ in range(400):
        position = random_position(chance, fs.CATALOGUE["grow"], (2, 3))
        if position.is_over:
            continue
        solution = fs.solve(position)
        for move, worth in solution.each.items():
            regret = solution.regret(move)
            if worth.margin == solution.margin == 0 and worth.winner != solution.winner:
                assert (regret.lost, regret.result_lost, regret.is_critical) == (0, 2, True)
                return
    pytest.fail("no such position was found")


@pytest.mark.parametrize(("move", "error"), [("9,9", fs.NotationError), ("2,2", fs.IllegalMoveError)])
def test_the_regret_of_what_is_no_move_here(move: str, error: type[Exception]) -> None:
    position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]).play("2,2")
    with pytest.raises(error):
        fs.regret(position, move)
    with pytest.raises(fs.IllegalMoveError, match="is not a move whose worth is known here"):
        fs.solve(position).regret(move)


@pytest.mark.parametrize("thing", [None, {}, "grow", 3])
def test_what_is_no_position_is_refused_in_a_sentence(thing: Any) -> None:
    solver = fs.Solver(fs.CATALOGUE["sweep"], fs.start("sweep", seed=1).board)
    for ask in (fs.solve, solver.solve, solver.line, solver.look_ahead, lambda it: fs.regret(it, "1,1")):
        with pytest.raises(TypeError, match="a Position is solved, not "):
            ask(thing)


def test_a_position_of_another_game_is_refused() -> None:
    solver = fs.Solver(fs.CATALOGUE["sweep"], fs.start("sweep", seed=1).board)
    with pytest.raises(ValueError, match="another book or another board"):
        solver.solve(fs.start("sweep", seed=2))


def test_a_solver_that_nobody_needs_is_gone_at_once_with_its_table() -> None:
    position = fs.start("sweep", seed=1)
    solver = fs.Solver(position.book, position.board)
    solution = solver.solve(position, progress=lambda _: None)
    gone = weakref.ref(solver)
    gc.disable()
    try:
        del solver, solution
        assert gone() is None
    finally:
        gc.enable()
