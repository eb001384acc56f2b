"""The addresses that a server has lead to the right page of a static site in a folder of its host."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.browser.conftest import Visit
from web.browser.table import ACTIVE_CELL, claim_any, moves
from web.built_site import Host

PLACES = {
    "rules/flip": ("rules/flip/", "Flip"),
    "learn/fifteen": ("learn/fifteen/", "Fifteen"),
    "me": ("me/", "My games"),
    "analysis": ("analysis/", "Analys"),
    "daily/2026-11-18": ("daily/?2026-11-18", "Puzzle of the day"),
    "puzzles?book=sweep&difficulty=easy&seed=1": ("puzzles/?book=sweep&difficulty=easy&seed=1", "Puzzle"),
}
"""Paths of a server, where their pages are, and a word of their titles."""


@pytest.fixture
def newcomer(visit: Visit, fleeting: BrowserContext) -> Page:
    return visit(context=fleeting, forgive=("status of 404",))


@pytest.fixture
def returned(visit: Visit, regular: BrowserContext, host: Host) -> Page:
    """A page whose browser keeps the site by now."""
    page = visit(f"{host.url}rules/", context=regular, forgive=("status of 404",))
    page.locator("html[data-offline=ready]").wait_for()
    return page


def expect_there(page: Page, host: Host, path: str) -> None:
    """The page of a server's path is shown, where this site has it."""
    place, word = PLACES[path]
    expect(page).to_have_url(re.compile(rf"{re.escape(host.url + place)}(#.*)?$"))
    expect(page).to_have_title(re.compile(word))
    page.locator("html[data-painted]").wait_for()


@pytest.mark.parametrize("path", PLACES)
def test_a_path_of_a_server(newcomer: Page, host: Host, path: str) -> None:
    newcomer.goto(f"{host.url}{path}")
    expect_there(newcomer, host, path)


def test_paths_of_a_server_in_a_browser_that_keeps_the_site(returned: Page, host: Host) -> None:
    """There the service worker leads on: the host is asked only whether there is a newer version."""
    asked = len(host.asked)
    for path in PLACES:
        returned.goto(f"{host.url}{path}")
        expect_there(returned, host, path)
    assert set(host.asked[asked:]) <= {f"{host.path}sw.js"}


@pytest.mark.parametrize("visitor", ["newcomer", "returned"])
def test_the_page_of_a_game(visitor: str, request: pytest.FixtureRequest, host: Host) -> None:
    page: Page = request.getfixturevalue(visitor)
    page.goto(f"{host.url}rules/")
    begun = page.evaluate(
        """async (root) => {
            const headers = { "content-type": "application/json" };
            const body = JSON.stringify({ book: "sweep", seed: 5, sit: [1, 2] });
            return (await (await fetch(`${root}api/games`, { method: "POST", headers, body })).json()).id;
        }""",
        host.path,
    )
    page.goto(f"{host.url}games/{begun}")
    expect(page).to_have_url(f"{host.url}games/?{begun}")
    page.locator(ACTIVE_CELL).first.wait_for()
    claim_any(page)
    page.goto(f"{host.url}games/{begun}/analysis?ply=1")
    expect(page).to_have_url(re.compile(re.escape(f"{host.url}games/analysis/?{begun}&ply=1")))
    page.goto(f"{host.url}games/{begun}/")
    expect(page).to_have_url(f"{host.url}games/?{begun}")
    expect(moves(page)).to_have_count(1)


@pytest.mark.parametrize(
    "path", ["nothing/at/all", "rules/nothing", "daily/2000-01-01", "games/no-such-game", "club"]
)
def test_an_address_of_nothing(newcomer: Page, host: Host, path: str) -> None:
    newcomer.goto(f"{host.url}{path}")
    expect(newcomer.get_by_role("heading", name="There is nothing here")).to_be_visible()
    about_games = newcomer.get_by_text("Games are kept in the browser in which they are played.")
    expect(about_games).to_have_count(1 if path.startswith("games/") else 0)
    newcomer.get_by_role("link", name=re.compile("Play a game")).click()
    expect(newcomer).to_have_url(host.url)


def test_a_page_that_is_not_there_on_a_known_site(returned: Page, host: Host) -> None:
    returned.goto(f"{host.url}nothing")
    expect(returned.get_by_role("heading", name="There is nothing here")).to_be_visible()
