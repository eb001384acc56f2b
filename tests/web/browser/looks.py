"""How a page looks: how large its text is, whether anything sticks out, what moved while it was loaded."""

import re
from typing import Any

from playwright.sync_api import Page, Route

_MAIN_SCRIPTS = re.compile(
    r"/static/\w+/(home|game|puzzles|daily|review|analyse|lesson|learn|me|make|own|workedexample)(\.bundle)?\.js$"
)

_CUT_OFF = """() => [...document.querySelectorAll("main button, main a, main b, main small, header a")]
    .filter(e => e.checkVisibility() && !e.matches(".aloud, .aloud *, .cell, .wide:not(.board-area) *"))
    .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
    .map(e => `${e.tagName} ${e.id || e.className}: ${e.textContent.trim()}`)"""

_STICKING_OUT = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
    `the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`,
    ...[...document.querySelectorAll("body *")]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
        .map(e => `${e.tagName} ${e.id || e.className}`).slice(0, 5)]"""

_WATCH_SHIFTS = """
    window.shifted = { total: 0, what: [] };
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            shifted.total += entry.value;
            for (const { node, previousRect, currentRect } of entry.sources) {
                const name = node?.id || node?.className || node?.nodeName;
                const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
                const way = `${place(previousRect)} -> ${place(currentRect)}`;
                shifted.what.push(`${entry.value.toFixed(3)} ${name}: ${way}`);
            }
        }
    }).observe({ type: "layout-shift", buffered: true });"""


def set_text_size(page: Page, percent: int) -> None:
    """What somebody who sees badly sets in the browser: the size of all text that a page does not fix."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})


def sticking_out(page: Page) -> list[str]:
    """What makes a page wider than its window."""
    found: list[str] = page.evaluate(_STICKING_OUT)
    return found


def cut_off(page: Page) -> list[str]:
    """Buttons, links and names whose words have no room."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


def watch_shifts(page: Page) -> None:
    """From the next page on, note whatever moves by itself."""
    page.add_init_script(_WATCH_SHIFTS)


def shifts(page: Page) -> dict[str, Any]:
    """What has moved since a page was opened: the total (CLS, all of it), and what it was."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    found: dict[str, Any] = page.evaluate("shifted")
    return found


def open_slowly(page: Page, address: str) -> None:
    """Open a page whose own script comes late: when everything else has been seen."""
    held: list[Route] = []
    is_late = True
    page.route(_MAIN_SCRIPTS, lambda route: held.append(route) if is_late else route.continue_())
    page.goto(address, wait_until="commit")
    page.locator("main").wait_for(state="attached")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.screenshot()  # it has been painted
    is_late = False
    for route in held:
        route.continue_()
