"""Pages that end in mid-game, and several tabs with one game: nothing is lost, and one claim counts."""

from playwright.sync_api import BrowserContext, Page, expect

from web.browser.conftest import Visit
from web.browser.static_site.reader import (
    asked,
    begun,
    expect_answered,
    expect_running,
    expect_turn,
    game_of,
    id_of,
)
from web.browser.table import ACTIVE_CELL, claim_any, expect_settled, moves
from web.built_site import Host

GAME = {"book": "flip", "seed": 5, "second": "level:2"}
FOR_TWO = {"book": "flip", "seed": 5}
CLOSED = 4  # times that a tab is closed in one game


def begin(visit: Visit, context: BrowserContext, host: Host, wish: dict[str, object]) -> Page:
    page = visit(host.url, context=context)
    begun(page, host, wish)
    return page


def test_a_reload_in_mid_game_changes_nothing(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = begin(visit, regular, host, GAME)
    claim_any(page)
    expect_answered(page)
    before = game_of(page, host)
    page.reload()
    expect_running(page)
    expect_turn(page)
    after = game_of(page, host)
    assert (after["moves"], after["version"]) == (before["moves"], before["version"])
    expect(moves(page)).to_have_count(2)
    claim_any(page)
    expect(moves(page).nth(3)).to_be_visible()


def test_a_tab_closed_right_after_a_click_loses_no_game(
    visit: Visit, regular: BrowserContext, host: Host
) -> None:
    """The claim is there or it is not, the computer has answered it or not yet; all before it stays."""
    page = begin(visit, regular, host, GAME)
    address = page.url
    known: list[str] = []
    for _ in range(CLOSED):
        page.locator(ACTIVE_CELL).first.click()
        page.close()
        page = visit(address, context=regular)
        expect_running(page)
        assert game_of(page, host)["moves"][: len(known)] == known
        expect_turn(page)  # the computer moves, if it is to move
        known = game_of(page, host)["moves"]
        expect(moves(page)).to_have_count(len(known))
    claim_any(page)


def test_what_one_tab_does_the_other_shows(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = begin(visit, regular, host, GAME)
    other = visit(page.url, context=regular)
    expect_turn(other)
    expect_running(other)
    for mine, theirs in ((page, other), (other, page)):
        count = moves(mine).count()
        claim_any(mine)
        expect(moves(theirs).nth(count + 1)).to_be_visible()  # the claim, and what the computer answered
        expect_turn(theirs)
        assert moves(theirs).all_inner_texts() == moves(mine).all_inner_texts()


def test_of_two_claims_at_once_one_counts(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = begin(visit, regular, host, FOR_TWO)
    other = visit(page.url, context=regular)
    expect_turn(other)
    expect_running(other)
    path = f"games/{id_of(page)}/moves"
    for tab, move in ((page, "1,1"), (other, "4,4")):
        tab.evaluate(
            """([address, move]) => {
                const body = JSON.stringify({ ply: 0, move });
                window.claimed = fetch(address, { method: "POST", body }).then((answer) => answer.status);
            }""",
            [f"{host.path}api/{path}", move],
        )
    assert sorted(tab.evaluate("window.claimed") for tab in (page, other)) == [200, 409]
    for tab in (page, other):
        expect(moves(tab)).to_have_count(1)
        expect_settled(tab)
    assert moves(page).all_inner_texts() == moves(other).all_inner_texts()
    assert asked(page, host, f"games/{id_of(page)}")["moves"] == game_of(other, host)["moves"]
