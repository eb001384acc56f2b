"""Ratings find known strengths again, whoever is called what, and tables that hold nothing have an end."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import inf, log10

import numpy as np
import pytest

from fivesquare.arena import ratings
from fivesquare.arena.ratings import Rating, Result, fitted, rated

NAMES = ["Ann", "Ben", "Cleo", "Dora"]


def chance(own: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - own) / 400))


def games(
    strengths: Sequence[float], boards: int, seed: int, drawn: float = 0.0
) -> tuple[list[str], list[Result]]:
    """All against all, two games on each board; so many of the games that may be drawn are."""
    luck = random.Random(seed)
    names = [f"player {place}" for place in range(len(strengths))]
    played = []
    for board, (one, other), _ in (
        (board, pair, game)
        for board in range(boards)
        for pair in combinations(range(len(names)), 2)
        for game in range(2)
    ):
        share = chance(strengths[one], strengths[other])
        draws = drawn * 2 * min(share, 1 - share)
        score = 0.5 if luck.random() < draws else float(luck.random() < (share - draws / 2) / (1 - draws))
        played.append(Result(board, names[one], names[other], score))
    return names, played


def ends(rating: Rating) -> tuple[float, float]:
    assert rating.has_interval
    return (
        -inf if rating.low is None else rating.low,
        inf if rating.high is None else rating.high,
    )


def value(rating: Rating) -> float:
    assert rating.value is not None
    return rating.value


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough of the bootstrap to see how often it is right."""
    monkeypatch.setattr(ratings, "DRAWS", 400)


# --- Known strengths ---


@pytest.mark.usefixtures("few_draws")
@pytest.mark.parametrize(
    ("strengths", "boards", "drawn"),
    [
        ((-100, 0, 100), 30, 0.0),
        ((-300, -50, 50, 300), 20, 0.0),
        ((-300, -50, 50, 300), 20, 0.7),
        ((-150, 150), 40, 0.3),
        ((-600, 0, 600), 30, 0.0),  # often without a single loss
    ],
)
def test_95_of_100_intervals_hold_the_truth(strengths: Sequence[float], boards: int, drawn: float) -> None:
    held = []
    for seed in range(100):
        names, played = games(strengths, boards, seed, drawn)
        found = rated(names, played)
        for name, strength in zip(names, strengths, strict=True):
            low, high = ends(found[name])
            held.append(low <= strength <= high)
    assert 0.92 <= sum(held) / len(held) <= 0.995


@pytest.mark.usefixtures("few_draws")
@pytest.mark.parametrize(("better", "boards"), [(0.05, 20), (0.1, 20), (0.1, 40), (0.2, 40)])
def test_intervals_hold_the_truth_where_whoever_is_first_nearly_always_wins(
    better: float, boards: int
) -> None:
    """The stronger of two takes both games of a few boards, and one of each other board."""
    truth = 200 * log10((1 + better) / (1 - better))
    held = []
    for seed in range(200):
        luck = random.Random(seed)
        played = []
        for board in range(boards):
            second = float(luck.random() < better)
            played += [Result(board, "Ann", "Ben", 1.0), Result(board, "Ben", "Ann", 1.0 - second)]
        low, high = ends(rated(["Ann", "Ben"], played)["Ann"])
        held.append(low <= truth <= high)
    assert sum(held) / len(held) >= 0.94


def test_who_was_even_on_every_board_may_still_be_stronger() -> None:
    played = [Result(board, *pair, 1.0) for board in range(10) for pair in (("Ann", "Ben"), ("Ben", "Ann"))]
    low, high = ends(rated(["Ann", "Ben"], played)["Ann"])
    # Ten such boards have a chance of 1 in 40 where each has one of 0.025 ** 0.1, and all others are won.
    won = 1 - 0.025**0.1
    assert (-low, high) == pytest.approx((200 * log10((1 + won) / (1 - won)),) * 2)


def test_many_games_find_the_strengths_themselves() -> None:
    strengths = (-250, -40, 90, 200)
    names, played = games(strengths, 2000, seed=1)
    found = rated(names, played)
    for name, strength in zip(names, strengths, strict=True):
        assert found[name].value == pytest.approx(strength, abs=15)
        low, high = ends(found[name])
        assert high - low < 50


