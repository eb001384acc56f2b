"""The requests about a rule book of one's own: who wins its boards, what would make it fair, a sample game.

Boards are solved a part at a time, in a lane of their own. Each part is remembered by the answers of its
book, so that a page asks for more and more boards and each is solved once.
"""

import json
import time
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from fivesquare import fairness, json_view, remedies
from fivesquare.books import find_book, rebalanced
from fivesquare.errors import BoardError, FivesquareError, quote
from fivesquare.fairness import PART, BoardResult, Winners, boards_of, winners
from fivesquare.lanes import BusyError, Glance
from fivesquare.match import Step
from fivesquare.rulebook import RuleBook
from fivesquare.web import messages
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Request, Response
from fivesquare.web.models import Wire
from fivesquare.web.study import lesson_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.fairness_models import WantedFairness, WantedRemedies, WantedSample
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.web.study.solver_requests import answered, as_json, needed, only, refused, unless_gone
from fivesquare.words import fairness as words

_MOST_TRIED = 100
_PAUSE = 0.0005  # seconds after each move of a game, in which the event loop gets the interpreter's lock
_MOST_BOOKS = 2  # near a book, which are offered
_CAPTIONS = {True: "Two perfect players", False: "Two greedy players"}

Work = Callable[..., Iterable[BoardResult]]


