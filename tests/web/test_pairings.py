"""Who meets whom: for any number of players, whoever comes late or leaves early."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from fivesquare.web.play import pairings
from fivesquare.web.play.pairings import Pair

PLAYERS = st.integers(2, 32).map(lambda count: list(range(1, count + 1)))


def whole(players: Sequence[int], legs: int = 1, past: Sequence[Pair] = ()) -> list[list[Pair]]:
    """The rounds until everybody has met everybody."""
    done, rounds = list(past), []
    while pairs := pairings.everybody(players, done, legs):
        rounds.append(pairs)
        done += pairs
    return rounds


def assert_possible(rounds: Sequence[Sequence[Pair]]) -> None:
    """Nobody is at two tables at one time."""
    for pairs in rounds:
        seated = [player for pair in pairs for player in pair]
        assert len(seated) == len(set(seated))


@given(PLAYERS, st.sampled_from([1, 2]))
def test_everybody_meets_everybody_in_the_fewest_rounds(players: list[int], legs: int) -> None:
    rounds = whole(players, legs)
    assert_possible(rounds)
    met = pairings.met(pair for pairs in rounds for pair in pairs)
    assert met == Counter({frozenset(pair): legs for pair in combinations(players, 2)})
    count = len(players)
    assert len(rounds) == legs * (count - 1 + count % 2)
    assert all(len(pairs) == count // 2 for pairs in rounds)  # at most one sits out
    assert rounds == [list(pairs) for pairs in pairings.rounds_ahead(tuple(players), (), legs)]


@given(PLAYERS)
def test_each_player_begins_half_of_the_time(players: list[int]) -> None:
    once = Counter(first for pairs in whole(players) for first, _ in pairs)
    for player in players:
        assert abs(2 * once[player] - (len(players) - 1)) <= 1
    twice = [pair for pairs in whole(players, 2) for pair in pairs]
    assert len(set(twice)) == len(twice)  # each in each seat
    assert set(Counter(first for first, _ in twice).values()) == {len(players) - 1}


@given(PLAYERS)
def test_with_an_odd_number_each_sits_out_once(players: list[int]) -> None:
    free = Counter(
        player for pairs in whole(players) for player in players if player not in {*sum(pairs, ())}
    )
    assert free == Counter(players if len(players) % 2 else [])


@given(st.integers(2, 14), st.integers(0, 6), st.integers(0, 4), st.integers(1, 5), st.data())
def test_who_comes_late_meets_everybody_and_who_leaves_nobody(
    count: int, late: int, leaving: int, before: int, data: st.DataObject
) -> None:
    players = list(range(1, count + 1))
    rounds = whole(players)[:before]
    past = [pair for pairs in rounds for pair in pairs]
    gone = data.draw(st.sets(st.sampled_from(players), max_size=min(leaving, count - 2)))
    stay = [player for player in [*players, *range(count + 1, count + late + 1)] if player not in gone]
    after = whole(stay, past=past)
    assert_possible(after)
    assert not gone.intersection(player for pairs in after for pair in pairs for player in pair)
    met = pairings.met([*past, *(pair for pairs in after for pair in pairs)])
    assert all(met[frozenset(pair)] == 1 for pair in combinations(stay, 2))
    assert len(after) <= len(stay) + 4  # how many rounds there are is not made much worse


@given(PLAYERS, st.integers(1, 12), st.data())
def test_a_ladder_pairs_all_but_one_and_repeats_no_meeting_while_it_can(
    players: list[int], count: int, data: st.DataObject
) -> None:
    past: list[Pair] = []
    free: Counter[int] = Counter()
    for number in range(count):
        order = data.draw(st.permutations(players))
        pairs = pairings.ladder(order, past, free)
        assert_possible([pairs])
        assert len(pairs) == len(players) // 2
        free.update(set(players).difference(*pairs))
        past += pairs
        if number < len(players) // 2 - 1:
            assert max(pairings.met(past).values()) == 1
    if len(players) % 2:
        assert max(free[player] for player in players) - min(free[player] for player in players) <= 1


@given(PLAYERS, st.integers(1, 12))
def test_in_a_ladder_neighbours_meet_and_who_began_less_often_begins(
    players: list[int], count: int
) -> None:
    first = pairings.ladder(players, [])
    even = players[: len(players) // 2 * 2]
    assert {frozenset(pair) for pair in first} == {
        frozenset(pair) for pair in zip(even[::2], even[1::2], strict=True)
    }
    past: list[Pair] = []
    for _ in range(count):
        for pair in pairings.ladder(players, past):
            ahead = [
                sum(1 if one == each else -1 for one, two in past if each in (one, two)) for each in pair
            ]
            assert ahead[0] <= ahead[1]
            past.append(pair)


def test_who_was_free_least_often_and_stands_lowest_sits_out() -> None:
    assert pairings.ladder([1, 2, 3], []) == [(2, 1)]
    assert set(pairings.ladder([1, 2, 3], [(2, 1)], {3: 1})[0]) == {1, 3}
    assert set(pairings.ladder([1, 2, 3], [(2, 1), (3, 1)], {3: 1, 2: 1})[0]) == {2, 3}


def test_one_player_or_none_meets_nobody() -> None:
    assert pairings.everybody([], []) == pairings.everybody([7], []) == []
    assert pairings.ladder([], []) == pairings.ladder([7], []) == []
