"""What would make a game fair: each is solved again as a book of its own."""

import pytest

import fivesquare as fs
from fivesquare import fairness, remedies
from fivesquare.books import known_as, rebalanced
from fivesquare.fairness import BoardResult, Winners, winners
from fivesquare.rulebook import QUESTIONS, Komi, RuleBook

FLIP, RAID = fs.CATALOGUE["flip"], fs.VARIANTS["raid"]
LAND_RUSH = RuleBook.of(
    {
        "size": [4, 4],
        "values": [1, 9],
        "reach": "edge",
        "take": "nothing",
        "again": "never",
        "goal": "points",
        "tie": "last",
    }
)


def results_of(book: RuleBook, parts: int = 3) -> list[BoardResult]:
    return [result for part in range(parts) for result in fairness.solved(book, part)]


@pytest.mark.parametrize("name", ["flip", "sweep", "land rush"])
def test_a_head_start_comes_to_what_is_said(name: str) -> None:
    """With it, the same boards are solved one by one, as anybody would."""
    book = LAND_RUSH if name == "land rush" else fs.CATALOGUE[name]
    started = remedies.head_start(book, results_of(book))
    assert started is not None
    with_points, found = started
    assert isinstance(with_points.balance, Komi)
    solutions = [fs.solve(fs.start(with_points, seed=seed)) for seed in range(30)]
    assert [found.first, found.second, found.drawn] == [
        sum(each.winner == player for each in solutions) for player in (1, 2, 0)
    ]
    assert remedies.is_fairer(found, winners(results_of(book)))


def test_no_other_head_start_is_fairer() -> None:
    results = results_of(LAND_RUSH)
    started = remedies.head_start(LAND_RUSH, results)
    assert started is not None
    for halves in range(1, 100, 2):
        book = rebalanced(LAND_RUSH, Komi(halves / 2))
        other = winners(
            BoardResult(1 if margin > halves / 2 else 2) for _, margin in results if margin is not None
        )
        assert started[1].unfairness <= other.unfairness, book


def test_a_tie_is_only_even_where_it_is_drawn() -> None:
    """On every board of flip the first player wins by 8: a head start of 8 makes a tie."""
    results = [BoardResult(1, 8)] * 10
    drawn = remedies.head_start(FLIP, results)
    assert drawn is not None
    assert drawn[0].balance == Komi(8)
    assert drawn[1] == Winners(0, 0, 10)
    last = remedies.head_start(LAND_RUSH, results)
    assert last is not None
    assert last[1].unfairness == 0.5


@pytest.mark.parametrize(
    "results",
    [[], [BoardResult(2, -3)] * 5, [BoardResult(1, 3), BoardResult(None)]],
    ids=["no boards", "the second player is ahead", "one is too large"],
)
def test_there_is_no_head_start(results: list[BoardResult]) -> None:
    assert remedies.head_start(FLIP, results) is None


def test_a_goal_without_points_has_no_head_start() -> None:
    fifteen = fs.CATALOGUE["fifteen"]
    assert remedies.head_start(fifteen, [BoardResult(1)] * 5) is None


@pytest.mark.parametrize("book", [*fs.CATALOGUE.values(), *fs.VARIANTS.values(), LAND_RUSH])
def test_neighbours_are_near(book: RuleBook) -> None:
    near = remedies.neighbours(rebalanced(book, "swap"))
    assert len(near) == len(set(near)) > 5
    for other in near:
        changed = remedies.changes(book, other)
        assert 1 <= len(changed) <= 3
        assert other.size == book.size
        assert other.balance == "none"
        assert len(changed) == 1 or known_as(other) in fs.VARIANTS
        assert set(changed) <= set(QUESTIONS)


def test_raid_is_near_flip() -> None:
    assert RAID in remedies.neighbours(FLIP)


def test_only_what_is_much_fairer_is_a_remedy() -> None:
    unfair = Winners(96, 4)  # 46 from the middle
    assert remedies.is_fairer(Winners(52, 48), unfair)
    assert remedies.is_fairer(Winners(27, 73), unfair)
    assert not remedies.is_fairer(Winners(26, 74), unfair)
    assert not remedies.is_fairer(Winners(0, 100), unfair)
    assert not remedies.is_fairer(Winners(50, 49, 0, 1), unfair)  # one was too large
    assert not remedies.is_fairer(Winners(), unfair)
    assert not remedies.may_be_fairer(Winners(0, 20), unfair)
    assert remedies.may_be_fairer(Winners(10, 10), unfair)


def test_a_game_that_is_mostly_drawn_is_none_to_offer() -> None:
    assert remedies.is_fair_game(Winners(40, 40, 20))
    assert not remedies.is_fair_game(Winners(0, 0, 100))
    assert not remedies.is_fair_game(Winners(0, 0, 1))
    assert not remedies.is_fair_game(Winners(50, 49, 0, 1))
    assert remedies.may_be_fair(Winners(6, 4))
    assert not remedies.may_be_fair(Winners(20, 0))
