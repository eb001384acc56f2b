"""Confidence intervals, against numbers from a textbook."""

import pytest

from fivesquare.intervals import Estimate, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775), (97, 100, 0.9155, 0.9897), (50, 100, 0.4038, 0.5962)],
)
def test_the_interval_of_a_share(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == Estimate(None)
    assert str(wilson(0, 0)) == "-"
    assert str(wilson(1, 2)) == "0.50 (0.09 to 0.91)"
