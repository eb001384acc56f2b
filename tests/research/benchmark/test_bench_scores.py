"""Skill and its intervals against what sampling says, and differences between players."""

import random
from statistics import mean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.research.benchmark.bench_scores import (
    Unit,
    difference,
    gap,
    skill,
    skill_by_group,
    skill_of_group,
    units_needed,
)

units = st.lists(
    st.builds(lambda lost, more: Unit(lost, lost + more), st.floats(0, 9), st.floats(0.1, 9)),
    min_size=8,
    max_size=30,
)


@given(units)
def test_a_random_mover_has_0_and_a_perfect_one_1(of: list[Unit]) -> None:
    perfect = {"a": [Unit(0, unit.expected) for unit in of]}
    chance = {"a": [Unit(unit.expected, unit.expected) for unit in of]}
    found, other = skill(perfect), skill(chance)
    assert found is not None
    assert found.estimate == (1, 1, 1)
    assert other is not None
    assert other.value == pytest.approx(0)
    apart = difference(perfect, chance)
    assert apart is not None
    assert apart.value == pytest.approx(1)


@given(units, units)
def test_the_headline_is_the_plain_mean(one: list[Unit], other: list[Unit]) -> None:
    groups = {"a": one, "b": other}
    found = skill(groups)
    assert found is not None
    assert found.value == pytest.approx(mean(spread.value for spread in skill_by_group(groups).values()))


@given(units)
def test_nobody_differs_from_themselves(of: list[Unit]) -> None:
    found = difference({"a": of}, {"a": of})
    assert found is not None
    assert (found.value, found.variance) == (0, 0)
    assert units_needed(found, len(of)) is None


def test_nothing_at_stake_is_no_skill() -> None:
    assert skill({"a": [Unit(0, 0)] * 9}) is None
    assert skill_of_group([Unit(0, 0)]) is None


def drawn(chance: random.Random, number: int, weight: float) -> list[Unit]:
    """Decisions of a player who loses a part of what chance would."""
    expected = [chance.expovariate(1) for _ in range(number)]
    return [Unit(each * weight * 2 * chance.random(), each) for each in expected]


def test_the_interval_is_that_of_sampling() -> None:
    chance = random.Random("intervals")
    samples = [skill({"a": drawn(chance, 200, 0.4)}) for _ in range(400)]
    found = [sample for sample in samples if sample is not None]
    spread = pstdev(sample.value for sample in found)
    assert mean(sample.variance**0.5 for sample in found) == pytest.approx(spread, rel=0.1)
    inside = [
        sample.estimate.low <= 0.6 <= sample.estimate.high
        for sample in found
        if sample.estimate.low is not None and sample.estimate.high is not None
    ]
    assert 0.92 <= mean(inside) <= 0.98


def test_pairs_tell_more_than_the_two_apart() -> None:
    chance = random.Random("pairs")
    one = drawn(chance, 300, 0.4)
    other = [Unit(unit.lost + chance.uniform(0, 0.08) * unit.expected, unit.expected) for unit in one]
    paired, apart = difference({"a": one}, {"a": other}), gap({"a": one}, {"a": other})
    assert paired is not None
    assert apart is not None
    assert paired.value == pytest.approx(apart.value) == pytest.approx(0.04, rel=0.2)
    assert paired.variance < apart.variance / 20
    few, many = units_needed(paired, 300), units_needed(paired, 300, 0.002)
    assert few is not None
    assert many is not None
    assert few < many
