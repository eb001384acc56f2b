"""The review page: of a record that somebody brings, and of a game of this server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from fivesquare import json_view
from fivesquare.position import Position
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.records import CHAIN, FIFTEEN, KINDS, KOMI, SWAP, SWEEP
from web.browser.reviewed import (
    at_ply,
    gone_over,
    open_review,
    packed,
    rows,
    solved,
    thinking_site,
    verdict,
    worths,
    written,
)
from web.browser.table import begin, cell, said
from web.server import Server

__all__ = ["thinking_site"]


# --- Walking through a game ---


@pytest.mark.parametrize("record", KINDS.values(), ids=KINDS)
def test_every_kind_of_game_is_gone_over_with_exact_worths(
    visit: Visit, thinking_site: Server, record: dict[str, Any]
) -> None:
    page = open_review(visit, thinking_site, record)
    history = Position.from_record(record).history()
    expect(rows(page)).to_have_count(len(record["moves"]))
    for ply, position in enumerate(history):
        at_ply(page, ply)
        if position.turn is not None:
            each = solved(page, record, list(position.moves))["each"]
            on_cells = {move: written(worth, position.turn) for move, worth in each.items() if "," in move}
            assert worths(page) == on_cells
            for word in {"stop", "swap"} & each.keys():
                expect(page.locator("#words")).to_contain_text(word.capitalize())
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text(json_view.label(history[0]))


def test_a_skip_stands_in_the_list_and_in_the_verdict(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, KOMI)
    expect(page.locator("#moves .skip-note")).to_have_text("Second is skipped")
    skip = page.locator("#moves .skip-note").evaluate("note => note.previousElementSibling.dataset.ply")
    rows(page).nth(int(skip) - 1).click()
    at_ply(page, int(skip))
    expect(verdict(page)).to_contain_text("Second cannot claim and is skipped.")
    assert "skipped" in said(page)


def test_moves_are_marked_with_a_sign_and_words(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    expect(rows(page).nth(0)).to_contain_text("??gives away the win")
    expect(rows(page).nth(2)).to_contain_text("best")
    expect(rows(page).nth(6)).to_contain_text("?gives away 4 points")
    expect(page.locator("#turning")).to_have_text(
        "Turning point: move 2, 3,3 by Second: gives away the win."
    )
    accuracy = page.locator("#marks tr").nth(0).locator("td").nth(0)
    expect(accuracy).to_have_text(re.compile(r"\d+\s%"))


def test_what_the_other_owned_is_captured(visit: Visit, thinking_site: Server) -> None:
    record = {"book": "flip", "board": [[1, 2], [3, 4]], "moves": ["1,1", "1,2"]}
    page = open_review(visit, thinking_site, record, ply=2)
    expect(verdict(page)).to_contain_text("claimed 2 at 1,2 and captured 1.")


def test_stepping_by_keys_buttons_and_list(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    page.keyboard.press("End")
    at_ply(page, 9)
    assert "First wins" in said(page)
    page.keyboard.press("ArrowLeft")
    at_ply(page, 8)
    page.keyboard.press("Home")
    at_ply(page, 0)
    page.get_by_role("button", name="One move on").click()
    at_ply(page, 1)
    assert said(page).startswith("Move 1. First claimed 9 at 1,3. Gives away the win. Second wins by ")
    page.keyboard.press("m")
    at_ply(page, 2)
    page.keyboard.press("Shift+M")
    at_ply(page, 1)
    rows(page).nth(4).click()
    at_ply(page, 5)
    page.keyboard.press("ArrowDown")  # in the list, where the focus is
    at_ply(page, 6)
    expect(rows(page).nth(5).locator("button")).to_be_focused()


def test_the_curve_is_clicked_and_is_a_slider(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    curve = page.get_by_role("slider", name="The course of the game")
    point = curve.locator(".point").nth(4).bounding_box()
    assert point is not None
    page.mouse.click(point["x"] + point["width"] / 2, point["y"] + 30)
    at_ply(page, 4)
    curve.focus()
    page.keyboard.press("ArrowRight")
    at_ply(page, 5)
    page.keyboard.press("ArrowUp")
    at_ply(page, 6)
    expect(curve).to_have_attribute("aria-valuenow", "6")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("^Move 6 of 9: 3,4, already lost; "))
    page.keyboard.press("Home")
    at_ply(page, 0)


def test_a_game_without_margins_has_a_curve_of_three_heights(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, CHAIN)
    levels = page.locator("#curve .scale")
    expect(levels).to_have_text(["wins", "draw", "wins"])
    line = page.locator("#curve polyline.line").get_attribute("points")
    assert line is not None
    walk = page.request.post(f"{thinking_site.url}/api/walk", data=CHAIN).json()
    heights = [ply["height"] for ply in walk["plies"]]
    drawn = [float(point.split(",")[1]) for point in line.split(" ")]
    assert set(heights) == {0, 1}
    assert [height > min(drawn) for height in drawn] == [height == 0 for height in heights]


# --- Lines ---


def test_the_better_line_is_played_through_on_the_board(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP, 2)
    best = solved(page, SWEEP, SWEEP["moves"][:1])
    better = verdict(page).locator(".line").first
    expect(better).to_contain_text("Better")
    better.locator(".step").first.click()
    expect(page.locator("#where")).to_have_text(re.compile(r"Line 1/\d"))
    first = better.locator(".step").first.text_content()
    assert first in best["best"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(re.compile(r"Line 2/\d"))
    played = verdict(page).locator(".step").all_text_contents()
    here = [SWEEP["moves"][0], *played[:2]]
    turn = Position.from_record({**SWEEP, "moves": here}).turn
    assert turn is not None
    expect(page.locator(".cell.valued").first).to_be_visible()
    each = solved(page, SWEEP, here)["each"]
    assert worths(page) == {move: written(worth, turn) for move, worth in each.items()}
    page.keyboard.press("Escape")
    at_ply(page, 2)
    page.keyboard.press("b")
    expect(page.locator("#where")).to_have_text(re.compile(r"Line 1/\d"))
    page.keyboard.press("ArrowLeft")  # before its first move is the game
    at_ply(page, 2)


def test_the_refutation_is_played_to_its_end(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, FIFTEEN, 1)
    runs_into = verdict(page).locator(".line", has_text="It runs into")
    runs_into.locator(".step").first.click()
    page.keyboard.press("End")
    expect(verdict(page)).to_contain_text("Bob <i> wins")
    page.get_by_role("button", name="Back to the game").click()
    at_ply(page, 1)


def test_another_move_can_be_tried_and_an_impossible_one_is_explained(
    visit: Visit, thinking_site: Server
) -> None:
    page = open_review(visit, thinking_site, KOMI, 1)
    cell(page, "1,1").click()  # what was played
    at_ply(page, 2)
    page.keyboard.press("ArrowLeft")
    cell(page, "1,3").click()
    expect(verdict(page)).to_contain_text("What if")
    expect(verdict(page)).to_contain_text("With perfect play: Second wins")
    page.keyboard.press("Escape")
    at_ply(page, 1)
    cell(page, "2,2").click(force=True)  # free, but out of reach
    expect(verdict(page).locator(".error")).to_contain_text("out of reach")
    at_ply(page, 1)


def test_swap_is_a_button(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWAP, 1)
    page.locator("#words").get_by_role("button", name="Swap").click()
    at_ply(page, 2)
    expect(verdict(page)).to_contain_text("Second swapped")


# --- Bringing a record ---


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "There is nothing here yet"),
        ("moves: 1,1", "not a JSON object"),
        ("[1, 2]", "a record is a JSON object with a book"),
        ('{"book": "grow", "moves": []}', 'it has no "board"'),
        ('{"book": "chess", "board": [[1]], "moves": []}', "chess"),
        (
            json.dumps({**SWEEP, "moves": ["1,3", "1,3"]}),
            "Cell 1,3 is already claimed, after 1 move",
        ),
        ("[" * 70_000, "too large"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(
    visit: Visit, site: Server, text: str, problem: str
) -> None:
    page = visit(f"{site.url}/review", forgive=("422",))
    page.get_by_label("Record").fill(text)
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#record-error")).to_contain_text(problem)
    expect(page.locator("#review")).to_be_hidden()


def test_a_record_is_pasted_chosen_as_a_file_dropped_or_an_example(
    visit: Visit, thinking_site: Server, tmp_path: Path
) -> None:
    page = visit(f"{thinking_site.url}/review")
    page.get_by_label("Record").fill(json.dumps(SWEEP))
    page.get_by_role("button", name="Review").click()
    gone_over(page)
    page.get_by_role("button", name="Another game").click()

    file = tmp_path / "games.jsonl"
    file.write_text(f"{json.dumps(CHAIN)}\n{json.dumps(SWEEP)}\n")
    page.locator("#file").set_input_files(file)
    gone_over(page)
    expect(rows(page)).to_have_count(len(CHAIN["moves"]))
    page.get_by_role("button", name="Another game").click()

    dropped = page.evaluate_handle(
        """text => {
             const data = new DataTransfer();
             data.items.add(new File([text], "game.json"));
             return data;
           }""",
        json.dumps(FIFTEEN),
    )
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    gone_over(page)
    expect(page.locator("#about")).to_contain_text("Ann against Bob <i>.")
    page.get_by_role("button", name="Another game").click()

    page.get_by_role("button", name="Fifteen").click()
    gone_over(page)


def test_a_record_in_a_link_opens_at_its_ply_and_is_kept_there(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP, 7)
    at_ply(page, 7)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"/review#6\."))
    page.reload()
    gone_over(page)
    at_ply(page, 6)
    page.keyboard.press("s")
    link = page.get_by_label("Link").input_value()
    assert link == page.url
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Record").click()
    assert json.loads(Path(download.value.path()).read_text()) == SWEEP
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    other = visit(link)
    gone_over(other)
    at_ply(other, 6)


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        (packed({**SWEEP, "players": ["x" * 70_000, "y"]}, 1), "too large"),
        ("#3.broken", "cannot be read"),
        (packed({"book": "grow"}, 1), "board"),
    ],
)
def test_a_link_that_holds_no_game_says_so(visit: Visit, site: Server, address: str, problem: str) -> None:
    page = visit(f"{site.url}/review{address}", forgive=("422",))
    expect(page.locator("#record-error")).to_contain_text(problem)


# --- Games of this server ---


def game_of(context: BrowserContext, site: Server, record: dict[str, Any], **wish: Any) -> str:
    """A game with the moves of a record."""
    return begin(context, site, book=record["book"], board=record["board"], moves=record["moves"], **wish)


def test_a_game_is_reviewed_by_the_names_of_its_seats(visit: Visit, thinking_site: Server) -> None:
    page = visit()
    address = game_of(page.context, thinking_site, SWEEP, first="level:3")
    page.goto(f"{address}/review#3")
    gone_over(page)
    at_ply(page, 3)
    expect(page.locator("#about")).to_contain_text("Level 3 against you.")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"{address}/review#4")
    page.keyboard.press("s")
    assert page.get_by_label("Link").input_value() == f"{address}/review#4"
    with page.expect_download() as download:
        page.get_by_role("link", name="Picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.goto(f"{address}/review#mistake")
    gone_over(page)
    at_ply(page, 2)  # mine, not the first of all


def test_a_game_between_two_people_is_closed_until_it_is_over(visit: Visit, thinking_site: Server) -> None:
    begun = {**SWEEP, "moves": SWEEP["moves"][:4]}
    page = visit()
    address = game_of(page.context, thinking_site, begun, sit=[1])
    page.goto(f"{address}/review")
    expect(page.get_by_role("main")).to_contain_text("Its review opens when it is over.")
    version = page.request.get(address.replace("/games/", "/api/games/")).json()["version"]
    page.request.post(f"{address.replace('/games/', '/api/games/')}/resign", data={"version": version})
    page.reload()
    gone_over(page)
    page.keyboard.press("End")
    expect(verdict(page)).to_contain_text("You resigned: your opponent wins.")
    expect(page.locator(".cell.valued").first).to_be_visible()  # it could have gone on


def test_names_stand_in_sentences_as_they_should(visit: Visit, thinking_site: Server) -> None:
    page = visit()
    page.goto(f"{game_of(page.context, thinking_site, SWEEP, first='level:3')}/review#2")
    gone_over(page)
    expect(page.locator("#turning")).to_contain_text("3,3 by you: gives away the win.")
    expect(verdict(page)).to_contain_text("it was: you win by")
    expect(page.locator("#curve-words")).to_contain_text("Up is good for Level 3, down for you.")
    expect(page.locator("#about")).to_contain_text("Level 3 against you.")
    page.get_by_role("button", name="Learn").click()
    expect(page.locator("#learn")).to_contain_text("Move 2: you are to move.")


def test_a_game_played_by_both_on_one_screen_is_open_to_them_alone(
    visit: Visit, thinking_site: Server
) -> None:
    begun = {**SWEEP, "moves": SWEEP["moves"][:4]}
    page = visit()
    address = game_of(page.context, thinking_site, begun)
    page.goto(f"{address}/review")
    gone_over(page)
    page.keyboard.press("End")
    expect(page.locator(".cell.valued").first).to_be_visible()
    other = visit(f"{address}/review")
    expect(other.get_by_role("main")).to_contain_text("Its review opens when it is over.")


def test_playing_on_from_a_ply(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP, 4)
    page.keyboard.press("p")
    page.get_by_label("Against").select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/games/"))
    game = page.request.get(page.url.replace("/games/", "/api/games/")).json()
    assert game["moves"] == SWEEP["moves"][:4]
    assert game["board"] == SWEEP["board"]
    assert game["players"] == ["human", "human"]


# --- Waiting ---


def test_a_busy_server_is_asked_again(visit: Visit, thinking_site: Server) -> None:
    page = visit(forgive=("503",))
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.fallback()
            return
        refused.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"error": "too much to do"})

    page.route("**/api/walk", refuse_once)
    page.goto(f"{thinking_site.url}/review{packed(SWEEP, 2)}")
    expect(page.locator("#going")).to_contain_text("trying again in 1 s")
    at_ply(page, 2)  # one can step meanwhile
    gone_over(page)
    expect(page.locator("#going")).to_be_hidden()


def test_a_solver_that_is_getting_ready_is_told(visit: Visit, thinking_site: Server) -> None:
    page = visit()
    held: list[Route] = []
    page.route("**/api/walk", lambda route: held.append(route))
    page.route("**/healthz", lambda route: route.fulfill(json={"status": "ok", "solver": "warming"}))
    page.goto(f"{thinking_site.url}/review{packed(SWEEP, 2)}")
    expect(page.locator("#going")).to_contain_text("The solver is getting ready")
    held[0].continue_()
    gone_over(page)


def test_going_over_a_game_can_be_cancelled_and_begun_again(visit: Visit, thinking_site: Server) -> None:
    page = visit(forgive=("ERR_FAILED", "ERR_ABORTED"))
    held: list[Route] = []
    page.route("**/api/walk", lambda route: held.append(route))
    page.goto(f"{thinking_site.url}/review{packed(SWEEP, 2)}")
    expect(page.locator("#going")).to_contain_text("Reviewing the game")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#going")).to_contain_text("The review was cancelled")
    page.unroute("**/api/walk")
    page.get_by_role("button", name="Review").click()
    gone_over(page)


def test_what_was_not_solved_in_time_is_said(visit: Visit, thinking_site: Server) -> None:
    page = visit()

    def forget(route: Route) -> None:
        walk = route.fetch().json()
        walk["moves"][0] |= {
            "verdict": "not solved",
            "mark": "unknown",
            "is_mistake": False,
            "best": [],
            "result_lost": 0,
        }
        walk["plies"][0] |= {"winner": None, "margin": None, "height": None, "exact": False, "line": []}
        for worth in walk["plies"][0]["each"].values():
            worth |= {"winner": None, "margin": None, "result": None}
        walk["solved"] = False
        route.fulfill(json=walk)

    page.route("**/api/walk", forget)
    page.goto(f"{thinking_site.url}/review{packed(SWEEP, 0)}")
    gone_over(page)
    expect(verdict(page)).to_contain_text("could not be solved in time; the numbers with ~ are estimates")
    expect(page.locator("#turning")).to_contain_text("Move 1 could not be solved in time")
    expect(page.locator("#curve .unknown")).to_have_text("?")
    assert all("~" in worth for worth in worths(page).values())


# --- Everybody ---


def test_keys_are_listed_and_letters_can_be_switched_off(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.get_by_label("Letters, digits and ? are keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.get_by_role("button", name="Values")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    at_ply(page, 1)


def test_the_board_is_reached_and_left_by_keys(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP)
    cell(page, "1,1").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "1,3")).to_be_focused()
    at_ply(page, 0)
    page.keyboard.press("Enter")  # the move that was played
    at_ply(page, 1)
    page.keyboard.press("j")
    at_ply(page, 2)


def no_sideways(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def test_every_view_is_accessible(visit: Visit, thinking_site: Server) -> None:
    page = visit(f"{thinking_site.url}/review")
    expect(page.locator("#examples button").first).to_be_visible()
    assert_accessible(page)
    page = open_review(visit, thinking_site, SWAP, 3)
    assert_accessible(page)
    page.keyboard.press("p")
    expect(page.get_by_role("dialog").get_by_label("Against")).to_have_value("level:3")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("#learn")).to_be_visible()
    assert_accessible(page)


def test_nothing_is_wider_than_a_small_phone(visit: Visit, thinking_site: Server) -> None:
    page = visit(f"{thinking_site.url}/review", viewport={"width": 320, "height": 640})
    no_sideways(page)
    page = open_review(visit, thinking_site, FIFTEEN, 1, viewport={"width": 320, "height": 640})
    no_sideways(page)
    page.keyboard.press("b")
    expect(page.locator("#where")).to_contain_text("Line")
    no_sideways(page)
    page.keyboard.press("Escape")
    for key, name in (("s", "Share"), ("p", "Play on from here"), ("?", "Keys")):
        dialog = page.get_by_role("dialog", name=name)
        page.keyboard.press(key)
        expect(dialog).to_be_visible()
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        no_sideways(page)
        page.keyboard.press("Escape")  # closed at once: the next key is not lost
    page.keyboard.press("l")
    expect(page.locator("#learn")).to_be_visible()
    no_sideways(page)


def test_on_a_phone_board_verdict_curve_and_list_follow(visit: Visit, thinking_site: Server) -> None:
    page = open_review(visit, thinking_site, SWEEP, 2, viewport={"width": 390, "height": 844})
    boxes = [
        page.locator(part).bounding_box() for part in ("#board", "#steps", "#verdict", "#course", "#moves")
    ]
    tops = [box["y"] for box in boxes if box is not None]
    assert len(tops) == len(boxes)
    assert tops == sorted(tops)
    board = boxes[0]
    assert board is not None
    assert board["y"] + board["height"] < 844
    rows(page).nth(8).click()
    expect(page.locator("#board")).to_be_in_viewport()
