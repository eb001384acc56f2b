"""Facts about the five books (docs/solved.md), and what must hold for any solution."""

import random

import pytest

import fivesquare as fs
from fivesquare.board import Symmetry, cell_name, parse_cell, symmetries
from fivesquare.solver import Solver, solve
from solver_oracle import random_book, random_position


@pytest.mark.parametrize("seed", range(20))
def test_flip_is_72_to_64_on_every_board(seed: int) -> None:
    solution = solve(fs.start("flip", seed=seed), value_only=True)
    assert (solution.winner, solution.margin) == (1, 72 - 64)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_flip_by_search_alone_agrees_with_the_proof(size: tuple[int, int]) -> None:
    """The first player gets every second number from the highest down."""
    cells = size[0] * size[1]
    margin = sum(range(cells, 0, -2)) - sum(range(cells - 1, 0, -2))
    for seed in range(10):
        position = fs.start("flip", seed=seed, size=size)
        solver = Solver(position.book, position.board, without=("picks",))
        assert solver.solve(position, value_only=True).margin == margin


def test_flip_taking_the_highest_number_each_time_is_never_below_the_proof() -> None:
    """The strategy of the proof, against random play, from both seats."""
    chance = random.Random(1)
    for seed in range(50):
        position = fs.start("flip", seed=seed)
        seat = seed % 2 + 1
        while not position.is_over:
            move = chance.choice(position.legal)
            if position.turn == seat:
                values = position.board.values
                move = max(position.legal, key=lambda move: values[parse_cell(move, fs.Size(4, 4))])
            position = position.play(move)
        assert position.scores[seat - 1] >= (72, 64)[seat - 1]


def test_chain_is_won_by_every_first_claim_but_the_corners() -> None:
    solution = solve(fs.start("chain"))
    assert solution.winner == 1
    losing = {move for move, worth in solution.each.items() if worth.winner == 2}
    assert losing == {"1,1", "1,5", "5,1", "5,5"}
    assert len(solution.best) == 21


def test_sweep_is_won_by_the_first_player() -> None:
    for seed in range(200):
        solution = solve(fs.start("sweep", seed=seed), value_only=True)
        assert solution.winner == 1
        assert solution.margin is not None
        assert 3 <= solution.margin <= 33


def test_grow_is_won_in_the_middle_of_an_edge() -> None:
    winning = set()
    for seed in range(20):
        solution = solve(fs.start("grow", seed=seed))
        winning |= {move for move, worth in solution.each.items() if worth.winner == 1}
    assert winning == {"1,3", "3,1", "3,5", "5,3"}


@pytest.mark.parametrize("seed", range(15))
def test_a_turned_or_mirrored_board_is_worth_the_same(seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(chance, random_book(chance, most_cells=12))
    solution = solve(position)
    for symmetry in symmetries(position.size):
        image = fs.start(position.book, board=position.board.mapped(symmetry))

        def moved(move: str, symmetry: Symmetry = symmetry) -> str:
            if move == fs.STOP:
                return move
            return cell_name(symmetry.goes_to[parse_cell(move, position.size)], symmetry.size)

        for move in position.moves:
            image = image.play(moved(move))
        theirs = solve(image)
        assert {moved(move): worth for move, worth in solution.each.items()} == dict(theirs.each)


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_best_moves_keep_what_was_promised(name: str) -> None:
    chance = random.Random(name)
    for seed in range(3):
        position = fs.start(name, seed=seed)
        solver = Solver(position.book, position.board)
        promised = solver.solve(position)
        while not position.is_over:
            solution = solver.solve(position)
            assert (solution.winner, solution.margin) == (promised.winner, promised.margin)
            position = position.play(chance.choice(solution.best))
        assert position.outcome is not None
        assert position.outcome.winner == promised.winner
        if promised.margin is not None:
            assert position.scores[0] - position.scores[1] == promised.margin
