"""New versions of the static site: they arrive whole or not at all, and no page mixes two of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.browser.conftest import Visit
from web.browser.static_site.reader import (
    SMALL,
    begun,
    expect_kept,
    expect_running,
    expect_turn,
    game_of,
)
from web.browser.static_site.versions import write_changed
from web.browser.table import claim_any, moves
from web.built_site import Host, hosting, version_of

NEWER = {"app/worker.js": ('"use strict"', '"use strict"')}
_ARRIVAL = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const coming = registration.installing;
    if (coming) await new Promise((resolve) => { coming.onstatechange = resolve; });
    return registration.waiting !== null;
}"""
