"""The puzzle of the day: the same everywhere, every claim the only one that wins, answered perfectly."""

import datetime
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare import dailies
from fivesquare.dailies import DailyPuzzle, DayResult, Streak
from truth import winners

DAY = datetime.timedelta(days=1)
WEEKS = 6
DAYS = [datetime.date(2026, 11, 2) + DAY * number for number in range(7 * WEEKS)]
SMALL_ENOUGH = 7  # free cells, for the plain rules to try everything
COUNTS = {"flip": 4, "sweep": 2, "grow": 5, "chain": 4, "fifteen": 4}

# Whatever changes these changes the puzzles of days that people have played.
KNOWN = {
    "2026-07-14": "chain",
    "2026-11-16": "chain",
    "2026-11-17": "fifteen",
    "2026-11-18": "flip",
    "2026-11-19": "sweep",
    "2026-11-20": "grow",
}


@cache
def made(day: datetime.date) -> DailyPuzzle:
    return fs.daily(day)


# --- What a puzzle is ---


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_every_claim_is_the_only_one_that_wins(day: datetime.date) -> None:
    puzzle = made(day)
    for claim in puzzle.claims:
        solution = fs.solve(claim.position)
        assert claim.position.turn == 1
        assert len(claim.position.legal) > 1
        assert claim.each == solution.each
        assert [move for move, worth in solution.each.items() if worth.winner == 1] == [claim.move]
        assert {worth.winner for move, worth in solution.each.items() if move != claim.move} == {2}
        if claim.position.size.cells - sum(claim.position.counts) <= SMALL_ENOUGH:
            proved = winners(claim.position)
            assert proved == {move: 1 if move == claim.move else 2 for move in claim.each}


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_answers_are_perfect_and_lead_to_the_end(day: datetime.date) -> None:
    puzzle = made(day)
    for number, claim in enumerate(puzzle.claims):
        position = claim.position.play(claim.move)
        for move, after in zip(claim.then, claim.after[1:], strict=True):
            if position.turn == 2:
                assert move in fs.solve(position).best
            else:
                assert position.legal == (move,)
            position = position.play(move)
            assert position == after
        if number + 1 < len(puzzle.claims):
            assert position == puzzle.claims[number + 1].position
        else:
            assert position.outcome is not None
            assert position.outcome.winner == 1


def test_the_books_take_turns_and_have_as_many_claims_as_they_can() -> None:
    names = [made(day).name for day in DAYS]
    assert all(set(names[start : start + 5]) == set(fs.CATALOGUE) for start in range(len(names) - 4))
    for day in DAYS:
        puzzle = made(day)
        assert len(puzzle.claims) == COUNTS[puzzle.name] == dailies.count_of(puzzle.name)
        assert puzzle.position.book == fs.CATALOGUE[puzzle.name]
        assert puzzle.tries == puzzle.position.size.columns
        assert all(claim.tries == min(puzzle.tries, len(claim.each)) for claim in puzzle.claims)
        assert len(puzzle.position.legal) >= 3


def test_puzzles_become_harder_from_monday_to_sunday() -> None:
    """Each weekday has its range, and the ranges rise."""
    for name in fs.CATALOGUE:
        ranges = [dailies._wanted(name, weekday) for weekday in range(7)]
        assert ranges == sorted(ranges)
        assert ranges[0][1] < float("inf")
        assert ranges[6][0] > 0
    for day in DAYS:
        low, high = dailies._wanted(made(day).name, day.weekday())
        assert low <= dailies.hardness(made(day).claims) <= high


# --- The date decides ---


def test_the_date_alone_decides() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import fivesquare as fs; [print(fs.daily(d).position.to_record()) for d in {list(KNOWN)}]",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [str(fs.daily(day).position.to_record()) for day in KNOWN]
    assert {day: fs.daily(day).name for day in KNOWN} == KNOWN


def test_a_day_that_people_have_played_stays_as_it_was() -> None:
    puzzle = fs.daily("2026-11-18")
    assert puzzle.position.board.rows == [[1, 2, 4, 16], [12, 11, 13, 8], [9, 3, 10, 7], [6, 5, 15, 14]]
    assert [claim.move for claim in puzzle.claims] == ["2,3", "3,3", "4,2", "1,2"]
    assert [claim.then for claim in puzzle.claims] == [("4,3",), ("3,4",), ("3,2",), ("1,1",)]


