"""Levels against each other."""

from itertools import product

import fivesquare as fs
from fivesquare.arena.measure import levels
from fivesquare.arena.measure.levels import LEVELS
from fivesquare.arena.measure.openings import Openings
from fivesquare.board import Size

SWEEP = Openings(fs.CATALOGUE["sweep"], Size(3, 3))


def test_every_level_plays_every_level_from_either_seat() -> None:
    result = levels.play(levels.unit(SWEEP, 3))
    assert result is not None
    assert set(levels.read(result)) == set(product(LEVELS, LEVELS))
    assert set(result.values()) <= {0.0, 0.5, 1.0}


def test_the_same_unit_gives_the_same_games() -> None:
    unit = levels.unit(Openings(fs.CATALOGUE["grow"], Size(3, 3)), 5)
    assert levels.play(unit) == levels.play(unit)


def test_other_boards_give_other_luck() -> None:
    chain = Openings(fs.CATALOGUE["chain"], Size(3, 3))  # which has one board
    assert len({str(levels.play(levels.unit(chain, seed))) for seed in range(6)}) > 1


def test_a_board_that_is_left_out_is_not_played() -> None:
    fair = Openings(fs.VARIANTS["raid"], Size(3, 4), has_fair_komi=True)
    left_out = next(seed for seed in range(100) if fair[seed] is None)
    assert levels.play(levels.unit(fair, left_out)) is None


def test_the_ladder_counts_both_seats_and_equals_the_first_one() -> None:
    """Whoever is better wins; between equals the first player."""
    scores = {(one, other): float(one >= other) for one, other in product(LEVELS, LEVELS)}
    assert {pair: share.value for pair, share in levels.ladder([scores]).items()} == {
        f"{high}-{low}": 1.0 for low, high in ((1, 3), (1, 6), (1, 9), (3, 6), (3, 9), (6, 9))
    }
    assert {level: share.value for level, share in levels.equals([scores]).items()} == {
        str(level): 1.0 for level in LEVELS
    }
    first_wins = dict.fromkeys(scores, 1.0)
    assert {share.value for share in levels.ladder([first_wins]).values()} == {0.5}
