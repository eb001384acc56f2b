"""However many threads search together, and whatever befalls them, the answers are those of one.

Here they join at once, so that even small positions are searched by several.
"""

import random
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

import nodes
import pytest

import fivesquare as fs
from fivesquare.background import OURS
from fivesquare.engine import State
from fivesquare.packed import address_of
from fivesquare.rulebook import Between, RuleBook
from fivesquare.solver import Progress, Solution, Solver
from fivesquare.solver import machine as machine_module
from fivesquare.solver import team as team_module
from fivesquare.solver.frame import FILLED, MARKS, TABLE_BITS
from fivesquare.solver.limits import DEFAULT_MEMORY, Limits, StoppedError
from fivesquare.solver.machine import Machine
from fivesquare.solver.model import MARGIN, make_model
from fivesquare.solver.native.table import Key, find, keep
from fivesquare.solver.team import Team
from opened import compiled
from solver_oracle import brute_force, random_book, random_position

TINY = 64  # bytes: two wide slots, or eight narrow ones


def together(position: fs.Position, threads: int, memory: int = DEFAULT_MEMORY) -> Solver:
    """A solver that does not wait before it searches with so many threads."""
    solver = Solver(position.book, position.board, memory=memory)
    solver._machine = Machine(solver._model, memory, threads, moment=0, patience=0)
    return solver


def answers(solution: Solution) -> list[object]:
    assert solution.exact
    return [solution.winner, solution.margin, solution.best, dict(solution.each), solution.line]


def alone(position: fs.Position) -> list[object]:
    return answers(Solver(position.book, position.board, threads=1).solve(position))


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    """Whatever happens to a search, its threads come back."""
    yield
    for thread in threading.enumerate():
        if thread.name == f"{OURS} search":
            thread.join(10)
            assert not thread.is_alive()


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> list[Team]:
    """The team of every thread that joins one."""
    teams: list[Team] = []
    join = Team.join

    def watched(team: Team, frame: Any) -> None:
        teams.append(team)
        join(team, frame)

    monkeypatch.setattr(Team, "join", watched)
    return teams


# --- The same answers ---


@pytest.mark.parametrize("seed", range(4))
def test_random_books(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(15):
        book = random_book(chance, most_cells=16)
        position = random_position(chance, book, free=min(book.size.cells, 13))
        expected = alone(position)
        for threads in (2, 5):
            assert answers(together(position, threads).solve(position)) == expected, position.to_record()


@pytest.mark.parametrize("seed", range(3))
def test_small_games_as_brute_force_has_them(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(20):
        position = random_position(chance, random_book(chance))
        solution = together(position, threads=3).solve(position)
        worth, each = brute_force(position)
        assert (solution.winner, solution.margin, dict(solution.each)) == (*worth, each)


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("position", nodes.wide_tables(), ids=lambda position: position.book.name)
def test_wide_entries_in_a_table_that_grows(position: fs.Position, threads: int) -> None:
    assert answers(together(position, threads).solve(position)) == alone(position)


WIDE = [
    RuleBook(fs.Size(8, 8), Between(0, 999), "anywhere", "lower-enemy", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), Between(1, 9), "edge", "nothing", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), "ones", "anywhere", "nothing", "chain", "majority", "draw"),
    RuleBook(fs.Size(7, 7), "shuffled", "anywhere", "lower-free", "never", "points", "draw"),
]


@pytest.mark.parametrize("book", WIDE, ids=range(len(WIDE)))
def test_many_threads_with_two_slots(book: RuleBook) -> None:
    """All of them write into the same few words, all the time."""
    chance = random.Random(book.size.cells)
    for _ in range(4):
        position = random_position(chance, book, free=12)
        assert answers(together(position, 8, TINY).solve(position)) == alone(position), position.to_record()


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_many_threads_with_a_few_narrow_slots(name: str) -> None:
    chance = random.Random(name)
    for _ in range(4):
        position = random_position(chance, fs.CATALOGUE[name], free=12)
        assert answers(together(position, 8, TINY).solve(position)) == alone(position), position.to_record()


# --- The table alone ---


@compiled
def hammer(frame: Any, seed: Any, rounds: Any) -> Any:
    """Keep and find contents that say whose they are: how many were found, and how many nobody wrote.

    All keys lie in one pair of slots. A content is a random number, and behind it eight bits that follow
    from the number and the key.
    """
    found = 0
    wrong = 0
    chance = seed
    for _ in range(rounds):
        chance = chance * 6364136223846793005 + 1442695040888963407
        which = (chance >> 40) & 7
        key = Key(which, which * 0x0123456789ABCDE, (7 - which) * 0x0FEDCBA98765432, which & 1)
        content = find(frame, key)
        if content != 0:
            found += 1
            if content & 255 != ((content >> 8) * 151 + which * 29) & 255:
                wrong += 1
        number = (chance >> 45) & 1023
        keep(frame, key, (number << 8) | ((number * 151 + which * 29) & 255))
    return found * (1 << 32) + wrong


@pytest.mark.parametrize("size", [fs.Size(8, 8), fs.Size(5, 5)], ids=["wide", "narrow"])
def test_nothing_is_ever_found_that_nobody_kept(size: fs.Size) -> None:
    """Several threads write into one pair of slots as fast as they can, and read from it."""
    found, wrong = hammered(size, threads=4, rounds=500_000)
    assert found > 1000
    assert wrong == 0


def hammered(size: fs.Size, threads: int, rounds: int) -> tuple[int, int]:
    position = fs.start("chain", size=size)
    machine = Machine(make_model(position.setup, position.board), TINY)
    frames = [machine._frame[:] for _ in range(threads)]
    counts: list[int] = []

    def work(number: int) -> None:
        counts.append(int(hammer(address_of(frames[number]), number + 1, rounds)))

    hammer(address_of(frames[0]), 1, 1)  # compiles
    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(counts) == threads
    return sum(count >> 32 for count in counts), sum(count & 0xFFFFFFFF for count in counts)


