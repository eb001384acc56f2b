"""Requests and responses, free of the framework: what the handlers see of HTTP.

A response is an ASGI application, so Starlette sends ours as it sends its own.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol, TypeVar

from pydantic import ValidationError

from fivesquare.errors import RecordError
from fivesquare.record import parse_record
from fivesquare.web.exceptions import UnusableError
from fivesquare.web.models import Wire

Body = TypeVar("Body", bound=Wire)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""The address of the client, or its network; background work that a request started inherits it."""

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is answered, for the log; background work that it started inherits it."""


class Url(Protocol):
    """The address that was requested."""

    @property
    def scheme(self) -> str: ...

    @property
    def netloc(self) -> str: ...

    @property
    def port(self) -> int | None: ...

    @property
    def path(self) -> str: ...


class Request(Protocol):
    """What a handler reads of a request; Starlette's fits."""

    @property
    def url(self) -> Url: ...

    @property
    def path_params(self) -> Mapping[str, Any]: ...

    @property
    def query_params(self) -> Mapping[str, str]: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def cookies(self) -> Mapping[str, str]: ...

    @property
    def receive(self) -> Receive: ...

    async def body(self) -> bytes: ...


Endpoint = Callable[[Request], Awaitable[App]]


class Response:
    """A whole answer."""

    def __init__(
        self,
        body: bytes,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str = "application/json",
    ) -> None:
        self.body, self.status = body, status
        self.headers = {**(headers or {}), "content-length": str(len(body)), "content-type": media_type}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(start(self.status, self.headers))
        await send({"type": "http.response.body", "body": self.body})


class Page(NamedTuple):
    """A route of what people see: a page, or a picture or a file that belongs to one."""

    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    is_costly: bool = False
    """Whether it draws a picture, or goes over games: the guard charges more for it."""


def html(text: str, status: int = 200, *, caching: str = "private, no-cache") -> Response:
    """A page."""
    return Response(text.encode(), status, {"cache-control": caching}, "text/html; charset=utf-8")


def redirect(address: str, status: int = 307) -> Response:
    """The way to another page."""
    return Response(b"", status, {"location": address})


def start(status: int, headers: Mapping[str, str]) -> Message:
    """The message of ASGI that begins a response."""
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "http.response.start", "status": status, "headers": raw}


def answer(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON that must not be cached: a moment later it is something else."""
    return Response(body, status, {**(headers or {}), "cache-control": "no-store"})


def with_game(game: bytes, status: int = 200, **keys: Any) -> Response:
    """An object with a game in it, which is JSON already."""
    return answer(b'{%b,"game":%b}' % (json.dumps(keys)[1:-1].encode(), game), status)


async def read(request: Request, model: type[Body]) -> Body:
    """The body of a request, validated; an invalid one is refused in a sentence."""
    try:
        return model.model_validate(await sent(request))
    except ValidationError as error:
        raise UnusableError(_in_words(error)) from None


async def sent(request: Request) -> dict[str, Any]:
    """The object in the body of a request. No body at all counts as an empty object."""
    try:
        return parse_record((await request.body() or b"{}").decode())
    except UnicodeDecodeError:
        raise RecordError("the body is not UTF-8 text") from None


def _in_words(error: ValidationError) -> str:
    """The first thing that is wrong with a body, and where."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"] if "[" not in str(part))  # that is a type, no key
    return f"{place}: {first['msg']}" if place else first["msg"]


async def until_left(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
