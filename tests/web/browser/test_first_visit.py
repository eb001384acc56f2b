"""A first visit on a phone: from home through the lesson of Flip to a won game, and on to level 2."""

import re
from typing import Any

import httpx2
from playwright.sync_api import Page, expect

import fivesquare as fs
from patience import PATIENCE
from web.browser.conftest import Visit
from web.browser.table import cell, is_over, moves, state
from web.server import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAMES = 6  # a board may be lost from the start, for whoever begins; then a new one is asked for


def learn(page: Page, site: Server) -> None:
    """Try what is wrong first, wherever there is such a move, and then what is right."""
    lesson = httpx2.post(f"{site.url}/api/lessons", json={"book": "flip"}, timeout=PATIENCE).json()
    for exercise in lesson["exercises"]:
        expect(page.locator("#task")).to_have_text(exercise["task"])
        answers: dict[str, Any] = exercise["answers"]
        wrong = [move for move, answer in answers.items() if not answer["right"]]
        if wrong:
            cell(page, wrong[0]).tap()
            page.get_by_role("button", name="Try again").tap()
        cell(page, next(move for move, answer in answers.items() if answer["right"])).tap()
        expect(page.locator("#task")).to_have_class(re.compile("good"))
        page.locator("#next").tap()
    expect(page.locator("#result")).to_have_text(re.compile("^That.s Flip.$"))


def claim(page: Page, name: str) -> None:
    """The first tap shows what a claim brings and what to do next, the second one claims."""
    before = moves(page).count()
    cell(page, name).tap()
    expect(page.locator("#say")).to_contain_text("Tap again to claim.")
    cell(page, name).tap()
    expect(moves(page).nth(before)).to_contain_text(name)


def play_perfectly(page: Page) -> int | None:
    """Play as the solver says, to the end; who won."""
    while not is_over(page):
        game = state(page)
        record = {key: game[key] for key in ("book", "board", "moves")}
        claim(page, fs.solve(fs.Position.from_record(record)).best[0])
    winner: int | None = state(page)["winner"]
    return winner


def ask_for(page: Page, name: str) -> None:
    """Press a button that leads to another game, and wait for that."""
    here = page.url
    page.get_by_role("button", name=name, exact=True).tap()
    page.wait_for_url(lambda address: address != here and "/games/" in address)


def test_from_home_through_the_lesson_to_a_won_game(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/", **PHONE)
    page.get_by_role("link", name="Learn Flip in a minute").tap()
    learn(page, site)
    ask_for(page, "Play level 1")
    expect(page.locator("#newcomer")).to_be_hidden()  # the lesson is known
    mine = 1
    for _ in range(GAMES):
        assert state(page)["players"][2 - mine] == "level:1"
        if play_perfectly(page) == mine:
            break
        ask_for(page, "New board")
        mine = 3 - mine
    result = page.locator("#result")
    expect(result.locator("h2")).to_have_text("You win!")
    expect(result.locator(".climbed")).to_have_text("Level 1 beaten. Level 2 is next.")
    won = page.url
    ask_for(page, "Play level 2")
    assert state(page)["players"][2 - mine] == "level:2"

    page.goto(won)  # what is next stays next
    expect(page.get_by_role("button", name="Play level 2", exact=True)).to_be_visible()
    page.goto(f"{site.url}/")
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.locator('[data-start="flip"]')).to_have_text("Level 2")
