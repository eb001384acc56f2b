"""The boards that a rule book is measured on."""

import random
from itertools import product

import pytest

import fivesquare as fs
from fivesquare.arena.measurement import (
    LEVELS,
    Openings,
    count_winners,
    equals,
    ladder,
    level_unit,
    play_levels,
    read_scores,
    winner_units,
    worth,
)
from fivesquare.board import Size
from fivesquare.fairness import Winners
from fivesquare.rulebook import Komi
from solver_oracle import brute_force, random_book


def test_they_are_those_of_play_with_a_seed() -> None:
    openings = Openings(fs.CATALOGUE["grow"], Size(3, 4))
    assert openings[7] == fs.start("grow", seed=7, size=(3, 4))


def test_a_fair_komi_leaves_perfect_play_level() -> None:
    openings = Openings(fs.CATALOGUE["sweep"], Size(3, 3), has_fair_komi=True)
    for seed in range(10):
        plain, position = fs.start("sweep", seed=seed), openings[seed]
        assert position is not None
        assert position.book.balance == Komi(worth(plain).margin or 0)
        assert position.board == plain.board
        assert worth(position).winner == 0


def test_a_board_that_the_second_player_wins_has_no_fair_komi() -> None:
    raid = fs.VARIANTS["raid"]
    plain, fair = Openings(raid, Size(3, 4)), Openings(raid, Size(3, 4), has_fair_komi=True)
    seeds = range(20)
    margins = [worth(position).margin for seed in seeds if (position := plain[seed]) is not None]
    without = [seed for seed in seeds if fair[seed] is None]
    assert without == [seed for seed, margin in enumerate(margins) if margin is not None and margin < 0]
    assert 0 < len(without) < len(seeds)  # or these boards show nothing


def test_they_survive_the_way_to_a_worker() -> None:
    for openings in (
        Openings(fs.VARIANTS["twenty-one"], Size(3, 3)),
        Openings(fs.CATALOGUE["flip"], Size(2, 5), has_fair_komi=True),
    ):
        assert Openings.from_json(openings.to_json()) == openings
        assert Openings.from_json(openings.unit("look", 3)) == openings


@pytest.mark.parametrize("seed", range(30))
def test_the_count_is_that_of_brute_force(seed: int) -> None:
    book = random_book(random.Random(seed), most_cells=8)
    openings = Openings(book, book.size)
    worths = [brute_force(fs.start(book, seed=each))[0] for each in range(5, 12)]
    found = Winners(**count_winners(openings.unit("winners", 5, boards=7)))
    assert (found.first, found.second, found.drawn) == tuple(
        sum(worth.winner == player for worth in worths) for player in (1, 2, 0)
    )
    assert found.margins == sum(worth.margin or 0 for worth in worths)
    assert found.left_out == 0


def test_boards_without_a_fair_komi_are_left_out() -> None:
    raid = Openings(fs.VARIANTS["raid"], Size(3, 4), has_fair_komi=True)
    found = Winners(**count_winners(raid.unit("winners", 0, boards=20)))
    assert found.left_out > 0
    assert found.boards + found.left_out == 20


@pytest.mark.parametrize("number", [1, 19, 20, 21, 100, 130])
def test_units_count_every_board_once(number: int) -> None:
    openings = Openings.from_json({"book": "sweep", "size": [3, 3], "fair_komi": False})
    units = winner_units(openings, 50, number)
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


SWEEP = Openings(fs.CATALOGUE["sweep"], Size(3, 3))


def test_every_level_plays_every_level_from_either_seat() -> None:
    result = play_levels(level_unit(SWEEP, 3))
    assert result is not None
    assert set(read_scores(result)) == set(product(LEVELS, LEVELS))
    assert set(result.values()) <= {0.0, 0.5, 1.0}


def test_the_same_unit_gives_the_same_games() -> None:
    unit = level_unit(Openings(fs.CATALOGUE["grow"], Size(3, 3)), 5)
    assert play_levels(unit) == play_levels(unit)


def test_other_boards_give_other_luck() -> None:
    chain = Openings(fs.CATALOGUE["chain"], Size(3, 3))  # which has one board
    assert len({str(play_levels(level_unit(chain, seed))) for seed in range(6)}) > 1


def test_a_board_that_is_left_out_is_not_played() -> None:
    fair = Openings(fs.VARIANTS["raid"], Size(3, 4), has_fair_komi=True)
    left_out = next(seed for seed in range(100) if fair[seed] is None)
    assert play_levels(level_unit(fair, left_out)) is None


def test_the_ladder_counts_both_seats_and_equals_the_first_one() -> None:
    """Whoever is better wins; between equals the first player."""
    scores = {(one, other): float(one >= other) for one, other in product(LEVELS, LEVELS)}
    assert {pair: share.value for pair, share in ladder([scores]).items()} == {
        f"{high}-{low}": 1.0 for low, high in ((1, 3), (1, 6), (1, 9), (3, 6), (3, 9), (6, 9))
    }
    assert {level: share.value for level, share in equals([scores]).items()} == {
        str(level): 1.0 for level in LEVELS
    }
    first_wins = dict.fromkeys(scores, 1.0)
    assert {share.value for share in ladder([first_wins]).values()} == {0.5}
