"""The static site on a plain web server, for all tests that do not harm it, and regular readers.

A browser that has never been there loads and compiles all of Python, which takes seconds of a processor. So
the tests of a module share their readers: one process runs them all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from patience import PATIENCE
from web.built_site import BASE, Host, hosting


@pytest.fixture(scope="session")
def host(built_site: Path) -> Iterator[Host]:
    """At a path of its own, as a project has it on a host that many share."""
    with hosting(built_site, BASE) as host:
        yield host


@contextmanager
def profile(browser: Browser, **more: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce", **more)
    context.set_default_timeout(1000 * PATIENCE)
    expect.set_options(timeout=1000 * PATIENCE)
    yield context
    context.close()


def between_tests(context: BrowserContext) -> Iterator[BrowserContext]:
    yield context
    for page in context.pages:
        page.close()


@pytest.fixture(scope="module")
def regular_profile(browser: Browser) -> Iterator[BrowserContext]:
    with profile(browser) as context:
        yield context


@pytest.fixture
def regular(regular_profile: BrowserContext) -> Iterator[BrowserContext]:
    """The profile of a regular reader: what one test of a module leaves there, the next one finds."""
    yield from between_tests(regular_profile)


@pytest.fixture(scope="module")
def friendly_profile(browser: Browser) -> Iterator[BrowserContext]:
    with profile(browser) as context:
        yield context


@pytest.fixture
def friend(friendly_profile: BrowserContext) -> Iterator[BrowserContext]:
    """The same of another one."""
    yield from between_tests(friendly_profile)


@pytest.fixture(scope="module")
def fleeting_profile(browser: Browser) -> Iterator[BrowserContext]:
    with profile(browser, service_workers="block") as context:
        yield context


@pytest.fixture
def fleeting(fleeting_profile: BrowserContext) -> Iterator[BrowserContext]:
    """A reader whose browser never keeps the site: every page comes from its host."""
    yield from between_tests(fleeting_profile)
