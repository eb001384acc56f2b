"""The end of a game on its page: the result, one lesson, one button."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import fivesquare as fs
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import set_text_size, sticking_out
from web.browser.table import begin, cell, claim, is_over, said, state
from web.server import Server, eventually

FLIP = [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]]
BLUNDERED = ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4", "3,1"]  # move 9 gives the win away
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

WAVE = """() => [...document.querySelectorAll(".cell.winner")].map(e => {
    const { animationName, animationDelay, animationDuration } = getComputedStyle(e);
    return [animationName, parseFloat(animationDelay) + parseFloat(animationDuration)];
})"""


def best(game: dict[str, Any]) -> str:
    record = {key: game[key] for key in ("book", "board", "moves")}
    return fs.solve(fs.Position.from_record(record)).best[0]


def worst(game: dict[str, Any]) -> str:
    """The move after which the first player loses by most."""
    record = {key: game[key] for key in ("book", "board", "moves")}
    each = fs.solve(fs.Position.from_record(record)).each
    return min(each, key=lambda move: each[move].value(1))


def lose(visit: Visit, site: Server, **more: Any) -> Page:
    """A game lost by two points, from a blunder on, without another."""
    page = visit(**more)
    page.goto(begin(page.context, site, book="flip", board=FLIP, moves=BLUNDERED, second="level:10"))
    while not is_over(page):
        claim(page, best(state(page)))
    return page


def win(context: BrowserContext, site: Server, help_with: str = "") -> str:
    """The address of a game that was won against level 1, played perfectly over HTTP."""
    for seed in range(1, 20):
        address = begin(context, site, book="sweep", seed=seed, second="level:1")
        path = address.replace("/games/", "/api/games/")
        if help_with:
            context.request.post(f"{path}/advice", data={"ply": 0, "kind": help_with})
        while not (game := context.request.get(path).json())["over"]:
            if game["turn"] == 1:
                context.request.post(f"{path}/moves", data={"ply": game["ply"], "move": best(game)})
        if game["winner"] == 1:
            return address
    raise AssertionError("no game was won")


def test_a_lost_game_has_its_lesson_and_the_way_to_the_move(visit: Visit, site: Server) -> None:
    page = lose(visit, site, **PHONE)
    result = page.locator("#result")
    expect(result.locator("h2")).to_have_text("So close.")
    expect(result.locator(".sum")).to_have_text("Level 10 wins, 69 to 67")
    expect(result.locator(".learned")).to_have_text("You were winning until move 9.")
    expect(page.locator(".spark .turn")).to_have_count(1)
    eventually(lambda: said(page) == "You were winning until move 9.")
    assert page.locator(".cell.winner").count() + page.locator(".cell.fallen").count() == 16
    see = result.locator(".next .button")
    expect(see).to_have_count(1)
    box = see.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert page.evaluate("scrollY") == 0
    see.tap()
    page.wait_for_url(re.compile(r"/review#9$"))
    expect(page.get_by_text("Gives away the win.").first).to_be_visible()


def test_a_level_that_is_beaten_leads_to_the_next(visit: Visit, site: Server) -> None:
    page = visit(**PHONE)
    page.goto(win(page.context, site))
    expect(page.locator("#result h2")).to_have_text("You win!")
    expect(page.locator("#result .sum")).to_contain_text("against Level 1")
    expect(page.locator("#result .climbed")).to_have_text("Level 1 beaten. Level 2 is next.")
    expect(page.locator("#result .learned")).not_to_be_empty()
    onward = page.get_by_role("button", name="Play level 2")
    box = onward.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    won = page.url
    onward.dblclick()
    page.wait_for_url(lambda address: address != won)
    expect(page.locator('[data-side="2"] b')).to_have_text("Level 2")
    assert state(page)["ply"] == 0  # the second press was none
    assert state(page)["book"] == "sweep"


def test_a_win_with_help_says_why_no_level_is_beaten(visit: Visit, site: Server) -> None:
    page = visit()
    page.goto(win(page.context, site, help_with="hint"))
    expect(page.locator("#result .climbed")).to_contain_text("doesn't count")
    expect(page.locator("#result .next .button")).to_have_text("Rematch")


def test_tiles_rise_within_a_second_and_not_for_who_wishes_no_motion(visit: Visit, site: Server) -> None:
    page = lose(visit, site, reduced_motion="no-preference")
    times = page.evaluate(WAVE)
    assert {name for name, _ in times} == {"wave"}
    assert 0.42 <= max(seconds for _, seconds in times) <= 0.9
    page.reload()  # what is over is only shown
    page.locator(".cell.winner").first.wait_for()
    assert {name for name, _ in page.evaluate(WAVE)} == {"none"}
    still = lose(visit, site)
    assert {name for name, _ in still.evaluate(WAVE)} == {"none"}


def test_two_at_one_screen_and_who_looks_on(visit: Visit, site: Server) -> None:
    page = visit()
    moves = [*BLUNDERED, "4,2"]
    page.goto(begin(page.context, site, book="flip", board=FLIP, moves=moves))
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(page.locator("#result h2")).to_have_text("Second wins.")
    expect(page.locator("#result .sum")).to_have_text("First resigned: Second wins")
    expect(page.locator("#result .learned")).to_have_text("First was winning until move 9.")
    watching = visit(page.url)
    expect(watching.locator("#result h2")).to_have_text("Second wins.")
    expect(watching.locator("#result .next .button")).to_have_count(0)


def test_the_winner_is_named_once_and_a_computer_wants_nothing(visit: Visit, site: Server) -> None:
    page = visit()
    page.goto(begin(page.context, site, book="flip", board=FLIP, moves=BLUNDERED, second="level:10"))
    while not is_over(page):
        claim(page, worst(state(page)))
    expect(page.locator("#result h2")).to_have_text("Level 10 wins.")
    expect(page.locator("#result .sum")).to_have_text(re.compile(r"^\d+ to \d+$"))
    page.request.post(page.url.replace("/games/", "/api/games/") + "/rematch", data={"board": "same"})
    expect(page.locator("#result .wish")).to_have_text("The rematch has begun.")


def test_a_taken_back_end_is_no_end(visit: Visit, site: Server) -> None:
    page = lose(visit, site)
    page.locator("#undo").click()
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator(".cell.winner")).to_have_count(0)
    expect(page.locator("#say")).to_contain_text("Your turn.")
    cell(page, state(page)["legal"][0]).click()
    expect(page.locator("#result .learned")).not_to_be_empty()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_an_ending(visit: Visit, site: Server, theme: str) -> None:
    page = lose(visit, site, color_scheme=theme)
    expect(page.locator("#result .learned")).not_to_be_empty()
    assert_accessible(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert_accessible(page)
    set_text_size(page, 200)
    assert not sticking_out(page)
