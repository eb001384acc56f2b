"""The application: the website, served by Starlette."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fivesquare.web import website
from fivesquare.web.messages import Page, Response
from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.openapi import Operation, matching
from fivesquare.web.serve import banner, logs
from fivesquare.web.serve.compression import compressed
from fivesquare.web.serve.guard import TEMPLATE, Guard
from fivesquare.web.settings import Settings
from fivesquare.web.store import StoreError, open_store
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.web.website import Website


def create_app(settings: Settings) -> ASGIApp:
    """The whole server; nothing is opened before it starts."""
    if settings.metrics_port is None:
        app, observer = unguarded(settings), UNOBSERVED
    else:
        app, observer = _observed(settings)
    return Guard(app, settings, app.state.website.pool.close, app.state.costly, observer)


def _observed(settings: Settings) -> tuple[Starlette, Observer]:
    """The application behind the guard, and the metrics that it tells of itself."""
    from fivesquare.web.serve.metrics import Metrics, ObservedLane  # by import they count in files

    metrics = Metrics(settings.most_streams)
    pool = SolverPool(settings, partial(ObservedLane, metrics))
    return unguarded(settings, pool, metrics, metrics.sample(pool)), metrics


def unguarded(
    settings: Settings,
    pool: SolverPool | None = None,
    observer: Observer = UNOBSERVED,
    beside: Coroutine[Any, Any, None] | None = None,
) -> Starlette:
    """The application behind the guard; `beside` runs while it does."""
    site = Website(
        settings,
        open_store(settings.database, observer),
        pool or SolverPool(settings),
        lambda: banner.network_host(settings.host),
        observer=observer,
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await site.open()
        task = None if beside is None else asyncio.create_task(beside)
        yield
        if task is not None:
            task.cancel()
        await site.close()

    app = App(
        routes=[*map(route, site.operations), *map(page_route, site.pages)],
        lifespan=lifespan,
        exception_handlers=HANDLERS,
    )
    app.state.website = site
    app.state.costly = matching(
        [
            *(each.path for each in site.operations if each.is_costly),
            *(each.path for each in site.pages if each.is_costly),
        ]
    )
    return app


def route(operation: Operation) -> Route:
    """The route of an operation."""
    made = TemplateRoute(operation.path, operation.endpoint, methods=[operation.method])
    made.methods = {operation.method}  # Starlette adds HEAD to GET, which would open streams to no one
    return made


def page_route(page: Page) -> Route:
    """The route of a page."""
    return TemplateRoute(page.path, compressed(page.endpoint))


class TemplateRoute(Route):
    """A route that leaves its template in the scope, by which metrics are grouped."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[TEMPLATE] = self.path
        await super().handle(scope, receive, send)


class App(Starlette):
    """Handles every error in one place: Starlette's outermost layer would raise unexpected ones again."""

    def build_middleware_stack(self) -> ASGIApp:
        return ExceptionMiddleware(self.router, self.exception_handlers)


# --- Errors ---


def _answered(answer: Callable[[Request, Any], Response]) -> Callable[[Request, Exception], Any]:
    async def handler(request: Request, error: Exception) -> ASGIApp:
        return answer(request, error)

    return handler


def _not_stored(request: Request, error: StoreError) -> Response:
    logs.warn_now_and_then(str(error))
    return website.not_stored(request, error)


def _plainly(request: Request, error: HTTPException) -> Response:
    """What Starlette refuses: an unknown address, a method that is not for it."""
    return website.problem(request, error.status_code, error.detail, dict(error.headers or {}))


def _unexpected(request: Request, error: Exception) -> Response:
    """A fault of ours: logged with its trace, and answered with a sentence."""
    if not isinstance(error, ClientDisconnect):
        logs.unexpected(request.scope, error)
    return website.unexpected(request)


_ANSWERS: dict[type[Exception], Callable[[Request, Any], Response]] = {
    **website.PROBLEMS,
    StoreError: _not_stored,
    HTTPException: _plainly,
    Exception: _unexpected,
}
HANDLERS: dict[Any, Any] = {kind: _answered(answer) for kind, answer in _ANSWERS.items()}
