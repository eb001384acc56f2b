"""Firefox and WebKit: every page becomes ready there, and a game is played by clicks."""

from collections.abc import Iterator

import pytest

from web.browser.every_page import PAGES
from web.browser.other_engines import ENGINES, Window
from web.server import Server

_BEGIN = """
    if (!window.asked) {{
        window.asked = true;
        const headers = {{ "content-type": "application/json" }};
        fetch("/api/games", {{ method: "POST", headers, body: JSON.stringify({wish}) }})
            .then(answer => {{ window.begun = answer.headers.get("location"); }});
    }}
    return window.begun;"""
_TURN_OR_END = """
    const review = document.querySelector("#review");
    if (review && review.checkVisibility()) return "over";
    return document.querySelector(".board[data-active] .cell.open")?.dataset.cell;"""


@pytest.fixture(scope="module", params=ENGINES)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    engine: str = request.param
    with ENGINES[engine](tmp_path_factory.mktemp(engine)) as window:
        yield window


@pytest.mark.parametrize("path", PAGES)
def test_a_page_becomes_ready(window: Window, site: Server, path: str) -> None:
    window.open(f"{site.url}{path}")
    window.wait_for(
        "return document.documentElement.dataset.ready ?? document.querySelector('main.rules, main.api')"
    )
    assert window.run("return document.documentElement.scrollWidth <= innerWidth")


def test_a_game_by_clicks(window: Window, site: Server) -> None:
    """Against the computer, to the end, and on into its review."""
    window.open(f"{site.url}/rules")
    location = window.wait_for(_BEGIN.format(wish='{"book": "sweep", "seed": 5, "second": "level:1"}'))
    window.open(f"{site.url}{location}")
    claimed = []
    while (found := window.wait_for(_TURN_OR_END)) != "over":
        assert found not in claimed
        claimed.append(found)
        window.click(f'[data-cell="{found}"]')
        window.wait_for(f"return !document.querySelector(`.cell.open[data-cell='{found}']`)")
    assert len(claimed) > 1
    window.click("#review")
    window.wait_for('return location.pathname.endsWith("/review")')
    window.wait_for('return document.querySelectorAll(".cell").length === 9')
