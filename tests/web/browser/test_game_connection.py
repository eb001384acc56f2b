"""A game's page when the line is bad: it comes back by itself, and no move is lost or made twice."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from web.browser.conftest import UNREACHABLE, Visit
from web.browser.proxy import Proxy, proxy_to
from web.browser.table import begin, cell, claim, expect_settled, hide, moves, state
from web.server import Server, running

LOST = "#connection"


@pytest.fixture
def line(site: Server) -> Iterator[Proxy]:
    with proxy_to(site.port) as proxy:
        yield proxy


class Friend:
    """The other player, who has a good connection and no browser."""

    def __init__(self, context: BrowserContext, site: Server, begun: dict[str, Any]) -> None:
        self._request, self._address = context.request, f"{site.url}/api/games/{begun['id']}/moves"
        self._secret = begun["seats"]["2"]

    def move(self, ply: int, move: str) -> None:
        headers = {"Authorization": f"Bearer {self._secret}"}
        answer = self._request.post(self._address, data={"ply": ply, "move": move}, headers=headers)
        assert answer.ok, answer.text()


def open_through(
    visit: Visit, site: Server, line: Proxy, forgive: tuple[str, ...] = (), clock: bool = False
) -> tuple[Page, Friend]:
    """A page behind the bad line: the first player is here, the second elsewhere, and one move is made."""
    page = visit(forgive=UNREACHABLE + forgive)
    if clock:
        page.clock.install()
    wish = {"book": "flip", "seed": 1, "first": "human", "second": "human", "sit": [1]}
    answer = page.request.post(f"{line.url}/api/games", data=wish)
    page.goto(f"{line.url}{answer.headers['location']}")
    page.keyboard.press("Escape")
    claim(page, "1,1")
    return page, Friend(page.context, site, answer.json())


def test_a_dropped_stream_comes_back(visit: Visit, site: Server, line: Proxy) -> None:
    page, friend = open_through(visit, site, line)
    line.drop()
    friend.move(1, "2,2")
    expect(moves(page)).to_have_count(2)
    expect(page.locator(LOST)).to_be_hidden()
    claim(page, "3,3")


def test_a_move_without_a_line_waits_and_arrives_once(visit: Visit, site: Server, line: Proxy) -> None:
    page, friend = open_through(visit, site, line)
    friend.move(1, "2,2")
    expect(moves(page)).to_have_count(2)
    line.refuse()
    cell(page, "3,3").click()
    expect(page.locator(".cell.pending")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("on its way")
    expect(page.locator(LOST)).to_be_visible()
    line.restore()
    expect(moves(page)).to_have_count(3)
    expect_settled(page)
    expect(page.locator(LOST)).to_be_hidden()
    assert state(page)["moves"] == ["1,1", "2,2", "3,3"]


def test_a_connection_that_dies_without_a_word(visit: Visit, site: Server, line: Proxy) -> None:
    page, friend = open_through(visit, site, line, clock=True)
    line.stall(b"/events")
    friend.move(1, "2,2")
    page.clock.fast_forward(36_000)  # nothing was heard for longer than a server is ever silent
    expect(moves(page)).to_have_count(2)


def test_a_refused_stream_is_asked_for_again(visit: Visit, site: Server, line: Proxy) -> None:
    """A browser's own stream gives up for ever on 429."""
    page, friend = open_through(visit, site, line, forgive=("429", "aborted"))

    def too_many(route: Route) -> None:
        route.fulfill(status=429, json={"error": "too many"})

    page.route("**/events", too_many)
    line.drop()
    friend.move(1, "2,2")
    expect(moves(page)).to_have_count(2)  # by plain questions
    expect(page.locator(LOST)).to_be_hidden()
    page.evaluate(
        """() => new MutationObserver(() => (window.worried = true))
            .observe(document.querySelector("#connection"), { attributes: true })"""
    )
    claim(page, "3,2")
    friend.move(3, "1,2")
    expect(moves(page)).to_have_count(4)
    assert not page.evaluate("window.worried")  # nobody is told of what does not matter
    page.unroute("**/events", too_many)
    claim(page, "3,3")
    friend.move(5, "4,4")
    expect(moves(page)).to_have_count(6)


def test_a_reload_with_a_move_on_its_way(visit: Visit, site: Server) -> None:
    page = visit(forgive=(*UNREACHABLE, "ERR_FAILED"))
    page.goto(begin(page.context, site, book="flip", seed=1, first="human", second="human"))
    page.route("**/moves", lambda route: route.abort())
    cell(page, "2,2").click()
    expect(page.locator(".cell.pending")).to_have_count(1)
    page.unroute_all()
    page.reload()
    expect(moves(page)).to_have_count(1)
    expect_settled(page)
    page.reload()
    expect(moves(page)).to_have_count(1)


