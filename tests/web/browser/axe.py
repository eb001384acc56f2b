"""What axe finds wrong with a page, in both themes."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    """No violation, light or dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        results = Axe().run(page)
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