def test_days_are_numbered_from_the_first() -> None:
    assert fs.daily(dailies.FIRST_DAY).number == 1
    assert made(datetime.date(2026, 11, 18)).number == 128
    assert dailies.number_of(dailies.FIRST_DAY + 999 * DAY) == 1000


def test_a_day_may_be_given_in_several_ways() -> None:
    day = datetime.date(2026, 11, 19)
    assert fs.daily("2026-11-19") == fs.daily(day) == fs.daily(datetime.datetime(2026, 11, 19, 23, 59))
    assert dailies.date_of(datetime.date.today()) == datetime.date.today()


def test_today_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime.date):
        @classmethod
        def today(cls) -> "Clock":
            return cls(2026, 11, 19)

    monkeypatch.setattr("fivesquare.dailies.datetime.date", Clock)
    assert fs.daily().number == 129


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "18.11.2026", "20261118", "2026-W47-3", "1e9"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(fs.PuzzleError, match=r"^a day is a date like '2026-11-18', not '"):
        fs.daily(text)


def test_what_is_no_day_at_all_is_refused() -> None:
    with pytest.raises(fs.PuzzleError, match="a day is a date"):
        fs.daily(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["2026-07-13", "1970-01-01", "0001-01-01", "2100-01-01", "9999-12-31"])
def test_days_without_a_puzzle_are_refused(text: str) -> None:
    with pytest.raises(fs.PuzzleError, match=f"^there are puzzles from .* to .*, not on {text}$"):
        fs.daily(text)


def test_days_to_come_can_be_refused() -> None:
    until = datetime.date(2026, 11, 18)
    assert dailies.date_of("2026-11-18", until) == until
    with pytest.raises(fs.PuzzleError, match=r"^the puzzle of 2026-11-19 comes out on that day$"):
        dailies.date_of("2026-11-19", until)


# --- Results ---

FLIP = ["2,3", "3,3", "4,2", "1,2"]


@pytest.mark.parametrize(
    ("tried", "expected"),
    [
        ([[move] for move in FLIP], DayResult((1, 1, 1, 1), (True,) * 4)),
        (
            [["1,1", "2,3"], ["3,3"], ["1,1", "1,2", "3,2", "4,2"], ["1,2"]],
            DayResult((2, 1, 4, 1), (True,) * 4),
        ),
        (
            [["1,1", "1,2", "3,2", "3,3"], ["3,3"], [], ["1,1"]],
            DayResult((4, 1, 0, 1), (False, True, False, False)),
        ),
    ],
)
def test_what_was_tried_becomes_a_result(tried: list[list[str]], expected: DayResult) -> None:
    result = dailies.result_of(fs.daily("2026-11-18"), tried)
    assert result == expected
    assert result.is_solved == all(expected.found)


@pytest.mark.parametrize(
    ("tried", "problem"),
    [
        ([], "this puzzle has 4 claims, not 0"),
        ([["2,3"]] * 5, "this puzzle has 4 claims, not 5"),
        ([["9,9"], ["3,3"], ["4,2"], ["1,2"]], "'9,9' cannot be played at claim 1"),
        ([["2,3"], ["2,3"], ["4,2"], ["1,2"]], "'2,3' cannot be played at claim 2"),
        ([["2,3", "1,1"], ["3,3"], ["4,2"], ["1,2"]], "claim 1 was not tried like that"),
        ([["1,1", "1,1", "2,3"], ["3,3"], ["4,2"], ["1,2"]], "claim 1 was not tried like that"),
        ([["1,1", "1,2", "3,2", "3,4", "2,3"], [], [], []], "claim 1 was not tried like that"),
    ],
)
def test_what_cannot_have_been_tried_is_refused(tried: list[list[str]], problem: str) -> None:
    with pytest.raises(fs.PuzzleError) as refused:
        dailies.result_of(fs.daily("2026-11-18"), tried)
    assert str(refused.value) == problem


# --- Streaks ---


@given(st.sets(st.integers(0, 40)), st.integers(0, 45))
def test_streaks_are_counted_as_one_would_by_hand(solved: set[int], today: int) -> None:
    def row(end: int) -> int:
        return next(length for length in range(60) if end - length not in solved)

    expected = Streak(
        row(today) if today in solved else row(today - 1), max((row(end) for end in solved), default=0)
    )
    first = dailies.FIRST_DAY
    assert dailies.streak([first + DAY * number for number in solved], first + DAY * today) == expected
