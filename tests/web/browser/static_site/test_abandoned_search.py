"""A search that no one waits for any more is ended, and what is asked next is answered."""

import random
from typing import Any

from playwright.sync_api import expect

import fivesquare as fs
from web.browser.conftest import Visit
from web.browser.records import SWEEP
from web.browser.reviewed import packed
from web.browser.static_site.reader import asked, expect_running, expect_worths
from web.built_site import Host
from web.server import eventually

LONG = 400  # milliseconds; a page that asked for so long ends the search, and asks a new worker


def large() -> dict[str, Any]:
    """The beginning of a game that no search gets to the end of."""
    numbers = list(range(1, 65))
    random.Random(8).shuffle(numbers)
    board = [numbers[row : row + 8] for row in range(0, 64, 8)]
    return {"book": {"like": "flip", "size": [8, 8]}, "board": board, "moves": []}


def test_another_position_is_answered_by_a_new_worker(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}analysis/{packed(large(), 0)}")
    expect_running(page)
    expect(page.locator("html[data-values=asked]")).to_be_attached()
    begun = page.evaluate("performance.now()")
    eventually(lambda: page.evaluate("performance.now()") > begun + LONG)
    record = {**SWEEP, "moves": SWEEP["moves"][:3]}
    page.evaluate("(hash) => { location.hash = hash; }", packed(record, 3))
    eventually(lambda: page.evaluate("fivesquare.marks.restarts") == 1)
    expect_worths(page, fs.Position.from_record(record))


def test_another_page_is_answered_while_the_search_is_left(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}analysis/{packed(large(), 0)}")
    expect_running(page)
    expect(page.locator("html[data-values=asked]")).to_be_attached()
    page.goto(f"{host.url}rules/")
    expect_running(page)
    assert asked(page, host, "books", {"book": "sweep"})["size"] == [3, 3]
