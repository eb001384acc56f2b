"""The work of a server that takes longer than a moment, in threads off the event loop.

There are lanes, so that one kind of work never holds up another: players that need no solver, players that
do, analyses, reviews of browsers' own games, pictures. A lane that is full refuses (`BusyError`), and so is
an analysis that has waited too long. Equal questions asked while one of them is being answered share its
answer (coalescing), and answers are cached. Work that no one waits for any more is abandoned.
"""

import asyncio
from collections.abc import Callable, Hashable

from fivesquare.background import Work
from fivesquare.lanes import BusyError, Glance, Job, Lane
from fivesquare.players import Luck, make_player, needs_solver
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.solver import warm_up
from fivesquare.solver.limits import ANSWER
from fivesquare.web.messages import CLIENT
from fivesquare.web.settings import Settings
from fivesquare.web.study.answer_cache import AnswerCache, SolverAnswer

MEBIBYTE = 1024 * 1024

_MOVES_AT_ONCE = 1000  # waiting moves of the computer: each is a game whose player waits
_PICTURES_AT_ONCE = 100
_REVIEWS_AT_ONCE = 64  # of browsers' own games, each browser one at a time
_SOON = 1  # seconds
_NAP = 0.2  # seconds between two looks at whether the solver is ready
_MOST_ANSWERS = 5000
_MOST_BYTES = 32 * MEBIBYTE
_MOST_SURVEYED = 4000  # parts of books
_MOST_SURVEYED_BYTES = 8 * MEBIBYTE


Question = Callable[[Glance], SolverAnswer]


class _SharedJob(Job[SolverAnswer]):
    """A question with all who asked it. Only the event loop touches waiters and timer."""

    def __init__(self, question: Question, on_done: Callable[[], object]) -> None:
        super().__init__(question, on_done, CLIENT.get())
        self.waiters: set[asyncio.Future[SolverAnswer]] = set()
        self.timer: asyncio.TimerHandle | None = None  # until it has waited too long


