"""Answers requests without a server: in a reader's browser, and when the site is built.

The pages ask as they would ask a server. What they ask is matched with the website's own operations and
pages, and what these answer is handed back.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from fivesquare.web.messages import App, Endpoint, Message, Receive
from fivesquare.web.website import PROBLEMS, Website, problem, unexpected

_PARAMETER = re.compile(r"\\{(\w+)(:path)?\\}")

Put = Callable[[bytes], object]
"""Takes an event of a stream, as soon as there is one."""


class Url(NamedTuple):
    """An address in parts."""

    scheme: str
    netloc: str
    port: int | None
    path: str


@dataclass
class DeskRequest:
    """What is asked. `gone` is set as soon as no one waits for the answer any more."""

    method: str
    url: Url
    query_params: Mapping[str, str]
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    sent: bytes
    gone: asyncio.Event
    path_params: Mapping[str, Any] = field(default_factory=dict)

    async def body(self) -> bytes:
        return self.sent

    @property
    def receive(self) -> Receive:
        return self._disconnected

    async def _disconnected(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _Route(NamedTuple):
    method: str
    pattern: re.Pattern[str]
    endpoint: Endpoint


class Desk:
    """One website, asked by one browser, whose cookies it holds."""

    def __init__(self, website: Website, cookies: Mapping[str, str] | None = None) -> None:
        self._routes = [
            *(_Route(each.method, _pattern(each.path), each.endpoint) for each in website.operations),
            *(_Route("GET", _pattern(each.path), each.endpoint) for each in website.pages),
        ]
        self.cookies = dict(cookies or {})

    async def ask(
        self,
        address: str,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        gone: asyncio.Event | None = None,
        put: Put | None = None,
    ) -> Answer:
        """The answer to a request; the events of a stream are `put` one by one until no one waits."""
        told = {name.lower(): value for name, value in (headers or {}).items()}
        parts = urlsplit(address)
        url = Url(parts.scheme, parts.netloc, parts.port, parts.path or "/")
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        request = DeskRequest(method, url, query, told, self.cookies, body, gone or asyncio.Event())
        answer = await _taken(await self._answered(request), request.receive, put)
        header = answer.headers.get("set-cookie")
        if header is not None:
            await self._remember(header)
        return answer

    async def _answered(self, request: DeskRequest) -> App:
        try:
            return await self._routed(request)
        except Exception as error:
            for kind in type(error).__mro__:
                if kind in PROBLEMS:
                    return PROBLEMS[kind](request, error)
            if not self.on_error(error):
                raise
            return unexpected(request)

    def on_error(self, _error: Exception) -> bool:
        """What to do about a fault of ours: True if it was noted, and is to be answered by a sentence."""
        return False

    async def _routed(self, request: DeskRequest) -> App:
        is_known = False
        for route in self._routes:
            match = route.pattern.fullmatch(request.url.path)
            if match is not None and route.method == request.method:
                request.path_params = match.groupdict()
                return await route.endpoint(request)
            is_known = is_known or match is not None
        return problem(request, 405 if is_known else 404, "", {})

    async def _remember(self, header: str) -> None:
        """Keep the cookie that an answer sets."""
        name, _, value = header.partition(";")[0].partition("=")
        if self.cookies.get(name) != value:
            self.cookies[name] = value
            await self.keep_cookies()

    async def keep_cookies(self) -> None:
        """Keep the cookies for longer than this desk is there; by default they go with it."""


def _pattern(path: str) -> re.Pattern[str]:
    """What matches the addresses of a route: "/api/games/{id}", "/static/{version}/{path:path}"."""
    return re.compile(_PARAMETER.sub(lambda name: _group(*name.groups()), re.escape(path)))


def _group(name: str, is_path: str | None) -> str:
    return f"(?P<{name}>{'.+' if is_path else '[^/]+'})"


async def _taken(app: App, receive: Receive, put: Put | None) -> Answer:
    """What a response sends."""
    begun: dict[str, Any] = {}
    parts: list[bytes] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.update(message)
        elif put is not None and message.get("more_body"):
            put(message["body"])
        else:
            parts.append(message["body"])

    await app({}, receive, send)
    headers = {name.decode(): value.decode() for name, value in begun["headers"]}
    return Answer(begun["status"], headers, b"".join(parts))
