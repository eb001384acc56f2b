"""Large text: names and buttons stay readable, and nothing sticks out, from the smallest phone on."""

import pytest
from playwright.sync_api import Page, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.every_page import PAGES, expect_ready, game_pages
from web.browser.looks import cut_off, set_text_size, sticking_out
from web.browser.table import begin, rematch
from web.server import Server

LONG = "Supercalifragilisticexpialidocious" * 2 + "andsomemore!"


def assert_readable(page: Page) -> None:
    where = f"{page.url}, {page.viewport_size}"
    assert sticking_out(page) == [], where
    assert cut_off(page) == [], where


def large(visit: Visit, width: int, percent: int) -> Page:
    page = visit(viewport={"width": width, "height": 800})
    set_text_size(page, percent)
    return page


@pytest.mark.parametrize("percent", [150, 200])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_names_and_buttons_stay_readable(visit: Visit, site: Server, width: int, percent: int) -> None:
    page = large(visit, width, percent)
    for path in PAGES:
        page.goto(f"{site.url}{path}")
        assert (
            page.evaluate("getComputedStyle(document.documentElement).fontSize")
            == f"{16 * percent / 100:g}px"
        )
        expect_ready(page)
        assert_readable(page)
    page.goto(begin(page.context, site, book="fifteen", seed=1, second="level:10"))
    expect(page.locator('[data-side="2"] b')).to_have_text("Level 10")
    assert_readable(page)
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(rematch(page)).to_be_visible()
    assert_readable(page)


def test_large_text_is_accessible(visit: Visit, site: Server) -> None:
    page = large(visit, 390, 200)
    for address in [*(f"{site.url}{path}" for path in PAGES), *game_pages(page.context, site)]:
        page.goto(address)
        expect_ready(page)
        assert_accessible(page)


def test_large_text_on_a_desktop_gets_the_layout_of_a_phone(visit: Visit, site: Server) -> None:
    """Breakpoints count in text, not in pixels: there is no room for two columns of large letters."""
    for percent, columns in ((100, 2), (200, 1)):
        page = large(visit, 1000, percent)
        page.goto(begin(page.context, site, book="flip", seed=1))
        style = page.locator("main").evaluate("e => getComputedStyle(e).gridTemplateColumns")
        assert len(style.split()) == columns


@pytest.mark.parametrize("width", [320, 860, 1024, 1280])
def test_the_buttons_of_a_finished_game_fit(visit: Visit, site: Server, width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    moves = ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2", "1,3", "2,3", "3,3"]
    wish = {"book": {"like": "sweep", "take": "nothing"}, "board": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}
    page.goto(begin(page.context, site, **wish, moves=moves))
    buttons = page.locator(".acts .act:visible")
    expect(buttons).to_have_count(5)
    assert_readable(page)
    lines = buttons.locator("span").evaluate_all(
        "all => all.map(e => Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    )
    assert lines == [1] * 5  # no name is folded


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_the_buttons_of_a_review_fit(visit: Visit, site: Server, width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    page.goto(f"{begin(page.context, site, book='sweep', seed=1, moves=['1,1'])}/review")
    expect(page.locator(".acts .act:visible")).to_have_count(6)
    assert_readable(page)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_title_without_blanks_fits_in_the_offer_of_a_lesson(
    visit: Visit, site: Server, width: int
) -> None:
    page = visit(viewport={"width": width, "height": 800})
    page.goto(begin(page.context, site, book={"like": "sweep", "title": LONG[:80]}))
    expect(page.locator("#newcomer")).to_contain_text(LONG[:80])
    expect(page.locator("#newcomer")).to_be_visible()
    assert_readable(page)


@pytest.mark.parametrize("width", [320, 1280])
def test_a_title_without_blanks_is_no_wider_than_the_page(visit: Visit, site: Server, width: int) -> None:
    title = LONG[:80]
    assert len(title) == 80
    page = visit(viewport={"width": width, "height": 800})
    page.goto(
        begin(
            page.context,
            site,
            book={"like": "sweep", "title": title},
            first="human",
            second="human",
            moves=["1,1"],
        )
    )
    expect(page.locator("h1")).to_have_text(title)
    page.locator(".cell").first.wait_for()
    assert sticking_out(page) == []
    page.keyboard.press("r")
    expect(page.locator("#rules-title")).to_be_visible()
    assert page.locator("#rules-dialog").evaluate("e => e.scrollWidth <= e.clientWidth")
    game = page.url
    page.goto(f"{game}/review")
    expect(page.locator("#title")).to_have_text(title)
    page.locator(".cell").first.wait_for()
    assert sticking_out(page) == []
    page.goto(f"{site.url}/")
    expect(page.locator(".go-on")).to_contain_text(title)
    assert sticking_out(page) == []
