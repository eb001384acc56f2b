"""Two people in two browsers that share nothing play by sending each other links."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from web.browser.conftest import Visit
from web.browser.looks import sticking_out
from web.browser.table import ACTIVE_CELL, cell, choose, claim, claim_any, is_over, moves, open_sheet
from web.built_site import Host

BEGUN = "You play amber in this game with your friend. Each of your moves is a link to send back."
SEEN = "You have already seen this move."
UNREADABLE = "This link cannot be read: perhaps a part of it is missing."


def begin(visit: Visit, regular: BrowserContext, host: Host) -> Page:
    """The page of a player who has just begun a game of sweep with a friend."""
    page = visit(host.url, context=regular)
    page.locator("html[data-ready]").wait_for()
    open_sheet(page, "sweep")
    choose(page, "against", "friend")
    page.locator("#sheet button[type=submit]").click()
    page.wait_for_url("**/games/?*")
    page.locator(ACTIVE_CELL).first.wait_for()
    return page


def link(page: Page) -> str:
    """The link to send after a move."""
    return page.get_by_label("Link for your friend").input_value()


def open_link(page: Page, sent: str) -> None:
    """Open a link in a tab that may show that very game."""
    page.goto(sent)
    expect(page).not_to_have_url(re.compile("#"))  # it has been taken in
    page.locator("html[data-ready], html[data-painted]").first.wait_for()


def note(page: Page) -> str:
    return page.locator(".site-note").inner_text()


def listed(page: Page) -> list[str]:
    """The moves, as the page lists them."""
    return [re.sub(r"\s+", " ", each) for each in moves(page).all_inner_texts()]


def test_a_whole_game(visit: Visit, regular: BrowserContext, friend: BrowserContext, host: Host) -> None:
    anna = begin(visit, regular, host)
    claim_any(anna)
    ben = visit(context=friend)
    ben.set_viewport_size({"width": 390, "height": 844})
    open_link(ben, link(anna))
    assert note(ben) == BEGUN
    assert sticking_out(ben) == []
    mover, other = ben, anna
    while not is_over(mover):
        claim_any(mover)
        if not mover.locator(ACTIVE_CELL).count():
            open_link(other, link(mover))
            mover, other = other, mover
            assert listed(mover) == listed(other)
            assert mover.locator(".site-note").count() == 0
    for page in (anna, ben):
        assert is_over(page)
    assert listed(anna) == listed(ben)
    wins = [page.get_by_text("You win").count() > 0 for page in (anna, ben)]
    assert sorted(wins) == [False, True]  # in sweep nobody draws
    expect(other.locator("#move-link")).to_contain_text("Show your friend how it ended")


def test_a_link_opened_again_and_an_old_one_change_nothing(
    visit: Visit, regular: BrowserContext, friend: BrowserContext, host: Host
) -> None:
    anna = begin(visit, regular, host)
    claim_any(anna)
    first, ben = link(anna), visit(context=friend)
    open_link(ben, first)
    open_link(ben, first)
    assert note(ben) == SEEN
    claim_any(ben)
    after = listed(ben)
    open_link(ben, first)
    assert note(ben) == SEEN
    assert listed(ben) == after
    open_link(anna, link(ben))
    claim_any(anna)
    open_link(ben, link(anna))
    open_link(ben, first)
    assert note(ben) == SEEN
    assert listed(ben) == listed(anna)
    assert len(listed(ben)) == 3


def test_who_opens_their_own_link_is_told_so(visit: Visit, regular: BrowserContext, host: Host) -> None:
    anna = begin(visit, regular, host)
    claim_any(anna)
    before = listed(anna)
    open_link(anna, link(anna))
    assert note(anna) == (
        "This link is your own: send it to your friend, and open the one that comes back."
    )
    assert listed(anna) == before


def test_a_damaged_link(visit: Visit, regular: BrowserContext, friend: BrowserContext, host: Host) -> None:
    """In a browser that has the game, and in one that has never seen it."""
    anna = begin(visit, regular, host)
    claim_any(anna)
    sent, ben = link(anna), visit(context=friend)
    open_link(ben, sent)
    claim_any(ben)
    before = listed(ben)
    open_link(ben, sent[:-5])
    assert note(ben) == UNREADABLE
    assert listed(ben) == before
    stranger = visit(sent[:-5])
    expect(stranger.locator(".site-note")).to_have_text(UNREADABLE)
    expect(stranger.locator("main")).to_contain_text("There is no such game here.")
    expect(stranger.locator("main")).to_contain_text("ask for the link of their move")


def test_an_address_without_a_letter_is_no_game_of_another_browser(
    visit: Visit, regular: BrowserContext, host: Host
) -> None:
    anna = begin(visit, regular, host)
    stranger = visit(anna.url)
    expect(stranger.locator("main")).to_contain_text(
        "Games are kept in the browser in which they are played. If a friend sent you here, ask for"
    )
    stranger.get_by_role("link", name="Play a game").click()
    stranger.wait_for_url(host.url)


def test_of_two_games_that_have_parted_one_is_chosen(
    visit: Visit, regular: BrowserContext, friend: BrowserContext, host: Host
) -> None:
    anna = begin(visit, regular, host)
    claim(anna, "1,1")
    ben = visit(context=friend)
    open_link(ben, link(anna))
    ben.locator(ACTIVE_CELL).last.click()
    expect(moves(ben)).to_have_count(2)
    anna.locator("#undo").click()
    expect(moves(anna)).to_have_count(0)
    claim(anna, "2,2")
    open_link(anna, link(ben))
    assert "a different game from move 1 on" in note(anna)
    assert "Nothing was changed here." in note(anna)
    expect(cell(anna, "1,1")).to_have_class(re.compile(r"\b(open|free)\b"))
    anna.get_by_role("button", name="Use your friend\u2019s game").click()
    expect(moves(anna)).to_have_count(2)
    assert listed(anna) == listed(ben)
    expect(anna.locator(".site-note")).to_have_count(0)
    claim_any(anna)


def test_a_link_is_pasted_instead(
    visit: Visit, regular: BrowserContext, friend: BrowserContext, host: Host
) -> None:
    anna = begin(visit, regular, host)
    claim_any(anna)
    ben = visit(context=friend)
    open_link(ben, link(anna))
    claim_any(ben)
    anna.get_by_text("Paste a link instead of opening it").click()
    field = anna.get_by_label("Your friend\u2019s link")
    field.fill("https://example.org/")
    field.press("Enter")
    expect(anna.get_by_text("That is not the link of a game.")).to_be_visible()
    field.fill(f"Your turn! {link(ben)}")
    field.press("Enter")
    expect(moves(anna)).to_have_count(2)
    assert listed(anna) == listed(ben)


def test_a_link_is_still_there_when_the_program_could_not_start(
    visit: Visit, regular: BrowserContext, host: Host
) -> None:
    anna = begin(visit, regular, host)
    claim_any(anna)
    sent, python = link(anna), "**/pyodide.asm.wasm"
    ben = visit(forgive=("ERR_FAILED", "Failed to fetch", "Aborted", "instantiation failed"))
    ben.context.route(python, lambda route: route.abort())
    ben.goto(sent)
    expect(ben.locator(".site-note")).to_contain_text("The program could not be started")
    expect(ben).to_have_url(sent)
    ben.context.unroute(python)
    ben.reload()
    expect(ben.locator(".site-note")).to_have_text(BEGUN)
    expect(ben).not_to_have_url(re.compile("#"))
