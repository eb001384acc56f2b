"""The requests about the puzzle of the day: the puzzle itself, and how it went in a browser."""

import datetime
import json
import time
from collections.abc import Callable
from typing import Any

from fivesquare import dailies
from fivesquare.dailies import DayResult
from fivesquare.errors import PuzzleError
from fivesquare.lanes import Glance
from fivesquare.web import links
from fivesquare.web.exceptions import UnknownDayError, UnusableError
from fivesquare.web.messages import Request, Response, answer, read
from fivesquare.web.play import credentials
from fivesquare.web.play.credentials import Browsers
from fivesquare.web.store.base import Store
from fivesquare.web.study import day_models, day_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.day_view import NotedDay
from fivesquare.web.study.solver_pool import SolverPool

KIND = "day"
"""Of the notes: each has the date as its name."""

_EAST, _WEST = (
    datetime.timedelta(hours=14),
    datetime.timedelta(hours=12),
)  # of UTC, where clocks differ most
_FOR_AN_HOUR = {"cache-control": "public, max-age=3600"}


class DayHandlers:
    """Where the puzzle of the day is asked for and handed in: each method answers one kind of request."""

    def __init__(
        self, browsers: Browsers, store: Store, pool: SolverPool, clock: Callable[[], float] = time.time
    ) -> None:
        self._browsers, self._store, self._pool, self._clock = browsers, store, pool, clock

    # --- Dates ---

    @property
    def today(self) -> datetime.date:
        """The date in UTC."""
        return self._now.date()

    @property
    def _now(self) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(self._clock(), datetime.UTC)

    def day(self, text: str) -> datetime.date:
        """A day that has begun somewhere on earth."""
        try:
            return dailies.date_of(text, until=(self._now + _EAST).date())
        except PuzzleError as error:
            raise UnknownDayError(str(error)) from None

    def _is_today(self, day: datetime.date) -> bool:
        """Whether this is the date now, somewhere on earth."""
        return (self._now - _WEST).date() <= day <= (self._now + _EAST).date()

    # --- Requests ---

    async def daily(self, request: Request) -> Response:
        """The puzzle of a day with all its answers; without a date, that of today in UTC."""
        text = request.path_params.get("date")
        day = self.today if text is None else self.day(text)
        made = await self._pool.ask(("daily", day), lambda _: _json(day_view.posed_day(day)))
        return Response(made.body, 200, _FOR_AN_HOUR) if text else answer(made.body)

    async def hand_in(self, request: Request) -> Response:
        """Note how a day's puzzle went, by every move that was tried; the first time counts."""
        day = self.day(request.path_params["date"])
        wish = await read(request, day_models.DayTried)
        result = await self._judged(day, wish.tried)
        own = self._own_date(wish.today)
        browser = await self._browsers.secret(request)
        key = credentials.hash_of(browser)
        noted = await self.noted(key)
        is_first = day not in noted
        if is_first:
            noted[day] = NotedDay(result, day == own)
            if not await self._store.note(key, KIND, day.isoformat(), noted[day].to_json()):
                raise UnusableError("this browser has as many days as are kept for one")
        told = day_view.calendar(noted, own, _site(request), day)
        attempt = NotedDay(result, is_first and day == own)
        told |= {"first": is_first, "attempt": day_view.told(day, attempt, told["streak"], _site(request))}
        response = answer(_json(told).body)
        response.headers["set-cookie"] = self._browsers.cookie(request, browser)
        return response

    async def days(self, request: Request) -> Response:
        """The days that this browser has played, as of its own date."""
        asked = request.query_params
        own = self._own_date(asked.get("today", self.today.isoformat()))
        also = self.day(asked["date"]) if "date" in asked else None
        return answer(_json(await self.calendar(request, own, also)).body)

    # --- What is noted ---

    async def calendar(
        self, request: Request, today: datetime.date, also: datetime.date | None = None
    ) -> dict[str, Any]:
        """The calendar of the browser that asks, as of its own date; with how `also` another day went."""
        key = self._browsers.key_of(request)
        noted = {} if key is None else await self.noted(key)
        return day_view.calendar(noted, today, _site(request), also)

    async def noted(self, key: bytes) -> dict[datetime.date, NotedDay]:
        """The days of a browser."""
        notes = await self._store.notes(key, KIND)
        return {datetime.date.fromisoformat(note.name): NotedDay.of(note.value) for note in notes}

    def _own_date(self, text: str) -> datetime.date:
        """The date that a browser says it has, if it can be; else the date in UTC."""
        day = self.day(text)
        return day if self._is_today(day) else self.today

    async def _judged(self, day: datetime.date, tried: list[list[str]]) -> DayResult:
        """What came of the moves tried, judged off the event loop: the puzzle may have to be made."""

        def judge(_glance: Glance) -> SolverAnswer:
            result = dailies.result_of(day_view.puzzle_of(day), tried)
            return _json({"tries": result.tries, "found": result.found})

        key = "day tried", day, tuple(map(tuple, tried))
        told = json.loads((await self._pool.ask(key, judge)).body)
        return DayResult(tuple(told["tries"]), tuple(told["found"]))


def _site(request: Request) -> str:
    """Where others reach this server; empty if it listens to this computer only."""
    return "" if links.is_only_here(request) else links.here(request)


def _json(told: dict[str, Any]) -> SolverAnswer:
    return SolverAnswer(json.dumps(told, separators=(",", ":")).encode())
