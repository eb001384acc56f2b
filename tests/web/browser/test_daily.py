"""The puzzle of the day in a browser: tries, squares, streak, calendar; by mouse, touch and keyboard."""

import datetime
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from patience import PATIENCE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import cut_off, set_text_size, sticking_out
from web.server import Server, eventually, running

FLIP = "2026-11-18"
CHAIN = "2026-11-16"
SHIFTED = "web.shifted:create_app"

OnDay = Callable[[int], AbstractContextManager[Server]]


def wait_for_solver(site: Server) -> None:
    eventually(lambda: httpx2.get(f"{site.url}/healthz").json()["solver"] == "ready", seconds=180)


@pytest.fixture(autouse=True)
def _ready_solver(site: Server) -> None:
    wait_for_solver(site)


def puzzle(site: Server, day: str = FLIP) -> dict[str, Any]:
    found: dict[str, Any] = httpx2.get(f"{site.url}/api/daily/{day}", timeout=PATIENCE).json()
    return found


def posed(page: Page) -> None:
    expect(page.locator("[data-say]")).to_contain_text("only one way wins")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def wrong_moves(asked: dict[str, Any], claim: int) -> list[str]:
    return [move for move in asked["claims"][claim]["wrong"] if "," in move]


def say(page: Page) -> Locator:
    return page.locator("[data-say]")


def tries(page: Page) -> list[str]:
    """The tiles of each claim: b found, a wrong, . nothing."""
    rows = page.locator("[data-tries] .tries-row")
    return [
        "".join(
            "b" if "first" in kind else "a" if "second" in kind else "."
            for kind in row.locator(".bit").evaluate_all("all => all.map(e => e.className)")
        )
        for row in rows.all()
    ]


def find(page: Page, asked: dict[str, Any], first: int = 0) -> None:
    """Find every claim from there on."""
    for claim in asked["claims"][first:]:
        expect(page.locator(".board[data-active]")).to_be_visible()
        cell(page, claim["right"]).click()
        expect(say(page).or_(page.locator("#verdict")).first).to_contain_text(
            re.compile(re.escape(claim["kept"]) + "|Solved!|Not this time")
        )


# --- Playing ---


