"""The puzzle of the day at the full screen: solved, failed, given up, remembered, shared; the calendar."""

import datetime
from collections.abc import Callable

import pytest

import fivesquare as fs
from fivesquare import dailies
from fivesquare.dailies import DailyClaim, DayResult
from fivesquare.fullscreen.calendar_page import CalendarPage
from fivesquare.fullscreen.daily_page import DailyPage
from fivesquare.fullscreen.home_page import HomePage
from fivesquare.fullscreen.page import TextPage
from fivesquare.fullscreen.rules_page import RulesPage
from fivesquare.table import settings, solved_days
from fivesquare.table.solved_days import PlayedDay
from fivesquare.words import days
from fullscreen.running import SIZES, Shown, show
from terminal.running import Terminal

FLIP = datetime.date(2026, 11, 18)
LATER = datetime.date(2026, 11, 19)
ONE_OF_EACH = [datetime.date(2026, 11, day) for day in range(14, 19)]


def page(day: datetime.date = FLIP, today: datetime.date = FLIP) -> Callable[[], DailyPage]:
    return lambda: DailyPage(day, today)


def wrong(claim: DailyClaim) -> list[str]:
    return [move for move in claim.each if move != claim.move]


async def solve(shown: Shown, day: datetime.date = FLIP) -> None:
    for claim in fs.daily(day).claims:
        await shown.claim(claim.move)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize("day", ONE_OF_EACH, ids=dailies.name_of)
def test_a_day_of_each_game_is_solved_and_remembered(day: datetime.date, size: tuple[int, int]) -> None:
    puzzle = fs.daily(day)

    async def script(shown: Shown) -> None:
        for claim in puzzle.claims:
            assert shown.board.position == claim.position
            await shown.claim(claim.move)
        assert "Solved!" in shown.text
        assert shown.board.position == puzzle.claims[-1].after[-1]

    show(script, page(day, day), size=size)
    count = len(puzzle.claims)
    assert solved_days.played() == {day: PlayedDay(DayResult((1,) * count, (True,) * count), True)}


def test_what_is_asked() -> None:
    async def script(shown: Shown) -> None:
        assert days.heading(FLIP) in shown.text
        assert "You are blue, and only one way wins. Find all four claims." in shown.text
        assert "Four claims to go, four tries for this one." in shown.text
        await shown.claim("2,3")
        assert "Right: (2,3) keeps your win. Amber claims" in shown.text
        assert "Three claims to go, four tries for this one." in shown.text
        assert "1 ●" in shown.text

    show(script, page())


def test_a_wrong_move_is_explained_and_taken_back_and_no_try_if_repeated() -> None:
    claim = fs.daily(FLIP).claims[0]
    move = wrong(claim)[0]

    async def script(shown: Shown) -> None:
        await shown.claim(move)
        assert f"No: After ({move}) amber" in shown.text
        assert "three tries for this one." in shown.text
        assert shown.board.position == claim.position
        assert shown.board.notes[claim.position.all_moves.index(move)].result == -1
        await shown.claim(move)
        assert f"You have tried ({move}). Try another." in shown.text
        assert "three tries for this one." in shown.text

    show(script, page())


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_a_day_that_is_failed_is_remembered_as_in_the_line_mode(size: tuple[int, int]) -> None:
    puzzle = fs.daily(FLIP)

    async def script(shown: Shown) -> None:
        for move in wrong(puzzle.claims[0])[:4]:
            await shown.claim(move)
        assert f"It was ({puzzle.claims[0].move})." in shown.text
        for claim in puzzle.claims[1:]:
            await shown.claim(claim.move)
        assert "Not this time. Three of four claims found." in shown.text

    show(script, page(), size=size)
    assert solved_days.played()[FLIP].result == DayResult((4, 1, 1, 1), (False, True, True, True))
    assert solved_days.streak(FLIP).now == 0


def test_giving_up_has_to_be_meant() -> None:
    puzzle = fs.daily(FLIP)

    async def script(shown: Shown) -> None:
        await shown.press("a")
        assert "Press a again" in shown.text
        await shown.claim(puzzle.claims[0].move)
        await shown.press("a")
        assert shown.board.position == puzzle.claims[1].position
        await shown.press("a")
        assert f"It was ({puzzle.claims[1].move})." in shown.text
        await shown.press("a", "a", "a", "a")

    show(script, page())
    assert solved_days.played()[FLIP].result == DayResult((1, 0, 0, 0), (True, False, False, False))


def test_a_day_that_is_left_does_not_count() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("2,3")
        await shown.press("escape")
        assert isinstance(shown.page, HomePage)

    show(script, page())
    assert solved_days.played() == {}


def test_the_first_time_counts_and_a_later_day_is_not_on_time() -> None:
    async def fail(shown: Shown) -> None:
        await shown.press(*"aaaaaaaa")

    async def again(shown: Shown) -> None:
        assert days.PLAYED in shown.text
        assert "Not this time. None of four claims found." in shown.text
        await shown.press("enter")
        await solve(shown)
        assert "Solved!" in shown.text

    show(fail, page(today=LATER))
    show(again, page(today=LATER))
    assert solved_days.played()[FLIP] == PlayedDay(DayResult((0,) * 4, (False,) * 4), False)


