"""Firefox and WebKit: Python starts in their workers, and the computer answers a claim."""

import pytest

from web.browser.other_engines import ENGINES
from web.built_site import Host

_BEGIN = """
    if (!window.asked) {
        window.asked = true;
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ book: "sweep", seed: 5, second: "level:10" });
        fetch("../api/games", { method: "POST", headers, body })
            .then(answer => answer.json()).then(({ id }) => { window.begun = id; });
    }
    return window.begun;"""
_OPEN_CELL = """return document.querySelector(".board[data-active] .cell.open")?.dataset.cell"""
_ANSWERED = 'return document.querySelectorAll("#moves li:not(.skip-line)").length >= 2'


@pytest.mark.parametrize("engine", ENGINES)
def test_the_computer_answers_a_claim(
    engine: str, host: Host, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with ENGINES[engine](tmp_path_factory.mktemp(engine)) as window:
        window.open(f"{host.url}rules/")
        window.wait_for('return document.documentElement.dataset.python === "ready"')
        game = window.wait_for(_BEGIN)
        window.open(f"{host.url}games/?{game}")
        cell = window.wait_for(_OPEN_CELL)
        window.click(f'[data-cell="{cell}"]')
        window.wait_for(_ANSWERED)
        window.open(f"{host.url}games/?{game}")  # it is kept
        window.wait_for(_ANSWERED)
