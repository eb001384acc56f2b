"""The threads of a question that is being searched: how they begin, who answers, and how they are stopped.

Each has a frame of its own. The first to be done answers for all. Stopping is one word written into each
frame; a thread sees it at its next position, comes back, and has left only facts in the table. Threads
begin and leave under a lock, so that after `stop` no thread is in the frames of a team, even if
Ctrl-C fell between two steps of starting one.

Where there are no threads, in a browser, `Alone` takes the place of a team: it searches in the caller's
thread whenever it is waited for.
"""

import threading

from fivesquare.background import OURS
from fivesquare.loader import Function
from fivesquare.packed import Words, address_of
from fivesquare.solver.frame import DONE, FILLED, FULL, LIMIT, NODES, PAUSED, STATUS
from fivesquare.solver.limits import ENDLESS

_SLICE = 400_000  # positions between two looks at the clock, where nobody else can look


class Team:
    """Threads that search together. The first frame to join is the machine's own; the others help it."""

    _ends = (DONE, FULL)  # in the order in which they count

    def __init__(self, search: Function, question: tuple[int, ...], lists: int, *held: object) -> None:
        """`search` takes a frame, its lists of moves, which begin `lists` bytes behind, and the question.

        What is `held`, a table and the like, stays where it is while a thread runs.
        """
        self._search = search
        self._question = question
        self._lists = lists
        self._held = held
        self._frames: list[Words] = []
        self._change = threading.Condition()
        self._running = 0
        self._is_stopped = False
        self._has_left = False
        self._answers: dict[int, int] = {}  # by the status that they came with
        self._error: BaseException | None = None

    @property
    def helpers_nodes(self) -> int:
        """Positions that the helpers entered."""
        return sum(frame[NODES] for frame in self._frames[1:])

    @property
    def helpers_filled(self) -> int:
        """Slots of the table that the helpers filled."""
        return sum(frame[FILLED] for frame in self._frames[1:])

    def join(self, frame: Words) -> None:
        """One more thread. RuntimeError if there can be no more."""
        self._frames.append(frame)  # before anything runs in it, so that `stop` knows it
        threading.Thread(target=self._run, args=(frame,), name=f"{OURS} search", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait no longer than that; whether the search has come to an end."""
        with self._change:
            return self._change.wait_for(lambda: self._has_left and self._is_over, seconds)

    @property
    def _is_over(self) -> bool:
        """Whether it is over, now that a thread has left."""
        return True

    def stop(self) -> None:
        """Tell everybody to come back, and wait until they have."""
        with self._change:
            self._is_stopped = True
            for frame in self._frames:
                frame[LIMIT] = 0
            self._change.wait_for(lambda: self._running == 0)

    def outcome(self) -> tuple[int, int]:
        """Why the search came to an end: a status, and if it is DONE the answer."""
        if self._error is not None:
            raise self._error
        for status in self._ends:
            if status in self._answers:
                return status, self._answers[status]
        return PAUSED, 0

    def _run(self, frame: Words) -> None:
        with self._change:
            if self._is_stopped:
                return
            self._running += 1
        try:
            address = address_of(frame)
            answer = self._search(address, address + self._lists, *self._question)
            self._answers[frame[STATUS]] = answer
        except BaseException as error:
            self._error = error
        finally:
            with self._change:
                self._running -= 1
                self._has_left = True
                self._change.notify_all()


class Crew(Team):
    """Threads that share out a job: it is done when all are, and the table full when one says so."""

    _ends = (FULL, DONE)

    @property
    def _is_over(self) -> bool:
        return self._running == 0 or FULL in self._answers


class Alone(Team):
    """No thread at all: the question is searched while `wait` waits for it.

    It comes back now and then, so that the caller can look at the clock. Where a number of positions ends
    the search it runs in one piece: how often a search pauses changes how many positions it enters.
    """

    def join(self, frame: Words) -> None:
        self._frames.append(frame)
        self._is_limited = frame[LIMIT] < ENDLESS

    def wait(self, seconds: float) -> bool:
        frame = self._frames[0]
        if not self._is_limited:
            frame[LIMIT] = frame[NODES] + _SLICE
        address = address_of(frame)
        answer = self._search(address, address + self._lists, *self._question)
        self._answers = {frame[STATUS]: answer}
        return self._is_limited or frame[STATUS] != PAUSED

    def stop(self) -> None:
        """Nobody is searching any more."""
