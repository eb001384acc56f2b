"""Joining a game: find the server behind a link, and take the seat that the link or an earlier visit opens.

An invitation opens its seat once. After that only the cookie of the browser that took it does. So we first
get a cookie and save it, and then take the seat with it; if the answer is lost, that can be repeated.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from fivesquare.fullscreen.remote.game_links import GameLink, parse_link
from fivesquare.fullscreen.remote.game_snapshot import SEATS, GameSnapshot
from fivesquare.fullscreen.remote.remote_errors import LinkError, MovedError, RemoteError, ServerError
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fivesquare.fullscreen.remote.server_requests import GameServer
from fivesquare.fullscreen.remote.waits import Patience

CLOSED_SEAT = "this link does not open a seat here (any more), so you are watching"

_MOST_REDIRECTS = 5
_NO_SEAT, _NOT_FOUND = 401, 404
_BUSY = (429, 503)

Result = TypeVar("Result")


class Seated(NamedTuple):
    """The seats that a game has for this terminal."""

    game: GameSnapshot
    mine: frozenset[int] = frozenset()
    offered: frozenset[int] = frozenset()
    """The other seat, if the link opens it: not taken, because the link may be meant for a friend."""
    note: str | None = None
    """Why no seat was taken although the link has a secret."""


class Joining:
    """The requests that join a game, repeated for a while if the server is busy."""

    def __init__(self, link: GameLink, cookies: ServerCookies, patience: Patience) -> None:
        self.link = link
        """Where the game is; a redirect of the server changes its address."""
        self.server = GameServer(link.server, cookies)
        self._cookies, self._patience = cookies, patience

    def look(self) -> GameSnapshot:
        """Find the game."""
        for _ in range(_MOST_REDIRECTS):
            try:
                return self._game(self._patiently(self._ask_for_game))
            except MovedError as moved:
                self._move(moved)
        raise RemoteError(f"{self.server.host} redirects in a circle: check the link")

    def _ask_for_game(self) -> dict[str, Any]:
        try:
            return self.server.get(self.link.path, self._patience.answer)
        except ServerError as error:
            if error.status == _NOT_FOUND:
                raise RemoteError(f"{self.server.host} has no such game: check the link") from None
            raise

    def _move(self, moved: MovedError) -> None:
        """Follow a redirect, if it leads to the same game and not from https to http."""
        parts = urlsplit(moved.address)
        is_safe = parts.scheme == "https" or self.link.server.startswith("http:")
        if parts.path != self.link.path or not is_safe:
            raise moved
        try:
            server = parse_link(f"{parts.scheme}://{parts.netloc}/games/{self.link.id}").server
        except LinkError:
            raise moved from None
        self.link = GameLink(server, self.link.id, self.link.secret)
        self.server = GameServer(server, self._cookies)

    def sit(self, game: GameSnapshot) -> Seated:
        """Take the seat that the link opens, or the one that this terminal has already."""
        secret = self.link.secret
        if secret is None:
            return self._return(game)
        if "open" in game.seats:
            self._surely(lambda: self.server.visit(f"/games/{game.id}", self._patience.answer))
        try:
            return self.sit_with(secret)
        except ServerError as error:
            if error.is_passing:
                raise
            note = CLOSED_SEAT if error.status == _NO_SEAT else str(error)
        again = self._return(game)
        return again if again.mine else again._replace(note=note)

    def sit_with(self, secret: str, *, both: bool = False) -> Seated:
        """Take what a secret opens; the second seat only if `both` are wanted."""
        path = f"{self.link.path}/seat"
        told = self._surely(lambda: self.server.post(path, {"both": both}, self._patience.answer, secret))
        mine = _seats(told.get("seats"))
        return Seated(self._game(told.get("game")), mine, _seats(told.get("opens")) - mine)

    def _return(self, game: GameSnapshot) -> Seated:
        """Take the seat again that was taken by an earlier visit, if there is one."""
        kept = self._cookies.of(self.server.address)
        for cookie in kept:
            self.server.use(cookie)
            try:
                return self.sit_with(cookie.value)
            except ServerError as error:
                if error.is_passing:
                    raise
        for cookie in reversed(kept):
            self.server.use(cookie)
        return Seated(game)

    def _game(self, told: Any) -> GameSnapshot:
        game = GameSnapshot.read(told)
        if game.id != self.link.id:
            raise RemoteError(f"{self.server.host} answers with another game")
        return game

    def _patiently(self, ask: Callable[[], Result]) -> Result:
        """Ask again while the server is busy, but not if it does not answer at all."""
        return self._repeated(ask, lambda error: error.status in _BUSY)

    def _surely(self, ask: Callable[[], Result]) -> Result:
        """Ask again while the server is busy or its answers are lost."""
        return self._repeated(ask, lambda error: error.is_passing)

    def _repeated(self, ask: Callable[[], Result], may_pass: Callable[[ServerError], bool]) -> Result:
        until, failures = time.monotonic() + self._patience.request, 0
        while True:
            try:
                return ask()
            except ServerError as error:
                wait = self._patience.wait(error, failures)
                if not may_pass(error) or time.monotonic() + wait > until:
                    raise
            time.sleep(wait)
            failures += 1


def _seats(told: Any) -> frozenset[int]:
    """The seats in an answer; RemoteError if it has none."""
    if not isinstance(told, list) or any(seat not in SEATS for seat in told):
        raise RemoteError("what the server sent is not a seat")
    return frozenset(told)
