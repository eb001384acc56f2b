"""What axe finds on pages of the static site: before Python runs, after, and with a note above the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.built_site import Host

FORMS = ("games/", "games/review/", "games/analysis/", "daily/", "play/", "nothing/at-all")
"""What is shown while Python gets what belongs there; the last is the page for unknown addresses."""

WHOLE = ("rules/", "learn/", "analysis/", "review/", "make/", "puzzles/", "", "me/")


@pytest.fixture
def waiting(fleeting: BrowserContext) -> Iterator[BrowserContext]:
    """A reader to whom the worker never comes: pages stay as their files are."""
    fleeting.route("**/worker.js", lambda route: None)
    yield fleeting
    fleeting.unroute("**/worker.js")


@pytest.mark.parametrize("path", [*FORMS, "", "me/"])
def test_a_page_before_python(visit: Visit, waiting: BrowserContext, host: Host, path: str) -> None:
    page = visit(f"{host.url}{path}", context=waiting, forgive=("status of 404",))
    expect(page.locator("html")).to_have_attribute("data-booted", "")
    expect(page.locator("html[data-python]")).to_have_count(0)
    assert_accessible(page)


@pytest.mark.parametrize("path", WHOLE)
def test_a_page_with_python(visit: Visit, regular: BrowserContext, host: Host, path: str) -> None:
    page = visit(f"{host.url}{path}", context=regular)
    page.locator("html[data-python=ready]").wait_for()
    page.locator("html[data-painted]").wait_for()
    assert_accessible(page)


def test_the_page_for_unknown_addresses(visit: Visit, fleeting: BrowserContext, host: Host) -> None:
    page = visit(f"{host.url}nothing/at-all/", context=fleeting, forgive=("status of 404",))
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.locator("html[data-painted]").wait_for()
    assert_accessible(page)


def test_a_note_above_the_page(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(context=regular)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{host.url}games/?no-such-game-at-all#letter=1AAAA")
    expect(page.get_by_role("status").filter(has_text="This link cannot be read")).to_be_visible()
    page.locator("html[data-painted]").wait_for()
    assert_accessible(page)


def test_the_note_of_a_program_that_cannot_start(visit: Visit, host: Host) -> None:
    page = visit(forgive=("ERR_FAILED", "worker could not be loaded"))
    page.context.route("**/worker.js", lambda route: route.abort())
    page.goto(f"{host.url}rules/")
    expect(page.locator(".site-note")).to_contain_text("The program could not be started")
    assert_accessible(page)
