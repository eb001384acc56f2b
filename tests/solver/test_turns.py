"""Chain by whole turns is chain by single claims."""

import random

import pytest

import fivesquare as fs
from fivesquare.rulebook import REACHES, TAKES, Between, Goal, Reach, RuleBook, Take, Tie, Values
from fivesquare.solver import Solver
from fivesquare.solver.model import WHOLE_TURNS, make_model
from solver_oracle import brute_force, random_position

SIZES = [
    (rows, columns) for rows in range(1, 5) for columns in range(max(2, rows), 9) if rows * columns <= 16
]


def chains(
    size: tuple[int, int],
    *,
    reach: Reach = "anywhere",
    take: Take = "nothing",
    values: Values = "ones",
    goal: Goal = "majority",
    tie: Tie = "draw",
) -> RuleBook:
    return RuleBook(fs.Size(*size), values, reach, take, "chain", goal, tie)


def goes_by_turns(book: RuleBook, without: frozenset[str] = frozenset()) -> bool:
    position = fs.start(book, seed=1)
    return bool(make_model(position.setup, position.board, without).flags & WHOLE_TURNS)


def check(position: fs.Position) -> None:
    """The same worth of each move, both ways."""
    assert goes_by_turns(position.book)
    by_turns, by_claims = (
        Solver(position.book, position.board, without=without).solve(position)
        for without in ((), ("whole turns",))
    )
    assert by_turns == by_claims, position.to_record()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_first_claim(size: tuple[int, int]) -> None:
    check(fs.start("chain", size=size))
    check(fs.start(chains(size, goal="points", tie="last")))


def test_midgames() -> None:
    chance = random.Random(5)
    for _ in range(12):
        check(random_position(chance, fs.CATALOGUE["chain"], free=20))


@pytest.mark.parametrize("tie", ["draw", "last", "second"])
@pytest.mark.parametrize("goal", ["points", "majority"])
def test_trying_everything(goal: Goal, tie: Tie) -> None:
    chance = random.Random(f"{goal} {tie}")
    for size in [(1, 8), (3, 3), (3, 4)]:
        for _ in range(3):
            position = random_position(chance, chains(size, goal=goal, tie=tie), free=7)
            worth, each = brute_force(position)
            solution = Solver(position.book, position.board).solve(position)
            assert (solution.worth, dict(solution.each)) == (worth, each), position.to_record()


def test_where_turns_are_whole() -> None:
    """Where all cells are alike, in reach, and nothing is taken. Not if one may want to stop."""
    for reach in REACHES:
        for take in TAKES:
            assert goes_by_turns(chains((3, 3), reach=reach, take=take, goal="points")) == (
                (reach, take) == ("anywhere", "nothing")
            )
    assert not goes_by_turns(chains((3, 3), values=Between(1, 9), goal="points"))
    assert not goes_by_turns(fs.CATALOGUE["flip"])
    assert not goes_by_turns(chains((3, 3)), frozenset({"go on"}))
