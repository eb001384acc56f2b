"""The puzzle of the day in words, and the squares to share."""

import datetime

import pytest

import fivesquare as fs
from fivesquare.dailies import DayResult, Streak
from fivesquare.solver import Solver
from fivesquare.words import days
from fivesquare.words.listener import NumberListener

FLIP = datetime.date(2026, 11, 18)
SOLVED = DayResult((1, 2, 3, 1), (True,) * 4)
FAILED = DayResult((4, 1, 0, 0), (False, True, False, False))


def listener(puzzle: fs.DailyPuzzle) -> NumberListener:
    return NumberListener(puzzle.position.book, 1, ("blue", "amber"))


def test_the_squares_have_the_shape_of_the_board_and_the_look_of_the_contract() -> None:
    assert days.share_text(FLIP, SOLVED, 7) == (
        "Fivesquare 128 · Flip · 7 tries\n🟦⬜⬜⬜\n🟧🟦⬜⬜\n🟧🟧🟦⬜\n🟦⬜⬜⬜\n7 days in a row"
    )


def test_a_day_that_was_not_solved_says_so_and_a_short_streak_is_left_out() -> None:
    assert days.share_text(FLIP, FAILED, 1, "https://club.example/daily/2026-11-18") == (
        "Fivesquare 128 · Flip · not solved\n🟧🟧🟧🟧\n🟦⬜⬜⬜\n⬜⬜⬜⬜\n⬜⬜⬜⬜\n"
        "https://club.example/daily/2026-11-18"
    )


def test_the_heading_and_the_task() -> None:
    puzzle = fs.daily(FLIP)
    assert days.heading(FLIP) == "No. 128 · Wednesday 18 November · Flip"
    assert (
        days.task(puzzle, listener(puzzle)) == "You are blue, and only one way wins. Find all four claims."
    )
    sweep = fs.daily("2026-11-19")
    assert days.task(sweep, listener(sweep)).endswith("Find both claims.")


def test_a_try_is_called_by_its_number_and_its_result() -> None:
    puzzle = fs.daily(FLIP)
    claim = puzzle.claims[1]
    assert days.wrong(claim, "1,2", listener(puzzle)) == ("Not the 2.", "Amber would win by 8.")
    assert days.right(claim, listener(puzzle)) == "The 10 keeps your win. Amber claims the 7."
    assert days.shown(claim, listener(puzzle)) == "It was the 10. Amber claims the 7."
    why = days.why(claim, Solver(claim.position), "1,2", listener(puzzle))
    assert why == "After the 2 amber takes the 10 and wins by 8."


def test_chains_and_moves_without_a_choice_are_told() -> None:
    chain = fs.daily("2026-11-16")
    assert days.wrong(chain.claims[1], "stop", listener(chain)) == ("Not stop.", "Amber would win.")
    assert days.right(chain.claims[1], listener(chain)) == (
        "3,3 keeps your win. Amber claims 4,2. Amber claims 4,3."
    )
    grow = fs.daily("2026-11-20")
    told = " ".join(days.right(claim, listener(grow)) for claim in grow.claims)
    assert ("was your only move." in told) == any(
        position.turn == 1 for claim in grow.claims for position in claim.after[:-1]
    )


@pytest.mark.parametrize(
    ("claims", "tries", "words"),
    [
        (3, 3, "Three claims to go, three tries for this one."),
        (2, 1, "Two claims to go, one try for this one."),
        (1, 2, "Last claim, two tries for it."),
    ],
)
def test_what_is_left(claims: int, tries: int, words: str) -> None:
    assert days.to_go(claims, tries) == words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (SOLVED, ("Solved!", "Four claims in seven tries")),
        (DayResult((5, 5, 4), (True,) * 3), ("Solved!", "Three claims in 14 tries")),
        (FAILED, ("Not this time", "One of four claims found")),
        (DayResult((0, 0), (False, False)), ("Not this time", "None of two claims found")),
    ],
)
def test_the_verdict(result: DayResult, words: tuple[str, str]) -> None:
    assert days.verdict(result) == words


@pytest.mark.parametrize(
    ("streak", "is_solved", "words"),
    [
        (Streak(0, 5), False, "Solve it today, and a streak begins."),
        (Streak(1, 5), True, "day: a streak begins"),
        (Streak(7, 9), True, "days in a row"),
        (Streak(7, 7), True, "days in a row, your longest yet"),
        (Streak(7, 7), False, "days in a row"),
    ],
)
def test_the_streak(streak: Streak, is_solved: bool, words: str) -> None:
    assert days.in_prospect(streak, is_solved) == words


def test_a_day_of_the_calendar() -> None:
    monday = datetime.date(2026, 11, 16)
    assert days.state_in_words(monday, SOLVED, FLIP) == "Monday 16 November: solved in 7 tries"
    assert days.state_in_words(monday, FAILED, FLIP) == "Monday 16 November: not solved"
    assert days.state_in_words(monday, None, FLIP) == "Monday 16 November: not played"
    assert days.state_in_words(FLIP, None, FLIP) == "Wednesday 18 November: today, not played yet"
