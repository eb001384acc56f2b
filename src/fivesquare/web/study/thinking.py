"""Whatever takes the computer longer than a moment: in threads of our own, off the event loop.

There are lanes, so that one kind of work never holds up another: players that need no solver, players that
do, analyses, pictures. Each has a few threads, and a queue that is full at some point: then whoever asks is
told to come back (`BusyError`). Whoever asks for much waits for it: everybody has one piece of work done in
turn, and who has most in a full queue makes room for others. Equal questions that come while one of them is
being answered are answered together, and answers are remembered. Work that nobody waits for any more is
given up.

The threads are daemons, and their names say that they are ours, so that a process can leave while they run.
"""

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import NamedTuple

from fivesquare.background import OURS, Work
from fivesquare.players import Luck, make_player, needs_solver
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.solver import warm_up
from fivesquare.web.asking import ASKER
from fivesquare.web.refusals import BusyError
from fivesquare.web.settings import Settings

MEBIBYTE = 1024 * 1024

_MOVES_AT_ONCE = 1000  # waiting moves of the computer: each is a game in which somebody waits
_PICTURES_AT_ONCE = 100
_SOON = 1  # seconds
_TOO_MUCH = "too much is being thought about already; try again in a moment"
_NAP = 0.2  # seconds between two looks at whether the solver is ready
_MOST_ANSWERS = 5000
_MOST_BYTES = 32 * MEBIBYTE
_BESIDES = 1000  # bytes that an answer takes besides its body
_SHORTLY = 60.0  # seconds for which an answer is remembered that another time might be better

Glance = Callable[[], None]
"""Is called now and then by whoever works: raises AbandonedError if nobody waits for an answer any more."""


class AbandonedError(Exception):
    """Nobody waits for this work any more."""


class Answer(NamedTuple):
    """What came of a question: the body of a response, and its status.

    One that is not final might be better another time, when the machine is less busy.
    """

    body: bytes
    status: int = 200
    is_final: bool = True


Question = Callable[[Glance], Answer]


class Thinkers:
    """Who thinks for a server. Belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.solve_seconds
        """For one question."""
        self.memory = settings.solve_memory * MEBIBYTE
        """Bytes for the table of a solver, of which there is one a thread."""
        patience = max(1, round(self.seconds / 2))
        threads = settings.solve_threads
        self._quick = Lane("quick moves", 1, _MOVES_AT_ONCE, _SOON)
        self._deep = Lane("moves", threads, _MOVES_AT_ONCE, patience, self._wait_for_solver)
        self._analyses = Lane("analyses", threads, settings.solve_queue, patience, self._wait_for_solver)
        self._pictures = Lane("pictures", 1, _PICTURES_AT_ONCE, _SOON)
        self._asked: dict[Hashable, _Job] = {}
        self._answers = Answers(_MOST_ANSWERS, _MOST_BYTES)
        self._warming: Work[None] | None = None

    # --- Beginning and ending ---

    def start(self) -> None:
        """Let the solver get ready in the background; who needs it waits, and nobody else does."""
        if self._warming is None:
            self._warming = Work(warm_up, "solver")

    @property
    def solver(self) -> str:
        """Whether the solver is "ready", or still "warming" up."""
        return "ready" if self._warming is not None and self._warming.is_done else "warming"

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
        for lane in (self._quick, self._deep, self._analyses, self._pictures):
            lane.close()

    # --- What can be asked ---

    async def move(self, position: Position, player: str, luck: Luck) -> str:
        """What the player of that name chooses here: the same for the same moves and the same luck.

        Each time it begins afresh. What it knew from the moves before would only save time, and a game that
        went on after a restart would not be the same.
        """

        def choose(_glance: Glance) -> Answer:
            chooser = make_player(player, luck, adviser=Adviser(memory=self.memory))
            return Answer(chooser.choose(position).encode())

        lane = self._deep if needs_solver(player) else self._quick
        key = "move", player, luck, len(position.moves), identity(position)
        return (await self._answer(lane, key, choose)).body.decode()

    async def ask(self, key: Hashable, question: Question) -> Answer:
        """The answer to a question of the solver; equal keys are equal questions."""
        return await self._answer(self._analyses, key, question)

    async def draw(self, key: Hashable, picture: Callable[[], bytes]) -> bytes:
        """A picture; equal keys are equal pictures."""
        answer = await self._answer(self._pictures, ("picture", key), lambda _: Answer(picture()))
        return answer.body

    async def _answer(self, lane: "Lane", key: Hashable, question: Question) -> Answer:
        known = self._answers.get(key)
        if known is not None:
            return known
        loop = asyncio.get_running_loop()
        job = self._asked.get(key)
        if job is None:
            job = _Job(question, lambda job: loop.call_soon_threadsafe(self._settle, key, job))
            lane.put(job)
            self._asked[key] = job
        waiter: asyncio.Future[Answer] = loop.create_future()
        job.waiters.add(waiter)
        try:
            return await waiter
        finally:
            job.waiters.discard(waiter)
            if not job.waiters and not job.is_done:
                job.is_wanted = False
                lane.drop(job)
                self._forget(key, job)

    def _settle(self, key: Hashable, job: "_Job") -> None:
        """Tell everybody who waits what came of it."""
        self._forget(key, job)
        if job.answer is not None:
            self._answers.put(key, job.answer)
        for waiter in job.waiters:
            if waiter.done():
                continue
            if job.answer is not None:
                waiter.set_result(job.answer)
            else:
                assert job.error is not None
                waiter.set_exception(job.error)

    def _forget(self, key: Hashable, job: "_Job") -> None:
        if self._asked.get(key) is job:
            del self._asked[key]


def identity(position: Position) -> Hashable:
    """The same for positions from which the same can happen: a key that holds on to little."""
    return repr(position.book.answers), position.size, position.board.values, position.state


class Answers:
    """The answers that were given last, within so many and so many bytes."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[Hashable, tuple[Answer, float]] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        return self._bytes

    def get(self, key: Hashable) -> Answer | None:
        if key not in self._kept:
            return None
        answer, until = self._kept[key]
        if time.monotonic() >= until:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return answer

    def put(self, key: Hashable, answer: Answer) -> None:
        if key in self._kept:
            self._drop(key)
        until = float("inf") if answer.is_final else time.monotonic() + _SHORTLY
        self._kept[key] = answer, until
        self._bytes += len(answer.body) + _BESIDES
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        answer, _ = self._kept.pop(key)
        self._bytes -= len(answer.body) + _BESIDES