class FairnessHandlers:
    """Where rule books are looked at: each method answers one kind of request."""

    def __init__(self, pool: SolverPool) -> None:
        self._pool = pool

    async def fairness(self, request: Request) -> Response:
        """Who wins the boards of a rule book with perfect play; where they are too large, an estimate."""
        return await self._answer(request, WantedFairness, self._fairness)

    async def remedies(self, request: Request) -> Response:
        """What would make a rule book fairer, and what it would come to on as many boards."""
        return await self._answer(request, WantedRemedies, self._remedies)

    async def sample(self, request: Request) -> Response:
        """A game of a rule book between perfect players; where it is too large, between greedy ones."""
        return await self._answer(request, WantedSample, self._sample)

    async def _answer(
        self,
        request: Request,
        model: type[Wire],
        work: Callable[[RuleBook, dict[str, Any]], Coroutine[Any, Any, SolverAnswer]],
    ) -> Response:
        try:
            sent = await messages.sent(request)
            only(sent, model)
            answer = await unless_gone(request, work(find_book(needed(sent, "book")), sent))
        except (BusyError, RefusalError):
            raise  # the server's own, which it tells itself
        except FivesquareError as error:
            return refused(error)
        return messages.answer(answer.body, answer.status)

    # --- Who wins ---

    async def _fairness(self, book: RuleBook, sent: dict[str, Any]) -> SolverAnswer:
        wanted = min(_number(sent, "boards", 1, fairness.BOARDS), boards_of(book))
        results = await self._results(book, wanted)
        found = winners(results[:wanted])
        if not found.is_too_large:
            return answered(_told(book, found, found, wanted))
        games = await self._in_parts("played", fairness.played, book, wanted)
        return answered(_told(book, found, winners(games[:wanted]), wanted))

    async def _results(
        self, book: RuleBook, wanted: int, goes_on: Callable[[Winners], bool] = lambda _: True
    ) -> list[BoardResult]:
        """Who wins so many boards: fewer if they are too large, or one need not go on."""
        return await self._in_parts(
            "solved",
            partial(fairness.solved, seconds=self._pool.seconds),
            book,
            wanted,
            lambda found: not found.is_too_large and goes_on(found),
        )

    async def _in_parts(
        self,
        what: str,
        work: Work,
        book: RuleBook,
        wanted: int,
        goes_on: Callable[[Winners], bool] = lambda _: True,
    ) -> list[BoardResult]:
        results: list[BoardResult] = []
        for part in range(-(-wanted // PART)):
            key = what, repr(book.answers), part
            answer = await self._pool.survey(key, partial(self._part, work, book, part))
            results += [BoardResult(*each) for each in json.loads(answer.body)]
            if not goes_on(winners(results)):
                break
        return results

    def _part(self, work: Work, book: RuleBook, part: int, glance: Glance) -> SolverAnswer:
        """A board that was given up by the clock, and not by its nodes, might be solved another time."""
        began = time.monotonic()

        def pause() -> None:
            glance()
            time.sleep(_PAUSE)

        found = list(work(book, part, glance=pause))
        is_whole = all(each.winner is not None for each in found)
        is_final = is_whole or time.monotonic() - began < self._pool.seconds
        return SolverAnswer(json.dumps(found).encode(), is_final=is_final)

    # --- What would make it fair ---

    async def _remedies(self, book: RuleBook, sent: dict[str, Any]) -> SolverAnswer:
        tried = _number(sent, "tried", 0, _MOST_TRIED)
        boards = boards_of(book)
        now = winners(await self._results(book, boards))
        if now.left_out or now.is_fair:
            return answered(_nothing("too large" if now.left_out else "fair"))
        near = remedies.neighbours(book)
        of = 2 + len(near)
        found: list[dict[str, Any]] = []
        if tried >= 1:
            found += await self._head_start(book, now)
        if tried >= 2:
            found += await self._swap(book, now)
        found = [*await self._near(book, near[: max(0, tried - 2)]), *reversed(found)]
        note = words.NOTES["none"] if tried >= of and not found else ""
        told = {"tried": min(tried, of), "of": of, "is_done": tried >= of, "remedies": found, "note": note}
        return answered(told)

    async def _head_start(self, book: RuleBook, now: Winners) -> list[dict[str, Any]]:
        plain = remedies.plain(book)
        started = remedies.head_start(plain, await self._results(plain, boards_of(book)))
        if started is None or not remedies.is_fairer(started[1], now):
            return []
        return [_remedy("komi", words.head_start(started[0]), *started)]

    async def _swap(self, book: RuleBook, now: Winners) -> list[dict[str, Any]]:
        swapped = rebalanced(book, "swap")
        results = await self._results(
            swapped, boards_of(book), lambda found: remedies.may_be_fairer(found, now)
        )
        found = winners(results)
        return [_remedy("swap", words.SWAP, swapped, found)] if remedies.is_fairer(found, now) else []

    async def _near(self, book: RuleBook, near: Iterable[RuleBook]) -> list[dict[str, Any]]:
        """The fairest of these books, if they are fair."""
        fair: list[tuple[float, int, RuleBook, Winners]] = []
        for other in near:
            found = winners(await self._results(other, boards_of(other), remedies.may_be_fair))
            if remedies.is_fair_game(found):
                fair.append((found.unfairness, len(fair), other, found))
        return [
            _remedy("book", words.changed(remedies.plain(book), other), other, found)
            for _, _, other, found in sorted(fair)[:_MOST_BOOKS]
        ]

    # --- A sample ---

    async def _sample(self, book: RuleBook, _sent: dict[str, Any]) -> SolverAnswer:
        def played(glance: Glance) -> SolverAnswer:
            end, is_perfect = fairness.sample(book, self._pool.seconds, glance)
            moments = end.history()
            steps = map(Step, moments[:-1], end.moves, moments[1:])
            told = {
                "frames": [lesson_view.frame(step) for step in steps],
                "caption": _CAPTIONS[is_perfect],
            }
            return SolverAnswer(as_json(told))

        answer = await self._pool.survey(("sample", repr(book.answers)), played)
        opening = fairness.sample_opening(book)  # not remembered: it has the title
        view = {**json_view.setting(opening), **json_view.seen(opening)}
        return answered({"title": book.title, "view": view, **json.loads(answer.body)})


def _told(book: RuleBook, found: Winners, shown: Winners, wanted: int) -> dict[str, Any]:
    """`found` with perfect play, and what is shown: that, or an estimate."""
    of = boards_of(book)
    is_estimate = shown is not found
    is_done = wanted >= of
    heading, certainty, detail = words.progress(wanted, of), "", ""
    if is_estimate:
        heading, certainty = words.heading(found), words.ESTIMATE
        detail = words.estimate(shown) if is_done else words.games_so_far(wanted, of)
    elif is_done:
        heading, certainty, detail = words.heading(found), words.interval(found), words.detail(found)
    return {
        "kind": "estimate" if is_estimate else "solved",
        "boards": wanted,
        "of": of,
        "is_done": is_done,
        **{what: getattr(shown, what) for what in ("first", "second", "drawn")},
        "left_out": found.left_out,
        "low": shown.share.low if shown.boards > 1 else None,
        "high": shown.share.high if shown.boards > 1 else None,
        "is_fair": not is_estimate and found.is_fair,
        "heading": heading,
        "certainty": certainty,
        "detail": detail,
    }


def _remedy(kind: str, title: str, book: RuleBook, found: Winners) -> dict[str, Any]:
    text = " ".join(filter(None, (words.counts(found), words.name(book) if kind == "book" else "")))
    return {
        "kind": kind,
        "title": title,
        "text": text,
        "book": book.answers,
        **{what: getattr(found, what) for what in ("first", "second", "drawn")},
    }


def _nothing(why: str) -> dict[str, Any]:
    return {"tried": 0, "of": 0, "is_done": True, "remedies": [], "note": words.NOTES[why]}


def _number(sent: dict[str, Any], key: str, low: int, high: int) -> int:
    number = sent.get(key, high)
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise BoardError(f'"{key}" is a whole number from {low} to {high}, not {quote(number)}')
    return number
