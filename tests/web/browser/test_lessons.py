"""Learning by playing: lessons with mouse, touch and keyboard, and the way to them and back."""

import json
import re
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

from fivesquare.books import NAMED
from patience import PATIENCE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import cut_off, set_text_size, shifts, sticking_out, watch_shifts
from web.browser.table import ACTIVE_CELL, begin, cell, said
from web.server import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OWNERS = "all => all.map(e => ['free', 'first', 'second'].findIndex(word => e.classList.contains(word)))"
SWAPPING = {"like": "chain", "size": [3, 3], "balance": "swap", "title": "Swapping"}


def lesson_of(site: Server, book: Any) -> dict[str, Any]:
    answer = httpx2.post(f"{site.url}/api/lessons", json={"book": book}, timeout=PATIENCE)
    told: dict[str, Any] = answer.json()
    return told


def moves_of(exercise: dict[str, Any], *, right: bool) -> list[str]:
    return [move for move, answer in exercise["answers"].items() if answer["right"] == right]


def task(page: Page) -> Locator:
    return page.locator("#task")


def next_button(page: Page) -> Locator:
    return page.locator("#next")


def choose(page: Page, move: str, *, by_touch: bool = False) -> None:
    words = {"stop": "Stop here", "swap": "Swap"}
    control = (
        page.get_by_role("button", name=words[move], exact=True) if move in words else cell(page, move)
    )
    if by_touch:
        control.tap()
    else:
        control.click()


def expect_exercise(page: Page, exercise: dict[str, Any]) -> None:
    expect(page.locator("#rule")).to_have_text(exercise["rule"])
    expect(task(page)).to_have_text(exercise["task"])
    expect(page.locator(".cell.open")).to_have_count(len([m for m in exercise["answers"] if "," in m]))


def finish(page: Page, lesson: dict[str, Any]) -> None:
    """Answer everything right, from the exercise on the board."""
    for number, exercise in enumerate(lesson["exercises"]):
        expect_exercise(page, exercise)
        choose(page, moves_of(exercise, right=True)[0])
        expect(task(page)).to_have_class(re.compile("good"))
        expect(next_button(page)).to_have_text(
            "Finish" if number == len(lesson["exercises"]) - 1 else "Next"
        )
        next_button(page).click()
    expect(page.locator("#done")).to_be_visible()


