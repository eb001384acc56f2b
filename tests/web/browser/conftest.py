"""A real Chromium for every test that looks at a page: one browser, a new profile a visitor.

    def test_home(visit: Visit, site: Server) -> None:
        page = visit(f"{site.url}/")

At the end of a test no page may have logged an error, thrown one, or broken the security policy; what a
test provokes it names: `visit(address, forgive=("422",))`. A page's policy forbids `eval`, so wait by
locators and `expect`, never by `wait_for_function`.
"""

import re
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from patience import PATIENCE
from web.browser.chromium import chromium
from web.front import NAME
from web.server import Server, running

# Belongs to what a dropped connection looks like, which a page must live with.
UNREACHABLE = (
    "ERR_CONNECTION",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE",
    "ERR_SOCKET",
    "ERR_ABORTED",
    "ERR_TIMED_OUT",
)

# Every page of the static site starts Python, and none lasts long enough for optimized WebAssembly to pay.
_NO_OPTIMIZING = "--js-flags=--liftoff-only"

_NAME_IS_HERE = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"


class Visit(Protocol):
    """Opens an address in a new profile, or in a given one; more words are Playwright's for a new one."""

    def __call__(
        self,
        address: str = "",
        *,
        context: BrowserContext | None = None,
        forgive: tuple[str, ...] = (),
        **more: Any,
    ) -> Page: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """No longer than it is needed: while it runs, no other test in this process can run an event loop."""
    program = chromium()
    with sync_playwright() as playwright:
        words = ["--no-sandbox", _NO_OPTIMIZING, _NAME_IS_HERE]
        browser = playwright.chromium.launch(executable_path=program, args=words)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    with running(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        address: str = "",
        *,
        context: BrowserContext | None = None,
        forgive: tuple[str, ...] = (),
        **more: Any,
    ) -> Page:
        if context is None:
            context = browser.new_context(**{"reduced_motion": "reduce", **more})
            context.set_default_timeout(1000 * PATIENCE)
            contexts.append(context)
        page = context.new_page()
        listen(page, complaints, forgive)
        if address:
            page.goto(address)
        return page

    expect.set_options(timeout=1000 * PATIENCE)
    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def listen(page: Page, complaints: list[str], forgive: tuple[str, ...]) -> None:
    """Note what a page complains about; a broken policy is an error on the console too."""
    forgiven = re.compile("|".join(map(re.escape, forgive))) if forgive else None

    def note(said: str) -> None:
        if forgiven is None or not forgiven.search(said):
            complaints.append(f"{page.url}: {said}")

    page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: note(str(error)))
