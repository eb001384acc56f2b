"""Margins put together: nothing is lost, and nothing lies on both sides of zero."""

from hypothesis import given
from hypothesis import strategies as st

from fivesquare.arena.study.bins import Bin, binned


def test_few_margins_stand_by_themselves_with_the_gaps_between_them() -> None:
    assert binned([(3, 5), (5, 1), (9, 2)]) == [Bin(3, 3, 5), Bin(5, 5, 1), Bin(7, 7, 0), Bin(9, 9, 2)]
    assert binned([(8, 1000)]) == [Bin(8, 8, 1000)]
    assert [each.name for each in binned([(-0.5, 1), (0, 1), (1, 1)])] == ["-0.5", "0", "0.5", "1"]


def test_many_are_put_together() -> None:
    bins = binned([(margin, 1) for margin in range(-1, 32)])
    assert [each.name for each in bins[:2]] == ["-2 to -1", "0 to 1"]
    assert bins[0].boards == 1
    assert bins[-1] == Bin(30, 31, 2)


@given(st.dictionaries(st.integers(-4000, 4000), st.integers(1, 50), min_size=1))
def test_every_board_is_in_the_bin_of_its_margin(halves: dict[int, int]) -> None:
    counts = [(number / 2, boards) for number, boards in sorted(halves.items())]
    bins = binned(counts)
    assert len(bins) <= 18
    for each in bins:
        assert each.boards == sum(boards for margin, boards in counts if each.low <= margin <= each.high)
        assert not each.low < 0 < each.high
    assert sum(each.boards for each in bins) == sum(halves.values())
