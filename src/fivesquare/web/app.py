"""The application: everything put together."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from fivesquare import __version__
from fivesquare.errors import FivesquareError
from fivesquare.web import documented
from fivesquare.web.leaving import has_left
from fivesquare.web.pages import assets, gamepages, linkpictures, reviewing, site
from fivesquare.web.pages.rendering import error_page
from fivesquare.web.play import api
from fivesquare.web.play.playing import Playing
from fivesquare.web.refusals import RefusalError
from fivesquare.web.serve import logs
from fivesquare.web.serve.guard import Guard
from fivesquare.web.settings import Settings
from fivesquare.web.store import StoreError, open_store
from fivesquare.web.study import analyses
from fivesquare.web.study.thinking import Thinkers

_USUAL = {404: "there is nothing at this address", 405: "that cannot be done at this address"}
_DESCRIPTION = "Five two-player games of claiming squares on a grid: play, follow, solve and review them."


def create_app(settings: Settings) -> ASGIApp:
    """The whole server; nothing is opened before it starts."""
    app = unguarded(settings)
    return Guard(app, settings, app.state.thinkers.close)


def unguarded(settings: Settings) -> FastAPI:
    """What stands behind the guard."""
    store = open_store(settings.database)
    thinkers = Thinkers(settings)
    playing = Playing(store, thinkers, keep_days=settings.keep_days, keep_games=settings.keep_games)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        thinkers.start()
        await playing.open()
        yield
        await playing.close()
        thinkers.close()

    app = documented.PlainApp(
        title="Fivesquare",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # these load scripts from elsewhere; ours is made by site.documentation
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            RefusalError: _refused,
            StoreError: _not_kept,
            FivesquareError: _unusable,
            HTTPException: _plainly,
            Exception: _unexpected,
        },
    )
    app.state.playing = playing
    app.state.thinkers = thinkers
    api.add_routes(app, playing)
    analyses.add_routes(app, thinkers)
    linkpictures.add_routes(app, thinkers)
    app.router.routes += [
        *gamepages.routes(playing, thinkers),
        *reviewing.routes(playing),
        *linkpictures.routes(thinkers),
        *site.routes(),
        *assets.routes(),
    ]

    async def healthz(_request: Request) -> Response:
        """Whether it can serve, and how far the solver is."""
        try:
            await playing.check()
        except (StoreError, TimeoutError):
            return _json({"error": "the games cannot be kept just now", "solver": thinkers.solver}, 503)
        return _json({"status": "ok", "solver": thinkers.solver})

    app.router.add_route("/healthz", healthz)
    return app


# --- Errors, each a sentence ---


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    headers = {"retry-after": str(error.wait)} if error.wait else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    if error.game is not None:
        response = documented.with_game(error.game, error.status, error=error.sentence)
        response.headers.update(headers)
        return response
    return _problem(request, error.status, error.sentence, headers)


async def _not_kept(request: Request, error: Exception) -> Response:
    logs.warn_now_and_then(str(error))
    return _problem(request, 503, "the games cannot be written just now; try again", {"retry-after": "1"})


async def _unusable(request: Request, error: Exception) -> Response:
    return _problem(request, 422, str(error), {})


async def _plainly(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(request, error.status_code, error.detail, dict(error.headers or {}))


async def _unexpected(request: Request, error: Exception) -> Response:
    """A fault of ours: whoever runs the server is told all about it, whoever met it a sentence."""
    if not has_left(error):
        logs.unexpected(request.scope, error)
    return _problem(request, 500, "something went wrong here; it has been noted", {})


def _problem(request: Request, status: int, sentence: str, headers: dict[str, str]) -> Response:
    """For people a page, for programs an object."""
    path = request.url.path
    wants_page = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
    if wants_page:
        return error_page(request, status, sentence, headers)
    said = _USUAL[status] if sentence == HTTPStatus(status).phrase and status in _USUAL else sentence
    return _json({"error": said}, status, headers)


def _json(thing: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return documented.answer(json.dumps(thing).encode(), status, headers)
