"""Learning from mistakes: each mistake of a game as a puzzle."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser.conftest import Visit
from web.browser.records import CHAIN, KOMI, SWEEP
from web.browser.reviewed import at_ply, gone_over, open_review, thinking_site
from web.browser.table import begin, cell, said
from web.server import Server

__all__ = ["thinking_site"]

RIGHT = {0: ["1,2", "1,4", "2,3", "3,2"], 1: ["2,3", "3,2"]}  # in SWEEP, by ply
WRONG = "2,1"


def panel(page: Page) -> Locator:
    return page.locator("#learn")


def press(page: Page, name: str) -> None:
    panel(page).get_by_role("button", name=name, exact=True).click()


def open_lessons(visit: Visit, site: Server, record: dict[str, Any]) -> Page:
    page = open_review(visit, site, record)
    page.get_by_role("button", name="Learn").click()
    return page


def test_every_right_answer_is_accepted(visit: Visit, thinking_site: Server) -> None:
    page = open_lessons(visit, thinking_site, SWEEP)
    for answer in RIGHT[0]:
        expect(panel(page)).to_contain_text("Mistake 1 of 2")
        assert said(page).startswith(
            "Mistake 1 of 2. Move 1: First is to move. In the game 1,3 gave away the win."
        )
        expect(page.locator(".cell.valued")).to_have_count(0)  # the worths would tell
        cell(page, answer).click()
        expect(panel(page)).to_contain_text(f"Right: {answer}.")
        for right in RIGHT[0]:
            expect(cell(page, right)).to_have_class(re.compile(r"\bright\b"))
            expect(cell(page, right)).to_have_css("display", "grid")  # a mark changes no shape
        press(page, "Next")
        expect(panel(page)).to_contain_text("Mistake 2 of 2")
        cell(page, RIGHT[1][0]).click()
        press(page, "Finish")
        expect(panel(page)).to_contain_text("You found 2 of 2 mistakes on the first try.")
        press(page, "Again")


def test_a_wrong_answer_is_refuted_and_can_be_tried_again(visit: Visit, thinking_site: Server) -> None:
    page = open_lessons(visit, thinking_site, SWEEP)
    cell(page, WRONG).click()
    expect(panel(page)).to_contain_text(f"Not {WRONG}: with it, Second wins by ")
    expect(cell(page, WRONG)).to_have_class(re.compile(r"\bwrong\b"))
    line = panel(page).locator(".step")
    assert line.first.text_content() == WRONG
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(line.nth(1)).to_have_attribute("aria-current", "step")
    reply = line.nth(1).text_content()
    assert reply is not None
    expect(cell(page, reply)).to_have_class(re.compile(r"\bsecond\b"))
    press(page, "Try again")
    expect(cell(page, reply)).to_have_class(re.compile(r"\bopen\b"))
    cell(page, "1,3").click()  # what was played
    expect(panel(page)).to_contain_text("That is what was played.")
    press(page, "Try again")
    cell(page, "1,2").click()
    press(page, "Next")
    press(page, "Skip")
    expect(panel(page)).to_contain_text("You found 0 of 2 mistakes on the first try.")


def test_the_answer_can_be_hinted_at_shown_and_skipped(visit: Visit, thinking_site: Server) -> None:
    page = open_lessons(visit, thinking_site, SWEEP)
    press(page, "Hint")
    expect(panel(page)).to_contain_text(re.compile(r"is in (row|column) \d"))
    press(page, "Show")
    expect(panel(page)).to_contain_text("Right: 1,2; 1,4; 2,3 or 3,2.")
    expect(cell(page, "3,2")).to_have_class(re.compile(r"\bright\b"))
    press(page, "Next")
    press(page, "Skip")
    expect(panel(page)).to_contain_text("You found 0 of 2")
    press(page, "Back to the review")
    expect(page.locator("#moves")).to_be_visible()


def test_it_is_done_without_a_mouse(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    page.keyboard.press("l")
    expect(page.locator(".cell:focus")).to_have_count(1)
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # 1,2
    expect(panel(page)).to_contain_text("Right: 1,2.")
    page.keyboard.press("Enter")  # Next
    expect(panel(page)).to_contain_text("Mistake 2 of 2")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")  # 1,1, wrong
    expect(panel(page)).to_contain_text("Not 1,1")
    page.keyboard.press("Escape")
    expect(panel(page)).not_to_contain_text("Not 1,1")
    page.keyboard.press("Escape")
    at_ply(page, 2)


def test_mine_come_first_and_others_can_be_chosen(visit: Visit, thinking_site: Server) -> None:
    page = visit()
    address = begin(page.context, thinking_site, **SWEEP, first="level:3")
    page.goto(f"{address}/review")
    gone_over(page)
    page.get_by_role("button", name="Learn").click()
    expect(panel(page)).to_contain_text("Mistake 1 of 1")
    expect(panel(page)).to_contain_text("Move 2: you are to move.")
    panel(page).get_by_role("radio", name="Both").check()
    expect(panel(page)).to_contain_text("Mistake 1 of 2")
    panel(page).get_by_role("radio", name="Level 3").check()
    expect(panel(page)).to_contain_text("Move 1: Level 3 is to move.")


@pytest.mark.parametrize("record", [CHAIN, KOMI], ids=["chain", "komi"])
def test_lessons_of_other_books(visit: Visit, thinking_site: Server, record: dict[str, Any]) -> None:
    page = open_lessons(visit, thinking_site, record)
    walk = page.request.post(f"{thinking_site.url}/api/walk", data=record).json()
    for index, lesson in enumerate(walk["lessons"]):
        expect(panel(page)).to_contain_text(f"Mistake {index + 1} of {len(walk['lessons'])}")
        cell(page, lesson["right"][-1]).click()
        expect(panel(page)).to_contain_text(f"Right: {lesson['right'][-1]}.")
        panel(page).locator("[data-next]").click()
    expect(panel(page)).to_contain_text(f"You found {len(walk['lessons'])} of")
