"""The line behind a value: how perfect play goes on, and what follows a mistake."""

import random
from dataclasses import replace

import pytest

import fivesquare as fs
from fivesquare.rulebook import Exactly, Goal, Komi
from solver_oracle import random_book, random_position

GOALS: list[Goal] = ["majority", Exactly(6)]


def worth_at_the_end(position: fs.Position, moves: tuple[str, ...]) -> fs.Worth:
    """What is on the board when these moves have been made, which must end the game."""
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None
    if position.book.goal != "points":
        return fs.Worth(position.outcome.winner, None)
    first, second = position.scores
    komi = position.book.balance.points if isinstance(position.book.balance, Komi) else 0
    return fs.Worth(position.outcome.winner, first - second - komi)


@pytest.mark.parametrize("seed", range(10))
def test_a_line_ends_with_what_the_solution_says_after_any_move(seed: int) -> None:
    chance = random.Random(f"line {seed}")
    for _ in range(40):
        position = random_position(chance, random_book(chance))
        solver = fs.Solver(position.book, position.board)
        solution = solver.solve(position)
        assert worth_at_the_end(position, solution.line) == solution.worth, position.to_record()
        assert not solution.line or solution.line[0] in solution.best
        assert solution.worth is not None
        holds_out = position.book.goal != "points" and solution.worth.result(position.state.turn) < 0
        if any(position.play(move).is_over for move in solution.best) and not holds_out:
            assert len(solution.line) == 1
        for move, worth in solution.each.items():
            line = solver.line(position, after=move)
            assert worth_at_the_end(position.play(move), line) == worth, (position.to_record(), move)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_line_of_every_book_from_its_opening(book: str) -> None:
    for seed in range(3):
        position = fs.start(book, seed=seed)
        solution = fs.solve(position, value_only=True)
        assert worth_at_the_end(position, solution.line) == solution.worth


def test_what_the_table_knows_is_not_searched_again() -> None:
    position = fs.start("grow", seed=1)
    solver = fs.Solver(position.book, position.board, threads=1)
    solution = solver.solve(position)
    searched = solver.nodes
    assert len(solution.line) == 25
    assert solver.nodes - searched < searched / 5


def test_nothing_is_searched_for_a_line_that_nobody_asks_for() -> None:
    position = fs.start("grow", seed=1)
    solver = fs.Solver(position.book, position.board)
    solution = solver.solve(position)
    assert "line" not in vars(solution)
    assert solution.nodes == solver.nodes


def test_a_win_at_once_is_taken_and_a_stop_comes_last() -> None:
    fifteen = fs.start("fifteen", board="5 5 5/1 5 1")
    for move in ("1,1", "2,1", "1,2", "2,2"):
        fifteen = fifteen.play(move)
    assert fs.solve(fifteen).line == ("1,3",)
    chain = fs.start("chain", board="1 1 1 1")
    assert "stop" not in fs.solve(chain).line


@pytest.mark.parametrize("seed", range(5))
def test_without_margins_the_winner_hurries_and_the_loser_holds_out(seed: int) -> None:
    chance = random.Random(f"pace {seed}")
    for _ in range(30):
        book = replace(random_book(chance, most_cells=6), balance="none", goal=chance.choice(GOALS))
        position = random_position(chance, book)
        solver = fs.Solver(position.book, position.board)
        solution = solver.solve(position)
        if solution.winner:
            assert len(solution.line) == solver.moves_to_win(position, solution.winner), (
                position.to_record()
            )


@pytest.mark.parametrize("seed", range(5))
def test_how_soon_each_move_ends_the_game(seed: int) -> None:
    chance = random.Random(f"soon {seed}")
    for _ in range(30):
        book = replace(random_book(chance, most_cells=6), balance="none", goal=chance.choice(GOALS))
        position = random_position(chance, book)
        solver = fs.Solver(position.book, position.board)
        solution = solver.solve(position)
        soon = solver.how_soon(solution)
        assert set(soon) == {move for move, worth in solution.each.items() if worth.winner}
        for move, moves in soon.items():
            assert moves == 1 + len(solver.line(position, after=move)), (position.to_record(), move)


def test_how_soon_is_not_asked_where_there_are_margins_or_nothing_is_known() -> None:
    position = fs.start("sweep", seed=1)
    solver = fs.Solver(position.book, position.board)
    assert solver.how_soon(solver.solve(position)) == {}
    position = fs.start("chain", size=(8, 8))
    solver = fs.Solver(position.book, position.board)
    assert solver.how_soon(solver.solve(position, nodes=1000)) == {}


def test_a_loss_too_far_away_is_not_seen_at_all() -> None:
    position = fs.start("chain", seed=1).play("1,1").play("3,3")
    solver = fs.Solver(position.book, position.board)
    solution = solver.solve(position)
    assert solution.winner == 2
    assert solver.how_soon(solution) == {}


def test_a_game_that_is_over_has_no_line() -> None:
    assert fs.solve(fs.start("sweep", board=[[1, 2]]).play("1,2")).line == ()


def test_a_position_that_is_not_solved_has_no_line() -> None:
    assert fs.solve(fs.start("chain", size=(8, 8)), nodes=1000).line == ()


def test_a_line_after_something_that_is_no_move() -> None:
    position = fs.start("sweep", seed=1)
    solver = fs.Solver(position.book, position.board)
    with pytest.raises(fs.NotationError):
        solver.line(position, after="9,9")
