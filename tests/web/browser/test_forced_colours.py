"""Forced colours, as in high contrast: every page stays accessible, in both themes."""

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.every_page import PAGES, expect_ready, game_pages
from web.server import Server


def test_every_page_is_accessible(visit: Visit, site: Server) -> None:
    page = visit(forced_colors="active")
    for address in [*(f"{site.url}{path}" for path in PAGES), *game_pages(page.context, site)]:
        page.goto(address)
        expect_ready(page)
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        assert_accessible(page)
