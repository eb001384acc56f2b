"""The games of a browser, gone over in the background one after the other, and noted: each is done once.

They have a lane of the solver to themselves, with one thread, in which addresses take turns: nobody's game
waits for them, and nobody's reviews wait for all of another's.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

from fivesquare.insight import Insight, OwnReview, insight_of, own_review
from fivesquare.lanes import BusyError, Glance
from fivesquare.web.messages import CLIENT
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.played_games import Played
from fivesquare.web.store.base import Store, StoreError
from fivesquare.web.study import review_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.solver_pool import SolverPool

KIND = "review"
"""Of the notes: each has the game as its name."""

_MOST_AT_WORK = 64  # browsers whose games are gone over at once
_MOST_OF_AN_ADDRESS = 32  # of those, so that no address keeps the others out
_TRIES = 20  # to find the lane free

_log = logging.getLogger(__name__)


class OwnReviews:
    """Goes over games of browsers, each browser's one at a time."""

    def __init__(self, store: Store, pool: SolverPool) -> None:
        self._store, self._pool = store, pool
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._at_work = Counter[str]()  # by address

    async def insight(self, key: bytes, games: Sequence[Played]) -> Insight[Played]:
        """What is known so far; what is not is worked on from now on."""
        notes = await self._store.notes(key, KIND)
        noted = {note.name: note.value for note in notes}

        def find(game: Played) -> OwnReview | None:
            return OwnReview.of(noted[game.id]) if _is_of(noted, game) else None

        insight = insight_of(games, find)
        if insight.missing:
            self._start(key, insight.missing)
        return insight

    def _start(self, key: bytes, games: Sequence[Played]) -> None:
        who = CLIENT.get()
        is_full = len(self._tasks) >= _MOST_AT_WORK or self._at_work[who] >= _MOST_OF_AN_ADDRESS
        if key in self._tasks or is_full:
            return
        task = self._tasks[key] = asyncio.create_task(self._work(key, games))
        self._at_work[who] += 1
        task.add_done_callback(lambda _: self._end(key, who))

    def _end(self, key: bytes, who: str) -> None:
        del self._tasks[key]
        self._at_work -= Counter({who: 1})  # without an entry for an idle address

    async def _work(self, key: bytes, games: Sequence[Played]) -> None:
        try:
            for game in games:
                await self._go_over(key, game)
        except (BusyError, StoreError) as error:  # it continues when the page is next asked for
            _log.info("the review of somebody's games is put off: %s", error)

    async def _go_over(self, key: bytes, game: Played) -> None:
        kept = await self._store.read(game.id)
        seat = game.seat
        if kept is None or seat is None:
            return
        end = GameState.of(kept).position

        def work(glance: Glance) -> SolverAnswer:
            review = review_view.gone_over(end, self._pool.seconds, self._pool.memory, glance)
            own = own_review(review, seat)
            return SolverAnswer(json.dumps(own.to_json()).encode(), is_final=own.is_exact)

        question = ("own review", json.dumps(review_view.setting(end)), end.moves, seat)
        found = json.loads((await self._asked(question, work)).body)
        kept = await self._store.read(game.id)
        if kept is not None and key in kept.keys[seat - 1]:  # not forgotten meanwhile
            value = {**found, "version": game.version}
            await self._store.note(key, KIND, game.id, value, rolling=True)

    async def _asked(self, key: object, work: Any) -> SolverAnswer:
        for _ in range(_TRIES):
            try:
                return await self._pool.go_over(key, work)
            except BusyError as error:
                await asyncio.sleep(error.wait)
        raise BusyError("too many games are being gone over")

    async def stop(self, key: bytes) -> None:
        """Go over no more games of a browser."""
        task = self._tasks.get(key)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        await asyncio.gather(*map(self.stop, tuple(self._tasks)))


def _is_of(noted: dict[str, dict[str, Any]], game: Played) -> bool:
    """Whether a game was gone over as it is now, and not before a move of it was taken back."""
    return game.id in noted and noted[game.id].get("version") == game.version
