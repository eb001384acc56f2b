"""Points and ranks of an evening."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fivesquare.web.play.standings import Outcome, standing

PLAYERS = range(1, 7)
OUTCOMES = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.sampled_from([0, 1, 2, None]))
    .filter(lambda each: each[0] != each[1])
    .map(lambda each: Outcome(*each)),
    max_size=40,
)


def test_a_win_is_one_point_and_a_draw_half_a_point() -> None:
    found = standing([1, 2, 3], [Outcome(1, 2, 2), Outcome(2, 3, 0), Outcome(3, 1, None)])
    assert [(place.player, place.rank, place.halves) for place in found] == [
        (2, 1, 3),
        (3, 2, 1),
        (1, 3, 0),
    ]
    assert found[0][4:] == (1, 1, 0, 0)
    assert found[2][4:] == (0, 0, 1, 0)


def test_equal_points_share_a_rank_and_say_so() -> None:
    found = standing([1, 2, 3, 4], [Outcome(3, 4, 1), Outcome(2, 1, 1)])
    assert [(place.player, place.rank, place.is_tied) for place in found] == [
        *((2, 1, True), (3, 1, True), (1, 3, True), (4, 3, True))
    ]


def test_a_free_round_counts_as_is_said() -> None:
    assert [place.halves for place in standing([1, 2], [], [2], 2)] == [2, 0]
    nothing = standing([1, 2], [], [2])
    assert [(place.halves, place.free) for place in nothing] == [(0, 0), (0, 1)]


@given(OUTCOMES)
def test_all_points_that_were_given_are_in_the_standing(outcomes: list[Outcome]) -> None:
    found = standing(PLAYERS, outcomes)
    counted = [outcome for outcome in outcomes if outcome.winner is not None]
    assert sum(place.halves for place in found) == 2 * len(counted)
    assert sorted(place.player for place in found) == list(PLAYERS)
    for one, other in pairwise(found):
        assert one.halves >= other.halves
        assert (one.rank == other.rank) == (one.halves == other.halves)