def test_intervals_shrink_with_the_root_of_the_number_of_boards() -> None:
    widths = []
    for boards in (25, 400):
        names, played = games((-100, 100), boards, seed=2)
        low, high = ends(rated(names, played)[names[0]])
        widths.append(high - low)
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.35)


def test_what_happens_on_a_board_stays_together() -> None:
    """Whole boards won or lost say half as much as single games: the interval is wider by the root of 2."""
    luck = random.Random(3)
    together, apart = [], []
    for board in range(300):
        score = float(luck.random() < 0.5)
        together += [Result(board, "Ann", "Ben", score)] * 2
        apart += [Result(2 * board, "Ann", "Ben", score), Result(2 * board + 1, "Ann", "Ben", score)]
    wide, narrow = (
        high - low for low, high in (ends(rated(["Ann", "Ben"], each)["Ann"]) for each in (together, apart))
    )
    assert wide / narrow == pytest.approx(2**0.5, rel=0.15)


# --- By hand ---


def test_two_players_differ_by_the_odds_with_one_game_drawn_besides() -> None:
    played = [Result(board, "Ann", "Ben", float(board < 3)) for board in range(4)]
    found = rated(["Ann", "Ben"], played)
    assert found["Ann"].value == pytest.approx(200 * log10(3.5 / 1.5))
    assert found["Ben"].value == pytest.approx(-200 * log10(3.5 / 1.5))


def test_the_ratings_are_those_of_the_highest_likelihood() -> None:
    """Every small change of them makes the games less likely."""
    points = np.array([[0, 3.5, 5], [1.5, 0, 2], [0.5, 4, 0]])

    def likelihood(values: np.ndarray) -> float:
        gaps = values[:, None] - values[None, :]
        return float(-(points * np.log1p(np.exp(-gaps))).sum())

    best = fitted(points)
    assert best.sum() == pytest.approx(0)
    for place in range(3):
        for step in (-0.01, 0.01):
            assert likelihood(best + step * (np.arange(3) == place)) < likelihood(best)


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = [Result(board, "Ann", "Ben", 0.5) for board in range(8)]
    halves = [Result(board, "Ann", "Ben", float(board % 2)) for board in range(8)]
    assert rated(["Ann", "Ben"], drawn)["Ann"].value == pytest.approx(0)
    assert rated(["Ann", "Ben"], halves)["Ann"].value == pytest.approx(0)


def test_draws_say_more_than_wins_and_losses_but_not_everything() -> None:
    drawn = [Result(board, "Ann", "Ben", 0.5) for board in range(100)]
    halves = [Result(board, "Ann", "Ben", float(board % 2)) for board in range(100)]
    low, high = ends(rated(["Ann", "Ben"], drawn)["Ann"])
    # A hundred draws have a chance of 1 in 40 where each has one of 0.025 ** 0.01, and all others are won.
    share = (1 + (1 - (1 / 40) ** (1 / 100))) / 2
    assert (low, high) == pytest.approx(
        (-200 * log10(share / (1 - share)), 200 * log10(share / (1 - share)))
    )
    wide = ends(rated(["Ann", "Ben"], halves)["Ann"])
    assert wide[1] > 2 * high
    assert wide[0] < 2 * low


# --- Names and order ---


def mixed(played: Sequence[Result], seed: int) -> list[Result]:
    """The same games in another order, some of them told from the other side."""
    luck = random.Random(seed)
    turned = [
        Result(board, second, first, 1 - score)
        if luck.random() < 0.5
        else Result(board, first, second, score)
        for board, first, second, score in played
    ]
    luck.shuffle(turned)
    return turned


