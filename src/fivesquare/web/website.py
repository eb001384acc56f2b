"""Everything that answers a request, put together, free of the framework that serves it.

The server lays Starlette over it (`app.py`); the static site asks it directly, in the reader's browser.
"""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from fivesquare import __version__
from fivesquare.errors import FivesquareError
from fivesquare.lanes import BusyError
from fivesquare.web import messages, routes
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.openapi import Document
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
from fivesquare.web.settings import Settings
from fivesquare.web.store.base import Store, StoreError
from fivesquare.web.study.solver_pool import SolverPool

_USUAL = {404: "there is nothing at this address", 405: "that cannot be done at this address"}
_DESCRIPTION = "Five two-player games of claiming squares on a grid: play, follow, solve and review them."


class Website:
    """The games and their pages: `operations` are the API, `pages` what people see."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        pool: SolverPool,
        network_host: club_pages.NetworkHost | None = None,
        *,
        by_links: bool = False,
        observer: Observer = UNOBSERVED,
    ) -> None:
        """Nothing is opened yet.

        `network_host` says what others in the room call this machine; without it no one else can come here,
        so there is no club. `by_links` has friends exchange links that carry the game.
        """
        self.pool = pool
        self.service = GameService(
            store,
            pool,
            keep_days=settings.keep_days,
            keep_games=settings.keep_games,
            remove_old=settings.remove_old,
            by_links=by_links,
            observer=observer,
        )
        self.days = DayHandlers(self.service.browsers, store, pool)
        self._reviews = OwnReviews(store, pool)
        me = MeHandlers(self.service, store, self.days, self._reviews)
        self.operations = [
            *routes.operations(self.service, pool, self.days, me, has_club=network_host is not None),
            link_previews.operation(pool),
        ]
        self.document = Document(
            self.operations, title="Fivesquare", version=__version__, description=_DESCRIPTION
        )
        self.pages: list[Page] = [
            Page("/openapi.json", self.document.serve),
            *game_pages.routes(self.service, pool),
            *analysis_page.routes(self.service),
            *link_previews.routes(pool),
            *game_pages.pictures(self.service, pool),
            *home_page.routes(self.service, self.days, store),
            *site.routes(self.document),
            *lesson_pages.routes(),
            *day_pages.routes(self.days),
            *(() if network_host is None else club_pages.routes(self.service, network_host)),
            *make_pages.routes(),
            *me_pages.routes(me),
            *assets.routes(),
            Page("/healthz", self.healthz),
        ]

    async def open(self) -> None:
        self.pool.start()
        await self.service.open()

    async def close(self) -> None:
        await self._reviews.close()
        await self.service.close()
        self.pool.close()

    async def healthz(self, _request: Request) -> Response:
        """Whether it can serve, and how far the solver is."""
        try:
            await self.service.check()
        except (StoreError, TimeoutError):
            return _json({"error": "the games cannot be kept just now", "solver": self.pool.solver}, 503)
        return _json({"status": "ok", "solver": self.pool.solver})


# --- Errors, each a sentence ---


def refused(request: Request, error: RefusalError) -> Response:
    """A request that cannot be granted."""
    headers = {"retry-after": str(error.wait)} if error.wait else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    if error.game is not None:
        response = messages.with_game(error.game, error.status, error=error.sentence)
        response.headers.update(headers)
        return response
    return problem(request, error.status, error.sentence, headers)


def busy(request: Request, error: BusyError) -> Response:
    """Too much is being thought about."""
    return problem(request, 503, error.sentence, {"retry-after": str(error.wait)})


def not_stored(request: Request, _error: StoreError) -> Response:
    """A game could not be written or read."""
    return problem(request, 503, "the games cannot be written just now; try again", {"retry-after": "1"})


def unusable(request: Request, error: FivesquareError) -> Response:
    """What was sent cannot be read, or the rules refuse it."""
    return problem(request, 422, str(error), {})


def unexpected(request: Request) -> Response:
    """A fault of ours."""
    return problem(request, 500, "something went wrong here; it has been noted", {})


PROBLEMS: Mapping[type[Exception], Callable[[Request, Any], Response]] = {
    RefusalError: refused,
    BusyError: busy,
    StoreError: not_stored,
    FivesquareError: unusable,
}
"""How each kind of error is answered; the most particular kind decides."""


def problem(request: Request, status: int, sentence: str, headers: Mapping[str, str]) -> Response:
    """For people a page, for programs an object."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if wants_page and not request.url.path.startswith("/api/"):
        return error_page(request, status, sentence, headers)
    said = _USUAL[status] if sentence == HTTPStatus(status).phrase and status in _USUAL else sentence
    return _json({"error": said}, status, headers)


def _json(thing: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return messages.answer(json.dumps(thing).encode(), status, headers)
