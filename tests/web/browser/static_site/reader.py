"""A reader of the static site: the words for what a test does and sees there.

What a page asks is answered by Python in the browser itself, so a test asks through the page as well.
"""

import re
from typing import Any

from playwright.sync_api import Page, expect

import fivesquare as fs
from web.browser.reviewed import worths, written
from web.browser.table import moves
from web.built_site import Host

_ASK = """async ([address, told]) => {
    const headers = { "content-type": "application/json" };
    const wish = { method: "POST", headers, body: JSON.stringify(told) };
    const answer = await fetch(address, told === null ? {} : wish);
    return { status: answer.status, told: await answer.json() };
}"""

SMALL: dict[str, Any] = {"book": "sweep", "seed": 7, "second": "level:1"}
"""A game that is begun without a click."""


def asked(page: Page, host: Host, path: str, told: dict[str, Any] | None = None) -> Any:
    """What Python answers in this page."""
    answer = page.evaluate(_ASK, [f"{host.path}api/{path}", told])
    assert answer["status"] < 400, answer
    return answer["told"]


def begun(page: Page, host: Host, wish: dict[str, Any] = SMALL) -> None:
    """Begin a game, and go to its page."""
    game = asked(page, host, "games", wish)
    page.goto(f"{host.url}games/?{game['id']}")
    expect_turn(page)


def game_of(page: Page, host: Host) -> dict[str, Any]:
    """The game of this page as it is kept."""
    return dict(asked(page, host, f"games/{id_of(page)}"))


def id_of(page: Page) -> str:
    found = re.search(r"/games/(?:\w+/)?\?([\w-]+)", page.url)
    assert found is not None, page.url
    return found[1]


def expect_running(page: Page) -> None:
    """Python runs on the page."""
    expect(page.locator("html[data-python=ready]")).to_be_attached()


def expect_kept(page: Page) -> None:
    """All files of the site are kept for when there is no network, and so is the start of Python."""
    expect(page.locator("html[data-offline=ready]")).to_be_attached()


def expect_turn(page: Page) -> None:
    """It is the turn of the player of this page."""
    expect(page.locator(".board[data-active] .cell.open").first).to_be_visible()


def expect_answered(page: Page) -> None:
    """A claim was made here, and the computer has answered it."""
    expect(moves(page).nth(1)).to_be_visible()
    expect_turn(page)


def exact_worths(position: fs.Position) -> dict[str, str]:
    """What our own solver would write on the cells of a board."""
    assert position.turn is not None
    each = fs.solve(position).each
    return {move: written(worth._asdict(), position.turn) for move, worth in each.items() if "," in move}


def expect_worths(page: Page, position: fs.Position) -> None:
    """The analysis board shows the exact worth of every claim."""
    expect(page.locator("html[data-ready]:not([data-values=asked])")).to_be_attached()
    expect(page.get_by_text("exact", exact=True)).to_be_visible()
    shown = {place: re.sub(r"\s+", " ", worth) for place, worth in worths(page).items()}
    assert shown == exact_worths(position)