def test_the_streak_and_the_text_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    for before in ONE_OF_EACH[1:4]:
        solved_days.remember(before, PlayedDay(DayResult((1,), (True,)), True))

    async def script(shown: Shown) -> None:
        copied = list[str]()
        monkeypatch.setattr(shown.program, "copy_to_clipboard", copied.append)
        await solve(shown)
        assert "4 days in a row, your longest yet" in shown.text
        await shown.press("c")
        assert isinstance(shown.page, TextPage)
        result = DayResult((1,) * 4, (True,) * 4)
        assert copied == [days.share_text(FLIP, result, 4)]
        assert " ".join(copied[0].split()) in shown.text

    show(script, page())


@pytest.mark.parametrize("size", SIZES)
def test_the_calendar_leads_to_another_day(size: tuple[int, int]) -> None:
    solved_days.remember(ONE_OF_EACH[3], PlayedDay(DayResult((1,), (False,)), True))

    async def script(shown: Shown) -> None:
        await shown.press("d")
        assert isinstance(shown.page, CalendarPage)
        assert "Wednesday 18 November: today, not played yet" in shown.text
        await shown.press("right", "down", "left")
        assert "Tuesday 17 November: not solved" in shown.text
        await shown.press("up", "pageup", "pagedown", "end", "home")
        assert "No. 1 ·" in shown.text
        await shown.press("up", "left", "end", "left", "left", "enter")
        assert isinstance(shown.page, DailyPage)
        assert shown.board.position == fs.daily(ONE_OF_EACH[2]).position
        await solve(shown, ONE_OF_EACH[2])
        assert "Solved!" in shown.text
        await shown.press("d", "down", "enter")
        assert shown.board.position == fs.daily(FLIP).position

    show(script, page(), size=size)
    assert not solved_days.played()[ONE_OF_EACH[2]].is_on_time


def test_a_click_on_a_day_opens_it() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("d")
        await shown.pilot.click("#days", offset=(1 + 4 + 2, 1))  # the first Monday
        await shown.settle()
        assert isinstance(shown.page, CalendarPage)  # which was before the first puzzle
        await shown.pilot.click("#days", offset=(1 + 4 + 5 + 2, 1))
        await shown.settle()
        assert isinstance(shown.page, DailyPage)
        assert "No. 1 ·" in shown.text

    show(script, page())


def test_every_other_key() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("r")
        assert isinstance(shown.page, RulesPage)
        await shown.press("escape", "question_mark")
        assert "show the claim; the day counts as not solved" in shown.text
        await shown.press("escape", "x", "n", "c", "s", "up")
        assert shown.board.position == fs.daily(FLIP).position

    show(script, page())


def test_moves_are_shown_one_after_the_other() -> None:
    claim = fs.daily(FLIP).claims[0]

    async def script(shown: Shown) -> None:
        await shown.claim(claim.move)
        assert shown.board.position == claim.after[0]
        assert not shown.board.live
        await shown.press("enter", "a")
        await shown.pilot.pause(2)
        assert shown.board.position == fs.daily(FLIP).claims[1].position
        assert shown.board.live

    show(script, page(), has_motion=True)


def on(day: datetime.date, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be this day."""

    class Calendar(datetime.date):
        @classmethod
        def today(cls) -> "Calendar":
            return cls(day.year, day.month, day.day)

    monkeypatch.setattr("fivesquare.fullscreen.home_page.datetime.date", Calendar)


def test_home_leads_to_the_puzzle_of_today_and_shows_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    position = fs.daily(FLIP).position
    on(FLIP, monkeypatch)
    settings.remember(settings.Choices())  # not a first visit, which begins with a lesson

    async def script(shown: Shown) -> None:
        assert shown.board.position == position
        assert days.heading(FLIP)[:20] in shown.text
        await shown.press("enter")
        assert isinstance(shown.page, DailyPage)
        assert shown.board.position == position

    show(script)


def test_on_a_day_without_a_puzzle_home_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    on(datetime.date(2026, 7, 13), monkeypatch)
    settings.remember(settings.Choices())

    async def script(shown: Shown) -> None:
        await shown.press("enter")
        assert isinstance(shown.page, HomePage)
        assert "There are puzzles from 2026-07-14 to 2099-12-31, not on 2026-07-13." in shown.text

    show(script)


def test_the_command_opens_the_day() -> None:
    terminal = Terminal(
        "puzzle", "--daily", str(FLIP), "--style", "full", TERM="xterm", rows="24", columns="80"
    )
    terminal.hear("Find all")
    terminal.child.send("q")
    terminal.hear("New game")
    terminal.child.send("q")
    assert terminal.finish().status == 0


def test_a_text_that_fits_cannot_be_scrolled() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("question_mark", "pagedown", "space", "pageup", "down", "up")
        assert isinstance(shown.page, TextPage)

    show(script, page(), size=(120, 40))
