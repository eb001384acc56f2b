"""The address of every page, for tests of what holds on each of them."""

from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Page, expect

from web.browser.records import SWEEP
from web.browser.table import begin
from web.server import Server

_RULES = "%7B%22like%22:%22grow%22,%22size%22:%5B2,7%5D%7D"  # grow on two rows of seven cells
PAGES = (
    "/",
    "/?book=grow",
    "/daily/2026-11-18",
    "/daily/2026-11-15",
    "/puzzles?book=sweep&difficulty=easy&seed=1",
    "/analysis",
    "/review",
    "/rules",
    "/rules/flip",
    "/learn",
    "/learn/fifteen",
    "/me",
    "/make",
    f"/play?rules={_RULES}",
    "/club",
    "/api",
)


def game_pages(context: BrowserContext, site: Server) -> Iterator[str]:
    """A game that goes on, one between people, one that is over, and its review."""
    yield begin(context, site, book="fifteen", seed=1, second="level:10")
    yield begin(context, site, book="flip", seed=1, sit=[1], clock={"game": 300})
    over = begin(context, site, **SWEEP)
    yield over
    yield f"{over}/review"


def expect_ready(page: Page) -> None:
    """The page and its scripts are there."""
    expect(page.locator("html[data-ready]").or_(page.locator("main.rules, main.api")).first).to_be_visible()
