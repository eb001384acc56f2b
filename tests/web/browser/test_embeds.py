"""Boards in other people's pages, as their readers meet them."""

import html
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fivesquare as fs
from fivesquare.web.embeds.board_script import board_script
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
Show = Callable[..., Page]


class _Pages(BaseHTTPRequestHandler):
    """Somebody's site, which allows pages no more than they need."""

    pages: dict[str, str]

    def do_GET(self) -> None:
        body = board_script() if self.path.endswith(".js") else self.pages[self.path]
        self.send_response(200)
        kind = "text/javascript" if self.path.endswith(".js") else "text/html; charset=windows-1252"
        self.send_header("content-type", kind)
        self.send_header("content-security-policy", STRICT)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def show(visit: Visit) -> Iterator[Show]:
    """Show elements in a page of another site."""
    pages = dict[str, str]()
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Pages", (_Pages,), {"pages": pages})) as server:
        Thread(target=server.serve_forever, daemon=True).start()

        def shown(*elements: str, **options: Any) -> Page:
            head = '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>'
            pages["/"] = "".join([head, *elements, '</main><script src="fivesquare-board.js"></script>'])
            return visit(f"http://127.0.0.1:{server.server_port}/", **options)

        yield shown
        server.shutdown()


def element(record: Any, **attributes: Any) -> str:
    written = record if isinstance(record, str) else json.dumps(record)
    others = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f'<fivesquare-board record="{html.escape(written)}" {others}>A board.</fivesquare-board>'


def record_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("document.querySelector('fivesquare-board').record")
    return found


def said(page: Page) -> Any:
    return page.locator("fivesquare-board").get_by_role("status")


# --- Playing ---


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_game_by_clicks_ends_as_by_the_rules(show: Show, book: str) -> None:
    page = show(element(fs.start(book, seed=3).to_record()))
    position = fs.start(book, seed=3)
    while not position.is_over:
        move = position.legal[len(position.moves) % len(position.legal)]
        if move == "stop":
            page.get_by_role("button", name="Stop").click()
        else:
            page.locator(f"[data-cell='{move}']").click()
        position = position.play(move)
    assert record_of(page) == position.to_record()
    assert position.outcome is not None
    expect(said(page)).to_contain_text(["draw", "First wins", "Second wins"][position.outcome.winner])
    page.get_by_role("button", name="Undo").click()
    assert record_of(page)["moves"] == list(position.moves[:-1])
    page.get_by_role("button", name="Start again").click()
    assert record_of(page)["moves"] == []


def test_moves_are_told_to_the_page(show: Show) -> None:
    page = show(element(SWEEP.play("2,2").to_record()))
    page.evaluate("addEventListener('move', (event) => { window.told = event.detail; })")
    page.locator("[data-cell='1,3']").click()
    assert page.evaluate("told") == {"move": "1,3", "record": SWEEP.play("2,2").play("1,3").to_record()}
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()  # the page began here


@pytest.mark.parametrize("computer", [1, 2])
def test_the_computer_plays_perfectly(show: Show, computer: int) -> None:
    page = show(element(SWEEP.to_record(), computer=computer))
    position = SWEEP
    while not position.is_over:
        if position.turn != computer:
            page.locator(f"[data-cell='{position.legal[-1]}']").click()
            position = position.play(position.legal[-1])
        else:
            best = fs.solve(position).best
            page.wait_for_function(
                "(moves) => document.querySelector('fivesquare-board').record?.moves.length > moves",
                arg=len(position.moves),
            )
            assert record_of(page)["moves"][len(position.moves)] in best
            position = position.play(record_of(page)["moves"][len(position.moves)])
    expect(said(page)).to_contain_text("win")


def test_a_board_too_large_to_solve_has_a_computer_all_the_same(show: Show) -> None:
    page = show(element(fs.start("chain", size=(8, 8)).to_record(), computer=1))
    expect(page.locator(".cell.first")).to_have_count(1, timeout=60_000)
    expect(said(page)).to_contain_text("Your turn.")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()  # no move of a person's yet