class SolverPool:
    """The lanes of a server, and the answers that it remembers. Belongs to one event loop."""

    def __init__(self, settings: Settings, make_lane: Callable[..., Lane] = Lane) -> None:
        """`make_lane` makes others where there are no threads."""
        self.seconds = settings.solve_seconds
        """For one question."""
        self.memory = settings.solve_memory * MEBIBYTE
        """Bytes for the table of a solver, of which there is one a thread."""
        patience = max(1, round(self.seconds / 2))
        threads, ready = settings.solve_threads, self._wait_for_solver
        self._quick = make_lane("quick moves", 1, _MOVES_AT_ONCE, _SOON)
        self._deep = make_lane("moves", threads, _MOVES_AT_ONCE, patience, ready)
        self._analyses = make_lane("analyses", threads, settings.solve_queue, patience, ready)
        self._reviews = make_lane("reviews", 1, _REVIEWS_AT_ONCE, patience, ready)
        self._surveys = make_lane("surveys", 1, settings.solve_queue, patience, ready)
        self._pictures = make_lane("pictures", 1, _PICTURES_AT_ONCE, _SOON)
        self._longest_wait = settings.solve_wait
        self._asked: dict[Hashable, _SharedJob] = {}
        self._answers = AnswerCache(_MOST_ANSWERS, _MOST_BYTES)
        self._surveyed = AnswerCache(_MOST_SURVEYED, _MOST_SURVEYED_BYTES)
        self._warming: Work[None] | None = None

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """All of them."""
        return (self._quick, self._deep, self._analyses, self._surveys, self._reviews, self._pictures)

    # --- Beginning and ending ---

    def start(self) -> None:
        """Warm up the solver in the background; only work that needs it waits."""
        if self._warming is None:
            self._warming = Work(warm_up, "solver")

    @property
    def solver(self) -> str:
        """Whether the solver is "ready", still "warming" up, or "failed" to start."""
        if self._warming is None or not self._warming.is_done:
            return "warming"
        return "failed" if self._warming.has_failed else "ready"

    def _wait_for_solver(self, glance: Glance) -> None:
        """Compiling takes long, and must not count as time to think."""
        self.start()
        assert self._warming is not None
        while not self._warming.wait(_NAP):
            glance()
        self._warming.result()

    def close(self) -> None:
        """Answer nothing more. What is being done is given up, or ends with the process."""
        for job in self._asked.values():
            job.is_wanted = False
            for waiter in job.waiters:
                if not waiter.done():
                    waiter.set_exception(BusyError("this server is about to end; try again", wait=_SOON))
        for lane in self.lanes:
            lane.close()

    # --- What can be asked ---

    async def move(self, position: Position, player: str, luck: Luck) -> str:
        """What the player of that name chooses here: the same for the same moves and the same luck.

        Each time it begins afresh. What it knew from the moves before would only save time, and a game that
        went on after a restart would not be the same.
        """

        def choose(_glance: Glance) -> SolverAnswer:
            chooser = make_player(player, luck, adviser=Adviser(ANSWER._replace(memory=self.memory)))
            return SolverAnswer(chooser.choose(position).encode())

        lane = self._deep if needs_solver(player) else self._quick
        key = "move", player, luck, len(position.moves), identity(position)
        return (await self._answer(lane, key, choose)).body.decode()

    async def ask(self, key: Hashable, question: Question) -> SolverAnswer:
        """The answer to a question of the solver; equal keys are equal questions."""
        return await self._answer(self._analyses, key, question)

    async def go_over(self, key: Hashable, question: Question) -> SolverAnswer:
        """The same for what no one waits for at a board: in a lane of its own, with one thread."""
        return await self._answer(self._reviews, key, question)

    async def survey(self, key: Hashable, question: Question) -> SolverAnswer:
        """The same for a part of many boards: in one thread of its own, so that it holds up no analysis."""
        return await self._answer(self._surveys, ("survey", key), question)

    async def draw(self, key: Hashable, picture: Callable[[], bytes]) -> bytes:
        """A picture; equal keys are equal pictures."""
        answer = await self._answer(self._pictures, ("picture", key), lambda _: SolverAnswer(picture()))
        return answer.body

    async def _answer(self, lane: Lane, key: Hashable, question: Question) -> SolverAnswer:
        known = self._kept(lane).get(key)
        if known is not None:
            return known
        loop = asyncio.get_running_loop()
        job = self._asked.get(key)
        if job is None:
            job = self._put(lane, key, question)
            if lane in (self._analyses, self._surveys):  # no request waits for the computer's moves
                self._send_away_later(lane, job)
        waiter: asyncio.Future[SolverAnswer] = loop.create_future()
        job.waiters.add(waiter)
        try:
            return await waiter
        finally:
            job.waiters.discard(waiter)
            if not job.waiters and not job.is_done:
                job.is_wanted = False
                lane.drop(job)
                self._forget(key, job)

    def _kept(self, lane: Lane) -> AnswerCache:
        """Where its answers are remembered: a survey of many books drives no analysis out."""
        return self._surveyed if lane is self._surveys else self._answers

    def _put(self, lane: Lane, key: Hashable, question: Question) -> _SharedJob:
        loop = asyncio.get_running_loop()
        job = _SharedJob(question, lambda: loop.call_soon_threadsafe(self._settle, lane, key, job))
        lane.put(job)
        self._asked[key] = job
        return job

    def _send_away_later(self, lane: Lane, job: _SharedJob) -> None:
        job.timer = asyncio.get_running_loop().call_later(self._longest_wait, self._send_away, lane, job)

    def _send_away(self, lane: Lane, job: _SharedJob) -> None:
        """Refuse a job that has waited too long, but not while the solver compiles."""
        if self.solver == "warming":
            self._send_away_later(lane, job)
        elif lane.drop(job):
            job.refuse(lane.busy_error())

    def _settle(self, lane: Lane, key: Hashable, job: _SharedJob) -> None:
        """Give the answer to all who wait for it."""
        self._forget(key, job)
        if job.result is not None:
            self._kept(lane).put(key, job.result)
        for waiter in job.waiters:
            job.tell(waiter)

    def _forget(self, key: Hashable, job: _SharedJob) -> None:
        if job.timer is not None:
            job.timer.cancel()
        if self._asked.get(key) is job:
            del self._asked[key]


def identity(position: Position) -> Hashable:
    """The same for positions from which the same can happen: a key that holds on to little."""
    return repr(position.book.answers), position.size, position.board.values, position.state
