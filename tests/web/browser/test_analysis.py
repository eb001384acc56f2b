"""The analysis board in a browser: set up, valued, stepped through, undone, shared, played and posed."""

import json
import random
import re
import subprocess
import sys
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

import fivesquare as fs
from patience import PATIENCE
from solver_oracle import random_position
from test_placement import drawn
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import cut_off, set_text_size, shifts, sticking_out, watch_shifts
from web.browser.records import SWEEP
from web.browser.reviewed import MINUS, packed, thinking_site
from web.browser.table import begin, cell, play_to_the_end
from web.server import Server

__all__ = ["thinking_site"]

BOARD = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
SETUP: dict[str, Any] = {"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 1}
PLACED: dict[str, Any] = {"book": "sweep", "board": BOARD, "setup": SETUP, "moves": []}
CHAIN: dict[str, Any] = {
    "book": "chain",
    "board": [[1] * 3] * 3,
    "setup": {"owners": [[1, 1, 0], [0, 2, 0], [0, 0, 0]], "turn": 1, "link": "1,2"},
    "moves": [],
}
POSITIONS = 100
PAGES = 4


@pytest.fixture
def open_at(visit: Visit, thinking_site: Server) -> Any:
    """Opens the page at a record."""

    def opened(record: dict[str, Any], ply: int = 0, **more: Any) -> Page:
        page = visit(f"{thinking_site.url}/analysis{packed(record, ply)}", **more)
        settled(page)
        return page

    return opened


def settled(page: Page) -> None:
    """Wait until the values are there, or there are none to wait for."""
    expect(page.locator("html[data-ready]:not([data-values=asked])")).to_be_attached()


def shown(page: Page) -> dict[str, Any]:
    """The position on the board as the address has it, as the server sees it."""
    asked = page.evaluate(
        """async () => {
            const [ply, packed] = location.hash.slice(1).split(".");
            const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
            const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
            const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
            return { ...JSON.parse(await new Response(stream).text()), ply: Number(ply) };
        }"""
    )
    answer = page.request.post(f"{page.url.split('/analysis')[0]}/api/position", data=asked)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def link(page: Page) -> Locator:
    return page.locator("#link input")


def expect_owners(page: Page, owners: str) -> None:
    """Rows of owners: "1..", "..2"."""
    for row, line in enumerate(owners.split("/"), 1):
        for column, sign in enumerate(line, 1):
            word = {"1": "first", "2": "second", ".": "free"}[sign]
            expect(cell(page, f"{row},{column}")).to_have_class(re.compile(rf"\b{word}\b"))


# --- Against the solver ---


def positions() -> list[fs.Position]:
    """Small ones of every kind: the five books and any others, set up by hand or played."""
    chance = random.Random(20)
    found = [drawn(chance, 8)[0] for _ in range(POSITIONS // 2)]
    while len(found) < POSITIONS:
        book = fs.CATALOGUE[chance.choice(list(fs.CATALOGUE))]
        position = random_position(chance, book, free=chance.randint(3, 8))
        found.append(
            fs.Position(book, position.board, position.state) if chance.random() < 0.5 else position
        )
    return found


def solved(found: list[fs.Position]) -> list[dict[str, Any]]:
    """What `fivesquare solve` says of them."""
    lines = "".join(json.dumps(position.to_record()) + "\n" for position in found)
    command = [sys.executable, "-m", "fivesquare", "solve"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(worth: dict[str, Any], player: int, is_best: bool) -> str:
    """A worth as a cell or a button has it."""
    result = 0 if worth["winner"] == 0 else 1 if worth["winner"] == player else -1
    lead = (worth["margin"] or 0) * (1 if player == 1 else -1)
    if lead == 0 or (lead > 0) - (lead < 0) != result:
        text = {1: "wins", 0: "draw", -1: "loses"}[result]
    else:
        text = f"{'+' if lead > 0 else MINUS}{abs(lead):g}"
    return f"{text}{' best' if is_best else ''}"


def headline(told: dict[str, Any]) -> str:
    """Who wins, as the page says it."""
    if not told["winner"]:
        return "A draw"
    wins = f"{('Blue', 'Amber')[told['winner'] - 1]} wins"
    if told["margin"] is None:
        return wins
    points = abs(told["margin"])
    return f"{wins} by {points:g} point{'' if points == 1 else 's'}" if points else f"{wins} the tie"


_WORTHS = """() => Object.fromEntries([...document.querySelectorAll(".cell.valued")].map((cell) => {
    const best = cell.classList.contains("best") ? " best" : "";
    return [cell.dataset.cell, cell.querySelector(".worth").textContent + best];
}))"""


def test_the_values_are_those_of_the_solver(visit: Visit, thinking_site: Server) -> None:
    """Each position is a link that an open page follows; several pages at once, so that few wait."""
    pages = [visit(f"{thinking_site.url}/analysis") for _ in range(PAGES)]
    found = positions()
    rows = list(zip(found, solved(found), strict=True))
    for start in range(0, len(rows), PAGES):
        together = list(zip(pages, rows[start : start + PAGES], strict=False))
        for page, (position, _) in together:
            page.evaluate("(address) => { location.hash = address; }", address_of(position))
        for page, (position, told) in together:
            expect(link(page)).to_have_value(f"{thinking_site.url}/analysis{address_of(position)}")
            settled(page)
            assert_as_solved(page, position, told)


def address_of(position: fs.Position) -> str:
    return packed(position.to_record(), len(position.moves))


def assert_as_solved(page: Page, position: fs.Position, told: dict[str, Any]) -> None:
    """The cells, the headline and the line say what the solver says."""
    best = told["best"]
    claims = {move: worth for move, worth in told["each"].items() if "," in move}
    wanted = {move: written(worth, position.state.turn, move in best) for move, worth in claims.items()}
    where = json.dumps(position.to_record())
    assert page.evaluate(_WORTHS) == wanted, where
    verdict = page.locator("#verdict").inner_text()
    if position.outcome is not None:
        assert verdict.endswith("over"), where
        return
    assert verdict.split("\n")[0].strip() == headline(told), where
    assert page.locator("#line li").count() == min(7, len(told["line"])), where


# --- Setting up ---


def test_cells_are_painted_by_mouse_and_by_key(open_at: Any) -> None:
    page = open_at({"book": "sweep", "board": BOARD, "moves": []})
    expect(page.get_by_role("button", name="Set up")).to_have_attribute("aria-pressed", "true")
    cell(page, "1,1").click()
    expect_owners(page, "1../.../...")
    page.get_by_role("radio", name="Amber").check(force=True)
    cell(page, "2,3").focus()
    page.keyboard.press("Enter")
    expect_owners(page, "1../..2/...")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    expect_owners(page, "1../.../...")
    page.keyboard.press("a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_owners(page, "1../.../..2")
    page.get_by_label("Whose turn").select_option("Amber")
    expect(page.locator(".board")).to_have_attribute("data-turn", "2")
    settled(page)
    assert shown(page)["setup"] == {"owners": [[1, 0, 0], [0, 0, 0], [0, 0, 2]], "turn": 2}
    cell(page, "1,1").click()  # the same colour again frees it; amber is the brush
    expect_owners(page, "2../.../..2")
    page.get_by_role("button", name="Clear the claims").click()
    expect_owners(page, ".../.../...")


def test_a_tap_paints_and_a_tap_plays(open_at: Any) -> None:
    page = open_at(PLACED, has_touch=True, viewport={"width": 390, "height": 844})
    cell(page, "3,3").tap()
    expect_owners(page, "1../..2/..1")
    page.get_by_role("button", name="Play moves").tap()
    settled(page)
    cell(page, "1,3").tap()
    expect(page.locator("#moves li")).to_have_count(1)
    expect(cell(page, "1,3")).to_have_class(re.compile(r"\bfirst\b"))


def test_a_number_is_exchanged_for_the_one_it_replaces(open_at: Any) -> None:
    page = open_at(PLACED)
    page.get_by_role("radio", name="Number").check(force=True)
    page.locator("#number").fill("9")
    cell(page, "1,1").click()
    expect(cell(page, "1,1").locator(".number")).to_have_text("9")
    expect(cell(page, "2,2").locator(".number")).to_have_text("5")
    expect_owners(page, "1../..2/...")


def test_what_is_no_position_is_explained_and_changes_nothing(open_at: Any) -> None:
    board = [[5, 5, 5], [4, 3, 2], [1, 1, 1]]
    page = open_at({"book": "fifteen", "board": board, "moves": []}, forgive=("422",))
    for place in ("1,1", "1,2", "2,1"):
        cell(page, place).click()
    expect_owners(page, "11./1../...")
    cell(page, "2,2").click()
    expect(page.locator("#problem")).to_have_text(
        "The first player has 17 points in this setup, and no claim may bring a score above 15."
    )
    expect_owners(page, "11./1../...")
    cell(page, "3,1").click()
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#verdict")).to_contain_text("Blue wins with exactly 15")
    expect(page.locator("#verdict .tag")).to_have_text("over")


def test_a_player_who_cannot_claim_is_skipped_in_words(open_at: Any) -> None:
    owners = [[1, 2, 0], [2, 0, 0], [0, 0, 0]]
    grow = {"book": "grow", "board": [[1] * 3] * 3, "setup": {"owners": owners, "turn": 2}, "moves": []}
    page = open_at(grow)
    page.get_by_label("Whose turn").select_option("Blue")
    expect(page.locator("#problem")).to_have_text("Blue cannot claim and is skipped.")
    expect(page.get_by_label("Whose turn")).to_have_value("2")


def test_a_chain_is_set_up_by_its_link(open_at: Any) -> None:
    page = open_at({**CHAIN, "setup": {**CHAIN["setup"], "link": "1,1"}})
    page.get_by_role("radio", name="Just claimed").check(force=True)
    cell(page, "1,2").click()
    settled(page)
    page.get_by_role("button", name="Play moves").click()
    expect(page.locator("#words button")).to_have_text(re.compile("^Stop: "))
    expect(cell(page, "1,3")).to_have_class(re.compile(r"\bopen\b"))
    page.locator("#words button").click()
    expect(page.locator("#moves li")).to_have_text(["stop"])
    expect(page.locator(".board")).to_have_attribute("data-turn", "2")


def test_games_sizes_and_boards_are_chosen(open_at: Any) -> None:
    page = open_at(PLACED, forgive=("422",))
    which = page.locator("#which")
    expect(which).to_have_value("sweep")
    which.select_option("chain")
    expect(page.locator(".cell")).to_have_count(25)
    expect(page.get_by_role("radio", name="Number")).to_be_hidden()
    page.locator("#rows").select_option("3")
    expect(page.locator(".cell")).to_have_count(15)
    which.select_option("raid")
    expect(page.locator(".cell")).to_have_count(16)
    expect(which).to_have_value("raid")
    before = page.locator(".cells").inner_text()
    page.get_by_role("button", name="New random board").click()
    expect(page.locator(".cells")).not_to_have_text(before)
    page.get_by_role("button", name="Type the numbers").click()
    page.get_by_label("Numbers, one row per line").fill("1 2\n3 3")
    page.get_by_role("button", name="Use them").click()
    expect(page.locator("#typed-problem")).to_be_visible()
    page.get_by_label("Numbers, one row per line").fill("1 2\n4 3")
    page.get_by_role("button", name="Use them").click()
    expect(page.locator(".cell")).to_have_count(4)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#columns").select_option("1")
    page.locator("#rows").select_option("1")
    expect(page.locator("#problem")).to_have_text("A board has 1x2 to 8x8 cells, not 1x1.")
    expect(page.locator("#rows")).to_have_value("2")


def test_rules_of_one_s_own_are_set_up(open_at: Any) -> None:
    page = open_at(PLACED, forgive=("422",))
    page.locator("#which").select_option("own")
    dialog = page.locator("#own-dialog")
    expect(dialog).to_be_visible()
    dialog.locator('[name="own-rows"]').fill("9")
    dialog.get_by_role("button", name="Set up a board").click()
    expect(dialog.locator("#error-size")).to_be_visible()
    dialog.locator('[name="own-rows"]').fill("2")
    dialog.locator('[name="own-columns"]').fill("3")
    dialog.locator('[name="title"]').fill("Mine")
    dialog.get_by_role("button", name="Set up a board").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".cell")).to_have_count(6)
    expect(page.locator("#which").locator("option:checked")).to_have_text(re.compile("^Mine, 2 . 3$"))


# --- Lines, undo, links ---


def test_lines_are_stepped_into_and_back(open_at: Any) -> None:
    page = open_at(PLACED)
    line = fs.solve(fs.Position.from_record(PLACED)).line
    page.locator("#line button").nth(1).click()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator('#moves [aria-current="step"]')).to_have_count(1)
    assert shown(page)["record"]["moves"] == list(line[:2])
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#moves .later")).to_have_count(1)
    page.locator("main").focus()
    page.keyboard.press("j")
    expect(page.locator("#moves .later")).to_have_count(0)
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(page.locator("#moves .later")).to_have_count(2)
    expect(page.get_by_role("button", name="One move back")).to_be_disabled()
    expect_owners(page, "1../..2/...")


def test_undo_redo_and_the_browser_s_own_back(open_at: Any) -> None:
    page = open_at({"book": "sweep", "board": BOARD, "moves": []})
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    cell(page, "1,1").click()
    expect_owners(page, "1../.../...")
    cell(page, "2,2").click()
    expect_owners(page, "1../.1./...")
    undo.click()
    expect_owners(page, "1../.../...")
    expect(redo).to_be_enabled()
    page.keyboard.press("u")
    expect_owners(page, ".../.../...")
    expect(undo).to_be_disabled()
    page.keyboard.press("r")
    expect_owners(page, "1../.../...")
    page.go_forward()
    expect_owners(page, "1../.1./...")
    expect(redo).to_be_disabled()
    page.go_back()
    expect_owners(page, "1../.../...")
    cell(page, "3,3").click()
    expect_owners(page, "1../.../..1")
    expect(redo).to_be_disabled()
    page.reload()
    expect_owners(page, "1../.../..1")
    page.go_back()
    expect_owners(page, "1../.../...")


def test_a_link_opens_the_same_position_elsewhere(open_at: Any, visit: Visit) -> None:
    page = open_at(PLACED)
    cell(page, "3,1").click()
    expect_owners(page, "1../..2/1..")
    settled(page)
    expect(link(page)).to_have_value(page.url)
    other = visit(link(page).input_value())
    settled(other)
    expect_owners(other, "1../..2/1..")
    assert other.locator("#verdict").inner_text() == page.locator("#verdict").inner_text()
    assert len(page.url) < 250


@pytest.mark.parametrize(
    ("hash_", "words"),
    [
        ("#nonsense", "cannot be read"),
        ("#0.AAAA", "cannot be read"),
        (packed({"book": "sweep", "board": BOARD}, 0), "cannot be read"),
        (packed({**PLACED, "setup": {**SETUP, "turn": 5}}, 0), '"turn" of the setup is 1 or 2, not 5'),
        (
            packed({**PLACED, "setup": {**SETUP, "more": 5}}, 0),
            "setup.more: Extra inputs are not permitted",
        ),
        (packed({**PLACED, "moves": ["1,1"]}, 1), "cell 1,1 is already claimed"),
        (packed({**PLACED, "board": [[1] * 3] * 3}, 0), "The position in this link cannot be used"),
        (packed({**PLACED, "title": "x" * 70_000}, 0), "too large"),
    ],
)
def test_a_broken_link_gives_a_sentence_and_a_fresh_board(
    visit: Visit, thinking_site: Server, hash_: str, words: str
) -> None:
    page = visit(f"{thinking_site.url}/analysis{hash_}", forgive=("422",))
    expect(page.locator("#problem")).to_contain_text(words)
    settled(page)
    expect(page.locator(".cell")).to_have_count(16)
    expect(page.locator("#verdict")).to_contain_text("Blue wins by 8 points")
    assert page.url != f"{thinking_site.url}/analysis{hash_}"


# --- From and to other pages ---


def test_a_review_is_analysed_where_it_is_shown(visit: Visit, thinking_site: Server) -> None:
    page = visit(f"{thinking_site.url}/review{packed(SWEEP, 3)}")
    expect(page.locator("#where")).to_have_text("3 / 9")
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url("**/analysis#*")
    settled(page)
    expect(page.locator("#moves li")).to_have_count(9)
    expect(page.locator("#moves .later")).to_have_count(6)
    expect(page.get_by_role("button", name="Play moves")).to_have_attribute("aria-pressed", "true")


def test_a_finished_game_is_analysed_at_its_last_decision(visit: Visit, thinking_site: Server) -> None:
    page = visit()
    page.goto(begin(page.context, thinking_site, book="sweep", board=BOARD, seed=1))
    play_to_the_end(page)
    page.get_by_role("link", name="Analyse").last.click()
    page.wait_for_url("**/analysis#*")
    settled(page)
    expect(page.locator("#moves .later")).to_have_count(1)
    page.get_by_role("button", name="One move on").click()
    expect(page.locator("#verdict .tag")).to_have_text("over")
    cell(page, "1,1").click(force=True)  # it says that it is disabled
    expect(page.locator("#problem")).to_contain_text("The game is over here.")


def test_the_position_is_played_against_a_level(open_at: Any) -> None:
    page = open_at(PLACED)
    page.get_by_role("button", name="Play it from here").click()
    page.get_by_label("Against").select_option("level:1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")
    expect_owners(page, "1../..2/...")
    game = page.url.split("/games/")[1]
    record = httpx2.get(f"{page.url.split('/games/')[0]}/games/{game}/record.json", timeout=PATIENCE).json()
    assert record["setup"] == SETUP
    assert record["players"] == ["human", "level:1"]
    page.get_by_role("button", name="Values").click()
    expect(page.locator(".worth").first).to_be_visible()


def test_a_position_with_one_winning_move_is_taken_as_a_puzzle(open_at: Any) -> None:
    found = fs.puzzle("sweep", seed=3)
    page = open_at(found.position.to_record(), len(found.position.moves))
    page.get_by_role("button", name="Take it as a puzzle").click()
    page.wait_for_url("**/puzzles#*")
    expect(page.locator("#say")).to_contain_text("Exactly one of")
    address = page.url
    cell(page, found.move).click()
    expect(page.locator("#say")).to_contain_text("Right.")
    assert page.url == address
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#say")).to_contain_text("Exactly one of")


def test_what_is_no_puzzle_is_not_offered(open_at: Any) -> None:
    page = open_at({"book": "sweep", "board": BOARD, "moves": ["2,2", "1,3"]}, 2)
    each = fs.solve(fs.start("sweep", board=BOARD).play("2,2").play("1,3")).each
    assert sum(worth.winner == 1 for worth in each.values()) > 1
    expect(page.get_by_role("button", name="Take it as a puzzle")).to_be_disabled()
    expect(page.locator("#puzzle-note")).to_contain_text("exactly one")


# --- How it looks ---


@pytest.mark.parametrize(
    "record", [PLACED, CHAIN, {**PLACED, "moves": ["1,3"]}], ids=["setup", "chain", "moves"]
)
def test_it_is_accessible(open_at: Any, record: dict[str, Any]) -> None:
    page = open_at(record, len(record["moves"]))
    assert_accessible(page)


def test_its_dialogs_are_accessible(open_at: Any) -> None:
    page = open_at(PLACED)
    for press in ("Type the numbers", "Play it from here"):
        page.get_by_role("button", name=press).click()
        assert_accessible(page)
        page.keyboard.press("Escape")
    page.locator("#which").select_option("own")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("paint amber")
    assert_accessible(page)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_jumps_while_it_is_worked_out_and_large_text_fits(open_at: Any, width: int) -> None:
    page = open_at(PLACED, viewport={"width": width, "height": 800})
    watch_shifts(page)
    page.reload()
    settled(page)
    page.screenshot()
    assert shifts(page)["total"] < 0.05
    set_text_size(page, 200)
    for record in (CHAIN, {**PLACED, "moves": ["1,3"]}):
        page.goto(f"{page.url.split('#')[0]}{packed(record, len(record['moves']))}")
        page.reload()
        settled(page)
        assert sticking_out(page) == []
        assert cut_off(page) == []
