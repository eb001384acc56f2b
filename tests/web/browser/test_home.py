"""Home in a browser: every way into a game, one's own book, what is refused, and all of it by keyboard."""

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from fivesquare.books import CATALOGUE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.server import Server, eventually


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


def played(page: Page, site: Server) -> dict[str, Any]:
    """Press the button; the game that it leads to, and the seats that the browser has in it."""
    page.get_by_role("button", name="Play", exact=True).click()
    return begun(page, site)


def begun(page: Page, site: Server) -> dict[str, Any]:
    page.wait_for_url(re.compile(r"/games/[\w-]+$"))
    game: dict[str, Any] = httpx2.get(f"{site.url}/api{page.url.removeprefix(site.url)}").json()
    return game


def error(page: Page, field: str) -> Locator:
    return page.locator(f'[data-error="{field}"]')


def no_sideways(page: Page) -> None:
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("innerWidth"), page.url


def test_every_game_against_the_computer_with_two_clicks(visit: Visit, site: Server) -> None:
    page = visit()
    for name in CATALOGUE:
        page.goto(f"{site.url}/")
        page.locator(".offer").filter(has=page.locator(f'input[value="{name}"]')).click()
        expect(page.locator(f'[data-rules="{name}"]')).to_be_visible()
        game = played(page, site)
        assert (game["book"], game["players"]) == (name, ["human", "level:3"])
        assert game["seats"] == ["sat", "computer"]
    page.goto(f"{site.url}/")
    expect(page.locator(".yours li")).to_have_count(len(CATALOGUE))
    page.locator(".yours a").first.click()
    expect(page).to_have_url(re.compile("/games/"))


