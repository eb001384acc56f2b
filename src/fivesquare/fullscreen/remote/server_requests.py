"""Requests to one server, each on a connection of its own.

Whatever goes wrong becomes a RemoteError whose sentence names the server.
"""

import json
import socket
import ssl
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urljoin, urlsplit

from fivesquare import __version__
from fivesquare.errors import FivesquareError, quote
from fivesquare.fullscreen.remote.event_parser import EventParser
from fivesquare.fullscreen.remote.remote_errors import MovedError, RemoteError, ServerError
from fivesquare.fullscreen.remote.server_answers import LARGEST, Deadline, ServerAnswer, json_object
from fivesquare.fullscreen.remote.server_cookies import Cookie, ServerCookies

LEFT = "you have left this game"

_EVENTS = "text/event-stream"
_LONGEST_SENTENCE = 300  # characters
_REDIRECTS = (301, 302, 303, 307, 308)


class GameServer:
    """A server of games, at an address without a path; may be used by several threads."""

    def __init__(self, address: str, cookies: ServerCookies) -> None:
        self.address = address
        self.host = address.partition("://")[2]
        self._kept = cookies
        self._cookies = {cookie.name: cookie for cookie in reversed(cookies.of(address))}
        self._is_closed = False
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()

    def close(self) -> None:
        """End every request, also those that other threads wait for."""
        with self._lock:
            self._is_closed = True
            waiting = list(self._open)
        for each in waiting:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def use(self, cookie: Cookie) -> None:
        """Send this cookie from now on."""
        self._cookies = {**self._cookies, cookie.name: cookie}

    def get(self, path: str, patience: float) -> dict[str, Any]:
        """GET JSON; a RemoteError for everything that is not 2xx."""
        with self._asked("GET", path, patience) as answer:
            return self._granted(answer)

    def post(
        self, path: str, body: Mapping[str, Any], patience: float, secret: str | None = None
    ) -> dict[str, Any]:
        """POST JSON, get JSON; a RemoteError for everything that is not 2xx."""
        headers = {"Content-Type": "application/json"}
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        with self._asked("POST", path, patience, headers, json.dumps(body).encode()) as answer:
            self._take_cookies(answer)
            return self._granted(answer)

    def visit(self, path: str, patience: float) -> None:
        """Ask for a page, for the sake of the cookie that comes with it and has no seat yet."""
        with self._asked("GET", path, patience, {"Accept": "text/html"}) as answer:
            if answer.status >= 400:
                raise self._refusal(answer, answer.json())
            self._take_cookies(answer, is_unused=True)

    def events(self, path: str, opening: float, silence: float) -> Generator[str, None, None]:
        """The data of server-sent events, until the server ends them; RemoteError if none come."""
        with self._asked("GET", path, opening, {"Accept": _EVENTS}) as answer:
            if answer.status != 200 or answer.kind != _EVENTS:
                raise self._refusal(answer, answer.json())
            parser = EventParser(LARGEST)
            while piece := answer.piece():
                for data in parser.feed(piece):
                    yield data
                    answer.deadline.extend(silence)

    def read(self, text: str) -> dict[str, Any]:
        """The JSON object in an event."""
        told = json_object(text.encode())
        if told is None:
            raise self._not_ours()
        return told

    # --- One request ---

    @contextmanager
    def _asked(
        self,
        method: str,
        path: str,
        patience: float,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Iterator[ServerAnswer]:
        """The answer to a request, which can be read while the block lasts."""
        with self._blaming():
            connection = self._connection(patience)
            try:
                connection.connect()
                with self._ended_by_close(connection.sock):
                    deadline = Deadline(connection.sock, patience)
                    connection.request(method, path, body, {**self._usual, **(headers or {})})
                    with connection.getresponse() as response:
                        yield ServerAnswer(response, deadline, self.host)
            finally:
                connection.close()

    @property
    def _usual(self) -> dict[str, str]:
        """The headers of every request."""
        cookies = "; ".join(map(str, self._cookies.values()))
        return {
            "User-Agent": f"fivesquare/{__version__}",
            "Accept": "application/json",
            "Connection": "close",
            **({"Cookie": cookies} if cookies else {}),
        }

    def _connection(self, patience: float) -> HTTPConnection:
        parts = urlsplit(self.address)
        name = parts.hostname or ""
        if parts.scheme == "https":
            return HTTPSConnection(name, parts.port, timeout=patience, context=self._tls)
        return HTTPConnection(name, parts.port, timeout=patience)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    @contextmanager
    def _ended_by_close(self, connected: socket.socket) -> Iterator[None]:
        """Let `close` end a connection while the block lasts."""
        with self._lock:
            if self._is_closed:
                raise RemoteError(LEFT)
            self._open.add(connected)
        try:
            yield
        finally:
            with self._lock:
                self._open.discard(connected)

    def _take_cookies(self, answer: ServerAnswer, *, is_unused: bool = False) -> None:
        """Keep the cookies of an answer, before anything relies on them."""
        for header in answer.cookies:
            cookie = Cookie.read(header)
            if cookie is not None:
                self.use(self._kept.keep(self.address, cookie, is_unused=is_unused))

    # --- What goes wrong ---

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Turn errors of the network in the block into sentences about this server."""
        try:
            yield
        except FivesquareError:
            raise
        except (OSError, HTTPException, ValueError) as error:  # ValueError: TLS that was closed meanwhile
            if self._is_closed:
                raise RemoteError(LEFT) from None
            raise ServerError(self._problem(error)) from None

    def _problem(self, error: Exception) -> str:
        match error:
            case socket.gaierror() | UnicodeError():
                return f"cannot find {self.host}: check the link, and your connection"
            case ConnectionRefusedError():
                return f"{self.host} does not answer: check the link, and whether the server is running"
            case TimeoutError():
                return f"{self.host} takes too long to answer"
            case ssl.SSLCertVerificationError():
                return f"the certificate of {self.host} is not valid: {error.verify_message}"
            case ssl.SSLError(reason="WRONG_VERSION_NUMBER" | "HTTP_REQUEST"):
                return f"{self.host} does not speak TLS: does its link begin with http:// instead?"
            case ssl.SSLError() if not isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
                return f"there is no secure connection to {self.host}: {error.reason}"
            case OSError(strerror=str(reason)) if not isinstance(error, ConnectionError | ssl.SSLError):
                return f"cannot reach {self.host}: {reason}"
            case HTTPException() if not isinstance(error, ConnectionError):
                return f"there is no web server at {self.host}: check the link"
        return f"the connection to {self.host} was lost"

    def _granted(self, answer: ServerAnswer) -> dict[str, Any]:
        """The JSON of an answer; the error if it is a refusal."""
        told = answer.json()
        if not 200 <= answer.status < 300 or told is None:
            raise self._refusal(answer, told)
        return told

    def _refusal(self, answer: ServerAnswer, told: dict[str, Any] | None) -> RemoteError:
        """Why a request was not granted; an answer that is not Fivesquare's counts as none."""
        if answer.status in _REDIRECTS and answer.location:
            return self._moved(answer.location)
        sentence, game = (told or {}).get("error"), (told or {}).get("game")
        if answer.status >= 400 and isinstance(sentence, str) and sentence:
            now = game if isinstance(game, dict) else None
            return ServerError(sentence[:_LONGEST_SENTENCE], answer.status, answer.retry_after, now)
        if answer.status == 429 or answer.status >= 500:
            said = f"{self.host} is in trouble (status {answer.status}): try again later"
            return ServerError(said, answer.status, answer.retry_after)
        return self._not_ours()

    def _not_ours(self) -> ServerError:
        return ServerError(f"there is no Fivesquare server at {self.host}: check the link")

    def _moved(self, location: str) -> RemoteError:
        try:
            address = urljoin(self.address, location)
            host = urlsplit(address).netloc
        except ValueError:
            return self._not_ours()
        return MovedError(f"{self.host} redirects to {quote(host)}: open the link in a browser", address)
