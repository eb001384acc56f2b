"""The requests to the solver: solve, review, values, walks, puzzles; and rule books in sentences."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fivesquare import json_view
from fivesquare.board import parse_size, size_of
from fivesquare.books import find_book, rebalanced, written
from fivesquare.errors import (
    BoardError,
    FivesquareError,
    PuzzleError,
    RecordError,
    many,
    quote,
)
from fivesquare.lanes import BusyError, Glance
from fivesquare.mistakes import KINDS, Kind
from fivesquare.position import Position
from fivesquare.primer import make_primer
from fivesquare.puzzles import DIFFICULTIES, Difficulty, puzzle_in
from fivesquare.rulebook import Komi
from fivesquare.solver import Solver
from fivesquare.streams import check_seed
from fivesquare.table.openings import fair_komi, without_komi
from fivesquare.web import messages
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Request, Response
from fivesquare.web.study import catalogue, lesson_view, models, move_values, review_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.puzzle_view import Wanted, posed
from fivesquare.web.study.solver_pool import Question, SolverPool, identity
from fivesquare.web.study.solver_requests import answered, as_json, needed, only, refused, unless_gone

_SEED = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_TO_FIND = 3  # times as long as for solving: a puzzle is looked for in many games
_FOR_A_DAY = {"cache-control": "public, max-age=86400"}


class StudyHandlers:
    """Where positions are thought about: each method answers one kind of request."""

    def __init__(self, pool: SolverPool) -> None:
        self._pool = pool
        self._seconds, self._memory = pool.seconds, pool.memory

    # --- Records ---

    async def solve(self, request: Request) -> Response:
        """Who wins with perfect play, and what each move is worth: what `fivesquare solve` writes."""

        def solved(position: Position, glance: Glance) -> SolverAnswer:
            solver = self._solver(position)
            solution = solver.solve(position, seconds=self._seconds, progress=lambda _: glance())
            return answered(solution.to_json()) if solution.exact else self._too_large()

        return await self._about_a_position(request, "solve", solved)

    async def values(self, request: Request) -> Response:
        """What each move is worth, as a page shows it; where it cannot be solved in time, how it looks."""

        return await self._about_a_position(request, "values", self._valued)

    def _valued(self, position: Position, glance: Glance) -> SolverAnswer:
        told, is_final = move_values.values(position, self._solver(position), self._seconds, glance)
        return answered(told, is_final)

    async def review(self, request: Request) -> Response:
        """What every move of a game was worth: what `fivesquare review --json` writes."""

        def reviewed(position: Position, glance: Glance) -> SolverAnswer:
            review = review_view.gone_over(position, self._seconds, self._memory, glance)
            return answered(review.to_json(), review_view.is_solved(review))

        return await self._about_a_game(request, "review", reviewed)

    async def walk(self, request: Request) -> Response:
        """A whole game gone over, with every position and every worth: what the review page shows."""

        def walked(position: Position, glance: Glance) -> SolverAnswer:
            review = review_view.gone_over(position, self._seconds, self._memory, glance)
            told = review_view.ReviewView(review, self._seconds, self._memory, glance).to_json()
            return answered(told, told["solved"])

        return await self._about_a_game(request, "walk", walked)

    async def plies(self, request: Request) -> Response:
        """Every position of a record: what it shows, and what each claim would do."""
        try:
            end = Position.from_record(await messages.sent(request))
        except FivesquareError as error:
            return refused(error)
        setting = review_view.setting(end)

        def plies() -> bytes:
            seen = [{"ply": ply, **json_view.seen(position)} for ply, position in enumerate(end.history())]
            return as_json({"game": setting, "plies": seen})

        key = "plies", json.dumps(setting), end.moves
        return messages.answer(await self._pool.draw(key, plies))

    async def _about_a_position(
        self, request: Request, what: str, work: Callable[[Position, Glance], SolverAnswer]
    ) -> Response:
        """Ask about what can happen from here on, however it came to this."""

        def ask(sent: dict[str, Any]) -> tuple[object, Question]:
            position = Position.from_record(sent)
            return (what, identity(position)), lambda glance: work(position, glance)

        return await self._ask(request, ask)

    async def _about_a_game(
        self, request: Request, what: str, work: Callable[[Position, Glance], SolverAnswer]
    ) -> Response:
        """Ask about a game as it was played."""

        def ask(sent: dict[str, Any]) -> tuple[object, Question]:
            position = Position.from_record(sent)
            setting = json.dumps(review_view.setting(position))
            return (what, setting, position.moves), lambda glance: work(position, glance)

        return await self._ask(request, ask)

    def _solver(self, position: Position) -> Solver:
        return Solver(position.book, position.board, memory=self._memory, threads=1)

    def _too_large(self) -> SolverAnswer:
        told = {"error": f"this position is too large to be solved within {many(self._seconds, 'second')}"}
        return SolverAnswer(as_json(told), 422, is_final=False)

    # --- Puzzles ---

    async def puzzle(self, request: Request) -> Response:
        """A position in which exactly one move wins; without a seed, any."""

        def ask(_sent: dict[str, Any]) -> tuple[object, Question]:
            return self._riddle(wanted_by(request.query_params))

        return await self._ask(request, ask, has_body=False)

    async def puzzle_of(self, request: Request) -> Response:
        """The same, of any rule book."""

        def ask(sent: dict[str, Any]) -> tuple[object, Question]:
            only(sent, models.WantedPuzzle)
            if sent.get("record") is not None:
                return self._riddle_of(sent)
            size = None if sent.get("size") is None else size_of(sent["size"])
            seed = None if sent.get("seed") is None else _seed(sent["seed"])
            difficulty = _difficulty(sent.get("difficulty", "medium"))
            return self._riddle(Wanted.of(sent.get("book"), difficulty, seed, size))

        return await self._ask(request, ask)

    def _riddle_of(self, sent: Mapping[str, Any]) -> tuple[object, Question]:
        """The last position of a record as a puzzle; refuses one in which not exactly one move wins."""
        for key in sent:
            if key != "record" and sent[key] is not None:
                raise RecordError(f"a record is a puzzle by itself: leave out {quote(key)}")
        position = Position.from_record(sent["record"])

        def question(glance: Glance) -> SolverAnswer:
            solver = self._solver(position)
            solution = solver.solve(position, seconds=self._seconds, progress=lambda _: glance())
            if not solution.exact:
                return self._too_large()
            return answered(posed(puzzle_in(solution), self._memory, is_found=False))

        return ("puzzle of", identity(position), json.dumps(written(position.book))), question

    def _riddle(self, wanted: Wanted) -> tuple[object, Question]:
        return wanted.key, lambda glance: self.posed(wanted, glance)

    def posed(self, wanted: Wanted, glance: Glance) -> SolverAnswer:
        """A puzzle, if it is found in time."""
        seconds = _TO_FIND * self._seconds
        deadline = time.monotonic() + seconds

        def tell() -> None:
            glance()
            if time.monotonic() > deadline:
                raise PuzzleError(f"no puzzle was found within {many(seconds, 'second')}; try another seed")

        return answered(posed(wanted.found(self._memory, tell), self._memory))

    # --- Books ---

    async def lesson(self, request: Request) -> Response:
        """A rule book to be learnt by playing: up to four small positions, with an answer to every move."""

        def ask(sent: dict[str, Any]) -> tuple[object, Question]:
            only(sent, models.WantedLesson)
            book = find_book(needed(sent, "book"))
            # By the answers alone: a lesson does not know its title.
            return ("lesson", repr(book.answers)), lambda glance: answered(
                lesson_view.lesson(make_primer(book, glance))
            )

        return await self._ask(request, ask)

    async def komi(self, request: Request) -> Response:
        """The komi that makes a board fair: with it, perfect play ends even."""

        def ask(sent: dict[str, Any]) -> tuple[object, Question]:
            only(sent, models.WantedKomi)
            if sent.get("board") is None and sent.get("seed") is None:
                raise BoardError("give a board, or the seed of one")
            seed = None if sent.get("board") is not None else _seed(sent["seed"])
            position = Position.start(
                needed(sent, "book"), seed=seed, board=sent.get("board"), size=sent.get("size")
            )
            plainly = without_komi(position)
            key = "komi", identity(plainly), json.dumps(written(position.book)), seed
            return key, lambda glance: self._fair(plainly, seed, glance)

        return await self._ask(request, ask)

    def _fair(self, position: Position, seed: int | None, glance: Glance) -> SolverAnswer:
        solver = self._solver(position)
        solution = solver.solve(
            position, value_only=True, seconds=self._seconds, progress=lambda _: glance()
        )
        if solution.margin is None:
            return self._too_large()
        komi = fair_komi(solution.margin)
        book = written(rebalanced(position.book, Komi(komi)))
        return answered({"komi": komi, "board": position.board.rows, "seed": seed, "book": book})

    async def explain(self, request: Request) -> Response:
        """A rule book in sentences; an invalid one is refused, with the answer at fault."""
        try:
            sent = await messages.sent(request)
            only(sent, models.WantedBook)
            book = find_book(needed(sent, "book"))
            size = None if sent.get("size") is None else size_of(sent["size"])
        except FivesquareError as error:
            return refused(error)
        return messages.answer(as_json(catalogue.explained(book, size)))

    async def list(self, _request: Request) -> Response:
        """What there is to play, and against whom; and what a rule book can answer."""
        return Response(as_json(catalogue.catalogue()), 200, _FOR_A_DAY)

    # --- Asking ---

    async def _ask(
        self,
        request: Request,
        ask: Callable[[dict[str, Any]], tuple[object, Question]],
        has_body: bool = True,
    ) -> Response:
        """Read what was sent, have it thought about, and answer; whatever cannot be used is refused."""
        try:
            key, question = ask(await messages.sent(request) if has_body else {})
            answer = await unless_gone(request, self._pool.ask(key, question))
        except (BusyError, RefusalError):
            raise  # the server's own, which it tells itself
        except FivesquareError as error:
            return refused(error)
        return messages.answer(answer.body, answer.status)


def wanted_by(asked: Mapping[str, str]) -> Wanted:
    """The puzzle that the end of an address asks for."""
    seed = asked.get("seed")
    if seed is not None and not _SEED.fullmatch(seed):
        raise PuzzleError(f"a seed is a whole number, not {quote(seed)}")
    size = None if "size" not in asked else parse_size(asked["size"])
    difficulty = _difficulty(asked.get("difficulty", "medium"))
    wanted = Wanted.of(asked.get("book"), difficulty, None if seed is None else int(seed), size)
    return replace(wanted, mistake=_kind(asked["mistake"])) if "mistake" in asked else wanted


def _kind(word: str) -> Kind:
    for known in KINDS:
        if word == known:
            return known
    raise PuzzleError(f"mistakes are {', '.join(KINDS)}, not {quote(word)}")


def _difficulty(word: object) -> Difficulty:
    for known in DIFFICULTIES:
        if word == known:
            return known
    raise PuzzleError(f"puzzles are {', '.join(DIFFICULTIES)}, not {quote(word)}")


def _seed(number: object) -> int:
    return check_seed(number, limit=10**18, limit_words=" of at most 18 digits")
