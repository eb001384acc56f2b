"""What axe finds wrong with a page, in both themes."""

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# What it has no objection to would be most of its answer, and half of the time.
_VIOLATIONS = "() => axe.run({resultTypes: ['violations']}).then(results => results.violations)"


def assert_accessible(page: Page) -> None:
    """No violation, light or dark."""
    page.evaluate(AXE_SCRIPT)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        violations: list[dict[str, Any]] = page.evaluate(_VIOLATIONS)
        found = [
            (each["id"], node["failureSummary"], node["html"])
            for each in violations
            for node in each["nodes"]
        ]
        assert not found, f"{theme}: {found}"
