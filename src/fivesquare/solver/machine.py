"""A running search: its frame and table in memory, its threads, and how it is stopped.

Compiled code runs without the interpreter's lock. A question that takes longer than a moment is handed to
a thread of its own, so that the caller's thread stays awake for Ctrl-C, a time limit or a progress line.
Stopping is one word written into the frame; the search sees it at its next position. It then comes back
without writing anything down, so the table holds only facts, and the next question goes on from them.

After a fifth of a second more threads may join it, with frames of their own (abdada.py). How they come
through the moves depends on the clock, and so do the positions that are searched, but no answer. A limit by
positions means to stop at the same place everywhere: then no thread joins.

Where there are no threads at all, a search stays in the caller's thread and looks at the clock itself.
"""

import ctypes
import mmap
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fivesquare.engine import State
from fivesquare.loader import Function
from fivesquare.packed import Words, address_of, signed
from fivesquare.solver.code import code
from fivesquare.solver.frame import (
    AMOUNT,
    BOUND_BITS,
    DONE,
    FILL_LIMIT,
    FILLED,
    FLAGS,
    FULL,
    JUDGED,
    KEY_BITS,
    KIND,
    LIMIT,
    MARKS,
    MARKS_WORDS,
    NEXT,
    NODES,
    NOT_KNOWN,
    NOTE_BITS,
    NOTE_WORDS,
    NOTES,
    SPAN,
    STATUS,
    TABLE,
    TABLE_BITS,
    TAGS,
    WEIGHTS,
    WIDE_WORDS,
    bound_bits,
    fewest_table_bits,
    key_bits,
    label_worths,
    make_frame,
    moves_start,
)
from fivesquare.solver.limits import DEFAULT_MEMORY, ENDLESS, NO_LIMITS, Limits, StoppedError
from fivesquare.solver.model import MARGIN, Model
from fivesquare.solver.team import Alone, Crew, Team

_SMALLEST_TABLE = 12  # bits: 32 KiB, which a processor keeps at hand
_SMALLEST_SPARE = 15  # bits: 256 KiB, which are cleared in some microseconds, once they are there
_LARGEST_NARROW = 22  # bits: larger first tables than this are not worth their narrow entries
_GROWTH = 3  # bits: eight times as large
_MOMENT = 20_000  # positions, about two milliseconds
_PATIENCE = 0.2  # seconds that one thread searches alone
_INTERVAL = 0.05  # seconds between looks at the clock
_MOST_KEPT = 1 << 19  # words of a table that is kept for the next board: 4 MiB
_LARGE_PAGES = 1 << 22  # bytes, from which on pages should be large, if the system has such
_PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_ANONYMOUS") else {}


class Zeros:
    """64-bit words that are 0 and lie still, at `address`. Raises MemoryError if there is no room for them.

    The system gives them page by page as they are written to, and takes them back with this object.
    """

    def __init__(self, words: int) -> None:
        self.words = words
        try:
            self._pages = mmap.mmap(-1, 8 * words, **_PRIVATE)
        except (OSError, OverflowError, ValueError):
            raise MemoryError(f"no room for {words} words") from None
        if 8 * words >= _LARGE_PAGES and hasattr(mmap, "MADV_HUGEPAGE"):
            self._pages.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))

    def clear(self) -> None:
        ctypes.memset(self.address, 0, 8 * self.words)


class SpareTables:
    """Tables for machines that are used one after the other: those of the last are cleared for the next.

    A new page costs much more than clearing one that is there. Large tables are not kept: what fills them
    takes so long that it makes no difference.
    """

    def __init__(self) -> None:
        self._kept: dict[int, Zeros] = {}

    def take(self, words: int) -> Zeros:
        """Words that are 0, which no machine made before may use any longer."""
        if words in self._kept:
            self._kept[words].clear()
            return self._kept[words]
        zeros = Zeros(words)
        if words <= _MOST_KEPT:
            self._kept[words] = zeros
        return zeros