@pytest.mark.usefixtures("few_draws")
@pytest.mark.parametrize("strengths", [(-300, -50, 50, 300), (-900, -200, 200, 900)], ids=["close", "far"])
def test_neither_names_nor_order_matter(strengths: Sequence[float]) -> None:
    names, played = games(strengths, 12, seed=5, drawn=0.2)
    before = rated(names, played)
    for seed, order in enumerate(list(permutations(range(4)))[::5]):
        called = {name: NAMES[place] for name, place in zip(names, order, strict=True)}
        renamed = [
            Result(each.board, called[each.first], called[each.second], each.score) for each in played
        ]
        after = rated(sorted(called.values()), mixed(renamed, seed))
        for name in names:
            one, other = before[name], after[called[name]]
            assert other.value == pytest.approx(one.value, abs=1e-6)
            assert ends(other) == pytest.approx(ends(one), abs=1e-6)
            assert other.is_open_above == one.is_open_above
            assert other.is_open_below == one.is_open_below


# --- Tables that hold nothing ---


def all_won(*groups: Sequence[str], boards: int = 10, within: float = 0.5) -> Iterator[Result]:
    """Every group wins every game against the groups behind it; inside of one the points are shared."""
    ranks = {name: rank for rank, group in enumerate(groups) for name in group}
    for board in range(boards):
        for one, other in combinations(ranks, 2):
            score = within if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
            yield Result(board, one, other, score)


def test_who_always_wins_is_open_above_and_held_below_by_the_exact_chance() -> None:
    found = rated(["Ann", "Ben"], all_won(["Ann"], ["Ben"]))
    ann, ben = found["Ann"], found["Ben"]
    assert (ann.is_open_above, ann.is_open_below) == (True, False)
    assert (ben.is_open_above, ben.is_open_below) == (False, True)
    assert ann.high is None
    assert ben.low is None
    # Ten wins of ten have a chance of 1 in 40 where each has one of 0.025 ** 0.1.
    share = (1 / 40) ** (1 / 10)
    gap = 400 * log10(share / (1 - share))
    assert ann.low == pytest.approx(gap / 2)
    assert ben.high == pytest.approx(-gap / 2)


def test_one_loss_closes_the_interval_and_it_is_as_wide_as_chance_allows() -> None:
    """Clopper and Pearson's interval of 19 of 20: 0.7513 to 0.9987."""
    played = [Result(board, "Ann", "Ben", float(board > 0)) for board in range(20)]
    ann = rated(["Ann", "Ben"], played)["Ann"]
    assert not ann.is_open_above
    assert not ann.is_open_below
    expected = [200 * log10(share / (1 - share)) for share in (0.75127, 0.99873)]
    low, high = ends(ann)
    assert low <= expected[0] + 1
    assert high >= expected[1] - 1
    assert (low, high) == pytest.approx(expected, rel=0.02)


def test_half_a_point_lost_counts_as_one_game_lost() -> None:
    """A draw and 19 wins are held as 19 of 20 are: Clopper and Pearson's 0.7513 to 0.9987."""
    played = [Result(board, "Ann", "Ben", 1.0 if board else 0.5) for board in range(20)]
    found = rated(["Ann", "Ben"], played)
    expected = [200 * log10(share / (1 - share)) for share in (0.75127, 0.99873)]
    assert ends(found["Ann"]) == pytest.approx(expected, rel=0.001)
    assert ends(found["Ben"]) == pytest.approx([-end for end in expected[::-1]], rel=0.001)
    assert not found["Ann"].is_open_above


@pytest.mark.parametrize(("lost", "is_exact"), [(4, True), (4.5, True), (5, False)])
def test_five_points_lost_are_enough_for_a_bootstrap(lost: float, is_exact: bool) -> None:
    points = np.array([[0, 40 - lost], [lost, 0]])
    values = fitted(points)
    everybody = np.ones((2, 2), bool)
    low, high = ratings._exact(0, points, values, everybody, everybody)
    assert (low < values[0] < high) == is_exact
    if not is_exact:
        assert low == high == values[0]


@pytest.mark.parametrize(
    ("better", "worse", "even", "is_exact"),
    [
        (0, 0, 6, True),
        (1, 1, 4, True),
        (1, 1, 3, True),
        (1, 1, 2, False),  # no fewer uneven boards than even ones: there is enough to draw from
        (2, 2, 2, False),
        (2, 1, 3, False),
        (2, 2, 16, True),
        (3, 2, 15, False),
    ],
)
def test_where_few_boards_are_even_a_bootstrap_is_enough(
    better: int, worse: int, even: int, is_exact: bool
) -> None:
    scores = [2.0] * better + [0.0] * worse + [1.0] * even  # of two games on each
    counts = np.zeros((len(scores), 2, 2))
    counts[:, 0, 1], counts[:, 1, 0] = scores, 2 - np.array(scores)
    values = fitted(counts.sum(axis=0))
    low, high = ratings._exact_if_even(0, counts, values, np.ones((2, 2), bool))
    assert (low < values[0] < high) == is_exact
    if not is_exact:
        assert low == high == values[0]


