"""The pages of a static site as files: rendered by the website itself, when the site is built.

A page that is the same for everyone is its file. One that differs from reader to reader, or from day to
day, is painted from its file at first, and made by Python in the reader's browser as soon as that runs.
"""

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from fivesquare.books import CATALOGUE, NAMED
from fivesquare.web import links
from fivesquare.web.pages import assets
from fivesquare.web.pages.templating import environment
from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.desk import Desk
from fivesquare.web.static_site.errors import SiteError
from fivesquare.web.static_site.memory_documents import MemoryDocuments
from fivesquare.web.static_site.website_of_one import website_of_one

BASE = "/fivesquare-base/"
"""Stands for the folder of the site in what is rendered; each file has the way there from where it lies."""

_HOST = "https://fivesquare.invalid"
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' data: blob:; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'"
)


class Form(NamedTuple):
    """The empty form of a page."""

    title: str
    words: str
    styles: tuple[str, ...] = ()


WHOLE = (
    "rules",
    *(f"rules/{name}" for name in CATALOGUE),
    "learn",
    *(f"learn/{name}" for name in NAMED),
    "analysis",
    "review",
    "make",
    "puzzles",
)
"""Pages that are the same for everyone."""

PAINTED = ("", "me")
"""Pages that are shown as a first visitor sees them, until Python has made them."""

FORMS: Mapping[str, Form] = {
    "games": Form("A game", "Getting the game …", ("game.css",)),
    "games/review": Form("Review", "Getting the review …", ("game.css", "review.css")),
    "games/analysis": Form("Analysis", "Getting the position …", ("analyse.css",)),
    "daily": Form("Puzzle of the day", "Getting the puzzle …", ("daily.css",)),
    "play": Form("A game of your own", "Getting the rules …", ("home.css",)),
}
"""Pages of which nothing is known before."""

LOST = Form("Looking for this page", "Looking for this page …")


class Boot(NamedTuple):
    """The script that every page begins with, and what it needs to know."""

    script: str
    documentation: str


def rendered_pages(version: str, *, base: str, documentation: str) -> dict[str, bytes]:
    """All pages, by the paths of their files; `base` is for the one that is shown at any address."""
    place = f"{BASE}{documentation}" if documentation else ""
    links.use_edition(links.Edition(is_served=False, base=BASE, documentation=place))
    try:
        found = asyncio.run(_texts())
    finally:
        links.use_edition(links.SERVED)
    boot = Boot(f"{BASE}app/{version}/boot.js", place)
    made = {
        path: _finished(text, kind, boot).replace(BASE, base if path == "404.html" else _way_up(path))
        for path, (text, kind) in found.items()
    }
    return {path: text.encode() for path, text in made.items()}


async def _texts() -> dict[str, tuple[str, str]]:
    """The text and the kind of each page, by the path of its file."""
    website = website_of_one(BrowserStore(MemoryDocuments()))
    await website.open()
    try:
        desk = Desk(website)
        found = {_file(path): (await _asked(desk, path), "whole") for path in WHOLE}
        found |= {_file(path): (await _asked(desk, path), "painted") for path in PAINTED}
    finally:
        await website.close()
    found |= {_file(path): (_formed(form), "form") for path, form in FORMS.items()}
    found["404.html"] = _formed(LOST), "lost"
    return found


async def _asked(desk: Desk, path: str) -> str:
    answer = await desk.ask(f"{_HOST}/{path}", headers={"accept": "text/html"})
    if answer.status != 200:
        raise SiteError(f"the page {path!r} cannot be rendered: {answer.status}")
    return answer.body.decode()


def _formed(form: Form) -> str:
    return environment().get_template("shell.html").render(site="", here=None, **form._asdict())


def _file(path: str) -> str:
    return f"{path}/index.html" if path else "index.html"


def _way_up(file: str) -> str:
    """From a file to the folder of the site."""
    return "../" * file.count("/") or "./"


def _finished(text: str, kind: str, boot: Boot) -> str:
    """A page with the script that it begins with, which runs its own as soon as the page is whole."""
    data = f' data-page="{kind}" data-documentation="{boot.documentation}"'
    text = _once(text, '<html lang="en">', f'<html lang="en"{data}>')
    head = (
        f'<meta http-equiv="content-security-policy" content="{_POLICY}">\n'
        f'<script src="{boot.script}" data-assets="{assets.version()}"></script>\n'
    )
    text = _once(text, '<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}')
    return text.replace('<script type="module" ', '<script type="module/later" ')


def _once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise SiteError(f"a page has {old!r} {text.count(old)} times, not once")
    return text.replace(old, new)
