"""What the static site costs: its size as a host sends it, and how soon the computer answers.

    python bench/static_site.py [--write] [--turns 5]

Builds the site with `--compress` and serves its Brotli files from this machine. Each turn is a new profile of
Chromium: a first visit to the home page, then a second and a third once the site is kept for later. Measured
are the first paint, the moment from which Python answers, and how long all values of the opening of grow, seed
0, take then. Once as it is, once as a phone: 390x844 and the page's CPU slowed four times (a browser slows the
page, and not in full the worker). Medians of the turns; `--write` puts the section into results.md.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import fivesquare as fs
from fivesquare.web.static_site.builder import build_site

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its modules import each other by name

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright
from webload.report import RESULTS, write

from web.browser.chromium import chromium

_WINDOWS = {
    "as it is": (ViewportSize(width=1280, height=800), 1),
    "as a phone": (ViewportSize(width=390, height=844), 4),
}
_VISITS = ("first", "second", "third")
_PARTS = {
    "Python (Pyodide)": "pyodide",
    "its modules, ours and the libraries'": "python.zip.gz",
    "the search": "code.wasm",
    "pages": ".html",
    "scripts, styles, fonts, pictures": "",
}
_RECORD = fs.start("grow", seed=0).to_record()
_VALUES = """async (record) => {
    const began = performance.now();
    const answer = await fetch(window.fivesquare.address("api/values"), {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(record) });
    const told = await answer.json();
    if (!told.exact) throw new Error("not exact");
    return performance.now() - began;
}"""
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Visit(NamedTuple):
    """Milliseconds: from the start of the navigation, and for the values from the moment they are asked for."""

    paint: float
    ready: float
    values: float


class _Handler(SimpleHTTPRequestHandler):
    """Sends the file beside that is compressed, as a host does that knows of such."""

    def send_head(self):  # type: ignore[no-untyped-def]
        path = self.translate_path(self.path)
        file = Path(path, "index.html") if Path(path).is_dir() else Path(path)
        packed = file.with_name(f"{file.name}.br")
        sent = packed if packed.is_file() else file
        if not sent.is_file() or (Path(path).is_dir() and not self.path.partition("?")[0].endswith("/")):
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(sent.stat().st_size))
        self.send_header("Last-Modified", self.date_time_string(int(sent.stat().st_mtime)))
        if sent is packed:
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        return sent.open("rb")

    def log_message(self, *_told: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def visit(context: BrowserContext, address: str, slower: int) -> Visit:
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    page.wait_for_function("() => document.documentElement.dataset.python === 'ready'")
    ready = page.evaluate("() => window.fivesquare.marks.ready")
    values = page.evaluate(_VALUES, _RECORD)
    found = Visit(page.evaluate(_PAINT), ready, values)
    page.wait_for_function("() => document.documentElement.dataset.offline === 'ready'")
    page.close()
    return found


def measure(browser: Browser, address: str, turns: int) -> dict[tuple[str, str], list[Visit]]:
    """The visits of each turn, by window and number."""
    found = defaultdict[tuple[str, str], list[Visit]](list)
    for _ in range(turns):
        for name, (window, slower) in _WINDOWS.items():
            context = browser.new_context(viewport=window)
            for number in _VISITS:
                found[name, number].append(visit(context, address, slower))
                time.sleep(1)
            context.close()
    return found


def sizes(folder: Path) -> list[tuple[str, int, int]]:
    """What a first visit loads, by part: bytes as they are, and as Brotli."""
    found = {name: [0, 0] for name in _PARTS}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        place = file.relative_to(folder).as_posix()
        is_packed = file.with_suffix("").is_file()  # beside the file that it is made of
        if place.startswith(("docs/", "licences/")) or is_packed:
            continue
        part = next(name for name, sign in _PARTS.items() if sign in file.name)
        packed = file.with_name(f"{file.name}.br")
        found[part][0] += file.stat().st_size
        found[part][1] += (packed if packed.is_file() else file).stat().st_size
    return [(name, *each) for name, each in found.items()]


def middle(visits: list[Visit], place: int) -> str:
    numbers = sorted(each[place] for each in visits)
    return f"{statistics.median(numbers):.0f} ({numbers[0]:.0f} to {numbers[-1]:.0f})"


def section(found: dict[tuple[str, str], list[Visit]], parts: list[tuple[str, int, int]], browser: str) -> str:
    versions = f"Fivesquare {fs.__version__}, Python {platform.python_version()}, Chromium {browser}"
    rows = [
        f"| {number} visit, {name} | {' | '.join(middle(visits, place) for place in range(3))} |"
        for (name, number), visits in sorted(found.items(), key=lambda each: list(_WINDOWS).index(each[0][0]))
    ]
    total = ("all", sum(each[1] for each in parts), sum(each[2] for each in parts))
    listed = [f"| {name} | {raw:,} | {packed:,} |" for name, raw, packed in (*parts, total)]
    return "\n\n".join(
        [
            "## The static site",
            f"    {' '.join(['python', 'bench/static_site.py', *sys.argv[1:]])}",
            f"{versions}; load average {os.getloadavg()[0]:.1f}.\n"
            "Milliseconds: medians and ranges. Python is ready when it answers; the values are asked for then.",
            "| | first paint | Python ready | all values of grow's opening |\n|---|--:|--:|--:|\n" + "\n".join(rows),
            "What a first visit loads, and keeps for later, in bytes:",
            "| | as it is | Brotli |\n|---|--:|--:|\n" + "\n".join(listed),
        ]
    ) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="What the static site costs.")
    parser.add_argument("--turns", type=int, default=5, help="new profiles in each window [default: 5]")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "site")
        build_site(folder, has_docs=False, compress=True)
        with served(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            told = section(measure(browser, address, options.turns), sizes(folder), browser.version)
            browser.close()
    sys.stdout.write(told)
    if options.write:
        write(told, RESULTS)


if __name__ == "__main__":
    main()
