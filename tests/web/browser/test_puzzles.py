"""Puzzles in a browser: solved, missed, hinted, shown, skipped; the next one there at once."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from patience import PATIENCE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.server import Server, eventually

SWEEP = "book=sweep&difficulty=easy&seed=3"


@pytest.fixture(autouse=True)
def _ready_solver(site: Server) -> None:
    eventually(lambda: httpx2.get(f"{site.url}/healthz").json()["solver"] == "ready", seconds=180)


def puzzle(site: Server, query: str = SWEEP) -> dict[str, Any]:
    found: dict[str, Any] = httpx2.get(f"{site.url}/api/puzzles?{query}", timeout=PATIENCE).json()
    return found


def posed(page: Page) -> str:
    """Wait for a puzzle; the end of the address that is its own."""
    expect(page.locator("#say")).to_contain_text("Exactly one of")
    return page.url.partition("?")[2]


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def wrong_move(asked: dict[str, Any]) -> str:
    legal: list[str] = asked["view"]["legal"]
    return next(move for move in legal if move not in asked["right"])


def test_a_wrong_answer_is_explained_and_the_right_one_found(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/puzzles?{SWEEP}")
    assert posed(page) == SWEEP
    wrong, right = wrong_move(asked), asked["right"][0]
    cell(page, wrong).click()
    expect(page.locator("#say")).to_have_text(f"No. {asked['why'][wrong]} Try another.")
    expect(page.locator("#aloud")).to_contain_text(asked["why"][wrong])
    expect(cell(page, wrong)).to_have_class(re.compile(r"\bwrong\b"))
    cell(page, right).click()
    expect(page.locator("#say")).to_have_text(f"Right. {asked['why'][right]}")
    expect(cell(page, right)).to_have_class(re.compile(r"\bright\b"))
    expect(page.locator(".worth")).to_have_count(len(asked["view"]["legal"]))
    expect(page.locator("#solved")).to_have_text("0 of 1")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.get_by_role("button", name="Next").click()
    assert posed(page) != SWEEP
    expect(page.get_by_role("button", name="Skip")).to_be_visible()


def test_a_streak_is_counted_and_kept(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/puzzles?{SWEEP}")
    posed(page)
    cell(page, puzzle(site)["right"][0]).click()
    expect(page.locator("#streak")).to_have_text("1")
    page.get_by_role("button", name="Next").click()
    next_one = puzzle(site, posed(page))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#say")).to_have_text(next_one["hints"][0])
    page.keyboard.type(next_one["right"][0])  # anywhere on the page
    page.keyboard.press("Enter")
    expect(page.locator("#streak")).to_have_text("2")
    expect(page.locator("#solved")).to_have_text("2 of 2, 1 with a hint")
    page.get_by_role("button", name="Next").click()
    here = posed(page)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#say")).to_contain_text("The answer:")
    expect(page.locator("#streak")).to_have_text("0")
    page.reload()
    assert posed(page) == here  # the link is that of this very puzzle
    expect(page.locator("#best")).to_have_text("2")
    expect(page.locator("#solved")).to_have_text("2 of 3, 1 with a hint")
    page.get_by_role("button", name="Skip").click()
    expect(page).not_to_have_url(re.compile(re.escape(here)))
    posed(page)
    expect(page.locator("#solved")).to_have_text("2 of 3, 1 with a hint")  # skipped is not counted


def test_hints_run_out(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/puzzles?{SWEEP}")
    posed(page)
    for hint in [*asked["hints"], "That was the last hint; Show tells the answer."]:
        page.keyboard.press("h")
        expect(page.locator("#say")).to_have_text(hint)


def test_the_next_one_is_there_before_it_is_wanted(visit: Visit, site: Server) -> None:
    page = visit(forgive=("Failed to load resource", "net::ERR"))
    with page.expect_response(lambda answer: "/api/puzzles" in answer.url and "seed" not in answer.url):
        page.goto(f"{site.url}/puzzles?{SWEEP}")
        posed(page)
    page.route("**/api/puzzles*", lambda route: route.abort())
    page.get_by_role("button", name="Skip").click()
    expect(page).not_to_have_url(re.compile(re.escape(SWEEP)))
    posed(page)


def test_book_and_difficulty_are_chosen_and_remembered(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/puzzles?book=sweep")
    assert "book=sweep&difficulty=medium" in posed(page)
    page.get_by_label("Fifteen").check()
    expect(page.locator("#what")).to_have_text("Fifteen, medium.")
    page.get_by_label("Easy").check()
    expect(page.locator("#what")).to_have_text("Fifteen, easy.")
    assert "book=fifteen&difficulty=easy" in posed(page)
    page.goto(f"{site.url}/puzzles")
    assert "book=fifteen&difficulty=easy" in posed(page)


def test_by_keyboard_alone_with_arrows(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/puzzles?{SWEEP}")
    posed(page)
    row, column = map(int, asked["right"][0].split(","))
    page.keyboard.press("Tab")
    page.get_by_role("link", name="To the board").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Home")
    for key, count in (("ArrowDown", row - 1), ("ArrowRight", column - 1)):
        for _ in range(count):
            page.keyboard.press(key)
    expect(page.locator("#preview")).to_contain_text(f"{asked['right'][0]} claims")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("Right.")
    page.keyboard.press("n")
    assert posed(page) != SWEEP
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("show the answer")


def test_stop_is_offered_inside_a_chain(visit: Visit, site: Server) -> None:
    query = "book=chain&difficulty=easy&seed=3"
    asked = puzzle(site, query)
    assert "stop" in asked["view"]["legal"]
    page = visit(f"{site.url}/puzzles?{query}")
    posed(page)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#say")).to_contain_text("Right." if asked["right"] == ["stop"] else "No.")


def test_a_server_in_trouble_is_told_and_tried_again(visit: Visit, site: Server) -> None:
    page = visit(forgive=("422",))
    page.goto(f"{site.url}/puzzles?book=sweep&difficulty=easy&seed=99999999999999999999")
    expect(page.locator("#say")).to_contain_text("A seed is a whole number")
    page.get_by_role("button", name="Try again").click()
    posed(page)


def test_a_solver_that_is_getting_ready_is_told(visit: Visit, site: Server) -> None:
    page = visit()
    held: list[Route] = []
    page.route("**/api/puzzles*", lambda route: held.append(route))
    page.route("**/healthz", lambda route: route.fulfill(json={"status": "ok", "solver": "warming"}))
    page.goto(f"{site.url}/puzzles?{SWEEP}")
    expect(page.locator("#say")).to_contain_text("The solver is getting ready")
    held[0].continue_()
    posed(page)


def test_share_gives_the_link_of_this_puzzle(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/puzzles?{SWEEP}")
    posed(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this puzzle")).to_have_value(f"{site.url}/puzzles?{SWEEP}")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_inaccessible_or_out_of_sight(visit: Visit, site: Server, width: int) -> None:
    page = visit(f"{site.url}/puzzles?{SWEEP}", viewport={"width": width, "height": 800})
    posed(page)
    cell(page, wrong_move(puzzle(site))).click()
    expect(page.locator("#say")).to_contain_text("No.")
    assert_accessible(page)
    page.get_by_role("button", name="Show").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(page)
