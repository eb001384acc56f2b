"""Routes whose answers travel packed."""

from collections.abc import Awaitable, Callable

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_PACKED = [Middleware(GZipMiddleware, compresslevel=6)]


def packed(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """For text that people wait for: a third of it travels. What moves and streams say is not packed."""
    return Route(path, endpoint, middleware=_PACKED)
