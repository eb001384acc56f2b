"""Whatever the table has kept or lost, the answers are the same."""

import random

import pytest

import fivesquare as fs
from fivesquare.rulebook import Between, RuleBook
from fivesquare.solver import Solution, Solver, solve, warm_up
from solver_oracle import brute_force, random_book, random_position

TINY = 16  # bytes


def answers(solution: Solution) -> list[object]:
    assert solution.exact
    return [solution.winner, solution.margin, solution.best, dict(solution.each)]


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_tiny_table(name: str) -> None:
    chance = random.Random(name)
    for _ in range(10):
        position = random_position(chance, fs.CATALOGUE[name], free=10)
        assert answers(solve(position, memory=TINY)) == answers(solve(position))


def test_a_table_that_grows_and_one_that_may_not() -> None:
    position = fs.start("grow", seed=5)
    grown = Solver(position.book, position.board)
    full = Solver(position.book, position.board, memory=32 * 1024)
    assert answers(grown.solve(position)) == answers(full.solve(position))


@pytest.mark.parametrize("seed", range(5))
def test_one_solver_for_a_whole_game(seed: int) -> None:
    """Forwards and backwards, with a table that fills up and is cleared in between."""
    chance = random.Random(seed)
    book = random_book(chance)
    position = fs.start(book, seed=seed)
    game = [position]
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
        game.append(position)
    solver = Solver(book, position.board, memory=4096)
    for moment in [*game, *reversed(game)]:
        worth, each = brute_force(moment)
        solution = solver.solve(moment)
        assert (solution.winner, solution.margin) == worth
        assert dict(solution.each) == each
        if chance.random() < 0.3:
            solver.clear()


def test_another_game_is_refused() -> None:
    one, two = fs.start("grow", seed=1), fs.start("grow", seed=2)
    with pytest.raises(ValueError, match="another book or another board"):
        Solver(one.book, one.board).solve(two)


LARGE = [
    RuleBook(fs.Size(8, 8), Between(0, 999), "anywhere", "lower-enemy", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), Between(1, 9), "edge", "nothing", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), "ones", "anywhere", "nothing", "chain", "majority", "draw"),
    RuleBook(fs.Size(8, 8), "shuffled", "adjacent", "lower-enemy", "chain", "points", "second"),
    RuleBook(fs.Size(8, 5), Between(0, 999), "adjacent", "lower-free", "chain", "points", "draw"),
    RuleBook(fs.Size(7, 7), "shuffled", "anywhere", "lower-free", "never", "points", "draw"),
    RuleBook(fs.Size(6, 6), Between(0, 999), "anywhere", "nothing", "chain", "points", "last"),
    RuleBook(fs.Size(8, 8), "shuffled", "anywhere", "lower-enemy", "chain", "majority", "last"),
]


@pytest.mark.parametrize("book", LARGE, ids=range(len(LARGE)))
def test_endgames_on_large_boards(book: RuleBook) -> None:
    """The last cell of 8x8 is the sign of a word; keys do not fit into one."""
    chance = random.Random(4)
    for _ in range(6):
        position = random_position(chance, book, free=7)
        worth, each = brute_force(position)
        solution = solve(position)
        assert (solution.winner, solution.margin) == worth, position.to_record()
        assert dict(solution.each) == each, position.to_record()


def test_everything_compiles_ahead_of_time() -> None:
    warm_up()
