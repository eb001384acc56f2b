"""Every bound and shortcut of the search leaves the answers as they are."""

import random

import pytest

import fivesquare as fs
from fivesquare.solver import Solver
from fivesquare.solver.model import IDEAS, SWITCHES, make_model
from solver_oracle import random_book, random_position

ROUNDS = 60


def applies(idea: str, position: fs.Position) -> bool:
    model = make_model(position.setup, position.board)
    return bool(model.mirrors) if idea == "mirrors" else bool(model.flags & SWITCHES[idea])


def answers(position: fs.Position, without: tuple[str, ...]) -> list[object]:
    solution = Solver(position.book, position.board, without=without).solve(position)
    return [solution.winner, solution.margin, solution.best, dict(solution.each)]


@pytest.mark.parametrize("idea", IDEAS)
def test_with_and_without(idea: str) -> None:
    chance = random.Random(idea)
    rounds = 0
    while rounds < ROUNDS:
        book = random_book(chance, most_cells=16)
        position = random_position(chance, book, free=min(book.size.cells, 11))
        if applies(idea, position):
            rounds += 1
            expected = answers(position, without=(idea,))
            assert answers(position, without=()) == expected, position.to_record()


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_the_five_books_without_any(name: str) -> None:
    chance = random.Random(name)
    for _ in range(15):
        position = random_position(chance, fs.CATALOGUE[name], free=9)
        assert answers(position, without=()) == answers(position, without=IDEAS), position.to_record()
