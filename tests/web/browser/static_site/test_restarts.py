"""Python is ended when it searches for no one, and begun again when it has died; then it answers."""

import random
from typing import Any

from playwright.sync_api import expect

import fivesquare as fs
from web.browser.conftest import Visit
from web.browser.records import SWEEP
from web.browser.reviewed import packed
from web.browser.static_site.reader import asked, expect_running, expect_worths
from web.built_site import Host

LONG = 400  # milliseconds; a page that asked for so long ends the search, and asks a new worker

GIVE_UP = """([address, record, wait]) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), wait);
    const question = { method: "POST", body: JSON.stringify(record), signal: stop.signal };
    return fetch(address, question).then((answer) => answer.status, (error) => error.name);
}"""


def large() -> dict[str, Any]:
    """The beginning of a game that no search gets to the end of."""
    numbers = list(range(1, 65))
    random.Random(8).shuffle(numbers)
    board = [numbers[row : row + 8] for row in range(0, 64, 8)]
    return {"book": {"like": "flip", "size": [8, 8]}, "board": board, "moves": []}


def test_what_is_given_up_is_ended_and_the_next_question_answered(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}rules/")
    expect_running(page)
    name = page.evaluate(GIVE_UP, [f"{host.path}api/solve", large(), LONG])
    assert (name, page.evaluate("fivesquare.marks.restarts")) == ("AbortError", 1)
    assert asked(page, host, "books", {"book": "sweep"})["size"] == [3, 3]


def test_another_position_is_answered(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}analysis/{packed(large(), 0)}")
    expect_running(page)
    expect(page.locator("html[data-values=asked]")).to_be_attached()
    record = {**SWEEP, "moves": SWEEP["moves"][:3]}
    page.evaluate("(hash) => { location.hash = hash; }", packed(record, 3))
    expect_worths(page, fs.Position.from_record(record))


def test_another_page_is_answered_while_the_search_is_left(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}analysis/{packed(large(), 0)}")
    expect_running(page)
    expect(page.locator("html[data-values=asked]")).to_be_attached()
    page.goto(f"{host.url}rules/")
    expect_running(page)
    assert asked(page, host, "books", {"book": "sweep"})["size"] == [3, 3]


def test_a_program_that_has_died_is_begun_again(visit: Visit, host: Host) -> None:
    page = visit(f"{host.url}rules/", forgive=("it has died",))
    expect_running(page)
    for worker in page.workers:
        worker.evaluate("() => { JSON.parse = () => { throw new Error('it has died'); }; }")
    assert asked(page, host, "books", {"book": "sweep"})["size"] == [3, 3]
    assert page.evaluate("fivesquare.marks.restarts") == 1