def test_two_groups_are_open_towards_each_other() -> None:
    found = rated(NAMES, all_won(NAMES[:2], NAMES[2:]))
    for name in NAMES[:2]:
        assert (found[name].is_open_below, found[name].is_open_above) == (False, True)
        assert 0 < ends(found[name])[0] < value(found[name])
    for name in NAMES[2:]:
        assert (found[name].is_open_below, found[name].is_open_above) == (True, False)
        assert ends(found[name])[1] < 0
    assert found["Ann"].value == pytest.approx(found["Ben"].value)
    # Forty games between the groups, each two against two, all won by one.
    share = (1 / 40) ** (1 / 40)
    assert found["Ann"].low == pytest.approx(200 * log10(share / (1 - share)), rel=1e-6)


def test_in_a_row_of_three_the_middle_is_held_by_nothing() -> None:
    found = rated(NAMES[:3], all_won(["Ann"], ["Ben"], ["Cleo"]))
    assert value(found["Ann"]) > 100 > -100 > value(found["Cleo"])
    assert value(found["Ben"]) == pytest.approx(0, abs=1e-6)
    assert ends(found["Ben"]) == (-inf, inf)
    assert found["Ben"].is_open_above
    assert found["Ben"].is_open_below
    assert found["Ann"].is_open_above
    assert not found["Ann"].is_open_below


def test_all_draws_are_all_equal() -> None:
    found = rated(NAMES, all_won(NAMES))
    for rating in found.values():
        assert rating.value == pytest.approx(0, abs=1e-9)
        low, high = ends(rating)
        assert -90 < low < -10
        assert 10 < high < 90


def test_who_did_not_play_has_no_rating_and_changes_none() -> None:
    played = list(all_won(NAMES[:2], NAMES[2:3]))
    with_dora, without = rated(NAMES, played), rated(NAMES[:3], played)
    assert with_dora.pop("Dora") == Rating(None)
    for name, rating in with_dora.items():
        assert rating.value == pytest.approx(without[name].value)
        assert rating.is_open_above == without[name].is_open_above
        assert ends(rating) == pytest.approx(ends(without[name]))


def test_no_games_at_all() -> None:
    assert rated(["Ann", "Ben"], []) == {"Ann": Rating(None), "Ben": Rating(None)}
    assert not Rating(None).has_interval


def test_who_never_met_is_rated_apart() -> None:
    played = [
        Result(board, one, other, float(board % 4 > 0))
        for board in range(8)
        for one, other in (("Ann", "Ben"), ("Cleo", "Dora"))
    ]
    found = rated(NAMES, played)
    assert found["Ann"].value == pytest.approx(found["Cleo"].value)
    assert found["Ann"].value == pytest.approx(-value(found["Ben"]))
    assert not any(rating.is_open_above or rating.is_open_below for rating in found.values())


def test_few_boards_have_no_interval() -> None:
    found = rated(["Ann", "Ben"], all_won(["Ann"], ["Ben"], boards=5))
    assert found["Ann"].low is None
    assert found["Ann"].high is None
    assert not found["Ann"].has_interval
    assert found["Ann"].is_open_above  # that much is known
    assert rated(["Ann", "Ben"], all_won(["Ann"], ["Ben"], boards=6))["Ann"].has_interval


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="a name of its own"):
        rated(["Ann", "Ann"], [])


def test_what_is_written_is_rounded() -> None:
    rating = Rating(12.3456, None, 99.96, True, False)
    assert rating.to_json() == {"value": 12.3, "low": None, "high": 100.0, "open": ["below"]}
    assert str(Rating(-0.01).to_json()["value"]) == "0.0"
