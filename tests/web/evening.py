"""An evening of a club over HTTP: a host and guests, each with a cookie of their own."""

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import httpx2

from web.server import Server, eventually

SMALL: dict[str, Any] = {"like": "sweep", "size": [2, 2]}


class Club:
    """An evening, with its host and the guests who have come; closed like a file."""

    def __init__(self, server: Server, *others: Server, **wish: Any) -> None:
        self._stack = ExitStack()
        self.servers = (server, *others)
        self.host = self.browser()
        opened = self.host.post("/api/clubs", json={"book": SMALL, **wish})
        assert opened.status_code == 201, opened.text
        self.id = opened.json()["id"]
        self.path = f"/api/clubs/{self.id}"
        assert opened.headers["location"] == f"/club/{self.id}"
        self.guests: list[httpx2.Client] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def browser(self, number: int = 0) -> httpx2.Client:
        """Another browser, at one of the servers in turn."""
        return self._stack.enter_context(self.servers[number % len(self.servers)].client())

    def come(self, *names: str) -> None:
        """Guests join, each with a browser of their own."""
        for name in names:
            browser = self.browser(len(self.guests) + 1)
            joined = browser.post(f"{self.path}/players", json={"name": name})
            assert joined.status_code == 200, joined.text
            self.guests.append(browser)
            assert joined.json()["player"] == len(self.guests)

    def do(self, what: str, who: int | None = None, **body: Any) -> httpx2.Response:
        """What the host does, or a guest."""
        browser = self.host if who is None else self.guests[who - 1]
        return browser.post(f"{self.path}/{what}", json=body)

    def now(self) -> dict[str, Any]:
        evening: dict[str, Any] = self.host.get(self.path).json()
        return evening

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        eventually(lambda: holds(self.now()))
        return self.now()

    def begin(self, number: int) -> list[dict[str, Any]]:
        """Begin a round; its tables."""
        begun = self.do("rounds", round=number)
        assert begun.status_code == 200, begun.text
        tables: list[dict[str, Any]] = begun.json()["tables"]
        return tables

    def resign(self, table: dict[str, Any], seat: int) -> None:
        """A player gives the game up."""
        game = f"/api/games/{table['game']}"
        browser = self.guests[table["first" if seat == 1 else "second"] - 1]
        version = browser.get(game).json()["version"]
        answer = browser.post(f"{game}/resign", json={"version": version})
        assert answer.status_code == 200, answer.text

    def play(self, table: dict[str, Any]) -> dict[str, Any]:
        """Both claim whatever comes first, to the end."""
        path = f"/api/games/{table['game']}"
        game: dict[str, Any] = self.host.get(path).json()
        while not game["over"]:
            browser = self.guests[table["first" if game["turn"] == 1 else "second"] - 1]
            move = {"ply": game["ply"], "move": game["legal"][0]}
            answer = browser.post(f"{path}/moves", json=move)
            assert answer.status_code == 200, answer.text
            game = answer.json()
        return game
