"""The documentation as its readers see it: in both themes, on a phone, from a server or as files."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import sticking_out

PAGES = ["index", "first-game", "flip", "terminal", "reference-games", "results", "search"]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(documentation: Path) -> Iterator[str]:
    """The documentation below another site, from the simplest of servers."""
    handler = partial(_Quiet, directory=documentation.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/{documentation.name}"
        server.shutdown()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_in_both_themes(visit: Visit, address: str, name: str) -> None:
    assert_accessible(visit(f"{address}/{name}.html"))


def test_no_page_is_wider_than_a_phone(visit: Visit, documentation: Path) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    for path in sorted(documentation.glob("*.html")):
        page.goto(path.as_uri())
        assert sticking_out(page) == [], path.name


@pytest.mark.parametrize("is_served", [True, False], ids=["served", "files"])
def test_the_search_finds_pages(visit: Visit, documentation: Path, address: str, is_served: bool) -> None:
    page = visit(f"{address if is_served else documentation.as_uri()}/index.html")
    page.get_by_placeholder("Search").first.fill("komi")
    page.keyboard.press("Enter")
    results = page.locator("#search-results li a")
    expect(results.filter(has_text="Balance").first).to_be_visible()
    results.filter(has_text="Balance").first.click()
    expect(page.locator("h1")).to_contain_text("Balance")


def test_the_games_are_one_level_up(visit: Visit, address: str) -> None:
    link = visit(f"{address}/flip.html").get_by_role("link", name="Play the games")
    assert link.evaluate("link => link.href") == f"{address.removesuffix('docs')}"


def test_a_picture_follows_the_theme_that_was_chosen(visit: Visit, address: str) -> None:
    page = visit(f"{address}/reviews.html", color_scheme="light")
    picture = page.locator("article img").first
    expect(picture).to_have_css("color-scheme", "light dark")
    page.locator(".theme-toggle:visible").first.click()
    expect(picture).to_have_css("color-scheme", "dark")


def test_diagrams_are_boards_that_can_be_played(visit: Visit, address: str) -> None:
    page = visit(f"{address}/first-game.html")
    board = page.locator("fivesquare-board").first
    board.locator(".cell.open").first.click()
    expect(board.get_by_role("status")).to_contain_text("Second\u2019s turn.")
    link = board.get_by_role("link", name="Analyse")
    expect(link).to_have_attribute("href", re.compile(r"^\.\./analysis#1\."))
    page = visit(f"{address}/flip.html")
    board = page.locator("fivesquare-board").first
    board.get_by_role("button", name="To the end").click()
    expect(board.get_by_role("status")).to_contain_text("Second claimed 11 at 3,1 and captured 10.")


def test_boards_follow_the_theme_of_the_page(visit: Visit, address: str) -> None:
    page = visit(f"{address}/flip.html", color_scheme="light")
    section = page.locator("fivesquare-board .embed").first
    expect(section).to_have_css("background-color", "rgb(245, 241, 232)")
    page.locator(".theme-toggle:visible").first.click()
    expect(section).to_have_css("background-color", "rgb(17, 20, 27)")