def test_from_a_first_visit_through_a_lesson_to_a_game(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Learn").click()
    page.get_by_role("main").get_by_role("link", name="Flip", exact=False).first.click()
    lesson = lesson_of(site, "flip")
    finish(page, lesson)
    expect(page.locator("#result")).to_have_text(re.compile("^That.s Flip.$"))
    last = lesson["exercises"][-1]
    won = last["answers"][moves_of(last, right=True)[0]]["result"]
    expect(page.locator("#sum")).to_have_text(won)
    expect(page.locator("#learned li")).to_have_text(lesson["learned"])
    expect(page.get_by_role("link", name="Learn Sweep next")).to_be_visible()
    page.get_by_role("button", name="Play level 1").click()
    expect(page.locator(ACTIVE_CELL)).to_have_count(16)
    expect(page.locator('[data-side="2"] b')).to_have_text("Level 1")
    expect(page.locator("#newcomer")).to_be_hidden()  # it is known by now


@pytest.mark.parametrize("book", [*NAMED, SWAPPING], ids=[*NAMED, "swapping"])
def test_every_answer_is_shown_said_and_taken_back(visit: Visit, site: Server, book: Any) -> None:
    path = f"learn/{book}" if isinstance(book, str) else f"learn?rules={quote(json.dumps(book))}"
    page = visit(f"{site.url}/{path}")
    lesson = lesson_of(site, book)
    for exercise in lesson["exercises"]:
        expect_exercise(page, exercise)
        for place, why in list(exercise["refusals"].items())[:2]:
            cell(page, place).click(force=True)  # it is marked as disabled
            expect(task(page)).to_have_text(why)
            expect(next_button(page)).to_be_hidden()
        for move in moves_of(exercise, right=False):
            choose(page, move)
            answer = exercise["answers"][move]
            expect(task(page)).to_have_text(answer["words"])
            assert said(page) == answer["words"]
            owners = [owner for row in answer["frames"][-1]["owners"] for owner in row]
            assert page.locator(".cell").evaluate_all(OWNERS) == owners
            expect(next_button(page)).to_have_text("Try again")
            next_button(page).click()
            expect_exercise(page, exercise)
        choose(page, moves_of(exercise, right=True)[-1])
        next_button(page).click()
    expect(page.locator("#done")).to_be_visible()


def test_a_lesson_by_keyboard_alone(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/learn/grow")
    lesson = lesson_of(site, "grow")
    expect_exercise(page, lesson["exercises"][0])
    page.keyboard.press("Tab")  # the way past the header
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for exercise in lesson["exercises"]:
        expect_exercise(page, exercise)
        wrong, right = moves_of(exercise, right=False), moves_of(exercise, right=True)
        for move in [*wrong[:1], right[0]]:
            point_at(page, move)
            page.keyboard.press("Enter")
            expect(next_button(page)).to_be_focused()
            assert said(page) == exercise["answers"][move]["words"]
            page.keyboard.press("Enter")
    expect(page.locator("#done")).to_be_focused()
    assert re.match("That.s Grow.", said(page))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play level 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(ACTIVE_CELL).first).to_be_visible()


def point_at(page: Page, move: str) -> None:
    row, column = (int(part) for part in move.split(","))
    page.keyboard.press("Control+Home")
    for _ in range(row - 1):
        page.keyboard.press("ArrowDown")
    for _ in range(column - 1):
        page.keyboard.press("ArrowRight")
    expect(cell(page, move)).to_be_focused()


def test_one_tap_answers_on_a_phone_and_a_second_one_does_nothing(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/learn/flip", **PHONE)
    lesson = lesson_of(site, "flip")
    for exercise in lesson["exercises"]:
        expect_exercise(page, exercise)
        move = moves_of(exercise, right=True)[0]
        choose(page, move, by_touch=True)
        expect(task(page)).to_have_text(exercise["answers"][move]["words"])
        cell(page, move).tap(force=True)
        expect(task(page)).to_have_text(exercise["answers"][move]["words"])
        assert sticking_out(page) == []
        next_button(page).tap()
    expect(page.locator("#done")).to_be_visible()
    expect(page.get_by_role("button", name="Play level 1")).to_be_in_viewport()


def test_skipping_begins_a_game_and_is_remembered(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/learn/sweep")
    page.get_by_role("button", name="Skip to a game").click()
    expect(page.locator(ACTIVE_CELL)).to_have_count(9)
    expect(page.locator("#newcomer")).to_be_hidden()


def test_skip_waits_for_its_script(visit: Visit, site: Server) -> None:
    page = visit()
    held: list[Any] = []
    page.route("**/lesson.bundle.js", lambda route: held.append(route))
    page.goto(f"{site.url}/learn/sweep", wait_until="commit")
    expect(page.get_by_role("button", name="Skip to a game")).to_be_disabled()
    held[0].continue_()
    expect(page.get_by_role("button", name="Skip to a game")).to_be_enabled()


def test_a_newcomer_learns_and_comes_back_to_the_game(visit: Visit, site: Server) -> None:
    page = visit(**PHONE)
    address = begin(page.context, site, book="sweep", seed=1, second="level:1")
    page.goto(address)
    page.get_by_role("link", name="Learn it in a minute").tap()
    finish(page, lesson_of(site, "sweep"))
    page.locator("#play").tap()
    expect(page).to_have_url(address)
    expect(page.locator(ACTIVE_CELL)).to_have_count(9)
    expect(page.locator("#newcomer")).to_be_hidden()


def test_an_invited_friend_is_offered_the_lesson(visit: Visit, site: Server) -> None:
    host = visit()
    address = begin(host.context, site, book=SWAPPING, seed=1, sit=[1])
    friend = visit(address)
    expect(friend.locator("#newcomer")).to_contain_text("New to Swapping?")
    friend.get_by_role("link", name="Learn it in a minute").click()
    expect(friend.get_by_role("heading", level=1)).to_have_text("Learn Swapping")
    friend.get_by_role("link", name="Back to your game").first.click()
    expect(friend).to_have_url(address)
    expect(friend.locator("#newcomer")).to_be_hidden()


def test_the_offer_is_put_away_for_good(visit: Visit, site: Server) -> None:
    page = visit()
    address = begin(page.context, site, book="grow", seed=1)
    page.goto(address)
    page.get_by_role("button", name="Hide this").click()
    expect(page.locator("#newcomer")).to_be_hidden()
    page.reload()
    expect(page.locator(".cell").first).to_be_visible()
    expect(page.locator("#newcomer")).to_be_hidden()
    page.goto(begin(page.context, site, book="flip", seed=1))
    expect(page.locator("#newcomer")).to_be_visible()  # another game


def test_finished_lessons_are_ticked_off(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/learn/sweep")
    finish(page, lesson_of(site, "sweep"))
    page.goto(f"{site.url}/learn")
    expect(page.locator("[data-learned]:visible")).to_have_count(1)
    expect(page.locator('[data-lesson="sweep"]')).to_contain_text("learned")


def test_broken_memory_is_no_obstacle(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/learn")
    for kept in ("7", '"text"', "[1]", "{", '{"flip": 3}'):
        page.evaluate("kept => localStorage.setItem('fivesquare-lessons', kept)", kept)
        page.goto(begin(page.context, site, book="sweep", seed=1))
        expect(page.locator("#newcomer")).to_be_visible()
        page.goto(f"{site.url}/learn")
        expect(page.locator("[data-learned]:visible")).to_have_count(0)


def test_a_server_that_cannot_make_a_lesson_now_is_asked_again(visit: Visit, site: Server) -> None:
    page = visit(forgive=("503", "422"))
    answers = [{"status": 422, "body": '{"error": "no such thing"}'}]
    page.route(
        "**/api/lessons", lambda route: route.fulfill(**answers.pop()) if answers else route.continue_()
    )
    page.goto(f"{site.url}/learn/sweep")
    expect(task(page)).to_have_text("No such thing.")
    page.get_by_role("button", name="Try again").click()
    expect_exercise(page, lesson_of(site, "sweep")["exercises"][0])


STATES = ["asked", "wrong", "right", "done"]


def in_state(page: Page, site: Server, book: str, state: str) -> None:
    """A lesson at its beginning, at either answer to its last exercise, or at its end."""
    in_first_state(page, site, book)
    *some, last = lesson_of(site, book)["exercises"]
    if state == "asked":
        return
    for exercise in some:
        expect_exercise(page, exercise)
        choose(page, moves_of(exercise, right=True)[0])
        next_button(page).click()
    expect_exercise(page, last)
    choose(page, moves_of(last, right=state != "wrong")[0])
    if state == "done":
        next_button(page).click()
        expect(page.locator("#done")).to_be_visible()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("width", [320, 1280])
def test_every_state_is_accessible_also_with_large_text(
    visit: Visit, site: Server, width: int, state: str
) -> None:
    page = visit(viewport={"width": width, "height": 800})
    for percent, book in ((100, "flip"), (200, "twenty-one")):
        set_text_size(page, percent)
        in_state(page, site, book, state)
        assert_accessible(page)
        assert sticking_out(page) == []
        assert cut_off(page) == []


def in_first_state(page: Page, site: Server, book: str) -> None:
    page.goto(f"{site.url}/learn/{book}")
    expect_exercise(page, lesson_of(site, book)["exercises"][0])


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_nothing_jumps_during_a_lesson(visit: Visit, site: Server, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height})
    watch_shifts(page)
    in_first_state(page, site, "flip")
    assert shifts(page)["total"] < 0.05, shifts(page)
    finish(page, lesson_of(site, "flip"))
    assert shifts(page)["total"] < 0.05, shifts(page)


def test_forced_colours_show_the_steps_and_the_cell_to_claim(visit: Visit, site: Server) -> None:
    page = visit(forced_colors="active")
    page.goto(f"{site.url}/learn/flip")
    choose(page, "1,1")
    next_button(page).click()
    expect(page.locator(".called")).to_have_count(1)
    borders = page.locator("#steps .bit").evaluate_all(
        "all => all.map(e => getComputedStyle(e).cssText || e.className)"
    )
    assert len({*borders}) == 3


# --- The rules page ---


def test_the_example_of_the_rules_steps_on_one_board(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules/sweep")
    expect(page.locator(".board")).to_have_count(1)
    expect(page.locator(".cell.first, .cell.second")).to_have_count(0)
    page.get_by_role("button", name="Next move").click()
    expect(page.locator(".cell.first")).to_have_count(5)
    assert "claims the 9 at (2,2)" in said(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scene[aria-current]")).to_have_text(re.compile(r"^\s*2"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".scene[aria-current]")).to_have_text(re.compile(r"^\s*1"))
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".cell.free")).to_have_count(0)
    page.keyboard.press("ArrowRight")  # there is no more
    expect(page.locator(".cell.free")).to_have_count(0)
    page.locator(".scene").first.click()
    expect(page.locator(".cell.first")).to_have_count(5)
    page.get_by_role("button", name="To the opening").click()
    expect(page.locator(".cell.free")).to_have_count(9)
    assert_accessible(page)


def test_without_scripts_the_example_is_told_and_its_end_shown(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules/fifteen", java_script_enabled=False)
    expect(page.get_by_role("img", name="The board after move 9, 15-12")).to_be_visible()
    expect(page.locator(".scenes li")).to_have_count(9)
    expect(page.get_by_role("button", name="Next move")).to_be_hidden()