class _Job:
    """A question on its way through a lane. Only the event loop touches the waiters."""

    def __init__(self, question: Question, done: Callable[["_Job"], object]) -> None:
        self.asker = ASKER.get()
        self._question = question
        self._done = done
        self.waiters: set[asyncio.Future[Answer]] = set()
        self.is_wanted = True
        self.is_done = False
        self.answer: Answer | None = None
        self.error: BaseException | None = None

    def glance(self) -> None:
        if not self.is_wanted:
            raise AbandonedError

    def run(self, before: Callable[[Glance], None] | None) -> None:
        try:
            if before is not None:
                before(self.glance)
            self.answer = self._question(self.glance)
        except BaseException as error:
            self.error = error
        self._end()

    def refuse(self, error: BusyError) -> None:
        """It is not done after all."""
        self.error = error
        self._end()

    def _end(self) -> None:
        self.is_done = True
        with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
            self._done(self)


class _Queue:
    """Work that waits, by who asked for it: each has one piece done in turn."""

    def __init__(self) -> None:
        self._by_asker: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, job: _Job) -> None:
        self._by_asker.setdefault(job.asker, deque()).append(job)
        self._length += 1

    def popleft(self) -> _Job:
        """The next one; after it others have their turn."""
        asker = next(iter(self._by_asker))
        job = self._by_asker[asker][0]
        self.remove(job)
        if asker in self._by_asker:
            self._by_asker.move_to_end(asker)
        return job

    def remove(self, job: _Job) -> None:
        """ValueError if it does not wait."""
        jobs = self._by_asker.get(job.asker, deque())
        jobs.remove(job)
        self._length -= 1
        if not jobs:
            del self._by_asker[job.asker]

    def clear(self) -> None:
        self._by_asker.clear()
        self._length = 0

    def who_gives_way(self, asker: str) -> _Job | None:
        """What was asked last by whoever has most here, if that is more than this one would have."""
        most = max(self._by_asker.values(), key=len, default=deque())
        return most[-1] if len(most) > len(self._by_asker.get(asker, ())) + 1 else None


class Lane:
    """A few threads that do one kind of work, and a queue before them that holds only so much."""

    def __init__(
        self,
        name: str,
        threads: int,
        most_waiting: int,
        retry_after: int,
        before: Callable[[Glance], None] | None = None,
    ) -> None:
        """`before` is called before each piece of work."""
        self._name, self._threads, self._most_waiting = name, threads, most_waiting
        self._retry_after, self._before = retry_after, before
        self._waiting = _Queue()
        self._change = threading.Condition()
        self._started = 0
        self._busy = 0
        self._is_closed = False

    @property
    def _free(self) -> int:
        """How many threads have nothing to do, or have not begun."""
        return self._threads - self._busy

    def put(self, job: _Job) -> None:
        """Have it done as soon as a thread is free; refuses more than may wait."""
        with self._change:
            if self._is_closed:
                raise self._busy_error()
            if len(self._waiting) >= self._most_waiting + self._free:
                self._make_room(job)
            self._waiting.append(job)
            if self._started < self._threads and self._started - self._busy < len(self._waiting):
                self._started += 1
                name = f"{OURS} {self._name} {self._started}"
                threading.Thread(target=self._work, name=name, daemon=True).start()
            self._change.notify()

    def _make_room(self, job: _Job) -> None:
        other = self._waiting.who_gives_way(job.asker)
        if other is None:
            raise self._busy_error()
        self._waiting.remove(other)
        other.refuse(self._busy_error())

    def _busy_error(self) -> BusyError:
        return BusyError(_TOO_MUCH, wait=self._retry_after)

    def drop(self, job: _Job) -> None:
        """Take work out of the queue, if it has not begun."""
        with self._change, suppress(ValueError):
            self._waiting.remove(job)

    def close(self) -> None:
        with self._change:
            self._is_closed = True
            self._waiting.clear()
            self._change.notify_all()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: len(self._waiting) or self._is_closed)
                if self._is_closed:
                    return
                job = self._waiting.popleft()
                self._busy += 1
            job.run(self._before)
            del job  # a thread that waits holds on to nothing
            with self._change:
                self._busy -= 1
