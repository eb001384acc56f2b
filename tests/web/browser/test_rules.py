"""The pages that are read: rules, the API's documentation, errors."""

import pytest
from playwright.sync_api import expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.server import Server

READ = ["/rules", "/rules/flip", "/rules/chain", "/learn", "/api", "/nothing"]  # captures, no numbers


@pytest.mark.parametrize("path", READ)
def test_a_page_is_accessible_and_fits_a_small_telephone(visit: Visit, site: Server, path: str) -> None:
    page = visit(f"{site.url}{path}", viewport={"width": 320, "height": 640}, forgive=("404",))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_way_from_the_rules_to_a_game_and_to_puzzles(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules")
    page.get_by_role("main").get_by_role("link", name="Fifteen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fifteen")
    expect(page.locator(".scenes li").last).to_contain_text("15-12")
    page.get_by_role("main").get_by_role("link", name="Puzzles").click()
    expect(page.locator('input[name="book"][value="fifteen"]')).to_be_checked()


def test_an_error_page_leads_home(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/nothing", forgive=("404",))
    page.get_by_role("link", name="Play a game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Small boards. Big fights.")


def test_forced_colours_reach_the_miniatures(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules", forced_colors="active")
    looks = page.locator(".miniature").first.evaluate(
        """e => Object.fromEntries(["open", "first", "second"].map(kind => {
            const style = getComputedStyle(e.querySelector(`.fs-${kind} .fs-face`));
            const text = getComputedStyle(e.querySelector(`.fs-${kind} text`)).fill;
            return [kind, [style.fill, style.stroke, style.strokeWidth, text]];
        }))"""
    )
    assert len({tuple(look) for look in looks.values()}) == 3  # told apart
    system = {page.evaluate(_SYSTEM, name) for name in ("Canvas", "CanvasText")}
    for face, _, _, text in looks.values():
        assert {face, text} == system  # by nothing but the reader's two colours, which contrast


_SYSTEM = """name => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = name;
    return getComputedStyle(probe).color;
}"""


def test_on_paper_there_is_dark_ink_and_nothing_to_press(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules/grow")
    page.get_by_role("button", name="Theme").click()
    expect(page.locator("body")).to_have_css("color", "rgb(241, 243, 247)")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("color", "rgb(28, 34, 48)")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("link", name="Play this")).to_be_hidden()
    expect(page.get_by_role("heading", name="Grow")).to_be_visible()
