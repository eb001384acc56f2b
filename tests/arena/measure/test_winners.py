"""Who wins, counted: against brute force, and until it is clear."""

import random

import pytest

import fivesquare as fs
from fivesquare.arena.measure import winners
from fivesquare.arena.measure.openings import Openings
from fivesquare.arena.measure.winners import Winners
from fivesquare.board import Size
from solver_oracle import brute_force, random_book


@pytest.mark.parametrize("seed", range(30))
def test_the_count_is_that_of_brute_force(seed: int) -> None:
    book = random_book(random.Random(seed), most_cells=8)
    openings = Openings(book, book.size)
    worths = [brute_force(fs.start(book, seed=each))[0] for each in range(5, 12)]
    found = Winners(**winners.count(openings.unit("winners", 5, boards=7)))
    assert (found.first, found.second, found.drawn) == tuple(
        sum(worth.winner == player for worth in worths) for player in (1, 2, 0)
    )
    assert found.margins == sum(worth.margin or 0 for worth in worths)
    assert found.left_out == 0


def test_boards_without_a_fair_komi_are_left_out() -> None:
    raid = Openings(fs.VARIANTS["raid"], Size(3, 4), has_fair_komi=True)
    found = Winners(**winners.count(raid.unit("winners", 0, boards=20)))
    assert found.left_out > 0
    assert found.boards + found.left_out == 20


@pytest.mark.parametrize("number", [1, 19, 20, 21, 100, 130])
def test_units_count_every_board_once(number: int) -> None:
    openings = Openings.from_json({"book": "sweep", "size": [3, 3], "fair_komi": False})
    units = winners.units(openings, 50, number)
    seeds = [seed for unit in units for seed in range(unit["seed"], unit["seed"] + unit["boards"])]
    assert seeds == list(range(50, 50 + number))


@pytest.mark.parametrize(
    ("found", "is_clear"),
    [
        (Winners(100, 0, 0), True),
        (Winners(0, 100, 0), True),
        (Winners(50, 50, 0), False),
        (Winners(0, 0, 100), False),  # drawn, and so fair
        (Winners(68, 32, 0), False),  # it may still be 55
        (Winners(72, 28, 0), True),
        (Winners(28, 72, 0), True),
        (Winners(620, 380, 0), True),
        (Winners(590, 410, 0), False),
        (Winners(), False),
    ],
)
def test_it_is_clear_when_it_is_surely_not_fair(found: Winners, is_clear: bool) -> None:
    assert found.is_clear is is_clear


def test_a_draw_is_half_of_a_win() -> None:
    assert Winners(10, 20, 10).share.value == 0.375
    assert Winners(1, 2, 3, 4, 5.5) + Winners(10, 20, 30, 40, -1) == Winners(11, 22, 33, 44, 4.5)