# --- Who joins, and when ---


def long_question(patience: float = 0, threads: int = 3) -> tuple[Machine, State]:
    """Is it worth 2? It takes some ten thousand positions to say, with a table that has to grow."""
    position = nodes.wide_tables()[0]
    model = make_model(position.setup, position.board)
    return Machine(model, threads=threads, moment=0, patience=patience), model.state(position.state)


def test_helpers_search_and_are_counted(joined: list[Team]) -> None:
    position = nodes.wide_tables()[0]
    told: list[Progress] = []
    solver = together(position, threads=3)
    solution = solver.solve(position, progress=told.append)
    assert len(joined) > len(set(joined)) > 1
    helped = sum(team.helpers_nodes for team in set(joined))
    assert helped > 0
    frame = solver._machine._frame
    assert solution.nodes == solver.nodes == told[-1].nodes > helped
    assert 0 < frame[FILLED] <= 1 << frame[TABLE_BITS]
    assert frame[TABLE_BITS] > 12


def test_nobody_joins_a_short_search(joined: list[Team]) -> None:
    position = fs.start("sweep", seed=1)
    solution = Solver(position.book, position.board, threads=8).solve(position)
    assert joined == []
    assert solution.nodes == Solver(position.book, position.board, threads=1).solve(position).nodes


@pytest.mark.parametrize("seconds", [0.0, 1e6])
def test_one_thread_searches_alone_until_patience_is_over(seconds: float, joined: list[Team]) -> None:
    machine, state = long_question(seconds, threads=4)
    machine.ask(state, MARGIN, 2)
    assert joined.count(joined[0]) == (1 if seconds else 4)


def test_patience_is_that_of_a_whole_solve(joined: list[Team]) -> None:
    """Once it has taken that long, later questions are not waited for again."""
    machine, state = long_question(1e6, threads=4)
    machine.ask(state, MARGIN, 2, Limits(begun=-1e9))
    assert joined.count(joined[0]) == 4


def test_a_limit_by_positions_means_one_thread(joined: list[Team]) -> None:
    position = nodes.wide_tables()[0]
    found = []
    for _ in range(2):
        solver = together(position, threads=5)
        solution = solver.solve(position, nodes=15_000)
        found.append((solution.nodes, solution.at_least, solution.at_most))
    assert found[0] == found[1]
    assert len(joined) == len(set(joined)) > 0


def test_there_is_at_least_one_thread() -> None:
    position = fs.start("sweep", seed=1)
    with pytest.raises(ValueError, match="at least one thread searches, not 0"):
        Solver(position.book, position.board, threads=0)


@pytest.mark.parametrize("error", [RuntimeError, MemoryError])
@pytest.mark.parametrize("threads", [2, 3])
def test_with_fewer_threads_than_were_asked_for(
    error: type[Exception], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = nodes.wide_tables()[0]
    expected = alone(position)
    join, refused = Team.join, 0

    def scarce(team: Team, frame: Any) -> None:
        nonlocal refused
        if len(team._frames) >= threads:
            refused += 1
            raise error
        join(team, frame)

    monkeypatch.setattr(Team, "join", scarce)
    assert answers(together(position, threads=8).solve(position)) == expected
    assert refused > 0


def test_what_a_search_raises_comes_out() -> None:
    machine, state = long_question()
    expected = machine.ask(state, MARGIN, 2)
    machine, _ = long_question()
    code = machine._code
    calls = 0

    def broken(*words: int) -> int:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise OSError("no search today")
        return code.ask(*words)

    machine._code = code._replace(ask=broken)
    with pytest.raises(OSError, match="no search today"):
        machine.ask(state, MARGIN, 2)
    machine._code = code
    assert (machine.ask(state, MARGIN, 2) >= 2) == (expected >= 2)


# --- Stopped at any moment ---


def test_a_time_limit_at_any_moment() -> None:
    """Stopped again and again, by the clock, it goes on from what it knows, to the same answer."""
    position = nodes.wide_tables()[3]
    expected = alone(position)
    chance = random.Random(1)
    for _ in range(5):
        solver = together(position, threads=5)
        assert not solver.solve(position, seconds=0).exact
        while not (solution := solver.solve(position, seconds=chance.uniform(0, 0.01))).exact:
            pass
        assert answers(solution) == expected


class Interrupt:
    """Raises KeyboardInterrupt before the given instruction of these files that is run from now on."""

    FILES = (machine_module.__file__, team_module.__file__)

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in self.FILES:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.left -= 1
            if self.left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def is_interrupted(work: Callable[[], object], at: int) -> bool:
    before = sys.gettrace()
    sys.settrace(Interrupt(at))
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_an_interrupt_between_any_two_steps() -> None:
    """All threads come back, and the next search of the same machine is right."""
    machine, state = long_question()
    expected = machine.ask(state, MARGIN, 2)
    at, interrupted = 0, True
    while interrupted:
        machine, _ = long_question()
        interrupted = is_interrupted(partial(machine.ask, state, MARGIN, 2), at)
        assert (machine.ask(state, MARGIN, 2) >= 2) == (expected >= 2), at
        at += 7
    assert at > 300


def test_a_stopped_search_leaves_no_marks() -> None:
    """Nor does a finished one; and whoever searches alone afterwards looks at none."""
    machine, state = long_question()
    machine.ask(state, MARGIN, 2)
    assert not any(machine._marks)
    with pytest.raises(StoppedError):
        machine.ask(state, MARGIN, 8, Limits(nodes=machine.nodes + 5))
    assert machine._frame[MARKS] == 0
