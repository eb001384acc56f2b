"""Advice on the page of a game: ghosts for a hint, the tutor's warning; and how one likes to play."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.table import begin, cell, claim, moves, said, state
from web.server import Server, eventually

FLIP: dict[str, Any] = {
    "book": "flip",
    "board": [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]],
    "moves": ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"],
    "second": "level:1",
}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def open_game(visit: Visit, site: Server, context: dict[str, Any] | None = None, **wish: Any) -> Page:
    page = visit(**(context or {}))
    page.goto(begin(page.context, site, **{**FLIP, **wish}))
    page.locator("html[data-ready]").wait_for()
    return page


def owners(page: Page) -> int:
    return page.locator(".cell:is(.first, .second)").count()


# --- Hints ---


def test_a_hint_is_drawn_step_by_step(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    page.keyboard.press("h")
    expect(cell(page, "1,1")).to_have_class(re.compile("ghost by1 now"))
    expect(cell(page, "2,1")).to_have_class(re.compile("taken"))
    expect(cell(page, "1,1")).to_have_attribute("aria-label", re.compile("step 1 of the hint"))
    expect(page.locator(".ghost")).to_have_count(1)
    assert said(page) == "Claim the 11. It turns over the 2, and you win by 8 points."
    page.keyboard.press("h")
    expect(page.locator(".ghost-no")).to_have_text(["1", "2", "3"])
    before = owners(page)
    chips = page.locator("#steps button")
    expect(chips).to_have_count(3)
    chips.nth(1).click()
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
    assert owners(page) == before + 2
    expect(page.locator(".board[data-active]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".board[data-active]")).to_have_count(1)
    assert owners(page) == before
    page.keyboard.press("h")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("#steps")).to_be_hidden()
    assert state(page)["ply"] == 8
    assert state(page)["helped"][0] == ["hint"]


# --- The tutor ---


def test_the_tutor_asks_before_a_blunder(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    page.get_by_label("Warn me before a blunder").check()
    warning = page.locator("#warning")
    cell(page, "3,1").click()
    expect(warning.locator("h2")).to_have_text("Wait, that gives the win away")
    expect(warning.locator("p")).to_contain_text("Level 1 answers with the 14 and takes back the 9.")
    expect(cell(page, "3,1")).to_have_class(re.compile("warned"))
    expect(cell(page, "4,2")).to_have_class(re.compile("ghost by2"))
    assert said(page).startswith("Wait, that gives the win away. The 10 turns over")
    expect(page.get_by_role("button", name="Let me think")).to_be_focused()
    page.keyboard.press("Enter")
    expect(warning).to_be_hidden()
    expect(cell(page, "3,1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(warning).to_be_visible()
    page.keyboard.press("Escape")
    expect(warning).to_be_hidden()
    assert state(page)["ply"] == 8
    cell(page, "3,1").click()
    page.get_by_role("button", name="Claim it anyway").click()
    expect(moves(page)).to_have_count(10)
    assert state(page)["moves"][8] == "3,1"
    assert state(page)["helped"][0] == ["tutor"]


def test_what_keeps_the_result_is_not_held_up(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    page.get_by_label("Warn me before a blunder").check()
    page.reload()
    expect(page.get_by_label("Warn me before a blunder")).to_be_checked()
    claim(page, "4,2")
    assert state(page)["helped"][0] == []


def test_the_tutor_by_touch_and_none_between_friends(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, PHONE)
    page.get_by_label("Warn me before a blunder").check()
    cell(page, "3,1").tap()
    cell(page, "3,1").tap()
    expect(page.locator("#warning")).to_be_visible()
    expect(page.locator("#say")).not_to_contain_text("Tap again")
    page.get_by_role("button", name="Let me think").tap()
    expect(page.locator("#say")).not_to_contain_text("Tap again")
    page.goto(begin(page.context, site, book="flip", seed=1, second="human", sit=[1]))
    page.keyboard.press("Escape")
    expect(page.locator("label:has(#tutor)")).to_be_hidden()
    claim(page, "1,1")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_advice(visit: Visit, site: Server, theme: str) -> None:
    page = open_game(visit, site, {"color_scheme": theme})
    page.keyboard.press("h")
    expect(page.locator(".ghost")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".ghost")).to_have_count(3)
    assert_accessible(page)
    page.keyboard.press("v")
    expect(page.locator(".worth")).to_have_count(8)
    assert_accessible(page)
    page.keyboard.press("v")
    page.get_by_label("Warn me before a blunder").check()
    cell(page, "3,1").click()
    expect(page.locator("#warning")).to_be_visible()
    assert_accessible(page)


# --- How one likes to play ---


def test_the_row_for_typing_opens_and_closes(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    row = page.locator("#type")
    expect(row).to_be_hidden()
    page.keyboard.press("4")
    expect(row).to_be_visible()
    expect(page.locator("#typed")).to_have_value("4")
    page.keyboard.press("Escape")
    expect(row).to_be_hidden()
    page.get_by_role("button", name="Type a move").click()
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type("4,2")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(10)
    expect(row).to_be_hidden()


def test_one_tap_is_offered_once_and_claims(visit: Visit, site: Server) -> None:
    phone = {**PHONE, "is_mobile": True}
    page = open_game(visit, site, phone)
    offer = page.locator("#one-tap-offer")
    expect(offer).to_be_hidden()
    page.locator("#resign").tap()
    page.locator("dialog").get_by_role("button", name="Resign").tap()
    expect(offer).to_be_visible()
    other = visit(context=page.context)
    other.goto(begin(page.context, site, **FLIP))
    other.locator("#resign").tap()
    other.locator("dialog").get_by_role("button", name="Resign").tap()
    expect(other.locator("#result h2")).to_be_visible()
    expect(other.locator("#one-tap-offer")).to_be_hidden()  # once
    offer.get_by_role("button", name="Claim at one tap").tap()
    expect(offer).to_be_hidden()
    page.goto(begin(page.context, site, **FLIP))
    expect(page.get_by_label("Claim at one tap")).to_be_checked()
    cell(page, "4,2").tap()
    expect(moves(page)).to_have_count(10)


def test_one_tap_is_nothing_for_a_mouse(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    expect(page.get_by_label("Claim at one tap")).to_be_hidden()
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator("#one-tap-offer")).to_be_hidden()


def test_letters_for_columns_are_on_the_page_and_nowhere_else(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    page.get_by_label("Letters for columns").check()
    expect(page.locator(".rim.columns")).to_have_text("abcd")
    expect(cell(page, "1,4")).to_have_attribute("aria-label", re.compile("^d1: 13, Level 1"))
    expect(moves(page).first).to_contain_text("a2")
    cell(page, "4,2").hover()
    expect(page.locator("#say")).to_have_text("b4 claims 14 and captures 9 and 3: 58 to 27")
    page.locator("h1").hover()
    page.get_by_role("button", name="Type a move").click()
    page.keyboard.type("b4")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(10)
    eventually(lambda: re.search(r"at [a-d][1-4]", said(page)) is not None)
    assert state(page)["moves"][8] == "4,2"
    page.reload()
    expect(page.locator(".rim.columns")).to_have_text("abcd")
    assert not re.search(r"\d,\d", page.locator("main").inner_text())


def test_a_forfeited_chain_claim_is_explained(visit: Visit, site: Server) -> None:
    page = visit()
    book = {"like": "chain", "size": [1, 5]}
    page.goto(begin(page.context, site, book=book, moves=["1,3", "1,1"]))
    claim(page, "1,2")
    why = "It has no valid cell beside it, so the additional claim is forfeited."
    expect(page.locator("#say")).to_contain_text(why)
    expect(page.locator("#moves .skip-line")).to_have_text(why)
    assert why in said(page)


def test_never_two_dialogs(visit: Visit, site: Server) -> None:
    page = open_game(visit, site)
    page.keyboard.press("l")
    page.evaluate("document.querySelector('#resign').click()")
    expect(page.locator("dialog[open]")).to_have_count(1)
    expect(page.get_by_role("dialog", name="Resign?")).to_be_visible()