class Machine:
    """One model's search. Not thread-safe: one caller at a time."""

    def __init__(
        self,
        model: Model,
        memory: int = DEFAULT_MEMORY,
        threads: int = 1,
        moment: int = _MOMENT,
        patience: float = _PATIENCE,
        spare: SpareTables | None = None,
    ) -> None:
        """The caller's thread searches for a `moment`, then another; `threads` do after `patience`.

        A moment is counted in positions, and patience in seconds. With 0 threads the caller's thread does
        everything. Tables are taken from the `spare` ones, if there are such.
        """
        self._helpers = max(0, threads - 1)
        self._has_threads = threads > 0
        self._moment = moment
        self._patience = patience
        self._spare = spare
        self._code = code()
        self._frame: Words = make_frame(model.setup, model.dark, model.mirrors)
        self._address = address_of(self._frame)
        self._lists = self._address + 8 * moves_start(len(model.mirrors))
        self._code.fill_slices(self._address, model.setup.cells)
        frame, cells, span = self._frame, model.setup.cells, model.span
        key = key_bits(cells, model.tags)
        fewest = max(1, fewest_table_bits(key, span))
        affordable = max(1, (memory // 8).bit_length() - 1)
        wide = key == 0 or fewest > min(affordable, _LARGEST_NARROW)
        self._slot_words = WIDE_WORDS if wide else 1
        frame[FLAGS] = model.flags
        frame[KEY_BITS] = 0 if wide else key
        frame[TAGS] = model.tags
        frame[BOUND_BITS] = bound_bits(span)
        frame[SPAN] = span
        frame[WEIGHTS : WEIGHTS + cells] = array("q", model.weights)
        smallest = _SMALLEST_TABLE if spare is None else _SMALLEST_SPARE
        if wide:
            self._most_bits = max(1, (memory // (8 * WIDE_WORDS)).bit_length() - 1)
            self._least_bits = min(smallest, self._most_bits)
        else:
            self._most_bits = min(affordable, key)  # more slots than keys are of no use
            self._least_bits = min(max(smallest, fewest), self._most_bits)
        self._tables: list[Zeros] = []  # one of them is in use
        self._marks: Words = array("q")  # none until others join
        self._team: Team | None = None  # who searches at this moment
        self.clear()

    @property
    def nodes(self) -> int:
        """Positions entered since the machine was made."""
        return self._frame[NODES] + (self._team.helpers_nodes if self._team is not None else 0)

    @property
    def judged(self) -> int:
        """Positions that looking ahead had to judge since the machine was made."""
        return self._frame[JUDGED]

    def clear(self) -> None:
        """Forget everything."""
        self._use(self._least_bits)
        self._drop()

    def grow(self) -> None:
        """A larger table, with all that is known. If there is no memory for one, the old one must do."""
        old, bits = self._frame[TABLE], self._frame[TABLE_BITS]
        try:
            self._use(min(bits + _GROWTH, self._most_bits))
        except MemoryError:
            self._frame[FILL_LIMIT] = ENDLESS
        else:
            self._code.move_over(self._address, old, bits)
            self._drop()

    def _use(self, bits: int) -> None:
        """An empty table; those before are still there.

        An interrupt may fall between any two steps here. The words that name a table change in one step,
        so the frame never names a table that is gone, nor one by the size of another.
        """
        limit = ENDLESS if bits == self._most_bits else 3 << bits >> 2
        words = self._slot_words << bits
        table = Zeros(words) if self._spare is None else self._spare.take(words)
        self._tables.append(table)
        self._frame[TABLE : FILL_LIMIT + 1] = array("q", (table.address, bits, 0, limit))

    def _drop(self) -> None:
        """Let go of all tables but the one in use."""
        del self._tables[:-1]

    def ask(self, state: State, kind: int, aim: int, limits: Limits = NO_LIMITS) -> int:
        """The search's answer to one question about a state of the model; see search.py for its meaning."""
        self._frame[KIND] = kind
        helpers = self._helpers if limits.nodes == ENDLESS else 0
        return self._run(self._code.ask, (*self._words(state), aim), limits, helpers)

    def label(self, job: Words, limits: Limits = NO_LIMITS) -> None:
        """Value the moves of all positions of a job (frame.py), which is shared out among the threads.

        StoppedError leaves some of them without values.
        """
        helpers = min(self._helpers, job[AMOUNT] - 1) if limits.nodes == ENDLESS else 0
        arguments = self._address, self._lists, address_of(job)
        while NOT_KNOWN in job[label_worths(job)]:
            job[NEXT] = 0
            self._run(self._code.label, arguments, limits, helpers, Crew)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """While estimates are made: what they learn is for each other, and of no use afterwards.

        So they depend on nothing that was searched before, nor does what is searched later depend on them.
        """
        frame, notes = self._frame, Zeros(NOTE_WORDS << NOTE_BITS)
        frame[NOTES] = notes.address
        try:
            yield
        finally:
            frame[NOTES] = 0

    def estimate(
        self, state: State, depth: int, window: tuple[int, int], limits: Limits = NO_LIMITS
    ) -> int:
        """What looking `depth` turns ahead says about a state; see lookahead.py for its meaning.

        Only inside of `looking`.
        """
        self._frame[KIND] = MARGIN
        return self._run(self._code.look_ahead, (*self._words(state), depth, *window), limits)

    def _words(self, state: State) -> tuple[int, ...]:
        return self._address, self._lists, signed(state.own), signed(state.other), state.link

    def _run(
        self,
        function: Function,
        arguments: tuple[int, ...],
        limits: Limits,
        helpers: int = 0,
        kind: type[Team] = Team,
    ) -> int:
        """Begin here and, if it takes longer than a moment, go on in threads until it is done.

        Threads that share out a job have no reason to wait for each other.
        """
        frame = self._frame
        alone_until = time.perf_counter() if limits.begun is None else limits.begun
        if kind is Team:
            alone_until += self._patience
        frame[MARKS] = 0
        frame[LIMIT] = min(frame[NODES] + self._moment, limits.nodes)
        answer = function(*arguments)
        status = frame[STATUS]
        while status != DONE:
            if status == FULL:
                self.grow()
            if limits.are_reached(frame[NODES]):
                raise StoppedError
            lists = self._lists - self._address
            if helpers and not self._marks:
                self._marks = array("q", bytes(8 * MARKS_WORDS))
            new_team = kind if self._has_threads else Alone
            team = new_team(function, arguments[2:], lists, self._tables[-1], self._marks)
            status, answer = self._run_in_team(team, limits, helpers, alone_until)
        return answer

    def _run_in_team(self, team: Team, limits: Limits, helpers: int, alone_until: float) -> tuple[int, int]:
        """Search until a thread is done or a limit is reached; how it ended, and the answer."""
        self._frame[LIMIT] = limits.nodes
        self._team = team
        try:
            team.join(self._frame)
            while limits.seconds_left > 0:
                if helpers and time.perf_counter() >= alone_until:
                    self._call(team, helpers)
                    helpers = 0
                if team.wait(max(0.0, min(_INTERVAL, limits.seconds_left))):
                    break
                if limits.on_progress is not None:
                    limits.on_progress()
        finally:
            team.stop()
            self._dismiss(team)
        return team.outcome()

    def _call(self, team: Team, helpers: int) -> None:
        """Let this many threads join the search, each in a copy of the frame.

        If there is no memory for a copy or no thread for it, fewer do as well. The table should grow when
        all together have filled it: each helper is given a share of the rest.
        """
        frame = self._frame
        share = max(0, frame[FILL_LIMIT] - frame[FILLED]) // (helpers + 1)
        frame[MARKS] = address_of(self._marks)
        with suppress(MemoryError, RuntimeError):
            for _ in range(helpers):
                helper = frame[:]
                helper[NODES] = helper[FILLED] = 0
                helper[FILL_LIMIT] = share
                helper[LIMIT] = ENDLESS
                team.join(helper)

    def _dismiss(self, team: Team) -> None:
        """Count what the helpers did as done here."""
        self._team = None
        self._frame[NODES] += team.helpers_nodes
        self._frame[FILLED] += team.helpers_filled
