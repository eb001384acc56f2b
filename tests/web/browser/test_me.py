"""My games in a browser: the first visit, the page after thirty games, practice, and forgetting it all."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from patience import PATIENCE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import cut_off, set_text_size, shifts, sticking_out, watch_shifts
from web.ladder_games import begin, play_on, won
from web.server import NO_LIMITS, Server, eventually, running

BOOKS = ("flip", "sweep", "grow", "raid", "flip", "chain", "fifteen", "twenty-one")
THIRTY = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With no limits: thirty games are played at once."""
    with running(tmp_path_factory.mktemp("me"), **NO_LIMITS) as started, started.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client() as made:
        yield made


@pytest.fixture(scope="module")
def sam(server: Server) -> dict[str, str]:
    """The cookies of a browser that has played thirty games, better and better."""
    with server.client() as client:
        for number in range(THIRTY):
            book = BOOKS[number % len(BOOKS)]
            game = begin(client, book=book, seed=number, second=f"level:{1 + number % 4}")
            play_on(client, game["id"], player=f"level:{2 + number // 4}")
        begin(client)
        client.post("/api/me/name", json={"name": "Sam"})
        return dict(client.cookies)


def sit(context: BrowserContext, server: Server, cookies: dict[str, str]) -> None:
    """Let the browser be the one that has these cookies."""
    context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in cookies.items()]
    )


