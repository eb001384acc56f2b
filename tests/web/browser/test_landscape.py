"""A phone on its side: the whole board is in sight, and what is said about it stands beside it."""

import pytest
from playwright.sync_api import expect

from web.browser.conftest import Visit
from web.browser.looks import sticking_out
from web.server import Server

PHONE = {"width": 844, "height": 390}


@pytest.mark.parametrize(
    ("path", "beside"),
    [
        ("/daily", "[data-say]"),
        ("/learn/flip", "#task"),
        ("/learn/grow", "#task"),
        ("/analysis", "#verdict"),
        ("/make", "#own"),
        ("/play?rules=%22raid%22", "#table"),
    ],
)
def test_the_whole_board_is_in_sight(visit: Visit, site: Server, path: str, beside: str) -> None:
    page = visit(f"{site.url}{path}", viewport=PHONE)
    expect(page.locator("main .cell").first).to_be_visible()
    board = page.locator("main .board").first.bounding_box()
    words = page.locator(beside).bounding_box()
    assert board is not None
    assert words is not None
    assert board["y"] + board["height"] <= PHONE["height"]
    assert words["x"] >= board["x"] + board["width"]
    assert sticking_out(page) == []
