"""The games of a browser, gone over in the background one after the other, and noted: each is done once.

They have a lane of the solver to themselves, with one thread, in which addresses take turns: nobody's game
waits for them, and nobody's reviews wait for all of another's.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from fivesquare.lanes import BusyError, Glance
from fivesquare.mistakes import Kind, usual
from fivesquare.web.messages import CLIENT
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.played_games import Played
from fivesquare.web.store.base import Store, StoreError
from fivesquare.web.study import review_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.own_review import OwnReview, answered, own_review
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.words.my_games import SPAN

KIND = "review"
"""Of the notes: each has the game as its name."""

MOST_REVIEWED = 40
"""The newest so many finished games of a browser are gone over."""

_MOST_CELLS = 25  # a larger board has no exact values in time
_MOST_AT_WORK = 64  # browsers whose games are gone over at once
_MOST_OF_AN_ADDRESS = 32  # of those, so that no address keeps the others out
_TRIES = 20  # to find the lane free

_log = logging.getLogger(__name__)


class Reviewed(NamedTuple):
    """A game with its review."""

    game: Played
    review: OwnReview


class Insight(NamedTuple):
    """What the reviews of a browser's games say together."""

    done: int
    of: int
    left_out: int  # too large to be solved
    reviewed: tuple[Reviewed, ...]  # the newest first, each with exact values

    @property
    def accuracies(self) -> list[float]:
        return [each.review.accuracy for each in self.reviewed if each.review.accuracy is not None]

    @property
    def skills(self) -> list[float]:
        return [each.review.skill for each in self.reviewed if each.review.skill is not None]

    @property
    def usual(self) -> Kind | None:
        return usual(kind for kind, _ in self.kinds)

    @property
    def kinds(self) -> list[tuple[Kind | None, tuple[Reviewed, int]]]:
        """Every mistake, the newest first: its kind, and where it was made."""
        return [
            (mistake.kind, (each, mistake.ply))
            for each in self.reviewed
            for mistake in reversed(each.review.mistakes)
        ]


def mean(numbers: Sequence[float]) -> float | None:
    return fsum(numbers) / len(numbers) if numbers else None


def recent(numbers: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean of the newest ten, and by what it is above that of the ten before, if there are three."""
    now, before = mean(numbers[:SPAN]), mean(numbers[SPAN : 2 * SPAN])
    enough = len(numbers) >= SPAN + 3
    return now, now - before if enough and now is not None and before is not None else None


class OwnReviews:
    """Goes over games of browsers, each browser's one at a time."""

    def __init__(self, store: Store, pool: SolverPool) -> None:
        self._store, self._pool = store, pool
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._at_work = Counter[str]()  # by address

    async def insight(self, key: bytes, games: Sequence[Played]) -> Insight:
        """What is known so far; what is not is worked on from now on."""
        wanted = [game for game in games if game.is_over and game.seat is not None and game.moves]
        wanted = wanted[:MOST_REVIEWED]
        small = [game for game in wanted if game.cells <= _MOST_CELLS]
        notes = await self._store.notes(key, KIND)
        noted = {note.name: note.value for note in notes}
        known = [Reviewed(game, OwnReview.of(noted[game.id])) for game in small if _is_of(noted, game)]
        missing = [game for game in small if not _is_of(noted, game)]
        if missing:
            self._start(key, missing)
        exact = tuple(each for each in known if each.review.is_exact)
        left_out = len(wanted) - len(small) + len(known) - len(exact)
        return Insight(len(known), len(small), left_out, exact)

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
            return answered(own_review(end, seat, self._pool.seconds, self._pool.memory, glance))

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
