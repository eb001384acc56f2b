"""A small application behind the guard, for tests of what stands around the real one."""

import asyncio
import os
import re
import resource
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from fivesquare.web.messages import App, Receive, Scope, Send
from fivesquare.web.serve.guard import Guard
from fivesquare.web.settings import Settings


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def asked(request: Request) -> Response:
    """What the application sees of a request."""
    assert request.client is not None
    body = await request.body()
    return JSONResponse(
        {
            "address": request.client.host,
            "scheme": request.scope["scheme"],
            "bytes": len(body),
        }
    )


async def process(request: Request) -> Response:
    """Which process answers, how many descriptors it may have, and how many streams."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    streams = request.app.state.most_streams
    return JSONResponse({"number": os.getpid(), "descriptors": descriptors, "streams": streams})


async def slowly(request: Request) -> Response:
    await request.body()
    await asyncio.sleep(float(request.query_params.get("seconds", "1")))
    return PlainTextResponse("at last")


async def events(request: Request) -> Response:
    """Something every now and then; of the game `much` as much as can be sent."""
    much = request.path_params["id"] == "much"

    async def every() -> AsyncIterator[str]:
        while True:
            yield "data: " + "x" * (60_000 if much else 10) + "\n\n"
            await asyncio.sleep(0 if much else 0.2)

    return StreamingResponse(every(), media_type="text/event-stream")


def create_app(settings: Settings) -> App:
    everything = ["GET", "POST", "PUT", "DELETE"]
    routes = [
        Route("/", hello),
        Route("/asked", asked, methods=everything),
        Route("/process", process),
        Route("/slowly", slowly, methods=everything),
        Route("/api/games", asked, methods=everything),
        Route("/api/solve", slowly, methods=everything),
        Route("/api/games/{id}/events", events),
    ]
    inside = Starlette(routes=routes)
    inside.state.most_streams = settings.most_streams

    async def failing_sometimes(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path") == "/fail":
            raise KeyError("a fault of ours")
        await inside(scope, receive, send)

    return Guard(failing_sometimes, settings, costly=re.compile("/api/solve"))


async def _unable(scope: object, receive: object, send: object) -> None:
    raise RuntimeError("the cellar is flooded\nand more")


def create_unable(settings: Settings) -> App:
    """One that cannot start."""
    return _unable
