"""A browser without room, and parts of the site that do not load: the page says so, and loses nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from web.browser.conftest import Visit
from web.browser.static_site.reader import begun, expect_answered, expect_running, expect_turn, game_of
from web.browser.static_site.versions import write_changed
from web.browser.table import ACTIVE_CELL, claim_any, expect_settled, moves, start_from_home
from web.built_site import Host, hosting

KEEPS_NOTHING = "This browser keeps nothing for this site"
CANNOT_SAVE = "This browser cannot save what you do now"
ROOM = 1 << 20  # bytes
PROVOKED = (
    "net::ERR",
    "Failed to fetch",
    "fetch",
    "WebAssembly",
    "wasm",
    "could not be loaded",
    "503",
    "not kept",
)

_REFUSED = ("indexedDB.open(", "refusedHere.open(")  # a name that there is not: as surely refused
_FILL = """async () => {
    const opened = await new Promise((resolve) => {
        const request = indexedDB.open("of another page", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("all");
        request.onsuccess = () => resolve(request.result);
    });
    const noise = String.fromCharCode(...Array.from({ length: 1 << 15 }, () => 32 + 90 * Math.random()));
    for (let [size, count] = [noise.length, 0]; size >= 16; count += 1) {
        const transaction = opened.transaction("all", "readwrite");
        transaction.objectStore("all").put(noise.slice(0, size), count);
        const isThere = await new Promise((resolve) => {
            transaction.oncomplete = () => resolve(true);
            transaction.onabort = () => resolve(false);
        });
        if (!isThere) size >>= 1;
    }
}"""


def note(page: Page) -> str:
    return page.locator(".site-note").inner_text()


def limit(page: Page, host: Host, size: int) -> None:
    """Let the origin of a host have so much room for all that it keeps."""
    session: CDPSession = page.context.new_cdp_session(page)
    origin = host.url.removesuffix(host.path)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": size})


def expect_playable(page: Page) -> None:
    """A game begins, and the computer answers."""
    start_from_home(page, "sweep")
    page.wait_for_url(re.compile("/games/"))
    expect_turn(page)
    page.locator(ACTIVE_CELL).first.click()
    expect_answered(page)


def test_a_browser_that_refuses_storage_is_told_and_plays(
    visit: Visit, built_site: Path, tmp_path: Path
) -> None:
    write_changed(built_site, tmp_path / "site", {"app/documents.js": _REFUSED})
    with hosting(tmp_path / "site") as host:
        page = visit(host.url)
        expect(page.locator(".site-note")).to_contain_text(KEEPS_NOTHING)
        expect_playable(page)
        expect(page.locator(".site-note")).to_contain_text(KEEPS_NOTHING)


def test_a_disk_that_is_full_from_the_start_is_told(visit: Visit, host: Host) -> None:
    page = visit(forgive=PROVOKED)
    limit(page, host, 1)
    page.goto(host.url)
    expect(page.locator(".site-note")).to_contain_text(KEEPS_NOTHING)
    assert "storage is full" in note(page)


def test_a_disk_that_is_full_in_mid_game_loses_no_claim(visit: Visit, host: Host) -> None:
    page = visit(forgive=PROVOKED)
    limit(page, host, ROOM)
    page.goto(host.url)
    begun(page, host)
    claim_any(page)
    expect_answered(page)
    known = game_of(page, host)["moves"]
    page.evaluate(_FILL)
    page.locator(ACTIVE_CELL).first.click()
    expect(page.locator(".site-note")).to_contain_text(CANNOT_SAVE)
    expect(page.locator(".cell.pending")).to_have_count(1)
    assert game_of(page, host)["moves"] == known

    limit(page, host, 100 * ROOM)  # there is room again
    expect(page.locator(".site-note")).to_have_count(0)
    expect(moves(page).nth(3)).to_be_visible()
    expect_settled(page)
    assert game_of(page, host)["moves"][: len(known)] == known


@pytest.mark.parametrize(
    "part", ["worker.js", "documents.js", "pyodide.mjs", "pyodide.asm.wasm", "python.zip.gz", "code.wasm"]
)
def test_a_program_that_cannot_be_started_says_so(visit: Visit, host: Host, part: str) -> None:
    page = visit(forgive=PROVOKED)
    page.route(f"**/{part}", lambda route: route.abort())
    page.goto(host.url)
    expect(page.locator(".site-note")).to_contain_text("The program could not be started")
    page.unroute(f"**/{part}")
    page.reload()
    expect_running(page)
    expect(page.locator(".site-note")).to_have_count(0)


@pytest.mark.parametrize("path", ["", "make/"])
def test_a_script_that_does_not_load_is_told_and_loaded_again(visit: Visit, host: Host, path: str) -> None:
    page = visit(forgive=PROVOKED)
    scripts = re.compile(r"/static/\w+/(home|make)\.bundle\.js")
    page.route(scripts, lambda route: route.abort())
    page.goto(f"{host.url}{path}")
    expect(page.locator(".site-note")).to_contain_text("A part of this page has not loaded")
    page.unroute(scripts)
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.locator(".site-note")).to_have_count(0)


def test_without_its_first_script_a_page_says_what_is_wrong(visit: Visit, host: Host) -> None:
    page = visit(forgive=PROVOKED)
    page.route("**/boot.js", lambda route: route.abort())
    page.goto(host.url)
    expect(page.get_by_text("This page needs JavaScript")).to_be_visible()


def test_a_host_may_name_the_type_of_a_file_wrongly(visit: Visit, host: Host) -> None:
    page = visit()
    plain = {"content-type": "application/octet-stream"}
    page.route("**/*.wasm", lambda route: route.fulfill(response=route.fetch(), headers=plain))
    page.goto(host.url)
    expect_running(page)
    expect_playable(page)
