"""What somebody does on the static site, by clicks: games of every kind, and all that is about them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import fivesquare as fs
from fivesquare.books import CATALOGUE
from web.browser.conftest import Visit
from web.browser.records import SWEEP
from web.browser.reviewed import at_ply, gone_over, packed, rows, worths
from web.browser.static_site.reader import (
    asked,
    begun,
    exact_worths,
    expect_running,
    expect_worths,
    game_of,
    id_of,
)
from web.browser.table import cell, choose, open_sheet, play_to_the_end, start_from_home
from web.built_site import Host

QUICKLY = ("flip", "chain", "fifteen")
PUZZLE = "book=sweep&difficulty=easy&seed=3"
OWN: dict[str, Any] = {"title": "Land rush", "size": [3, 4]}


def record_of(game: dict[str, Any]) -> dict[str, Any]:
    return {key: game[key] for key in ("book", "board", "moves")}


def start(page: Page, book: str) -> None:
    """Start a game from home: by one press, or by the form of the game."""
    if book in QUICKLY:
        start_from_home(page, book)
    else:
        open_sheet(page, book)
        choose(page, "begins", "other")
        page.locator("#sheet").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/games/"))


@pytest.mark.parametrize("book", CATALOGUE)
def test_a_whole_game_of_each_book_is_played_to_its_end(
    visit: Visit, regular: BrowserContext, host: Host, book: str
) -> None:
    page = visit(host.url, context=regular)
    start(page, book)
    play_to_the_end(page)
    game = game_of(page, host)
    mine = 1 if book in QUICKLY else 2
    assert game["players"][2 - mine] == "level:1"
    end = fs.Position.from_record(record_of(game))
    assert end.outcome is not None
    assert (game["winner"], list(game["scores"])) == (end.outcome.winner, list(end.scores))
    wins = {0: "draw", mine: "You win!"}.get(game["winner"], "Level 1 wins.|So close.")
    expect(page.locator("#result h2")).to_have_text(re.compile(wins, re.IGNORECASE))
    expect(page.locator("#result .next .button")).to_be_visible()


def test_a_game_is_gone_over(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(host.url, context=regular)
    begun(page, host)
    play_to_the_end(page)
    position = fs.Position.from_record(record_of(game_of(page, host)))
    page.locator("#review").click()
    gone_over(page)
    page.keyboard.press("Home")
    at_ply(page, 0)
    expect(rows(page)).to_have_count(len(position.moves))
    assert worths(page) == exact_worths(position.history()[0])


def test_a_puzzle_is_missed_and_solved(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(f"{host.url}puzzles/?{PUZZLE}", context=regular)
    expect(page.locator("#say")).to_contain_text("Exactly one of")
    posed = asked(page, host, f"puzzles?{PUZZLE}")
    wrong = next(move for move in posed["view"]["legal"] if move not in posed["right"])
    cell(page, wrong).click()
    expect(page.locator("#say")).to_have_text(f"No. {posed['why'][wrong]} Try another.")
    cell(page, posed["right"][0]).click()
    expect(page.locator("#say")).to_have_text(f"Right. {posed['why'][posed['right'][0]]}")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#say")).to_contain_text("Exactly one of")
    assert PUZZLE not in page.url


def test_a_step_of_a_lesson_is_taken(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(f"{host.url}learn/", context=regular)
    page.locator("main").get_by_role("link", name="Sweep", exact=False).first.click()
    page.wait_for_url(re.compile("/learn/sweep/"))
    first, second = asked(page, host, "lessons", {"book": "sweep"})["exercises"][:2]
    expect(page.locator("#task")).to_have_text(first["task"])
    cell(page, next(move for move, answer in first["answers"].items() if answer["right"])).click()
    expect(page.locator("#task")).to_have_class(re.compile("good"))
    page.locator("#next").click()
    expect(page.locator("#task")).to_have_text(second["task"])


def test_the_analysis_board_shows_exact_values(visit: Visit, regular: BrowserContext, host: Host) -> None:
    record = {**SWEEP, "moves": SWEEP["moves"][:3]}
    page = visit(f"{host.url}analysis/{packed(record, 3)}", context=regular)
    expect_worths(page, fs.Position.from_record(record))


def test_the_puzzle_of_the_day_keeps_its_streak(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(f"{host.url}daily/", context=regular)
    expect(page.locator("[data-say]")).to_contain_text("only one way wins")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    for claim in asked(page, host, f"daily/{today}")["claims"]:
        expect(page.locator(".board[data-active]")).to_be_visible()
        cell(page, claim["right"]).click()
        done = re.compile(f"{re.escape(claim['kept'])}|Solved!")
        expect(page.locator("[data-say]").or_(page.locator("#verdict")).first).to_contain_text(done)
    streak = page.locator(".result .streak strong")
    expect(streak).to_have_text("1")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Solved!")
    expect(streak).to_have_text("1")


def test_a_game_of_ones_own_is_made_and_played(visit: Visit, regular: BrowserContext, host: Host) -> None:
    page = visit(f"{host.url}make/", context=regular)
    page.get_by_label("What is it called?").fill(OWN["title"])
    rows_of_it, columns = OWN["size"]
    page.get_by_label("Rows").fill(str(rows_of_it))
    page.get_by_label("Columns").fill(str(columns))
    expect(page.locator("[data-certainty]")).not_to_be_empty()
    page.get_by_role("button", name="Play Land rush").click()
    page.wait_for_url(re.compile("/games/"))
    play_to_the_end(page)
    game = game_of(page, host)
    assert (game["title"], len(game["board"]), len(game["board"][0])) == (OWN["title"], *OWN["size"])
    assert game["over"]


def test_my_games_lists_them_and_saves_a_copy_that_can_be_opened(
    visit: Visit, host: Host, tmp_path: Path
) -> None:
    page = visit(host.url)
    begun(page, host)
    play_to_the_end(page)
    game = game_of(page, host)
    page.get_by_role("navigation", name="Site").get_by_role("link", name="My games").click()
    listed = page.locator(".table-games a")
    expect(listed).to_have_attribute("href", re.compile(re.escape(game["id"])))
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy").click()
    saved.value.save_as(tmp_path / "copy.json")
    (copied,) = json.loads((tmp_path / "copy.json").read_text())["games"]
    assert record_of(copied["record"]) == record_of(game)

    other = visit(f"{host.url}review/")  # another browser, that knows nothing of it
    expect_running(other)
    (tmp_path / "game.json").write_text(json.dumps(copied["record"]))
    other.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    gone_over(other)
    expect(rows(other)).to_have_count(len(game["moves"]))


def test_what_is_forgotten_is_painted_nowhere(visit: Visit, host: Host) -> None:
    page = visit(host.url)
    begun(page, host)
    game = id_of(page)
    expect(page.locator("html[data-painted]")).to_be_attached()
    assert game in page.evaluate("JSON.stringify(localStorage)")
    page.goto(f"{host.url}me/")
    page.get_by_role("button", name="Add your name").click()
    page.get_by_label("Your name").fill("Mara")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mara")
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    expect(page.get_by_role("heading", name="Your ladder starts here")).to_be_visible()
    assert game not in page.evaluate("JSON.stringify(localStorage)")
