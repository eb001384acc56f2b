"""Nothing jumps while a page is loaded, however late its script comes: the layout shift of every page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.browser.conftest import Visit
from web.browser.looks import open_slowly, shifts, watch_shifts
from web.browser.records import SWEEP
from web.browser.reviewed import thinking_site
from web.browser.table import begin
from web.server import Server

__all__ = ["thinking_site"]

MOST = 0.05
SIZES = [(320, 640), (390, 844), (1280, 800)]
PATHS = {
    "/": "[data-say]:has-text('You are')",
    "/daily/2026-11-18": "[data-say]:has-text('You are blue')",
    "/daily/2026-11-14": "[data-say]:has-text('You are blue')",
    "/puzzles": ".cell",
    "/puzzles?book=chain&difficulty=easy&seed=3": ".cell",
    "/puzzles?book=sweep&difficulty=easy&seed=1": ".cell",
    "/analysis": ".worth",
    "/review": "#examples button",
    "/rules": "h1",
    "/rules/flip": ".cell",
    "/learn": ".tag",
    "/learn/flip": ".cell",
    "/learn/fifteen": ".cell",
    "/learn?rules=%7B%22like%22:%22grow%22,%22size%22:%5B2,7%5D%7D": ".cell",
    "/me": ".ladder-list",
    "/api": "h1",
}
GAMES: list[dict[str, Any]] = [
    {**SWEEP, "second": "level:10"},
    {"book": {"like": "flip", "size": [2, 7]}, "seed": 1},
    {"book": "chain", "seed": 1, "moves": ["1,1", "5,5", "1,2"]},
    {"book": "fifteen", "seed": 1, "sit": [1]},
    {"book": "grow", "seed": 1, "balance": {"komi": 7.5}, "second": "level:3"},
]


def addresses(context: BrowserContext, site: Server) -> Iterator[tuple[str, str]]:
    """Every page, and what is there when it is complete."""
    for path, complete in PATHS.items():
        yield f"{site.url}{path}", complete
    for wish in GAMES:
        address = begin(context, site, **wish)
        yield address, ".cell"
    yield f"{begin(context, site, **GAMES[0])}/review", "#summary"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_jumps_on_any_page(visit: Visit, thinking_site: Server, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height})
    watch_shifts(page)
    for address, complete in addresses(page.context, thinking_site):
        assert_still(page, address, complete)


def assert_still(page: Page, address: str, complete: str) -> None:
    open_slowly(page, address)
    expect(page.locator(complete).first).to_be_visible()
    page.screenshot()
    moved = shifts(page)
    assert moved["total"] < MOST, f"{address}: {moved}"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_jumps_for_who_comes_back(
    visit: Visit, thinking_site: Server, width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height})
    watch_shifts(page)
    for wish in GAMES:
        begin(page.context, thinking_site, **wish)
    assert_still(page, f"{thinking_site.url}/", "[data-say]:has-text('You are')")


def test_the_observer_sees_what_jumps(visit: Visit, site: Server) -> None:
    page = visit()
    watch_shifts(page)
    page.goto(f"{site.url}/rules")
    page.screenshot()
    page.evaluate("document.querySelector('main').style.marginTop = '200px'")
    page.screenshot()
    assert shifts(page)["total"] > MOST
