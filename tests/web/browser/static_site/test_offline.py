"""After one visit everything works without the host, and no other host is ever asked."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

import fivesquare as fs
from web.browser.conftest import Visit
from web.browser.records import SWEEP
from web.browser.reviewed import packed
from web.browser.static_site.reader import (
    expect_answered,
    expect_kept,
    expect_running,
    expect_turn,
    expect_worths,
    game_of,
)
from web.browser.table import ACTIVE_CELL, start_from_home
from web.built_site import Host, hosting

PAGES = {
    "": "Small boards|Continue",
    "daily/": "Puzzle of the day",
    "puzzles/": "Which move wins",
    "learn/": "Learn",
    "learn/grow/": "Learn Grow",
    "rules/fifteen/": "Fifteen",
    "analysis/": "Analysis board",
    "review/": "Review a game",
    "make/": "Make your own",
    "me/": "My games",
    "rules/chain": "Chain",
}
"""Each page with what its heading says; the last one by the address that a server has."""


@pytest.fixture(scope="module")
def gone(built_site: Path, regular_profile: BrowserContext) -> Iterator[Host]:
    """A host that was visited once, and is there no more."""
    with hosting(built_site, "/fivesquare/") as host:
        page = regular_profile.new_page()
        page.goto(host.url)
        expect_kept(page)
        page.close()
        host.stop()
        yield host


def test_a_new_game_is_played_without_the_host(visit: Visit, regular: BrowserContext, gone: Host) -> None:
    page = visit(gone.url, context=regular)
    page.reload()
    start_from_home(page, "grow")
    page.wait_for_url(re.compile("/games/"))
    expect_turn(page)
    page.locator(ACTIVE_CELL).first.click()
    expect_answered(page)
    moves = game_of(page, gone)["moves"]
    page.reload()
    expect_turn(page)
    assert game_of(page, gone)["moves"] == moves


def test_values_are_exact_without_the_host(visit: Visit, regular: BrowserContext, gone: Host) -> None:
    record = {**SWEEP, "moves": SWEEP["moves"][:4]}
    page = visit(f"{gone.url}analysis/{packed(record, 4)}", context=regular)
    expect_worths(page, fs.Position.from_record(record))


def test_every_page_is_there_without_the_host(visit: Visit, regular: BrowserContext, gone: Host) -> None:
    page = visit(gone.url, context=regular)
    for path, heading in PAGES.items():
        page.goto(f"{gone.url}{path}")
        expect_running(page)
        expect(page.locator("main h1").first).to_have_text(re.compile(heading))


def test_no_other_host_is_asked_for_anything(visit: Visit, built_site: Path) -> None:
    """By pages, by their workers, or by the service worker: all that the host was asked for is seen."""
    asked: list[str] = []
    with hosting(built_site, "/fivesquare/") as host:
        page = visit()
        page.context.on("request", lambda request: asked.append(request.url.removeprefix("blob:")))
        page.goto(host.url)
        expect_kept(page)
        start_from_home(page, "sweep")
        page.wait_for_url(re.compile("/games/"))
        page.locator(ACTIVE_CELL).first.click()
        expect_answered(page)
        origin = host.url.removesuffix(host.path)
        assert {f"{origin}{path}" for path in host.asked} <= set(asked)
        assert [url for url in asked if not url.startswith(f"{origin}/")] == []
