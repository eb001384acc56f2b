"""What axe finds wrong with a page, in both themes."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def assert_accessible(page: Page) -> None:
    """No violation, light or dark."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        violations = Axe().run(page).response["violations"]
        found = [
            (each["id"], node["failureSummary"], node["html"])
            for each in violations
            for node in each["nodes"]
        ]
        assert not found, f"{theme}: {found}"