def me(server: Server, cookies: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = httpx2.get(f"{server.url}/api/me", cookies=cookies, timeout=PATIENCE).json()
    return found


def opened(
    visit: Visit, server: Server, cookies: dict[str, str], path: str = "/me", **options: Any
) -> Page:
    page = visit(**options)
    sit(page.context, server, cookies)
    page.goto(f"{server.url}{path}")
    return page


def worked_out(page: Page) -> None:
    """Every game has been gone over."""
    expect(page.locator("#working")).to_have_count(0, timeout=PATIENCE * 1000)


# --- The first visit ---


def test_the_ladder_starts_here(visit: Visit, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/me")
    expect(page.get_by_role("heading", name="Your ladder starts here")).to_be_visible()
    expect(
        page.get_by_role("navigation", name="Site").get_by_role("link", name="My games")
    ).to_have_attribute("aria-current", "page")
    assert page.locator(".ladder-list li:not(.scale)").count() == 3
    assert_accessible(page)
    page.get_by_role("link", name="Play Flip, level 1").last.click()
    page.wait_for_url(re.compile("/games/"))
    expect(page.locator("#players, .score").first).to_contain_text("Level 1")


def test_a_level_beaten_shows_and_the_next_one_is_offered(
    visit: Visit, server: Server, client: httpx2.Client
) -> None:
    won(client)
    page = opened(visit, server, dict(client.cookies))
    rungs = page.get_by_role("img", name="Beaten: level 1. Level 2 is next")
    expect(rungs).to_be_visible()
    assert rungs.locator(".bit.first").count() == 1
    page.locator(".button.main").click()
    page.wait_for_url(re.compile("/games/"))
    game = page.request.get(page.url.replace("/games/", "/api/games/")).json()
    assert game["players"] == ["human", "level:2"]


# --- After thirty games ---


def test_thirty_games_are_gone_over_while_one_waits(
    visit: Visit, server: Server, sam: dict[str, str]
) -> None:
    page = opened(visit, server, sam)
    worked_out(page)
    told = me(server, sam)
    assert told["reviews"] == {"done": THIRTY, "of": THIRTY, "left_out": 0}
    card = page.locator("#insight section").first
    expect(card).to_contain_text(f"{round(100 * told['accuracy']['recent'])}%")
    expect(card).to_contain_text("in your last ten games")
    expect(card.get_by_role("img")).to_have_attribute("aria-label", re.compile("^Accuracy of your last 20"))
    expect(page.locator(".facts")).to_contain_text("30 games")
    assert page.locator(".ladder-list li:not(.scale)").count() == 8
    rungs = sum(len(each["beaten"]) for each in told["ladders"].values())
    assert page.locator(".rungs .bit.first").count() == rungs
    assert rungs >= 4
    assert page.locator(".table-games .accuracy", has_text="% accurate").count() >= 10  # without a reload


@pytest.mark.parametrize("width", [1280, 390])
def test_everybody_can_read_it(visit: Visit, server: Server, sam: dict[str, str], width: int) -> None:
    page = opened(visit, server, sam, viewport={"width": width, "height": 844})
    worked_out(page)
    assert_accessible(page)
    page.goto(f"{server.url}/me?games=running")
    assert_accessible(page)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_large_text_fits(visit: Visit, server: Server, sam: dict[str, str], width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    set_text_size(page, 200)
    sit(page.context, server, sam)
    page.goto(f"{server.url}/me")
    worked_out(page)
    assert sticking_out(page) == []
    assert cut_off(page) == []
    page.context.clear_cookies()
    page.goto(f"{server.url}/me")
    expect(page.get_by_role("heading", name="Your ladder starts here")).to_be_visible()
    assert sticking_out(page) == []
    assert cut_off(page) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_nothing_jumps_when_the_reviews_arrive(
    visit: Visit, server: Server, client: httpx2.Client, width: int, height: int
) -> None:
    for seed in range(4):
        play_on(client, begin(client, seed=seed)["id"], player="level:3")
    page = visit(viewport={"width": width, "height": height})
    watch_shifts(page)
    sit(page.context, server, dict(client.cookies))
    page.goto(f"{server.url}/me")
    worked_out(page)
    expect(page.locator("#insight .chart")).to_be_visible()
    assert shifts(page)["total"] < 0.05, shifts(page)


def test_the_list_turns_its_pages_and_leads_to_the_review(
    visit: Visit, server: Server, sam: dict[str, str]
) -> None:
    page = opened(visit, server, sam)
    seen = page.locator(".table-games a").evaluate_all("all => all.map(e => e.pathname)")
    page.get_by_role("link", name="Older").click()
    expect(page.locator(".pages")).to_contain_text("Page 2 of 3")
    more = page.locator(".table-games a").evaluate_all("all => all.map(e => e.pathname)")
    assert len({*seen, *more}) == 24
    page.get_by_role("link", name="Running 1").click()
    expect(page.locator(".table-games")).to_contain_text("Your turn")
    page.goto(f"{server.url}{seen[0]}")
    expect(page.locator("#summary")).to_be_visible(timeout=PATIENCE * 1000)


# --- Practice ---


def test_five_like_it(visit: Visit, server: Server, sam: dict[str, str]) -> None:
    page = opened(visit, server, sam)
    worked_out(page)
    told = me(server, sam)["mistake"]
    assert told is not None
    expect(page.locator(".mistake-pair")).to_contain_text(told["words"])
    page.get_by_role("link", name="Practise five like it").click()
    expect(page.locator("#practice-count")).to_have_text("1 of 5.", timeout=PATIENCE * 1000)
    for number in range(2, 7):
        page.locator("#show").click()
        page.locator("#next").click()
        wanted = f"{(number - 1) % 5 + 1} of 5."
        expect(page.locator("#practice-count")).to_have_text(wanted, timeout=PATIENCE * 1000)
        expect(page.locator(".board[data-active]")).to_be_visible()
    assert_accessible(page)
    page.locator("input[name=book][value=flip]").check()
    expect(page.locator("#practice")).to_be_hidden()
    expect(page.locator("#what")).to_contain_text("Flip", timeout=PATIENCE * 1000)


# --- The name, the copy, and the end ---


def test_a_name_can_be_given_and_what_is_wrong_is_said(
    visit: Visit, server: Server, client: httpx2.Client
) -> None:
    begin(client)
    page = visit(forgive=("422",))
    sit(page.context, server, dict(client.cookies))
    page.goto(f"{server.url}/me")
    page.get_by_role("button", name="Add your name").click()
    page.get_by_label("Your name").fill("Level 3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("That is a word of the page itself")
    assert_accessible(page)
    page.get_by_label("Your name").fill("Mara")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mara")


def test_a_copy_is_one_click_away(
    visit: Visit, server: Server, sam: dict[str, str], tmp_path: Path
) -> None:
    page = opened(visit, server, sam)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy").click()
    saved.value.save_as(tmp_path / "copy.json")
    copy = json.loads((tmp_path / "copy.json").read_text())
    assert (copy["name"], len(copy["games"])) == ("Sam", THIRTY + 1)


def test_everything_is_forgotten_after_one_question(
    visit: Visit, server: Server, client: httpx2.Client
) -> None:
    won(client)
    client.post("/api/me/name", json={"name": "Mara"})
    page = opened(visit, server, dict(client.cookies))
    page.evaluate("localStorage.setItem('fivesquare-puzzles', '{}')")
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mara")
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    expect(page.get_by_role("heading", name="Your ladder starts here")).to_be_visible()
    assert page.evaluate("localStorage.getItem('fivesquare-puzzles')") is None
    assert me(server, dict(client.cookies))["games"]["finished"] == 0


def test_it_works_by_keyboard(visit: Visit, server: Server, sam: dict[str, str]) -> None:
    page = opened(visit, server, sam)
    link = page.locator(".ladder-list a.step").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/games/"))
    page.go_back()
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/games/"))
