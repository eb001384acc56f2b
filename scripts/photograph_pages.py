"""Take the photographs of the pages that the README shows, in a real browser at a real server.

    python scripts/photograph_pages.py

needs Chromium (CHROMIUM names it if it is not `chromium`). The positions are fixed, so that a photograph
changes only when the page does.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import fivesquare as fs

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures"
SIZE: ViewportSize = {"width": 1280, "height": 800}
COLOURS = 255  # the pages have few: a palette makes the files small
BOARD = [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]]
MOVES = ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"]
GAME = {"book": "flip", "board": BOARD, "moves": MOVES, "second": "level:6"}
RUNNING: list[dict[str, Any]] = [
    {"book": "twenty-one", "seed": 5, "sit": [1], "moves": ["2,2", "3,3", "2,3"]},
    {"book": "grow", "seed": 6, "sit": [1], "name": "Mara", "moves": ["1,1", "5,5", "1,2", "4,5"]},
    GAME,
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "fivesquare",
                "serve",
                "--port",
                "0",
                "--database",
                f"sqlite:///{folder}/g.db",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                wait_for_solver(browser, address)
                photograph_game(browser, address)
                photograph_first_game(browser, address)
                photograph_review(browser, address)
                photograph_home(browser, address)
        finally:
            server.terminate()
            server.wait()


def chromium() -> str:
    found = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert found is not None, "there is no Chromium"
    return found


def open_page(browser: Browser, address: str, dark: bool = False) -> Page:
    context = browser.new_context(
        base_url=address, viewport=SIZE, color_scheme="dark" if dark else "light", reduced_motion="reduce"
    )
    return context.new_page()


def wait_for_solver(browser: Browser, address: str) -> None:
    page = open_page(browser, address)
    while page.request.get("/healthz").json()["solver"] != "ready":
        page.wait_for_timeout(500)


def photograph_game(browser: Browser, address: str) -> None:
    page = open_page(browser, address)
    game = page.request.post("/api/games", data=GAME).json()["id"]
    page.goto(f"/games/{game}")
    page.keyboard.press("v")
    page.locator(".worth").first.wait_for(timeout=120_000)
    keep(page, "web-game.png")


def photograph_first_game(browser: Browser, address: str) -> None:
    """The game of docs/first-game.md after the computer's answer, with the hint."""
    record = json.loads((DOCS / "examples" / "first-game.json").read_text(encoding="utf-8"))
    page = open_page(browser, address)
    wish = {**record, "moves": record["moves"][:2], "sit": [1], "second": "level:3"}
    page.goto(f"/games/{page.request.post('/api/games', data=wish).json()['id']}")
    page.keyboard.press("h")
    page.locator("[aria-label*='step 1 of the hint']").wait_for(timeout=60_000)
    keep(page, "web-first-game.png")


def photograph_review(browser: Browser, address: str) -> None:
    page = open_page(browser, address, dark=True)
    game = page.request.post("/api/games", data=a_whole_game()).json()["id"]
    page.goto(f"/games/{game}/review#9")
    page.locator(".worth").first.wait_for(timeout=120_000)
    keep(page, "web-review.png")


def a_whole_game() -> dict[str, Any]:
    """A game of grow between two who play anything."""
    chance, position = random.Random(4), fs.start("grow", seed=8)
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position.to_record()


def photograph_home(browser: Browser, address: str) -> None:
    page = open_page(browser, address)
    for wish in RUNNING:
        assert page.request.post("/api/games", data=wish).ok
    page.clock.set_fixed_time("2026-11-18")  # the puzzle of that day
    page.goto("/")
    page.locator("[data-say]:has-text('Find all')").wait_for()
    keep(page, "web-home.png")


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(500)  # fonts and pictures settle
    image = Image.open(BytesIO(page.screenshot()))
    image.convert("RGB").quantize(COLOURS).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    main()
