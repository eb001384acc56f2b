"""A small application behind the guard, for tests of what stands around the real one."""

import asyncio
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from fivesquare.web.guard import App, Guard
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
            "path": request.url.path,
            "bytes": len(body),
        }
    )


async def slowly(request: Request) -> Response:
    await asyncio.sleep(1.0)
    return PlainTextResponse("at last")


async def fail(request: Request) -> Response:
    raise KeyError("a fault of ours")


async def events(request: Request) -> Response:
    async def every() -> AsyncIterator[str]:
        while True:
            yield "data: {}\n\n"
            await asyncio.sleep(0.2)

    return StreamingResponse(every(), media_type="text/event-stream")


def create_app(settings: Settings) -> App:
    everything = ["GET", "POST", "PUT", "DELETE"]
    routes = [
        Route("/", hello),
        Route("/asked", asked, methods=everything),
        Route("/slowly", slowly),
        Route("/fail", fail),
        Route("/api/games", asked, methods=everything),
        Route("/api/solve", slowly, methods=everything),
        Route("/api/games/{id}/events", events),
    ]
    return Guard(Starlette(routes=routes), settings)


async def _unable(scope: object, receive: object, send: object) -> None:
    raise RuntimeError("the cellar is flooded\nand more")


def create_unable(settings: Settings) -> App:
    """One that cannot start."""
    return _unable
