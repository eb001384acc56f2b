"""What a first visit to each page costs: bytes, requests, layout shift, and first paint on a slow phone.

    python bench/pages.py [--write] [--turns 5]

Starts `fivesquare serve`, and opens each page in Chromium with an empty cache: 390x844, a CPU four times
slower, 150 ms to the server and 1.6 Mbit/s (what Lighthouse calls slow 4G). Bytes are those on the wire,
headers included, compressed as Chromium asks for it. Medians of the turns; `--write` puts the section into
results.md.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import fivesquare as fs

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its modules import each other by name

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright
from webload.report import RESULTS, write

from web.browser.chromium import chromium
from web.browser.looks import shifts, watch_shifts
from web.browser.table import begin
from web.server import Server, running

_SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
_SLOWER = 4
_PHONE = ViewportSize(width=390, height=844)
_GAME, _REVIEW = "a game", "its review"
_PAGES = (
    "/",
    "/daily",
    "/puzzles",
    "/learn",
    "/learn/flip",
    "/analysis",
    "/me",
    "/make",
    "/club",
    "/rules/flip",
)
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Visit(NamedTuple):
    """What one visit came to."""

    kilobytes: float
    requests: int
    shift: float
    first_paint: float  # milliseconds


def addresses(server: Server, context: BrowserContext) -> dict[str, str]:
    """Of each page; those of a game belong to one that the browser has begun."""
    game = begin(context, server, book="flip", seed=7, second="level:3")
    over = begin(context, server, book="sweep", seed=7, moves=["2,2"])
    return {**{path: server.url + path for path in _PAGES}, _GAME: game, _REVIEW: f"{over}/review"}


def visit(context: BrowserContext, address: str) -> Visit:
    """One page in a browser whose cache is empty."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", _SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    asked: list[Any] = []
    loaded: list[float] = []
    session.on("Network.requestWillBeSent", lambda event: asked.append(event))
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    watch_shifts(page)
    page.goto(address, wait_until="load")
    page.locator("html[data-ready], main.rules, main.api").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    shifted = shifts(page)["total"]
    found = Visit(sum(loaded) / 1000, len(asked), shifted, page.evaluate(_PAINT))
    page.close()
    return found


def measure(browser: Browser, turns: int) -> dict[str, list[Visit]]:
    """The pages in turns, each time in a new profile."""
    found = defaultdict[str, list[Visit]](list)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        for turn in range(turns + 1):
            context = browser.new_context(viewport=_PHONE, has_touch=True, is_mobile=True)
            for name, address in addresses(server, context).items():
                seen = visit(context, address)
                if turn:  # the first turn warms the server up
                    found[name].append(seen)
            context.close()
    return found


def section(found: dict[str, list[Visit]], browser: str) -> str:
    rows = []
    for name, visits in found.items():
        middle = Visit(*(statistics.median(each) for each in zip(*visits, strict=True)))
        paints = sorted(each.first_paint for each in visits)
        cells = (
            name if name in (_GAME, _REVIEW) else f"`{name}`",
            f"{middle.kilobytes:.0f}",
            f"{middle.requests:.0f}",
            f"{max(each.shift for each in visits):.3f}",
            f"{middle.first_paint:.0f} ({paints[0]:.0f} to {paints[-1]:.0f})",
        )
        rows.append(f"| {' | '.join(cells)} |")
    versions = f"Fivesquare {fs.__version__}, Python {platform.python_version()}, Chromium {browser}"
    about = f"{versions}; load average {os.getloadavg()[0]:.1f}."
    head = "| page | KB | requests | largest shift | first paint, ms |\n|---|--:|--:|--:|--:|"
    command = f"    {' '.join(['python', 'bench/pages.py', *sys.argv[1:]])}"
    note = "A phone on slow 4G with an empty cache: medians, and of the first paint the range."
    return "\n\n".join(["## Pages", command, f"{about}\n{note}", "\n".join([head, *rows])]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="What a first visit to each page costs.")
    parser.add_argument("--turns", type=int, default=5, help="visits of each page [default: 5]")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        told = section(measure(browser, options.turns), browser.version)
        browser.close()
    sys.stdout.write(told)
    if options.write:
        write(told, RESULTS)


if __name__ == "__main__":
    main()
