"""Many positions of any boards solved on all cores.

Positions of one board share a transposition table. Where there are many boards each is solved by one
thread, which goes from board to board by itself; the positions of a board that makes up much of the work
are shared out among all. Compiled code runs without the interpreter's lock, so threads do as well as
processes, and leave nothing behind. But where a board takes a millisecond, half of it in Python, threads
would only wait for that lock.
"""

import time
from collections.abc import Iterable, Sequence
from threading import Event
from typing import overload

from fivesquare.background import HAS_THREADS, Work, cores
from fivesquare.lanes import AbandonedError
from fivesquare.position import Position
from fivesquare.solver.analysis import LabelProgress, Solver, check_position, check_threads
from fivesquare.solver.code import warm_up
from fivesquare.solver.labels import Labels
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.solver.machine import SpareTables
from fivesquare.solver.solution import Solution

_INTERVAL = 0.05  # seconds between two calls of `progress`
_PARTS = 4  # a board with less than a fourth of what a thread has to do is left to one thread

_SHORT = 0.002  # seconds: boards that take less are solved one after the other, in the caller's thread

Group = list[int]  # the places of positions of one board


def solve_many(
    positions: Iterable[Position],
    *,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    progress: LabelProgress | None = None,
) -> Sequence[Solution]:
    """What `solve` says of each of these positions, in their order, in much less time.

    They may be of any rule books and boards. `memory` in bytes bounds all transposition tables together.
    `threads` is the number of search threads, by default one per core. `progress` is called some twenty
    times per second, and at the end, with how many positions are done, of how many. A `Solution` is made
    when it is asked for, and its `line` is searched for then.

    >>> import fivesquare as fs
    >>> games = [fs.start("fifteen", seed=seed) for seed in range(3)]
    >>> [solution.winner for solution in fs.solve_many(games)]
    [1, 1, 1]
    """
    return _Solutions(label_many(positions, memory=memory, threads=threads, progress=progress))


def label_many(
    positions: Iterable[Position],
    *,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    progress: LabelProgress | None = None,
) -> list[tuple[Labels, int]]:
    """For each position its labels, which it shares with others of its board, and its number there."""
    each = tuple(positions)
    for position in each:
        check_position(position)
    hands = check_threads(threads) or (cores() if HAS_THREADS else 1)
    warm_up()
    bulk = _Bulk(each, memory, progress)
    shared, small = list[Group](), list[Group]()
    for group in _by_board(each):
        is_shared = _PARTS * hands * len(group) >= len(each)
        (shared if is_shared else small).append(group)
    bulk.share_out(small, hands)
    for group in shared:
        bulk.label(group, memory, hands)
    bulk.tell(0, 0)
    return bulk.found()


def _by_board(positions: Sequence[Position]) -> Iterable[Group]:
    """The places of the positions of each board, the largest group first."""
    groups: dict[object, Group] = {}
    keys: dict[tuple[int, int], object] = {}  # to compare what is the same object takes time
    for place, position in enumerate(positions):
        name = id(position.book), id(position.board)
        if name not in keys:
            keys[name] = position.book, position.board
        groups.setdefault(keys[name], []).append(place)
    return sorted(groups.values(), key=len, reverse=True)


class _Lines:
    """Finds lines with a solver made for one only: no table is kept in case somebody asks."""

    def line(self, position: Position) -> tuple[str, ...]:
        return Solver(position).line(position)


class _Bulk:
    """The positions of one call, and what has been found."""

    def __init__(self, positions: Sequence[Position], memory: int, progress: LabelProgress | None) -> None:
        self._positions = positions
        self._memory = memory
        self._progress = progress
        self._told = 0.0  # when
        self._found: dict[int, tuple[Labels, int]] = {}

    def label(self, group: Group, memory: int, threads: int) -> None:
        """Solve a group of positions, and share them out among threads."""
        self._label(group, Solver(self._first(group), memory=memory, threads=threads), self.tell)

    def label_here(self, group: Group, memory: int, spare: SpareTables, progress: LabelProgress) -> None:
        """Solve a group of positions in this thread alone."""
        self._label(group, Solver(self._first(group), memory=memory, spare=spare), progress)

    def _first(self, group: Group) -> Position:
        return self._positions[group[0]]

    def _label(self, group: Group, solver: Solver, progress: LabelProgress) -> None:
        labels = solver.label([self._positions[place] for place in group], progress=progress)
        labels.solver = _Lines()
        self._found.update((place, (labels, number)) for number, place in enumerate(group))

    def share_out(self, groups: Sequence[Group], threads: int) -> None:
        """Solve each of these groups in one thread: while boards are small in the caller's."""
        waiting, enough = iter(groups), Event()  # whoever is ready takes the next group
        begun, spare = time.perf_counter(), SpareTables()
        for done, group in enumerate(waiting, 1):
            self.label_here(group, self._memory, spare, self.tell)
            self.tell(0, 0)
            if time.perf_counter() - begun > done * _SHORT:
                break

        def glance(_done: int, _of: int) -> None:
            if enough.is_set():
                raise AbandonedError

        def work() -> None:
            spare = SpareTables()
            for group in waiting:
                glance(0, 0)
                self.label_here(group, self._memory // threads, spare, glance)

        works = [Work(work, "labels") for _ in range(min(threads, len(groups)))]
        try:
            for running in works:
                while not running.wait(_INTERVAL):
                    self.tell(0, 0)
                running.result()
        finally:
            enough.set()  # also after Ctrl-C
            for running in works:
                running.join()

    def tell(self, done: int, _of: int) -> None:
        """Say now and then how many are done: all that were found, and so many of those being searched."""
        is_done, now = len(self._found) == len(self._positions), time.perf_counter()
        if self._progress is not None and (is_done or now - self._told >= _INTERVAL):
            self._told = now
            self._progress(len(self._found) + done, len(self._positions))

    def found(self) -> list[tuple[Labels, int]]:
        """The labels in the order of the positions."""
        return [self._found[place] for place in range(len(self._positions))]


class _Solutions(Sequence[Solution]):
    """Solutions that are made when they are asked for."""

    def __init__(self, found: Sequence[tuple[Labels, int]]) -> None:
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> "_Solutions": ...
    def __getitem__(self, index: int | slice) -> "Solution | _Solutions":
        if isinstance(index, slice):
            return _Solutions(self._found[index])
        labels, number = self._found[index]
        return labels[number]