def test_with_a_friend_both_here_and_who_begins(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    choose(page, "against", "friend")
    choose(page, "begins", "other")
    expect(page.locator("#summary")).to_have_text("Flip with a friend; your friend begins.")
    game = played(page, site)
    assert (game["players"], game["seats"]) == (["human", "human"], ["open", "sat"])

    page.goto(f"{site.url}/")
    choose(page, "against", "both")
    expect(page.get_by_text("Who begins")).to_be_hidden()
    assert played(page, site)["seats"] == ["sat", "sat"]

    page.goto(f"{site.url}/")
    choose(page, "against", "computer")
    choose(page, "level", "level:1")
    assert played(page, site)["players"] == ["level:1", "human"]

    page.goto(f"{site.url}/")  # all that was chosen is remembered, but for the board and the balance
    expect(page.locator("#summary")).to_have_text("Flip against level 1; the computer begins.")
    choose(page, "begins", "lot")
    assert sorted(played(page, site)["players"]) == ["human", "level:1"]


def test_a_link_chooses_the_book(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules/chain")
    page.get_by_role("link", name="Play this").click()
    expect(page.locator('input[name="book"][value="chain"]')).to_be_checked()
    expect(page.locator("#summary")).to_have_text("Chain against level 3; you begin.")


def test_a_board_by_number_and_size_with_swap(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=grow", forgive=("422",))
    page.get_by_text("Board and balance").click()
    choose(page, "board", "seed")
    page.get_by_label("Number", exact=True).fill("7 apples")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(error(page, "seed")).to_contain_text("1 to 15 digits")
    expect(page.locator("#seed")).to_be_focused()
    page.get_by_label("Number", exact=True).fill("7")
    size = page.locator("[data-size]")
    size.get_by_label("Rows").fill("9")
    expect(error(page, "dimensions")).to_have_text("The number of rows must be a whole number from 1 to 8.")
    size.get_by_label("Rows").fill("1")
    size.get_by_label("Columns").fill("1")
    expect(error(page, "dimensions")).to_have_text("A board has 1x2 to 8x8 cells, not 1x1.")
    size.get_by_label("Rows").fill("3")
    size.get_by_label("Columns").fill("4")
    choose(page, "balance", "swap")
    expect(page.locator('[data-rules="own"]')).to_contain_text("3 rows of 4 cells")
    expect(page.locator('[data-rules="own"]')).to_contain_text("may swap instead of claiming")
    expect(page.locator("#more-words")).to_have_text("board 7, 3 by 4, with swap")
    page.reload()
    expect(page.locator("#more-words")).to_have_text("board 7, 3 by 4, with swap")
    game = played(page, site)
    assert (game["size"], game["seed"]) == ([3, 4], 7)
    assert game["book"] == {"like": "grow", "balance": "swap"}


def test_a_fair_komi_where_the_goal_is_points(visit: Visit, site: Server) -> None:
    eventually(lambda: httpx2.get(f"{site.url}/healthz").json()["solver"] == "ready", seconds=180)
    page = visit(f"{site.url}/?book=chain")
    page.get_by_text("Board and balance").click()
    komi = page.get_by_text("Fair komi", exact=True)
    expect(komi).to_be_hidden()
    page.locator(".offer", has_text="Sweep").click()
    expect(komi).to_be_visible()
    choose(page, "balance", "komi")
    words = page.locator("#komi-words").text_content() or ""
    game = played(page, site)
    assert game["goal"]["komi"] > 0
    assert words == f"Fair komi of this board: {game['goal']['komi']:g} points."
    assert game["book"] == {"like": "sweep", "balance": {"komi": game["goal"]["komi"]}}


def test_a_fair_komi_is_not_offered_where_it_cannot_be_found(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=grow", forgive=("422",))
    large = {"error": "this position is too large to be solved within 10 seconds", "at": None}
    page.route("**/api/komi", lambda route: route.fulfill(status=422, json=large))
    page.get_by_text("Board and balance").click()
    expect(page.locator("#komi-words")).to_have_text(
        "No fair komi: this position is too large to be solved within 10 seconds."
    )
    expect(page.get_by_text("Fair komi", exact=True)).to_be_hidden()
    page.unroute_all()
    size = page.locator("[data-size]")
    size.get_by_label("Rows").fill("2")
    size.get_by_label("Columns").fill("2")
    expect(page.get_by_text("Fair komi", exact=True)).to_be_visible()
    choose(page, "balance", "komi")
    page.route("**/api/komi", lambda route: route.fulfill(status=422, json=large))
    size.get_by_label("Rows").fill("8")
    expect(page.get_by_text("Fair komi", exact=True)).to_be_hidden()
    expect(page.locator('input[name="balance"][value="none"]')).to_be_checked()


def test_a_board_by_hand_and_what_may_be_wrong_with_it(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=sweep", forgive=("422",))
    page.get_by_text("Board and balance").click()
    choose(page, "board", "hand")
    rows = page.get_by_label("Numbers, one row per line")
    play = page.get_by_role("button", name="Play", exact=True)
    wrongs = {
        "": "Type the numbers of the board",
        "1 2\n3": "Row 2 has 1 number, but row 1 has 2.",
        "1 2\n3 x": "“x” in row 2 is not a number.",
        "1 2\n3 3": "The values of this board must be each of 1 to 4 once; cell 2,2 is 3.",
    }
    for typed, sentence in wrongs.items():
        rows.fill(typed)
        play.click()
        expect(error(page, "board")).to_contain_text(sentence)
        expect(rows).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#aloud")).to_contain_text("cell 2,2 is 3")
    rows.fill("[[4, 2], [3, 1]]")  # as a record has it
    expect(error(page, "board")).to_be_hidden()
    assert played(page, site)["board"] == [[4, 2], [3, 1]]


def test_make_your_own(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/", forgive=("422",))
    page.locator(".offer", has_text="Your own").click()
    told = page.locator('[data-rules="own"]')
    expect(told).to_contain_text("Every cell of your opponent beside it")
    page.get_by_label("What is it called?").fill("<b>Bold</b>")
    expect(told).to_contain_text("<b>Bold</b>")
    choose(page, "own-take", "lower-free")
    expect(told).to_contain_text("Every free cell beside it")
    choose(page, "own-goal", "exactly")
    page.get_by_label("Exactly", exact=True).fill("12")
    expect(told).to_contain_text("The player who has exactly 12 points wins at once")
    choose(page, "own-values", "random")
    page.get_by_label("From", exact=True).fill("8")
    page.get_by_label("to", exact=True).fill("3")
    expect(error(page, "values")).to_contain_text("low first")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(error(page, "values")).to_be_visible()
    expect(page).to_have_url(f"{site.url}/")
    page.get_by_label("to", exact=True).fill("")
    expect(error(page, "values")).to_have_text("The highest number must be a whole number from 0 to 999.")
    page.get_by_label("to", exact=True).fill("8")
    expect(error(page, "values")).to_be_hidden()
    game = played(page, site)
    assert (game["title"], game["goal"], game["name"]) == (
        "<b>Bold</b>",
        {"kind": "exactly", "target": 12},
        None,
    )
    assert game["board"] == [[8] * 4] * 4
    page.goto(f"{site.url}/")  # it is remembered
    expect(page.get_by_label("What is it called?")).to_have_value("<b>Bold</b>")
    expect(page.locator(".yours")).to_contain_text("<b>Bold</b>")


def test_by_keyboard_alone(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    press = page.keyboard.press
    focused = page.locator(":focus")

    def tab_to(name: str) -> None:
        for _ in range(30):
            press("Tab")
            if focused.get_attribute("name") == name:
                return
        raise AssertionError(name)

    tab_to("book")
    press("ArrowRight")
    press("ArrowRight")
    expect(page.locator('input[value="grow"]')).to_be_checked()
    tab_to("level")
    press("ArrowLeft")
    expect(page.locator("#level-words")).to_have_text("Level 2: has played a few games.")
    tab_to("begins")
    press("ArrowDown")
    press("Enter")  # as in every form
    game = begun(page, site)
    assert (game["book"], game["players"]) == ("grow", ["level:2", "human"])


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_inaccessible_or_out_of_sight(visit: Visit, site: Server, width: int) -> None:
    page = visit(f"{site.url}/", viewport={"width": width, "height": 700}, forgive=("422",))
    page.get_by_text("Board and balance").click()
    choose(page, "board", "hand")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(error(page, "board")).to_be_visible()
    no_sideways(page)
    assert_accessible(page)
    page.goto(f"{site.url}/?book=own")
    choose(page, "own-values", "random")
    expect(page.locator('[data-rules="own"]')).to_contain_text("random number from 1 to 9")
    no_sideways(page)
    assert_accessible(page)
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport()
    page.get_by_text("And if it is even?").scroll_into_view_if_needed()
    expect(play).to_be_in_viewport()


def test_without_script_it_says_so(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/", java_script_enabled=False)
    expect(page.locator(".unscripted")).to_be_visible()
    expect(page.locator(".unscripted")).to_contain_text("This page needs JavaScript")
    page.goto(f"{site.url}/rules/grow")
    expect(page.locator(".unscripted")).to_have_count(0)
    expect(page.get_by_text("Your first claim is any free cell on the outer edge.")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/puzzles", "/review"])
def test_blocked_scripts_leave_a_message(visit: Visit, site: Server, path: str) -> None:
    page = visit(forgive=("ERR_FAILED",))
    page.route("**/static/**/*.js", lambda route: route.abort())
    page.goto(f"{site.url}{path}")
    expect(page.locator(".unscripted")).to_be_visible()
    expect(page.locator(".unscripted")).to_contain_text("Reload the page")
    page.unroute("**/static/**/*.js")
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.locator(".unscripted")).to_be_hidden()


def test_play_pressed_before_the_scripts_are_there_waits_for_them(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    choose(page, "book", "grow")  # is remembered, but what is chosen now counts
    held: list[Route] = []
    page.route("**/static/**/home.js", lambda route: held.append(route))
    with page.expect_request("**/static/**/home.js"):
        page.goto(f"{site.url}/", wait_until="commit")
    choose(page, "book", "chain")
    play = page.locator(".play")
    play.click()
    expect(play).to_have_text("One moment …")
    expect(page).to_have_url(f"{site.url}/")
    held.pop().continue_()
    assert begun(page, site)["book"] == "chain"


def test_back_from_a_game_shows_it_among_your_games(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    expect(page.locator(".yours")).to_have_count(0)
    game = played(page, site)
    page.go_back()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.locator(f'.yours a[href="/games/{game["id"]}"]')).to_be_visible()


def test_the_theme_goes_round_to_the_systems_own(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/", color_scheme="light")
    button = page.locator("[data-theme-button]")
    paper = "getComputedStyle(document.body).backgroundColor"
    papers = {}
    for theme in ("system", "dark", "light", "system"):
        expect(button).to_have_accessible_name(f"Theme: {theme}")
        papers[theme] = page.evaluate(paper)
        button.click()
    assert papers["light"] == papers["system"] != papers["dark"]
    page.reload()
    expect(button).to_have_accessible_name("Theme: dark")
    button.click()
    button.click()
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == papers["dark"]  # nothing is remembered that would be in its way
    assert page.evaluate("localStorage.getItem('fivesquare-theme')") is None
