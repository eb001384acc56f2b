"""A game as a test plays it in a browser: the words for what stands on the page."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from web.server import Server

ACTIVE_CELL = ".board[data-active] .cell.open"


def begin(context: BrowserContext, server: Server, **wish: Any) -> str:
    """A new game for this browser; returns the address of its page."""
    answer = context.request.post(f"{server.url}/api/games", data=wish)
    assert answer.status == 201, answer.text()
    return f"{server.url}{answer.headers['location']}"


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def moves(page: Page) -> Locator:
    """The lines of the list of moves that are moves."""
    return page.locator("#moves li:not(.skip-line)")


def state(page: Page) -> dict[str, Any]:
    """The game as the server has it."""
    game = page.url.split("/games/")[1].split("#")[0].split("?")[0].split("/")[0]
    answer = page.request.get(page.url.split("/games/")[0] + f"/api/games/{game}")
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def claim(page: Page, name: str) -> None:
    """Claim a cell, and see it in the list of moves."""
    before = moves(page).count()
    cell(page, name).click()
    expect(moves(page).nth(before)).to_contain_text(name)


def is_over(page: Page) -> bool:
    """Wait until the player of this page is to move, or the game is over; whether it is over."""
    page.locator(f"{ACTIVE_CELL}, #review:not([hidden])").first.wait_for()
    return page.locator("#review").is_visible()


def play_to_the_end(page: Page) -> None:
    """Claim whatever comes first, until the game is over."""
    while not is_over(page):
        claim_any(page)


def expect_settled(page: Page) -> None:
    """Nothing is on its way."""
    expect(page.locator(".cell.pending")).to_have_count(0)


def said(page: Page) -> str:
    """What a screen reader was told last."""
    return re.sub(r"\s+", " ", page.locator("#aloud").text_content() or "").strip()


def hide(page: Page, hidden: bool = True) -> None:
    """Tell a tab that it is behind another, or in front: a headless browser shows all its tabs at once."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def claim_any(page: Page) -> None:
    """Claim the first cell that can be claimed."""
    claim(page, page.locator(ACTIVE_CELL).first.get_attribute("data-cell") or "")


def choose(page: Page, name: str, value: str) -> None:
    """Choose one of several, by what a form sends."""
    page.locator(f'input[name="{name}"][value="{value}"]').check()


def open_sheet(page: Page, book: str) -> None:
    """Open the sheet of a game on the home page."""
    page.locator(f'.game-card a[data-sheet="{book}"]').first.click()
    page.locator("#sheet[open]").wait_for()


def start_from_home(page: Page, book: str) -> None:
    """Start a game on the home page with one press."""
    page.locator(f'.game-card [data-start="{book}"]').click()


def rematch(page: Page) -> Locator:
    """The button that asks for a rematch, wherever it is."""
    return page.get_by_role("button", name="Rematch")


def write(page: Page, text: str) -> None:
    """Open the row where a move is typed, and type; it is not sent yet."""
    if page.locator("#type").is_hidden():
        page.locator("#keys").click()
    page.locator("#typed").fill(text)