def test_a_wrong_try_is_marked_and_taken_back(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    claim = asked["claims"][0]
    wrong = wrong_moves(asked, 0)[0]
    cell(page, wrong).click()
    expect(say(page)).to_have_text(f"{' '.join(claim['wrong'][wrong])} {claim['to_go'][2]}")
    expect(page.locator("#aloud")).to_contain_text(claim["wrong"][wrong][0])
    expect(cell(page, wrong)).to_have_class(re.compile(r"\bwrong\b"))
    assert tries(page) == ["a...", "....", "....", "...."]
    cell(page, wrong).click()  # the same again is no new try
    assert tries(page) == ["a...", "....", "....", "...."]
    page.get_by_role("button", name="Show me why").click()
    expect(say(page)).to_have_text(f"{claim['why'][wrong]} {claim['to_go'][2]}")
    cell(page, claim["right"]).click()
    expect(say(page)).to_have_text(f"{claim['kept']} {asked['claims'][1]['to_go'][3]}")
    assert tries(page) == ["ab..", "....", "....", "...."]
    expect(cell(page, wrong)).not_to_have_class(re.compile(r"\bwrong\b"))
    expect(page.get_by_role("button", name="Show me why")).to_be_disabled()


def test_solved_with_squares_to_share(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}", permissions=["clipboard-read", "clipboard-write"])
    posed(page)
    for move in wrong_moves(asked, 0)[:2]:
        cell(page, move).click()
        expect(cell(page, move)).to_have_class(re.compile(r"\bwrong\b"))
    find(page, asked)
    expect(page.locator("#verdict")).to_have_text("Solved!")
    expect(page.locator(".sum")).to_have_text("Four claims in six tries")
    expect(page.locator("#aloud")).to_contain_text("Solved! Four claims in six tries.")
    page.get_by_text("See what is shared").click()
    text = page.locator(".share-text").inner_text()
    assert text.startswith("Fivesquare 128 · Flip · 6 tries\n🟧🟧🟦⬜\n🟦⬜⬜⬜\n🟦⬜⬜⬜\n🟦⬜⬜⬜")
    page.get_by_role("button", name="Share the squares").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text
    solved = page.get_by_role("link", name=re.compile("18 November: solved in 6 tries"))
    expect(solved.locator(".bit.first")).to_be_visible()
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Solved!")
    assert_accessible(page)


def test_progress_survives_a_reload(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    cell(page, asked["claims"][0]["right"]).click()
    expect(say(page)).to_contain_text("Three claims to go")
    cell(page, wrong_moves(asked, 1)[0]).click()
    expect(say(page)).to_contain_text("three tries for this one")
    page.reload()
    expect(say(page)).to_contain_text("Three claims to go, three tries for this one.")
    assert tries(page) == ["b...", "a...", "....", "...."]
    expect(cell(page, wrong_moves(asked, 1)[0])).to_have_class(re.compile(r"\bwrong\b"))
    find(page, asked, 1)
    expect(page.locator(".sum")).to_have_text("Four claims in five tries")


def test_after_the_last_try_the_claim_is_shown(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    for move in wrong_moves(asked, 0)[:4]:
        cell(page, move).click()
    expect(say(page)).to_contain_text(asked["claims"][0]["shown"])
    assert tries(page)[0] == "aaaa"
    find(page, asked, 1)
    expect(page.locator("#verdict")).to_have_text("Not this time")
    expect(page.locator(".sum")).to_have_text("Three of four claims found")


def test_giving_up_asks_first_and_shows_the_rest(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Keep trying").click()
    cell(page, asked["claims"][0]["right"]).click()
    expect(say(page)).to_contain_text("Three claims to go")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Show me", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Not this time")
    expect(page.locator(".sum")).to_have_text("One of four claims found")
    owners = asked["claims"][-1]["after"][-1]["owners"]
    expect(page.locator(".cell.first")).to_have_count(sum(row.count(1) for row in owners))


def test_a_chain_and_its_stop(visit: Visit, site: Server) -> None:
    asked = puzzle(site, CHAIN)
    page = visit(f"{site.url}/daily/{CHAIN}")
    posed(page)
    cell(page, asked["claims"][0]["right"]).click()
    expect(say(page)).to_contain_text("Three claims to go")
    page.get_by_role("button", name="Stop").click()
    expect(say(page)).to_contain_text("Not stop. Amber would win.")
    find(page, asked, 1)
    expect(page.locator("#verdict")).to_have_text("Solved!")


def test_a_cell_that_cannot_be_claimed_says_why(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    cell(page, "1,3").click(force=True)  # disabled for readers of screens, yet it answers
    expect(say(page)).to_have_text("1,3 is yours.")
    assert tries(page) == ["...."] * 4


def test_by_keyboard(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}")
    posed(page)
    for claim in asked["claims"]:
        expect(page.locator(".board[data-active]")).to_be_visible()
        page.locator('.cell[tabindex="0"]').focus()
        page.keyboard.press("Control+Home")
        row, column = (int(part) for part in claim["right"].split(","))
        for _ in range(row - 1):
            page.keyboard.press("ArrowDown")
        for _ in range(column - 1):
            page.keyboard.press("ArrowRight")
        expect(cell(page, claim["right"])).to_be_focused()
        expect(page.locator("[data-preview]")).to_contain_text(claim["right"])
        page.keyboard.press("Enter")
        expect(say(page).or_(page.locator("#verdict")).first).to_contain_text(
            re.compile(re.escape(claim["kept"]) + "|Solved!|Not this time")
        )
    expect(page.locator("#verdict")).to_have_text("Solved!")


def test_by_touch_a_second_tap_answers(visit: Visit, site: Server) -> None:
    asked = puzzle(site)
    page = visit(f"{site.url}/daily/{FLIP}", has_touch=True, viewport={"width": 390, "height": 844})
    posed(page)
    right = asked["claims"][0]["right"]
    cell(page, right).tap()
    expect(page.locator("[data-preview]")).to_contain_text("Tap again to answer.")
    assert tries(page) == ["...."] * 4
    cell(page, right).tap()
    expect(say(page)).to_contain_text(asked["claims"][0]["kept"])
    for claim in asked["claims"][1:]:
        expect(page.locator(".board[data-active]")).to_be_visible()
        cell(page, claim["right"]).tap()
        cell(page, claim["right"]).tap()
    share = page.get_by_role("button", name="Share the squares")
    expect(share).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    box = share.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844  # in sight without scrolling


# --- Days ---


def test_past_days_are_links_and_days_to_come_are_not(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/daily")
    posed(page)
    today = page.locator(".calendar a[aria-current=page]")
    expect(today).to_have_count(1)
    assert page.locator(".calendar .none a").count() == 0
    page.locator(".calendar a").first.click()
    expect(page).to_have_url(re.compile(r"/daily/20\d\d-\d\d-\d\d$"))
    posed(page)


def test_the_date_is_that_of_the_player(visit: Visit, site: Server) -> None:
    """Where it is still yesterday, yesterday's puzzle is that of today."""
    yesterday = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    page = visit()
    page.clock.set_fixed_time(yesterday)
    page.goto(f"{site.url}/daily")
    posed(page)
    local = page.evaluate("new Date().toLocaleDateString('sv')")
    expect(page.locator("[data-heading]")).to_have_text(puzzle(site, local)["heading"])
    expect(page.locator(".calendar a[aria-current=page]")).to_have_attribute("href", f"/daily/{local}")


def test_from_the_navigation_to_the_endless_puzzles(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules")
    page.get_by_role("navigation").get_by_role("link", name="Puzzle", exact=True).click()
    expect(page).to_have_url(f"{site.url}/daily")
    page.get_by_role("link", name="More puzzles").click()
    expect(page).to_have_url(re.compile("/puzzles"))


def test_a_server_that_does_not_answer_can_be_asked_again(visit: Visit, site: Server) -> None:
    page = visit(forgive=("Failed to load resource", "net::ERR", "422"))
    page.route(
        "**/api/daily/*", lambda route: route.fulfill(status=422, json={"error": "that did not work"})
    )
    page.goto(f"{site.url}/daily/{FLIP}")
    expect(say(page)).to_contain_text("That did not work.")
    page.unroute("**/api/daily/*")
    page.get_by_role("button", name="Try again").click()
    posed(page)


def test_a_server_that_comes_back_is_asked_again_without_a_press(visit: Visit, site: Server) -> None:
    page = visit(forgive=("Failed to load resource", "net::ERR"))
    page.route("**/api/daily/*", lambda route: route.abort())
    page.goto(f"{site.url}/daily/{FLIP}")
    expect(say(page)).to_contain_text("There is no answer.")
    page.unroute("**/api/daily/*")
    posed(page)


# --- How it looks ---


@pytest.mark.parametrize("day", [FLIP, CHAIN, "2026-11-14", "2026-11-15"])
def test_it_is_accessible_while_one_plays(visit: Visit, site: Server, day: str) -> None:
    asked = puzzle(site, day)
    page = visit(f"{site.url}/daily/{day}")
    posed(page)
    cell(page, wrong_moves(asked, 0)[0]).click()
    expect(say(page)).to_contain_text("Not ")
    assert_accessible(page)


@pytest.mark.parametrize(("width", "percent"), [(320, 100), (390, 200), (1280, 200), (1920, 100)])
def test_the_end_fits_every_screen(visit: Visit, site: Server, width: int, percent: int) -> None:
    asked = puzzle(site)
    page = visit(viewport={"width": width, "height": 800})
    set_text_size(page, percent)
    page.goto(f"{site.url}/daily/{FLIP}")
    posed(page)
    find(page, asked)
    expect(page.locator("#verdict")).to_have_text("Solved!")
    assert sticking_out(page) == []
    assert cut_off(page) == []


def test_forced_colours(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/daily/{FLIP}", forced_colors="active")
    posed(page)
    find(page, puzzle(site))
    expect(page.locator("#verdict")).to_be_visible()
    assert page.locator(".verdict").evaluate("e => getComputedStyle(e).borderTopWidth") == "2px"


# --- A week ---


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OnDay:
    """Servers on one database, each a day later than the one before."""

    def on(number: int) -> AbstractContextManager[Server]:
        monkeypatch.setenv("DAYS_AHEAD", str(number))
        return running(tmp_path, SHIFTED)

    return on


def test_a_week_of_days(visit: Visit, days: OnDay) -> None:
    """Solved on seven days in a row but the fourth, which is solved later: it mends no streak."""
    context: BrowserContext | None = None
    for number in range(7):
        with days(number) as server:
            wait_for_solver(server)
            page = visit(context=context)
            context = page.context
            now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=number)
            page.clock.set_system_time(now)
            if number == 3:
                page.close()
                continue
            page.goto(f"{server.url}/daily")
            posed(page)
            day = page.evaluate("new Date().toLocaleDateString('sv')")
            find(page, puzzle(server, day))
            expect(page.locator("#verdict")).to_have_text("Solved!")
            streak = number + 1 if number < 3 else number - 3
            expect(page.locator(".result .streak strong")).to_have_text(str(streak))
            if number == 6:
                missed = (now - datetime.timedelta(days=3)).date()
                page.goto(f"{server.url}/daily/{missed}")
                posed(page)
                find(page, puzzle(server, str(missed)))
                expect(page.locator("#verdict")).to_have_text("Solved!")
                expect(page.locator(".result .streak strong")).to_have_text("3")
                expect(page.locator(".week .bit.first")).to_have_count(7)
            page.close()
