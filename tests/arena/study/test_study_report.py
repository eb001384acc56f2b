"""A study in words and pictures: 80 columns, nothing left out silently."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.arena.study.study_pictures import pictures
from fivesquare.arena.study.study_plan import StudyPlan, make_study
from fivesquare.arena.study.study_report import Bin, binned, percent, text
from fivesquare.arena.study.tally import Study
from fivesquare.arena.work import serial
from fivesquare.books import find_book


def studied(
    answers: object, size: tuple[int, int], number: int | None = None, effort: int = 10**7
) -> Study:
    return make_study(StudyPlan(find_book(answers), fs.Size(*size), number, 0, effort), serial())


WIDE = {"like": "flip", "values": [0, 999], "balance": {"komi": 0.5}}


@pytest.mark.parametrize(
    ("answers", "size", "number"),
    [
        ("sweep", (2, 3), None),
        ("fifteen", (3, 3), 20),
        ("grow", (3, 3), 7),
        ("chain", (1, 8), 3),
        (WIDE, (2, 2), 30),
        ({"like": "chain", "title": "A" * 80}, (2, 3), None),
    ],
)
def test_it_fits_80_columns_and_its_pictures_are_pictures(
    answers: object, size: tuple[int, int], number: int | None
) -> None:
    study = studied(answers, size, number)
    report = text(study)
    assert max(map(len, report.splitlines())) < 80
    assert not re.search(r" $", report, re.MULTILINE)
    drawn = pictures(study)
    assert {"map.svg", "shares.svg"} <= set(drawn)
    assert ("margins.svg" in drawn) == (study["margin"] is not None and len(study["margin"]["counts"]) > 1)
    for picture in drawn.values():
        ElementTree.fromstring(picture)


def test_a_sample_is_told_with_its_intervals_and_all_boards_without() -> None:
    sample, everything = text(studied("sweep", (2, 2), 12)), text(studied("sweep", (2, 2)))
    assert sample.startswith("sweep 2x2: 12 random boards (seeds 0 to 11).\n")
    assert "95% intervals" in sample
    assert "  first player          12  100.0%  (75.8 to 100.0%)\n" in sample
    assert everything.startswith(
        "sweep 2x2: all 24 boards (3 solved, the others are their mirror images).\n"
    )
    assert "(7" not in everything
    assert "interval" not in everything
    assert "  first player          24  100.0%\n" in everything


def test_the_map_has_every_first_claim_where_it_lies() -> None:
    study = studied("grow", (3, 3), 12)
    grid = text(study).split("in percent")[1].splitlines()[2:5]
    cells = [line.split() for line in grid]
    assert cells[1][1] == "-"  # nobody begins inside
    for row, column in ((0, 0), (0, 1), (2, 1), (1, 2)):
        told = study["claims"][f"{row + 1},{column + 1}"]["wins"]
        assert cells[row][column] == percent(told["boards"] / 12)
    assert "    W  =" not in text(study)


def test_one_board_is_told_without_shares() -> None:
    report = text(studied("chain", (1, 8)))
    assert report.startswith(
        "chain 1x8: the only board there is.\n\nWith perfect play the first player wins.\n"
    )
    assert "    =  =  W  =  =  W  =  =\n" in report
    assert "Of 8 first claims 2 win, and 2 are best." in report
    assert "With perfect play nobody wins." in text(studied("chain", (2, 2)))


def test_boards_that_were_too_large_are_told() -> None:
    none = text(studied("grow", (3, 3), 4, effort=5))
    assert "No board could be solved within 5 positions: --effort allows more.\n" in none
    assert "Who wins" not in none
    assert pictures(studied("grow", (3, 3), 4, effort=5)) == {}
    study = studied("sweep", (2, 2), 12)
    some = " ".join(text({**study, "too_large": 3, "boards": 15}).split())
    assert "3 boards of 15 could not be solved" in some
    assert "about the other 12: nothing is known about those." in some
    assert "took too long" not in some
    assert "3 boards of 12 took too long here" in text({**study, "played": 9})


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0.0"), (1, "100.0"), (0.9999, ">99.9"), (0.0001, "<0.1"), (0.9994, "99.9"), (0.123, "12.3")],
)
def test_a_share_is_0_or_100_only_if_it_is(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_bars_say_what_they_show() -> None:
    study = studied("grow", (2, 3), 25)
    picture = pictures(study)["margins.svg"]
    said = ElementTree.fromstring(picture).find("{http://www.w3.org/2000/svg}desc")
    assert said is not None
    assert said.text is not None
    for margin, boards in study["margin"]["counts"]:
        if len(study["margin"]["counts"]) < 10:
            assert f"{margin:g}: {100 * boards / 25:.1f}%." in said.text
    assert "25 random boards" in said.text.lower()


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
