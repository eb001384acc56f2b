"""A game on a slow phone."""

import re
from typing import Any

from playwright.sync_api import expect

from web.browser.conftest import Visit
from web.browser.looks import sticking_out
from web.browser.static_site.reader import expect_turn
from web.browser.table import ACTIVE_CELL, moves, start_from_home
from web.built_site import Host

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOWER = 4


def test_a_game_begins_and_the_computer_answers(visit: Visit, host: Host) -> None:
    page = visit(**PHONE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(host.url)
    start_from_home(page, "grow")
    page.wait_for_url(re.compile("/games/"))
    expect_turn(page)
    chosen = page.locator(ACTIVE_CELL).first
    chosen.tap()
    expect(page.locator("#say")).to_contain_text("Tap again to claim.")
    chosen.tap()
    expect(moves(page).nth(1)).to_be_visible()
    expect_turn(page)
    assert not sticking_out(page)
