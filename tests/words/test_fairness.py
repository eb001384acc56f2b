"""Who wins, in sentences that say no more than was found out."""

import pytest

import fivesquare as fs
from fivesquare.books import rebalanced
from fivesquare.fairness import Winners
from fivesquare.rulebook import Komi
from fivesquare.words import fairness


@pytest.mark.parametrize(
    ("found", "heading"),
    [
        (Winners(97, 3), "The first player wins 97% of 100 boards"),
        (Winners(30, 70), "The second player wins 70% of 100 boards"),
        (Winners(10, 10, 80), "80% of 100 boards are a draw"),
        (Winners(49, 49, 2), "The first player wins 49% of 100 boards"),
        (Winners(61, 3, 0, 36), "The first player wins 95% of the 64 boards that were solved"),
        (Winners(10, 20, 0, 70), "Too large to solve here"),
        (Winners(0, 1), "With perfect play the second player wins"),
        (Winners(0, 0, 1), "With perfect play it is a draw"),
    ],
)
def test_who_wins(found: Winners, heading: str) -> None:
    assert fairness.heading(found) == heading


def test_what_that_is_worth() -> None:
    assert fairness.interval(Winners(97, 3)) == "Of all boards: 92% to 99% (95% interval)."
    assert fairness.interval(Winners(3, 97)) == "Of all boards: 92% to 99% (95% interval)."
    assert fairness.interval(Winners(1)) == "There is only one board."
    assert fairness.detail(Winners(97, 3)) == "Solved to the end."
    assert fairness.detail(Winners(50, 50)) == "Solved to the end. As fair as these boards can tell."
    some = fairness.detail(Winners(61, 3, 0, 36))
    assert some == "Solved to the end. Too large to solve, and perhaps different: 36 boards."


def test_an_estimate_says_that_it_is_one() -> None:
    assert fairness.ESTIMATE.startswith("An estimate")
    assert fairness.estimate(Winners(58, 40, 2)) == (
        "Between two greedy players the first wins 58 of 100 games, 2 drawn."
    )


def test_what_a_remedy_is_and_comes_to() -> None:
    flip, raid = fs.CATALOGUE["flip"], fs.VARIANTS["raid"]
    assert fairness.changed(flip, raid) == "Grow from the edge, a tie goes to the last claim"
    assert fairness.changed(flip, fs.VARIANTS["forty-two"]) == "Grow from anywhere, first to exactly 42"
    assert fairness.name(raid) == "That is Raid."
    assert fairness.name(flip) == "That is Flip."
    assert fairness.name(fs.RuleBook.of({**flip.answers, "again": "chain"})) == ""
    assert fairness.head_start(rebalanced(flip, Komi(1))) == "Head start: 1 point for the second player"
    assert fairness.counts(Winners(47, 42, 11)) == "First 47, second 42 of 100 boards, 11 drawn."
    assert fairness.counts(Winners(0, 0, 1)) == "With perfect play it is a draw."
