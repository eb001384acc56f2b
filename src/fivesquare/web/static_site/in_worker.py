"""Between a page's worker and the desk: what `worker.js` calls.

Importing this takes no object of JavaScript, so the memory of a Python that has imported it can be kept
and started from. `start` is called in each worker.
"""

import asyncio
import importlib
import json
import random
import sys
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from fivesquare.books import CATALOGUE
from fivesquare.pictures import cards
from fivesquare.solver import code
from fivesquare.web import links
from fivesquare.web.pages import home_page, lesson_pages, site
from fivesquare.web.pages.templating import COMPILED, environment
from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.desk import Desk
from fivesquare.web.static_site.website_of_one import website_of_one
from fivesquare.web.website import Website

TEMPLATE_NAMES = f"fivesquare/web/pages/{COMPILED}.txt"
"""The names of the templates, in the archive: compiled, they are called otherwise."""

_ARCHIVE = "/lib/python314.zip"

_running: list["WorkerDesk"] = []
_waited_for: dict[int, asyncio.Event] = {}


class JsDocuments:
    """The documents of `documents.js`, as Python sees them."""

    def __init__(self, module: Any) -> None:
        self._module = module

    async def read(self, keys: Sequence[str]) -> Sequence[tuple[int, str] | None]:
        found = await self._asked("read", list(keys))
        return [None if each is None else (each[0], each[1]) for each in found]

    async def range(self, prefix: str) -> Sequence[tuple[str, int, str]]:
        return [tuple(each) for each in await self._asked("range", prefix)]

    async def commit(self, versions: Mapping[str, int], writes: Mapping[str, str | None]) -> bool:
        return bool(await self._asked("commit", {"versions": dict(versions), "writes": dict(writes)}))

    def tell(self, words: str) -> None:
        self._module.tell(words)

    def listen(self, heard: Callable[[str], None]) -> None:
        from pyodide.ffi import create_proxy

        self._module.listen(create_proxy(heard))  # a plain function would be gone when this call returns

    async def _asked(self, what: str, told: Any) -> Any:
        """Call a function of the module with JSON, which answers JSON; OSError if it fails."""
        from pyodide.ffi import JsException

        try:
            return json.loads(await getattr(self._module, what)(json.dumps(told)))
        except JsException as error:
            raise OSError(str(error)) from error


class WorkerDesk(Desk):
    """The desk of a worker: keeps its cookies in the browser, and says on the console what went wrong."""

    def __init__(self, website: Website, store: BrowserStore, cookies: Mapping[str, str]) -> None:
        super().__init__(website, cookies)
        self._store = store

    async def keep_cookies(self) -> None:
        await self._store.keep_cookies(self.cookies)

    def on_error(self, error: Exception) -> bool:
        traceback.print_exception(error, file=sys.stderr)
        return True


def warm_up() -> None:
    """Import everything and fill the caches, so that a memory that is kept now has nothing left to load.

    Whoever starts from that memory has no archive to import from.
    """
    for name in _modules():
        with suppress(ImportError):  # some are for another system
            importlib.import_module(name)
    for template in zipfile.Path(_ARCHIVE, TEMPLATE_NAMES).read_text().split():
        environment().get_template(template)
    for made in (site.cards, home_page.opponents, home_page.sample_game, lesson_pages.lesson_cards):
        made()
    for name in CATALOGUE:
        site.worked_example(name)
    cards.width_of("", 1, cards.BOLD)


def _modules() -> Iterator[str]:
    """The names of all modules that were shipped."""
    with zipfile.ZipFile(_ARCHIVE) as archive:
        for path in archive.namelist():
            name, is_module, _ = path.partition(".pyc")
            if is_module and COMPILED not in path:
                yield name.removesuffix("/__init__").replace("/", ".")


async def start(functions: Any, documents: Any, edition: str) -> None:
    """Open the website: with the search as JavaScript has bound it, and the games of this browser."""
    random.seed()  # the memory that this may have been started from has the state of another time
    links.use_edition(links.Edition(**json.loads(edition)))
    code.use({name: getattr(functions, name) for name in code.ARGUMENTS})
    store = BrowserStore(JsDocuments(documents))
    website = website_of_one(store)
    await website.open()
    cookies = await store.cookies(website.service.browsers.new_cookies)
    _running.append(WorkerDesk(website, store, cookies))


async def ask(
    number: int, address: str, method: str, headers: str, body: str, put: Callable[[str], None]
) -> str:
    """The answer to a request, as JSON: status, headers, and the body as text."""
    gone = _waited_for[number] = asyncio.Event()
    try:
        (desk,) = _running
        told = json.loads(headers)
        answer = await desk.ask(
            address, method, told, body.encode(), gone, lambda event: put(event.decode())
        )
        return json.dumps([answer.status, dict(answer.headers), answer.body.decode()])
    finally:
        del _waited_for[number]


def leave(number: int) -> None:
    """No one waits for that answer any more."""
    if number in _waited_for:
        _waited_for[number].set()
