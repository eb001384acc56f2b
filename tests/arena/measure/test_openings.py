"""The boards that a rule book is measured on."""

import fivesquare as fs
from fivesquare.arena.measure.openings import Openings, worth
from fivesquare.board import Size
from fivesquare.rulebook import Komi


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
