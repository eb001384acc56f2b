"""Pages behind nginx and Caddy: the proxy dies in mid-game and is reloaded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import UNREACHABLE, Visit
from web.browser.table import cell, claim, expect_settled, moves
from web.front import FRONTS, NAME, Front, fronted
from web.server import Server, running

LOST = "#connection"
AWAY = (*UNREACHABLE, "ERR_HTTP2", "ERR_QUIC")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("behind"), trust_proxy=True, allowed_hosts=[NAME]) as server:
        yield server


@pytest.fixture(params=FRONTS)
def front(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Iterator[Front]:
    with fronted(request.param, tmp_path / "proxy", server) as front:
        yield front


_BEGIN = """wish => fetch("/api/games", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wish),
}).then(answer => answer.headers.get("location"))"""


def begun(page: Page, front: Front) -> str:
    """The address of a new game for two in this browser; only the browser itself finds the proxy."""
    page.goto(f"{front.url}/rules")
    wish = {"book": "flip", "seed": 1, "first": "human", "second": "human"}
    return f"{front.url}{page.evaluate(_BEGIN, wish)}"


def test_a_page_reconnects_and_no_move_is_lost_or_doubled(
    visit: Visit, front: Front, server: Server
) -> None:
    page = visit(forgive=AWAY, ignore_https_errors=True)
    page.goto(begun(page, front))
    speaks = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
    assert speaks in ("h2", "h3")
    claim(page, "1,1")

    front.kill()
    cell(page, "2,2").click()
    expect(page.locator(LOST)).to_be_visible()
    front.start()
    expect(page.locator(LOST)).to_be_hidden()
    expect(moves(page)).to_have_count(2)

    front.reload()
    claim(page, "3,3")
    watcher = visit(page.url, forgive=AWAY, ignore_https_errors=True)
    expect(moves(watcher)).to_have_count(3)
    expect_settled(page)
    game = page.url.rpartition("/")[2].partition("#")[0]
    with server.client() as client:
        assert client.get(f"/api/games/{game}").json()["moves"] == ["1,1", "2,2", "3,3"]
