"""The application: everything put together."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route
from starlette.types import ASGIApp

from fivesquare import __version__
from fivesquare.errors import FivesquareError
from fivesquare.lanes import BusyError
from fivesquare.web import messages, routes
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Response
from fivesquare.web.openapi import Document, Operation, matching
from fivesquare.web.pages import (
    analysis_page,
    assets,
    club_pages,
    day_pages,
    game_pages,
    home_page,
    lesson_pages,
    link_previews,
    make_pages,
    me_pages,
    site,
)
from fivesquare.web.pages.templating import error_page
from fivesquare.web.play.day_handlers import DayHandlers
from fivesquare.web.play.me_handlers import MeHandlers
from fivesquare.web.play.own_reviews import OwnReviews
from fivesquare.web.play.service import GameService
from fivesquare.web.serve import banner, logs
from fivesquare.web.serve.guard import Guard
from fivesquare.web.settings import Settings
from fivesquare.web.store import StoreError, open_store
from fivesquare.web.study.solver_pool import SolverPool

_USUAL = {404: "there is nothing at this address", 405: "that cannot be done at this address"}
_DESCRIPTION = "Five two-player games of claiming squares on a grid: play, follow, solve and review them."


def create_app(settings: Settings) -> ASGIApp:
    """The whole server; nothing is opened before it starts."""
    app = unguarded(settings)
    return Guard(app, settings, app.state.pool.close, app.state.costly)


def unguarded(settings: Settings) -> Starlette:
    """The application behind the guard."""
    store = open_store(settings.database)
    pool = SolverPool(settings)
    service = GameService(
        store,
        pool,
        keep_days=settings.keep_days,
        keep_games=settings.keep_games,
        remove_old=settings.remove_old,
    )

    days = DayHandlers(service.browsers, store, pool)
    reviews = OwnReviews(store, pool)
    me = MeHandlers(service, store, days, reviews)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pool.start()
        await service.open()
        yield
        await reviews.close()
        await service.close()
        pool.close()

    async def healthz(_request: Request) -> Response:
        """Whether it can serve, and how far the solver is."""
        try:
            await service.check()
        except (StoreError, TimeoutError):
            return _json({"error": "the games cannot be kept just now", "solver": pool.solver}, 503)
        return _json({"status": "ok", "solver": pool.solver})

    operations = [
        *routes.operations(service, pool, days, me),
        link_previews.operation(pool),
    ]
    pictures = [*link_previews.routes(pool), *game_pages.pictures(service, pool)]
    own = me_pages.routes(me)
    document = Document(operations, title="Fivesquare", version=__version__, description=_DESCRIPTION)
    app = App(
        routes=[
            Route("/openapi.json", document.serve),
            *map(route, operations),
            *game_pages.routes(service, pool),
            *analysis_page.routes(service),
            *pictures,
            *home_page.routes(days, store),
            *site.routes(document),
            *lesson_pages.routes(),
            *day_pages.routes(days),
            *club_pages.routes(service, lambda: banner.network_host(settings.host)),
            *make_pages.routes(),
            *own,
            *assets.routes(),
            Route("/healthz", healthz),
        ],
        lifespan=lifespan,
        exception_handlers=_HANDLERS,
    )
    app.state.service = service
    app.state.pool = pool
    app.state.days = days
    app.state.document = document
    app.state.costly = matching(
        [*(each.path for each in operations if each.is_costly), *(each.path for each in (*pictures, *own))]
    )
    return app


def route(operation: Operation) -> Route:
    """The route of an operation."""
    made = Route(operation.path, operation.endpoint, methods=[operation.method])
    made.methods = {operation.method}  # Starlette adds HEAD to GET, which would open streams to no one
    return made


class App(Starlette):
    """Handles every error in one place: Starlette's outermost layer would raise unexpected ones again."""

    def build_middleware_stack(self) -> ASGIApp:
        return ExceptionMiddleware(self.router, self.exception_handlers)


# --- Errors, each a sentence ---


async def _refused(request: Request, error: Exception) -> ASGIApp:
    assert isinstance(error, RefusalError)
    headers = {"retry-after": str(error.wait)} if error.wait else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    if error.game is not None:
        response = messages.with_game(error.game, error.status, error=error.sentence)
        response.headers.update(headers)
        return response
    return _problem(request, error.status, error.sentence, headers)


async def _busy(request: Request, error: Exception) -> ASGIApp:
    assert isinstance(error, BusyError)
    return _problem(request, 503, error.sentence, {"retry-after": str(error.wait)})


async def _not_stored(request: Request, error: Exception) -> ASGIApp:
    logs.warn_now_and_then(str(error))
    return _problem(request, 503, "the games cannot be written just now; try again", {"retry-after": "1"})


async def _unusable(request: Request, error: Exception) -> ASGIApp:
    return _problem(request, 422, str(error), {})


async def _plainly(request: Request, error: Exception) -> ASGIApp:
    assert isinstance(error, HTTPException)
    return _problem(request, error.status_code, error.detail, dict(error.headers or {}))


async def _unexpected(request: Request, error: Exception) -> ASGIApp:
    """A fault of ours: logged with its trace, and answered with a sentence."""
    if not isinstance(error, ClientDisconnect):
        logs.unexpected(request.scope, error)
    return _problem(request, 500, "something went wrong here; it has been noted", {})


def _problem(request: Request, status: int, sentence: str, headers: dict[str, str]) -> ASGIApp:
    """For people a page, for programs an object."""
    path = request.url.path
    wants_page = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
    if wants_page:
        return error_page(request, status, sentence, headers)
    said = _USUAL[status] if sentence == HTTPStatus(status).phrase and status in _USUAL else sentence
    return _json({"error": said}, status, headers)


def _json(thing: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return messages.answer(json.dumps(thing).encode(), status, headers)


_HANDLERS: dict[Any, Any] = {
    RefusalError: _refused,
    BusyError: _busy,
    StoreError: _not_stored,
    FivesquareError: _unusable,
    HTTPException: _plainly,
    Exception: _unexpected,
}