def test_on_a_phone_a_first_touch_previews_and_a_second_claims(show: Show) -> None:
    page = show(element(SWEEP.to_record()), viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator("[data-cell='2,2']").tap()
    expect(said(page)).to_have_text(
        "2,2 claims 9 and takes 3, 2, 1 and 4 along: 19 to 0. Tap again to claim it."
    )
    assert record_of(page)["moves"] == []
    page.locator("[data-cell='2,2']").tap()
    expect(said(page)).to_contain_text("Second\u2019s turn.")
    assert record_of(page)["moves"] == ["2,2"]


# --- Values and replays ---


def test_values_are_those_of_the_solver(show: Show) -> None:
    page = show(element(SWEEP.to_record(), mode="values"))
    expect(said(page)).to_contain_text("Best: 2,2, which wins by")
    for cell, worth in fs.solve(SWEEP).each.items():
        label = page.locator(f"[data-cell='{cell}']").get_attribute("aria-label") or ""
        word = {1: "wins", 2: "loses", 0: "draw"}[worth.winner]
        assert f"{word} by {abs(worth.margin or 0)} point" in label
    page.get_by_role("button", name="Values").click()
    expect(page.locator(".worth")).to_have_count(0)
    expect(said(page)).to_have_text("First\u2019s turn.")


def test_a_game_to_step_through(show: Show) -> None:
    end = SWEEP.play("2,2").play("1,3")
    page = show(element(end.to_record(), mode="replay", ply=1))
    expect(page.locator(".place")).to_have_text("1 of 2")
    page.get_by_role("button", name="One move on").click()
    expect(said(page)).to_contain_text("Second claimed 8 at 1,3")
    expect(page.get_by_role("button", name="To the end")).to_be_disabled()
    page.locator("[data-cell='1,1']").click(force=True)  # nothing can be claimed here
    expect(page.locator(".place")).to_have_text("2 of 2")
    page.get_by_role("button", name="To the opening").click()
    expect(said(page)).to_have_text("First\u2019s turn.")


def test_attributes_may_change(show: Show) -> None:
    page = show(element(SWEEP.to_record()))
    page.evaluate(
        "(record) => document.querySelector('fivesquare-board').setAttribute('record', record)",
        json.dumps(fs.start("chain").to_record()),
    )
    expect(page.locator(".cell")).to_have_count(25)
    page.evaluate("document.querySelector('fivesquare-board').setAttribute('ply', 'last')")
    expect(page.get_by_role("alert")).to_contain_text(
        "\u201cply\u201d is a number of moves, not \u201clast\u201d."
    )
    page.evaluate("document.querySelector('fivesquare-board').setAttribute('mode', 'watch')")
    expect(page.get_by_role("alert")).to_have_text(
        "This board cannot be shown. The attribute “mode” must be one of play, values, replay, not “watch”."
    )


def test_a_wrong_record_leaves_what_the_page_has_for_such_a_case(show: Show) -> None:
    page = show(element("{"))
    expect(page.get_by_text("A board.")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("is not JSON")


def test_several_boards_do_not_meet(show: Show) -> None:
    boards = [element(fs.start(book, seed=1).to_record(), mode="values") for book in fs.CATALOGUE]
    page = show(*boards)
    for place in range(len(boards)):
        expect(page.get_by_role("status").nth(place)).to_contain_text("Best:")
    page.locator(".cell.open").first.click()
    expect(page.get_by_role("status").first).to_contain_text("First claimed")
    expect(page.get_by_role("status").nth(1)).not_to_contain_text("claimed")


# --- For everybody, everywhere ---


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_boards_are_accessible(show: Show, theme: str) -> None:
    page = show(element(SWEEP.to_record(), mode="values", theme=theme))
    expect(said(page)).to_contain_text("Best:")
    assert_accessible(page)


def test_one_file_is_enough(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "board.html"
    path.write_text(fs.show(SWEEP, "values").html(), encoding="utf-8")
    page = visit(path.as_uri())
    expect(said(page)).to_contain_text("Best: 2,2")


def test_a_notebook_gives_the_board_the_room_it_needs(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><title>A notebook</title>{fs.show(SWEEP)._repr_html_()}")
    page = visit(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("[data-cell='2,2']").click()
    expect(frame.get_by_role("status")).to_contain_text("Second\u2019s turn.")
    page.wait_for_function(
        "() => { const root = document.querySelector('iframe').contentDocument.documentElement;"
        " return root.scrollHeight <= root.clientHeight; }"
    )
