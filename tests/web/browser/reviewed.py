"""A review as a test walks through it: the words for what stands on the page."""

import base64
import json
import zlib
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser.conftest import Visit
from web.server import Server, eventually

MINUS = "\u2212"


@pytest.fixture(scope="session")
def thinking_site(site: Server) -> Server:
    """The server, as soon as its solver is ready."""
    with site.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready")
    return site


def packed(record: dict[str, Any], ply: int) -> str:
    """The end of an address that carries a record."""
    squeeze = zlib.compressobj(wbits=-15)
    body = squeeze.compress(json.dumps(record).encode()) + squeeze.flush()
    return f"#{ply}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


def open_review(visit: Visit, site: Server, record: dict[str, Any], ply: int = 0, **more: Any) -> Page:
    """The review of a record, gone over."""
    page = visit(f"{site.url}/review{packed(record, ply)}", **more)
    gone_over(page)
    return page


def gone_over(page: Page) -> None:
    expect(page.locator("#summary")).to_be_visible()


def at_ply(page: Page, ply: int) -> None:
    expect(page.locator("#where")).to_contain_text(f"{ply} / ")


def verdict(page: Page) -> Locator:
    return page.locator("#verdict")


def rows(page: Page) -> Locator:
    return page.locator("#moves [data-ply]")


def worths(page: Page) -> dict[str, str]:
    """What stands on the cells: "win +8", by cell."""
    found: dict[str, str] = page.locator(".board").evaluate(
        """board => Object.fromEntries([...board.querySelectorAll(".cell.valued")].map(cell => {
             const worth = cell.querySelector(".worth");
             return [cell.dataset.cell, `${worth.classList[1]} ${worth.textContent}`];
           }))"""
    )
    return found


def solved(page: Page, record: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    """What the solver says of a position."""
    site = page.url.split("/review")[0]
    answer = page.request.post(f"{site}/api/solve", data={**record, "moves": moves})
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def written(worth: dict[str, Any], turn: int) -> str:
    """How a worth stands on a cell, for whoever moves."""
    result = 0 if worth["winner"] == 0 else 1 if worth["winner"] == turn else -1
    sign = {1: "win", 0: "even", -1: "lose"}[result]
    margin = worth["margin"]
    if not margin or result == 0:
        return f"{sign} {({1: 'wins', 0: 'draw', -1: 'loses'})[result]}"
    return f"{sign} {'+' if result > 0 else MINUS}{abs(margin):g}"
