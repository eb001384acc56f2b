"""Removing old games, notes and evenings, for good: so no clock is believed that something speaks against.

By number the oldest go. By age they go only if the clock has run evenly since the process started, is not
behind what is in the store, and makes no more than a small share of all games old at one time. A server
whose clock is a year ahead keeps its games; an operator who knows better says so (`serve --remove-old`).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from fivesquare.errors import many
from fivesquare.web.store.base import OldBrowser, OldEvening, OldGame, Store, StoreError

_DAY = 24 * 60 * 60
_HOUR = 60 * 60  # between two rounds; and by so much clocks may disagree, which count in days here
_SHARE = 0.05  # of all games may go by age in one round
_IN_A_LINE = 20  # games that are named in one line of the log

_log = logging.getLogger(__name__)


def steady() -> float:
    """A clock that cannot be set; where possible it counts the time in which the machine slept."""
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):  # this system, or a browser, has no such clock
        return time.monotonic()


class Pruner:
    """Removes old games now and then."""

    def __init__(
        self,
        store: Store,
        *,
        keep_days: float,
        keep_games: int,
        remove_old: bool = False,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady,
    ) -> None:
        """With `remove_old` the first round removes all that are too old, whatever speaks against it."""
        self._store = store
        self._keep_days, self._keep_games = keep_days, keep_games
        self._remove_old = remove_old
        self._clock, self._steady = clock, steady
        self._started = clock() - steady()
        self._warned: dict[str, str] = {}

    async def run(self) -> None:
        """Remove old games now, and then every hour."""
        while True:
            try:
                await self.prune()
            except StoreError as error:
                _log.warning("old games could not be removed: %s", error)
            await asyncio.sleep(_HOUR)

    async def prune(self) -> None:
        """One round: games, the notes of browsers, evenings."""
        store, more = self._store, f"more than {self._keep_games} were kept"
        await self._remove(await store.surplus(self._keep_games), more)
        await self._forget(await store.surplus_browsers(self._keep_games), more)
        await self._remove_evenings(await store.surplus_evenings(self._keep_games), more)
        last = await store.last()
        if last is not None:
            now = self._clock()
            moment = min(now, last) - self._keep_days * _DAY  # counted from what last happened in any game
            too_old = f"untouched for {self._keep_days:g} days"
            old = await store.untouched_since(moment)
            if self._may_go(old, await store.count(), "game", now, last):
                await self._remove(old, too_old)
            silent = await store.silent_since(moment)
            if self._may_go(silent, await store.count_browsers(), "browser", now, last):
                await self._forget(silent, too_old)
            past = await store.evenings_untouched_since(moment)
            if self._may_go(past, await store.count_evenings(), "evening", now, last):
                await self._remove_evenings(past, too_old)
        self._remove_old = False

    def _may_go(self, old: Sequence[object], count: int, noun: str, now: float, last: float) -> bool:
        """Whether these may go by their age."""
        doubt = self._doubt(now, last) or self._too_many(len(old), count, noun)
        if not old or doubt is None or self._remove_old:
            return True
        self._warn(
            noun,
            f"{doubt}: none is removed for its age. If the clock is right, start once with --remove-old",
        )
        return False

    def _doubt(self, now: float, last: float) -> str | None:
        """What speaks against the clock."""
        jump = now - self._steady() - self._started
        if abs(jump) > _HOUR:
            return f"the clock was set {_hours(jump)} since the start"
        if now < last - _HOUR:
            return f"the clock is {_hours(now - last)} the newest game"
        return None

    def _too_many(self, old: int, count: int, noun: str) -> str | None:
        if old <= _SHARE * count:
            return None
        return f"{old} of {many(count, noun)} are untouched for {self._keep_days:g} days"

    async def _remove(self, old: Sequence[OldGame], reason: str) -> None:
        for start in range(0, len(old), _IN_A_LINE):
            batch = old[start : start + _IN_A_LINE]
            gone = await self._store.remove(batch)
            if gone:
                latest = max(one.last for one in batch if one.game in gone)
                since = f"last touched {_date(latest)} or before"
                number = many(len(gone), "game")
                _log.warning("removed %s (%s; %s): %s", number, reason, since, " ".join(gone))

    async def _remove_evenings(self, old: Sequence[OldEvening], reason: str) -> None:
        gone = await self._store.remove_evenings(old) if old else []
        if gone:
            _log.warning("removed %s (%s): %s", many(len(gone), "evening"), reason, " ".join(gone))

    async def _forget(self, old: Sequence[OldBrowser], reason: str) -> None:
        gone = await self._store.remove_notes(old) if old else 0
        if gone:
            _log.warning("removed the notes of %s (%s)", many(gone, "browser"), reason)

    def _warn(self, noun: str, text: str) -> None:
        """Once, until there is something else to say."""
        if text != self._warned.get(noun):
            self._warned[noun] = text
            _log.warning("%s", text)


def _hours(seconds: float) -> str:
    return f"{abs(seconds) / _HOUR:,.0f} hours {'ahead' if seconds > 0 else 'behind'}"


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
