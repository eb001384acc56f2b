"""Home in a browser: what is continued, every way into a game, the sheet, the first visit, the keyboard."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, Route, expect

import fivesquare as fs
from fivesquare.books import NAMED
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import sticking_out
from web.browser.table import begin, choose, claim, hide, open_sheet, said, start_from_home
from web.server import Server, eventually

SMALL = {"book": "flip", "board": [[1, 2]]}
BEAT = 900  # milliseconds, of the sample


def sheet(page: Page) -> Locator:
    return page.locator("#sheet")


def play(page: Page) -> Locator:
    return sheet(page).get_by_role("button", name="Play", exact=True)


def played(page: Page, site: Server) -> dict[str, Any]:
    """Press Play in the sheet; the game that it leads to."""
    play(page).click()
    return begun(page, site)


def begun(page: Page, site: Server) -> dict[str, Any]:
    page.wait_for_url(re.compile(r"/games/[\w-]+$"))
    game: dict[str, Any] = httpx2.get(f"{site.url}/api{page.url.removeprefix(site.url)}").json()
    return game


def error(page: Page, field: str) -> Locator:
    return page.locator(f'[data-error="{field}"]')


def set_level(page: Page, level: int) -> None:
    page.get_by_label("Strength").fill(str(level))


def returning(visit: Visit, site: Server, **more: Any) -> Page:
    """Home for a browser that has played before, and has nothing to continue."""
    page = visit(**more)
    begin(page.context, site, **SMALL, moves=["1,2", "1,1"])
    page.goto(f"{site.url}/")
    return page


# --- Starting a game ---


def test_every_game_is_started_with_one_press(visit: Visit, site: Server) -> None:
    page = visit()
    for name in NAMED:
        page.goto(f"{site.url}/")
        page.get_by_role("button", name=f"Play {name} against level 1").click()
        game = begun(page, site)
        assert (game["name"] or game["title"].lower(), game["players"]) == (name, ["human", "level:1"])
        assert game["seats"] == ["sat", "computer"]
    page.goto(f"{site.url}/")
    expect(page.locator(".go-on li")).to_have_count(3)
    page.locator(".go-on a").first.click()
    expect(page).to_have_url(re.compile("/games/"))


def test_just_play_begins_a_first_game(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    page.get_by_role("button", name="Just play").click()
    assert begun(page, site)["book"] == "flip"


def test_the_next_press_plays_as_the_last_time(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    open_sheet(page, "grow")
    choose(page, "against", "friend")
    choose(page, "begins", "other")
    choose(page, "clock", "game:300")
    expect(page.locator("#summary")).to_have_text("Grow with a friend. Your friend starts.")
    game = played(page, site)
    assert (game["players"], game["seats"]) == (["human", "human"], ["open", "sat"])
    assert game["clock"]["game"] == 300

    page.goto(f"{site.url}/")  # all is remembered but the board, and for this game only
    again = page.locator('[data-start="grow"]')
    expect(again).to_have_text("A friend")
    expect(page.locator('.game-card [data-start="flip"]')).to_have_text("Play")
    again.click()
    game = begun(page, site)
    assert (game["seats"], game["clock"]["game"]) == (["open", "sat"], 300)

    page.goto(f"{site.url}/")
    open_sheet(page, "grow")
    choose(page, "against", "both")
    expect(page.get_by_text("Who starts")).to_be_hidden()
    expect(page.locator("#summary")).to_have_text("Grow for two on the same screen.")
    assert played(page, site)["seats"] == ["sat", "sat"]

    page.goto(f"{site.url}/")
    open_sheet(page, "grow")
    choose(page, "against", "computer")
    expect(page.get_by_text("Clock", exact=True)).to_be_hidden()
    set_level(page, 3)
    expect(page.locator("#level-name")).to_have_text("Level 3")
    assert played(page, site)["players"] == ["level:3", "human"]

    page.goto(f"{site.url}/")
    expect(page.locator('[data-start="grow"]')).to_have_text("Level 3")
    open_sheet(page, "grow")
    expect(page.locator("#summary")).to_have_text("Grow against level 3. The computer starts.")
    choose(page, "begins", "lot")
    assert sorted(played(page, site)["players"]) == ["human", "level:3"]


def test_a_double_click_starts_one_game_and_claims_nothing(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.locator('.game-card [data-start="flip"]').dblclick(delay=40)
    game = begun(page, site)
    page.locator(".board[data-active]").wait_for()
    assert [url for url in asked if "/api/games" in url] == [f"{site.url}/api/games"]
    assert game["ply"] == 0
    expect(page.locator(".cell.pending, .cell.first")).to_have_count(0)


def test_what_cannot_be_started_is_said(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/", forgive=("503",))
    busy = {"error": "the games cannot be written just now; try again"}
    page.route("**/api/games", lambda route: route.fulfill(status=503, json=busy))
    page.locator('.game-card [data-start="flip"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("The games cannot be written just now")
    page.keyboard.press("Escape")
    page.unroute_all()
    page.locator('.game-card [data-start="flip"]').click()
    assert begun(page, site)["book"] == "flip"


def test_a_press_before_the_scripts_are_there_waits_for_them(visit: Visit, site: Server) -> None:
    page = visit()
    held: list[Route] = []
    page.route("**/static/**/home.bundle.js", lambda route: held.append(route))
    with page.expect_request("**/static/**/home.bundle.js"):
        page.goto(f"{site.url}/", wait_until="commit")
    button = page.locator('[data-start="chain"]')
    button.click()
    expect(button).to_be_disabled()
    expect(page).to_have_url(f"{site.url}/")
    held.pop().continue_()
    assert begun(page, site)["book"] == "chain"


# --- The sheet ---


def test_enter_plays(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    page.get_by_role("button", name="Choose how to play Fifteen").click()
    expect(play(page)).to_be_focused()
    assert page.locator("#sheet").evaluate("e => e.scrollTop") == 0
    expect(page.locator("#more-words")).to_have_text("random board, 4 \u00d7 4")
    page.keyboard.press("Enter")
    assert begun(page, site)["book"] == "fifteen"


def test_a_link_opens_the_sheet(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/rules/chain")
    page.get_by_role("link", name="Play this").click()
    expect(page.locator("#sheet-title")).to_have_text("Chain")
    expect(page.locator("#summary")).to_have_text("Chain against level 1. You start.")
    expect(page.locator("#more-words")).to_have_text("5 \u00d7 5")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_be_hidden()


def test_one_sheet_at_a_time(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    page.locator('[data-sheet="flip"]').first.dblclick()
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.evaluate("document.querySelector('[data-sheet=\"grow\"]').click()")
    expect(page.locator("#sheet-title")).to_have_text("Flip")
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    open_sheet(page, "grow")
    expect(page.locator("#sheet-title")).to_have_text("Grow")


def test_the_ladder_is_on_the_slider(visit: Visit, site: Server) -> None:
    page = visit()
    game = begin(page.context, site, book="sweep", seed=4, second="level:1")
    page.goto(game)
    win(page, site)
    page.goto(f"{site.url}/")
    start = page.locator('[data-start="sweep"]')
    expect(start).to_have_text("Level 2")
    expect(start).to_have_accessible_name("Play Sweep against level 2")
    open_sheet(page, "sweep")
    tiles = page.locator("#ticks .bit")
    expect(tiles).to_have_count(11)
    expect(tiles.nth(0)).to_have_class(re.compile("first"))
    expect(tiles.nth(1)).to_have_class(re.compile("now"))
    expect(page.locator("#beaten")).to_have_text("You have beaten level 1. Level 2 is next.")
    expect(page.get_by_label("Strength")).to_have_value("2")
    expect(page.get_by_label("Strength")).to_have_attribute(
        "aria-valuetext", "Level 2, has played a few games"
    )
    assert played(page, site)["players"] == ["human", "level:2"]


def win(page: Page, site: Server) -> None:
    """Play perfectly, from a board that the first player wins."""
    while True:
        page.locator(".board[data-active] .cell.open, #review:not([hidden])").first.wait_for()
        if page.locator("#review").is_visible():
            return
        game = httpx2.get(f"{site.url}/api{page.url.removeprefix(site.url)}").json()
        position = fs.Position.from_record({key: game[key] for key in ("book", "board", "moves")})
        claim(page, fs.solve(position).best[0])


def test_a_board_by_number_and_size_with_swap(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=grow", forgive=("422",))
    page.get_by_text("Board and fairness").click()
    expect(page.locator("#shares")).to_contain_text("the first player wins 99 of 100 boards, the second 1.")
    choose(page, "board", "seed")
    page.get_by_label("Number", exact=True).fill("7 apples")
    play(page).click()
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
    page.get_by_text("The rules", exact=True).click()
    told = page.locator("[data-told]")
    expect(told).to_contain_text("3 rows of 4 cells")
    expect(told).to_contain_text("may swap instead of claiming")
    expect(page.locator("#more-words")).to_have_text("board 7, 3 \u00d7 4, with swap")
    page.reload()
    expect(page.locator("#more-words")).to_have_text("board 7, 3 \u00d7 4, with swap")
    game = played(page, site)
    assert (game["size"], game["seed"]) == ([3, 4], 7)
    assert game["book"] == {"like": "grow", "balance": "swap"}
    page.goto(f"{site.url}/?book=grow")  # the same board would be played for ever
    expect(page.locator("#more-words")).to_have_text("random board, 5 \u00d7 5")


@pytest.mark.parametrize("name", NAMED)
def test_the_rules_of_every_game_can_be_read(visit: Visit, site: Server, name: str) -> None:
    page = visit(f"{site.url}/?book={name}")
    page.get_by_text("The rules", exact=True).click()
    expect(page.locator("[data-told]")).to_contain_text(
        "The first player starts, and the players take turns."
    )
    expect(page.locator("[data-learn]")).to_have_attribute("href", f"/learn/{name}")
    expect(page.locator("[data-rules-page]")).to_be_visible(visible=NAMED[name].like is None)


def test_a_fair_head_start_where_the_goal_is_points(visit: Visit, site: Server) -> None:
    eventually(lambda: httpx2.get(f"{site.url}/healthz").json()["solver"] == "ready", seconds=180)
    page = visit(f"{site.url}/?book=chain")
    page.get_by_text("Board and fairness").click()
    komi = page.get_by_text("Head start", exact=True)
    expect(komi).to_be_hidden()
    page.keyboard.press("Escape")
    open_sheet(page, "sweep")
    page.get_by_text("Board and fairness").click()
    expect(komi).to_be_visible()
    choose(page, "balance", "komi")
    words = page.locator("#komi-words").text_content() or ""
    game = played(page, site)
    assert game["goal"]["komi"] > 0
    assert words == f"A fair head start on this board: {game['goal']['komi']:g} points."
    assert game["book"] == {"like": "sweep", "balance": {"komi": game["goal"]["komi"]}}


def test_a_head_start_is_not_offered_where_it_cannot_be_found(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=grow", forgive=("422",))
    large = {"error": "this position is too large to be solved within 10 seconds", "at": None}
    page.route("**/api/komi", lambda route: route.fulfill(status=422, json=large))
    page.get_by_text("Board and fairness").click()
    expect(page.locator("#komi-words")).to_have_text(
        "No head start: this position is too large to be solved within 10 seconds."
    )
    komi = page.get_by_text("Head start", exact=True)
    expect(komi).to_be_hidden()
    page.unroute_all()
    size = page.locator("[data-size]")
    size.get_by_label("Rows").fill("2")
    size.get_by_label("Columns").fill("2")
    expect(komi).to_be_visible()
    choose(page, "balance", "komi")
    page.route("**/api/komi", lambda route: route.fulfill(status=422, json=large))
    size.get_by_label("Rows").fill("8")
    expect(komi).to_be_hidden()
    expect(page.locator('input[name="balance"][value="none"]')).to_be_checked()


def test_a_board_by_hand_and_what_may_be_wrong_with_it(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/?book=sweep", forgive=("422",))
    page.get_by_text("Board and fairness").click()
    choose(page, "board", "hand")
    rows = page.get_by_label("Numbers, one row per line")
    wrongs = {
        "": "Type the numbers of the board",
        "1 2\n3": "Row 2 has 1 number, but row 1 has 2.",
        "1 2\n3 x": "“x” in row 2 is not a number.",
        "1 2\n3 3": "The values of this board must be each of 1 to 4 once; cell 2,2 is 3.",
    }
    for typed, sentence in wrongs.items():
        rows.fill(typed)
        play(page).click()
        expect(error(page, "board")).to_contain_text(sentence)
        expect(rows).to_have_attribute("aria-invalid", "true")
    expect(sheet(page).locator("[role=status]")).to_contain_text("cell 2,2 is 3")
    rows.fill("[[4, 2], [3, 1]]")  # as a record has it
    expect(error(page, "board")).to_be_hidden()
    assert played(page, site)["board"] == [[4, 2], [3, 1]]


def test_by_keyboard_alone(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    press = page.keyboard.press
    focused = page.locator(":focus")

    def tab_to(attribute: str, value: str, keys: str = "Tab") -> None:
        for _ in range(60):
            press(keys)
            if focused.get_attribute(attribute) == value:
                return
        raise AssertionError(value)

    tab_to("aria-label", "Choose how to play Grow")
    press("Enter")
    expect(play(page)).to_be_focused()
    tab_to("name", "level", "Shift+Tab")
    press("ArrowRight")
    expect(page.locator("#level-words")).to_have_text("has played a few games")
    tab_to("name", "begins")
    press("ArrowDown")
    press("Enter")  # as in every form
    game = begun(page, site)
    assert (game["book"], game["players"]) == ("grow", ["level:2", "human"])
    page.go_back()
    expect(sheet(page)).to_be_hidden()


# --- Continue ---


def test_back_from_a_game_shows_it_to_be_continued(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    expect(page.locator(".go-on")).to_have_count(0)
    start_from_home(page, "flip")
    game = begun(page, site)
    page.go_back()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.locator(f'.go-on a[href="/games/{game["id"]}"]')).to_be_visible()


def test_a_card_changes_when_its_game_does(visit: Visit, site: Server) -> None:
    page = visit()
    answer = page.context.request.post(
        f"{site.url}/api/games",
        data={"book": "sweep", "board": [[1, 2], [4, 3]], "sit": [1], "name": "Mara"},
    )
    game, secret = answer.json()["id"], answer.json()["seats"]["2"]
    mara = page.context.request
    assert mara.post(f"{site.url}/api/games/{game}/moves", data={"ply": 0, "move": "1,1"}).ok
    page.goto(f"{site.url}/")
    card = page.locator(".go-on a")
    expect(card).to_contain_text("Your friend\u2019s turn")
    card.focus()
    bearer = {"authorization": f"Bearer {secret}"}
    moved = httpx2.post(
        f"{site.url}/api/games/{game}/moves", json={"ply": 1, "move": "1,2"}, headers=bearer
    )
    assert moved.status_code == 200, moved.text
    expect(card).to_contain_text("Your turn")  # by itself
    expect(card).to_be_focused()
    assert said(page) == "Your turn in Sweep."
    assert mara.post(f"{site.url}/api/games/{game}/moves", data={"ply": 2, "move": "2,1"}).ok
    hide(page)
    hide(page, False)
    expect(page.locator(".go-on")).to_have_count(0)  # the game is over, and nothing else is running


def test_a_page_that_nobody_looks_at_asks_for_nothing(visit: Visit, site: Server) -> None:
    page = visit()
    begin(page.context, site, book="flip", second="level:1")
    page.clock.install()
    page.goto(f"{site.url}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/continue"):
        page.clock.run_for(4_000)
    hide(page)
    asked.clear()
    page.clock.run_for(600_000)
    assert [url for url in asked if url.endswith("/continue")] == []
    with page.expect_request("**/continue"):
        hide(page, False)


# --- The puzzle of the day ---


def test_the_puzzle_of_the_day_is_played_right_there(visit: Visit, site: Server) -> None:
    page = returning(visit, site)
    today = page.locator("[data-daily]")
    expect(today.locator("[data-say]")).to_contain_text("only one way wins")
    day = httpx2.get(f"{site.url}/api/daily").json()
    wrong = next(iter(day["claims"][0]["wrong"]))
    today.locator(f'[data-cell="{wrong}"]').click()
    expect(today.locator("[data-say]")).to_contain_text(day["claims"][0]["wrong"][wrong][0])
    for claimed in day["claims"]:
        key = today.locator(f'[data-cell="{claimed["right"]}"]')
        expect(key).to_be_enabled()
        key.click()
    expect(today.get_by_role("button", name="Share the squares")).to_be_visible()
    page.reload()
    expect(today.get_by_role("button", name="Share the squares")).to_be_visible()


def test_how_yesterday_went_stands_beside_it(visit: Visit, site: Server) -> None:
    page = visit()
    today = datetime.now(UTC).date()
    yesterday = today - timedelta(days=1)
    day = page.request.get(f"{site.url}/api/daily/{yesterday}").json()
    tried = [[claimed["right"]] for claimed in day["claims"]]
    told = {"tried": tried, "today": str(today)}
    assert page.request.post(f"{site.url}/api/daily/{yesterday}", data=told).ok
    page.goto(f"{site.url}/")
    expect(page.locator("[data-yesterday]")).to_contain_text(f"Yesterday, {len(tried)} tries")
    expect(page.locator("[data-yesterday] .bit.first")).to_have_count(len(tried))


# --- The first visit ---


def test_the_sample_plays_itself_until_it_is_paused(visit: Visit, site: Server) -> None:
    page = visit(reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"{site.url}/")
    taken = page.locator("[data-sample] .cell:is(.first, .second)")
    expect(taken).to_have_count(0)
    page.clock.run_for(2 * BEAT)
    expect(taken).to_have_count(2)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(10_000)
    expect(taken).to_have_count(2)
    page.get_by_role("button", name="Play it").click()
    page.clock.run_for(14 * BEAT)
    expect(taken).to_have_count(16)
    page.clock.run_for(5 * BEAT)
    expect(taken).to_have_count(0)  # and over again


def test_the_sample_stands_still_for_who_wants_no_motion(visit: Visit, site: Server) -> None:
    page = visit()
    page.clock.install()
    page.goto(f"{site.url}/")
    taken = page.locator("[data-sample] .cell:is(.first, .second)")
    expect(taken).to_have_count(8)
    page.clock.run_for(30_000)
    expect(taken).to_have_count(8)
    page.get_by_role("button", name="Play it").click()
    page.clock.run_for(BEAT)
    expect(taken).to_have_count(9)


def test_a_first_visit_leads_to_the_lesson(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/")
    page.get_by_role("link", name="Learn Flip in a minute").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Flip")


# --- For everyone ---


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_inaccessible_or_out_of_sight(
    visit: Visit, site: Server, width: int, scheme: str
) -> None:
    page = visit(
        f"{site.url}/", viewport={"width": width, "height": 700}, color_scheme=scheme, forgive=("422",)
    )
    page.locator("[data-say]:has-text('only one way wins')").wait_for()
    assert sticking_out(page) == []
    assert_accessible(page)
    begin(page.context, site, book="grow", sit=[1], moves=["1,1"], name="Mara")
    page.goto(f"{site.url}/?book=sweep")
    page.get_by_text("Board and fairness").click()
    choose(page, "board", "hand")
    play(page).click()
    expect(error(page, "board")).to_be_visible()
    assert sticking_out(page) == []
    assert_accessible(page)
    expect(play(page)).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".go-on")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_sheet_is_whole_without_scrolling(visit: Visit, site: Server, width: int, height: int) -> None:
    page = visit(f"{site.url}/?book=flip", viewport={"width": width, "height": height})
    expect(play(page)).to_be_in_viewport(ratio=1)
    assert sheet(page).evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_home_is_small(visit: Visit, site: Server) -> None:
    """What a first visit loads, as it comes over the wire; the puzzle of a day varies."""
    page = visit()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on(
        "Network.responseReceived",
        lambda event: addresses.update({event["requestId"]: event["response"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({addresses[event["requestId"]]: event["encodedDataLength"]}),
    )
    page.goto(f"{site.url}/", wait_until="networkidle")
    page.locator("[data-say]:has-text('only one way wins')").wait_for()
    [day] = [address for address in sizes if "/api/daily" in address]
    assert sizes.pop(day) < 20_000
    assert 40_000 < sum(sizes.values()) < 90_000, sizes
    assert len(sizes) <= 20


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
