"""The static site on a plain web server, for all tests that do not harm it, and a regular reader."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from patience import PATIENCE
from web.built_site import Host, hosting


@pytest.fixture(scope="session")
def host(built_site: Path) -> Iterator[Host]:
    """At a path of its own, as a project has it on a host that many share."""
    with hosting(built_site, "/fivesquare/") as host:
        yield host


@pytest.fixture(scope="module")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests of a module."""
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    expect.set_options(timeout=1000 * PATIENCE)
    yield context
    context.close()


@pytest.fixture
def regular(profile: BrowserContext) -> Iterator[BrowserContext]:
    """The profile of a regular reader: what one test of a module leaves there, the next one finds."""
    yield profile
    for page in profile.pages:
        page.close()