def test_a_move_whose_answer_is_lost_is_made_once(visit: Visit, site: Server) -> None:
    page = visit(forgive=("ERR_FAILED",))
    page.goto(begin(page.context, site, book="flip", seed=1, first="human", second="human"))
    lost: list[APIResponse] = []

    def lose_the_answer(route: Route) -> None:
        if not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**/moves", lose_the_answer)
    claim(page, "2,2")
    claim(page, "3,3")
    assert state(page)["moves"] == ["2,2", "3,3"]
    assert lost


def test_an_undo_whose_answer_is_lost_is_done_once(visit: Visit, site: Server) -> None:
    """A browser sends again what was not answered: the server has done it already, and says so."""
    page = visit(forgive=("409",))
    page.goto(begin(page.context, site, book="flip", seed=1, first="human", second="human"))
    for name in ("1,1", "2,2", "3,3"):
        claim(page, name)

    def do_it_twice(route: Route) -> None:
        route.fetch()
        route.continue_()

    page.route("**/takeback", do_it_twice)
    page.locator("#undo").click()
    expect(page.locator("#say")).to_contain_text("First")
    expect(moves(page)).to_have_count(2)
    page.unroute_all()
    claim(page, "4,4")
    assert state(page)["moves"] == ["1,1", "2,2", "4,4"]
    page.route("**/resign", do_it_twice)
    page.locator("#resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#say")).to_contain_text("resigned")


def test_a_move_taken_back_elsewhere_does_not_come_back(visit: Visit, site: Server) -> None:
    """It was made and its answer lost; the page that still sends it learns that it was taken back."""
    page = visit(forgive=("ERR_FAILED", "409"))
    page.goto(begin(page.context, site, book="flip", seed=1, first="human", second="human"))
    made: list[APIResponse] = []

    def lose_the_answer(route: Route) -> None:
        if not made and route.request.method == "POST":
            made.append(route.fetch())
        route.abort()

    page.route("**/api/games/**", lose_the_answer)
    page.reload()
    cell(page, "2,2").click()
    tablet = visit(page.url, context=page.context)
    expect(moves(tablet)).to_have_count(1)
    tablet.locator("#undo").click()
    expect(moves(tablet)).to_have_count(0)
    page.unroute_all()
    expect(page.locator("#say")).to_contain_text("has since been taken back")
    expect_settled(page)
    assert state(page)["moves"] == []


def test_the_server_is_killed_and_started_again(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        page = visit(forgive=UNREACHABLE)
        page.goto(begin(page.context, server, book="flip", seed=1, first="human", second="human"))
        claim(page, "1,1")
        server.kill()
        cell(page, "2,2").click()
        expect(page.locator(LOST)).to_be_visible()
        server.start()
        expect(moves(page)).to_have_count(2)
        expect(page.locator(LOST)).to_be_hidden()
        claim(page, "3,3")
        assert state(page)["moves"] == ["1,1", "2,2", "3,3"]


def test_eight_tabs(visit: Visit, site: Server) -> None:
    """A browser has six connections: if every tab kept its stream, none would be left for the seventh."""
    first = visit()
    address = begin(first.context, site, book="flip", seed=1, first="human", second="human")
    first.goto(address)
    tabs = [first]
    while len(tabs) < 8:
        hide(tabs[-1])
        tabs.append(visit(address, context=first.context))
        tabs[-1].locator(".cell").first.wait_for()
    claim(tabs[-1], "2,2")
    hide(tabs[-1])
    hide(first, hidden=False)
    expect(moves(first)).to_have_count(1)
    claim(first, "3,3")
    for tab in tabs[1:]:
        hide(tab, hidden=False)
        expect(moves(tab)).to_have_count(2)
        hide(tab)


def test_two_tabs_of_one_player_agree(visit: Visit, site: Server) -> None:
    one = visit()
    one.goto(begin(one.context, site, book="flip", seed=1, first="human", second="level:1"))
    other = visit(one.url, context=one.context)
    claim(one, "2,2")
    one.locator("h1").hover()
    expect(moves(other)).to_have_count(2)
    other.locator("#undo").click()
    expect(moves(one)).to_have_count(0)
    expect(one.locator("#say")).to_contain_text("Your turn.")


def test_a_hidden_tab_says_whose_turn_it_is(visit: Visit, site: Server, line: Proxy) -> None:
    page, friend = open_through(visit, site, line, clock=True)
    hide(page)
    expect(page).to_have_title(re.compile("^Your friend.s turn. Flip$"))
    friend.move(1, "2,2")
    page.clock.fast_forward(6_000)
    expect(page).to_have_title("● Your turn. Flip")
    hide(page, hidden=False)
    expect(page).to_have_title("Flip: You and Your friend · Fivesquare")
    expect(moves(page)).to_have_count(2)


def test_going_away_and_back(visit: Visit, site: Server, line: Proxy) -> None:
    page, friend = open_through(visit, site, line)
    page.goto(f"{line.url}/rules/flip")
    friend.move(1, "2,2")
    page.go_back()
    expect(moves(page)).to_have_count(2)
    claim(page, "3,3")
