"""The whole application, with a fault in it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.web import app
from fivesquare.web.serve.guard import Guard
from fivesquare.web.settings import Settings


async def _fault(request: Request) -> Response:
    raise KeyError("a fault of ours")


def create_app(settings: Settings) -> Guard:
    guard = app.create_app(settings)
    assert isinstance(guard, Guard)
    inside: Any = guard._app
    inside.router.routes[:0] = [Route("/api/fail", _fault), Route("/fail", _fault)]
    return guard
