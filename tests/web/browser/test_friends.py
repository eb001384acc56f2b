"""Two people at one game, each in a browser of their own: names, presence, phrases, notice and clock."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.table import ACTIVE_CELL, begin, claim_any, hide, moves, rematch, said, state
from web.server import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
LONG = "Bartholomew Longfellow-X", "Wilhelmina Mountbatten-Y"
TURN_ICON = re.compile(r"icon-turn\.svg$")


def invite(visit: Visit, site: Server, more: dict[str, Any] | None = None, **wish: Any) -> tuple[Page, str]:
    """The page of a player who has just begun a game with a friend, and the link for the friend."""
    page = visit(**(more or {}))
    page.goto(begin(page.context, site, **{"book": "grow", "seed": 1, "sit": [1], **wish}))
    page.locator("html[data-ready]").wait_for()
    return page, page.get_by_label("Link for your friend").input_value()


def meet(visit: Visit, site: Server, more: dict[str, Any] | None = None, **wish: Any) -> tuple[Page, Page]:
    """Two players without names, at a game."""
    first, link = invite(visit, site, more, **wish)
    second = visit(link, **(more or {}))
    second.get_by_role("button", name="Skip").click()
    expect(first.get_by_role("dialog")).to_have_count(0)
    return first, second


def side(page: Page, seat: int) -> str:
    return f'.score [data-side="{seat}"]'


def name(page: Page, called: str) -> None:
    page.locator("#player-name").fill(called)
    page.locator(".name-form").get_by_role("button").click()


def test_names_are_asked_for_and_shown(visit: Visit, site: Server) -> None:
    first, link = invite(visit, site)
    name(first, "Sam")
    expect(first.get_by_role("dialog")).to_contain_text("You play as Sam.")
    second = visit(link, forgive=("422",))
    card = second.get_by_role("region", name="What shall we call you?")
    name(second, "You")
    expect(card.get_by_role("alert")).to_have_text(
        "That is a word of the page itself: choose another name."
    )
    name(second, "Mara")
    expect(card).to_have_count(0)
    expect(first.locator(f"{side(first, 2)} b")).to_have_text("Mara")
    expect(first.locator(f"{side(first, 1)} b")).to_have_text("Sam")
    expect(second.locator(f"{side(second, 1)} b")).to_have_text("Sam")
    claim_any(first)
    expect(second.locator("#say")).to_contain_text("Your turn. Sam claimed")
    claim_any(second)
    expect(first.locator("#say")).to_contain_text("Mara claimed")
    watcher = visit(first.url)
    expect(watcher.locator("#say")).to_contain_text("Sam\u2019s turn.")
    expect(watcher).to_have_title(re.compile("Sam and Mara"))
    first.get_by_role("button", name="Change").click()
    expect(first.get_by_label("Your name")).to_have_value("Sam")
    name(first, "Samuel")
    expect(second.locator(f"{side(second, 1)} b")).to_have_text("Samuel")


def test_a_name_is_kept_by_the_browser_and_not_asked_for_again(visit: Visit, site: Server) -> None:
    first, _ = invite(visit, site)
    name(first, "Sam")
    expect(first.get_by_role("dialog")).to_contain_text("You play as Sam.")
    again = visit(context=first.context)
    again.goto(begin(first.context, site, book="flip", seed=1, sit=[1]))
    again.get_by_label("Link for your friend").wait_for()
    expect(again.locator("#player-name")).to_have_count(0)
    expect(again.locator(f"{side(again, 1)} b")).to_have_text("Sam")


def test_a_question_that_was_skipped_is_not_asked_again(visit: Visit, site: Server) -> None:
    _, second = meet(visit, site)
    _, link = invite(visit, site)
    other = visit(link, context=second.context)
    expect(other.locator(f"{side(other, 2)} b")).to_have_text("You")
    expect(other.locator(".name-card")).to_have_count(0)
    other.get_by_role("button", name="Add your name").click()
    expect(other.get_by_role("dialog", name="What shall we call you?")).to_be_visible()


def test_the_question_goes_when_it_was_answered_elsewhere_and_with_the_first_claim(
    visit: Visit, site: Server
) -> None:
    for answer in ("a name", "a claim"):
        first, link = invite(visit, site)
        second = visit(link)
        card = second.locator(".name-card")
        expect(card).to_be_visible()
        expect(first.get_by_role("dialog")).to_have_count(0)
        if answer == "a name":
            second.get_by_role("button", name="Add your name").click()
            expect(card).to_have_count(0)  # never two questions for one name
            name(second, "Mara")
            expect(second.locator("#called")).to_have_text("You play as Mara.")
        else:
            claim_any(first)
            claim_any(second)
        expect(card).to_have_count(0)


def test_who_asked_for_a_rematch_is_not_told_that_the_other_did(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site)
    claim_any(first)
    first.locator("#resign").click()
    first.get_by_role("dialog").get_by_role("button", name="Resign").click()
    over = first.url
    expect(first.locator("#result .sum")).to_have_text("You resigned: your opponent wins")
    rematch(first).click()
    first.wait_for_url(lambda address: address != over)
    expect(second.locator("#result .wish")).to_have_text("Your opponent wants a rematch.")
    first.goto(over)
    expect(first.locator("#result .wish")).to_have_text("The rematch has begun.")


def test_who_is_here_and_who_has_left(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site)
    note = first.locator(f"{side(first, 2)} small .presence")
    expect(note).to_have_text("here now")
    expect(note).to_have_class(re.compile(r"\bhere\b"))
    claim_any(first)
    expect(note).to_have_text("to move")
    hide(second)
    expect(note).to_have_text("away")
    expect(note).not_to_have_class(re.compile(r"\bhere\b"))
    hide(second, hidden=False)
    expect(note).to_have_text("to move")


def test_a_phrase_is_shown_beside_its_speaker_and_read_aloud(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site)
    second.get_by_role("button", name="Say", exact=True).click()
    phrases = second.get_by_role("group", name="Say something").get_by_role("button")
    expect(phrases).to_have_text(["Hello!", "Nice one!", "Oops", "Hm …", "One more?", "Bye!"])
    expect(phrases.first).to_be_focused()
    phrases.nth(1).click()
    expect(first.locator(f"{side(first, 2)} .said")).to_have_text("Nice one!")
    assert "Your opponent says: Nice one!" in said(first)
    expect(second.locator(f"{side(second, 2)} .said")).to_have_text("Nice one!")
    expect(second.get_by_role("group", name="Say something")).to_be_hidden()
    expect(first.locator(".said")).to_have_count(0)  # it goes by itself


def test_phrases_can_be_muted_and_come_only_so_often(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site)
    first.get_by_text("Mute phrases").click()
    for page in (first, second):
        page.locator("#mute").wait_for()
    second.context.request.post(f"{api(second)}/phrases", data={"phrase": "oops"})
    expect(second.locator(f"{side(second, 2)} .said")).to_have_text("Oops")
    expect(first.locator(f"{side(first, 2)} small .presence")).to_be_visible()
    expect(first.locator(".said")).to_have_count(0)
    first.reload()
    expect(first.locator("#mute")).to_be_checked()


def api(page: Page) -> str:
    return page.url.replace("/games/", "/api/games/").partition("#")[0]


def test_a_flood_is_refused_in_a_sentence(visit: Visit, site: Server) -> None:
    first, link = invite(visit, site)
    second = visit(link, forgive=("429",))
    second.get_by_role("button", name="Skip").click()
    for _ in range(5):
        second.keyboard.press("t")
        second.get_by_role("button", name="Oops").click()
    expect(second.locator("#say")).to_have_text("You have said a lot; wait a moment.")
    expect(first.locator(".said")).to_have_text("Oops")


def test_the_turn_shows_in_the_title_and_the_icon(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site)
    icon = second.locator('link[rel="icon"]')
    expect(icon).not_to_have_attribute("href", TURN_ICON)
    hide(second)
    claim_any(first)
    expect(icon).to_have_attribute("href", TURN_ICON)
    expect(second).to_have_title(re.compile("^● Your turn"))
    hide(second, hidden=False)
    claim_any(second)
    expect(icon).not_to_have_attribute("href", TURN_ICON)
    answer = second.request.get(re.sub("icon.svg$", "icon-turn.svg", icon.get_attribute("href") or ""))
    assert answer.ok


NOTES = """
window.notes = []; window.asked = 0;
class Fake extends EventTarget {
  static permission = "default";
  static async requestPermission() { window.asked += 1; return Fake.permission = window.answer; }
  constructor(title, options) { super(); window.notes.push([title, options.body]); }
  close() {}
}
Object.defineProperty(window, "Notification", { value: Fake });
"""


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_a_note_is_shown_only_to_who_asked_for_it(visit: Visit, site: Server, answer: str) -> None:
    first, link = invite(visit, site)
    name(first, "Sam")
    second = visit()
    second.add_init_script(f"{NOTES} window.answer = '{answer}';")
    second.goto(link)
    second.get_by_role("button", name="Skip").click()
    assert second.evaluate("window.asked") == 0
    first.keyboard.press("Escape")
    second.get_by_text("Tell me when it is my turn").click()
    box = second.get_by_role("checkbox", name="Tell me when it is my turn")
    if answer == "denied":
        expect(second.locator("#say")).to_have_text("Your browser does not allow notes from this site.")
        expect(box).not_to_be_checked()
    else:
        expect(box).to_be_checked()
    assert second.evaluate("window.asked") == 1
    hide(second)
    claim_any(first)
    expect(second).to_have_title(re.compile("^● Your turn"))
    shown = second.evaluate("window.notes")
    assert [title for title, _ in shown] == (["Your turn: Grow"] if answer == "granted" else [])
    assert all(body.startswith("Sam claimed") for _, body in shown)


def test_a_takeback_is_seen_on_a_phone_without_scrolling_and_can_be_withdrawn(
    visit: Visit, site: Server
) -> None:
    first, second = meet(visit, site, PHONE)
    claim_any(first)
    first.locator("#undo").click()
    accept = second.get_by_role("button", name="Accept")
    expect(accept).to_be_in_viewport(ratio=1)
    expect(second.get_by_role("button", name="Decline")).to_be_in_viewport(ratio=1)
    first.get_by_role("button", name="Withdraw").click()
    expect(accept).to_have_count(0)


def test_a_clock_counts_down_and_its_flag_falls(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site, clock={"move": 5})
    clock = first.locator(".clock.first")
    expect(clock).to_have_text("0:05.0")
    claim_any(first)
    claim_any(second)
    expect(clock).to_have_class(re.compile(r"\bruns\b"))
    expect(clock).to_have_class(re.compile(r"\bhurry\b"))
    expect(clock).not_to_have_text("0:05.0")
    expect(second.locator(".clock.second")).not_to_have_class(re.compile(r"\bruns\b"))
    expect(first.locator("#say")).to_contain_text("You ran out of time: your opponent wins.")
    expect(second.locator("#say")).to_contain_text("Your opponent ran out of time: you win.")
    assert state(first)["reason"] == "time"
    expect(first.locator(ACTIVE_CELL)).to_have_count(0)
    expect(clock).to_have_text("0:00.0")


def test_a_page_that_comes_later_shows_the_same_time(visit: Visit, site: Server) -> None:
    first, second = meet(visit, site, clock={"game": 180})
    claim_any(first)
    claim_any(second)
    left = state(first)["clock"]["left"]
    assert left == [180, 180]
    first.reload()
    expect(first.locator(".clock.first")).to_have_text(re.compile(r"^2:5\d$"))
    claim_any(first)
    took = 180 - state(first)["clock"]["left"][0]
    assert 0 < took < 60
    expect(first.locator(".clock.first")).to_have_text(re.compile(r"^(3:00|2:\d\d)$"))


def test_the_sheet_offers_a_clock_for_two_people(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=flip")
    page.locator("#sheet[open]").wait_for()
    clock = page.get_by_role("group", name="Clock")
    expect(clock).to_be_hidden()
    page.get_by_role("radio", name="A friend").check()
    clock.get_by_role("radio", name="5 min each").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".clock.first").wait_for()
    assert state(page)["clock"]["game"] == 300


@pytest.mark.parametrize("width", [320, 390])
def test_long_names_and_a_clock_fit_a_phone(visit: Visit, site: Server, width: int) -> None:
    more: dict[str, Any] = {"viewport": {"width": width, "height": 844}}
    first, link = invite(visit, site, more, clock={"game": 600})
    name(first, LONG[0])
    expect(first.get_by_role("dialog")).to_contain_text("You play as")
    second = visit(link, **more)
    name(second, LONG[1])
    for page in (first, second):
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(f"{side(page, 2)} b")).to_have_text(LONG[1])
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for part in (
            ".clock.first",
            ".clock.second",
            f"{side(page, 1)} .points",
            f"{side(page, 2)} .points",
        ):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        board = page.locator(".board").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= 844


def test_the_page_of_two_people_is_accessible_in_each_state(visit: Visit, site: Server) -> None:
    first, link = invite(visit, site, clock={"game": 30})
    assert_accessible(first)
    name(first, "Sam")
    second = visit(link)
    second.locator(".name-card").wait_for()
    assert_accessible(second)
    name(second, "דנה")
    expect(second.locator(".name-card")).to_have_count(0)
    claim_any(first)
    claim_any(second)
    second.keyboard.press("t")
    assert_accessible(second)
    second.get_by_role("button", name="Hello!").click()
    first.locator(".said").wait_for()
    assert_accessible(first)
    second.locator("#undo").click()
    first.get_by_role("button", name="Accept").wait_for()
    assert_accessible(first)
    expect(moves(first)).to_have_count(2)


def test_nothing_moves_when_a_friend_comes_speaks_and_leaves(visit: Visit, site: Server) -> None:
    first, link = invite(visit, site, clock={"game": 180})
    first.keyboard.press("Escape")
    first.evaluate(
        """() => { window.shift = 0; new PerformanceObserver((list) => {
            for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
        }).observe({ type: "layout-shift" }); }"""
    )
    second = visit(link)
    name(second, "Mara")
    expect(first.locator(f"{side(first, 2)} b")).to_have_text("Mara")
    second.context.request.post(f"{api(second)}/phrases", data={"phrase": "hello"})
    first.locator(".said").wait_for()
    expect(first.locator(".said")).to_have_count(0)
    hide(second)
    expect(first.locator(f"{side(first, 2)} small")).to_have_text("away")
    assert first.evaluate("window.shift") < 0.05
