"""Whoever thinks for a server: off the event loop, within bounds, once for equal questions."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

import fivesquare as fs
from fivesquare.background import OURS
from fivesquare.lanes import AbandonedError, BusyError, Glance
from fivesquare.players import Luck, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.solver.limits import Budget
from fivesquare.web.messages import CLIENT
from fivesquare.web.settings import Settings
from fivesquare.web.study import solver_pool
from fivesquare.web.study.answer_cache import AnswerCache, SolverAnswer
from fivesquare.web.study.solver_pool import Question, SolverPool
from patience import PATIENCE

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


@asynccontextmanager
async def thinkers(**settings: Any) -> AsyncIterator[SolverPool]:
    made = SolverPool(Settings(**settings))
    try:
        yield made
    finally:
        made.close()


class Gate:
    """Work that goes on until it is let through, and counts how often it was begun."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.times = 0
        self.is_abandoned = threading.Event()
        self._open = threading.Event()

    def open(self) -> None:
        self._open.set()

    def __call__(self, glance: Glance) -> SolverAnswer:
        self.times += 1
        self.begun.release()
        try:
            while not self._open.wait(0.01):
                glance()
        except AbandonedError:
            self.is_abandoned.set()
            raise
        return SolverAnswer(b"through")

    async def until_begun(self) -> None:
        await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE)


# --- Questions ---


def test_equal_questions_at_the_same_time_are_answered_once() -> None:
    async def body() -> None:
        async with thinkers() as ours:
            gate = Gate()
            asking = [asyncio.ensure_future(ours.ask("same", gate)) for _ in range(20)]
            await gate.until_begun()
            gate.open()
            assert {answer.body for answer in await asyncio.gather(*asking)} == {b"through"}
            assert gate.times == 1
            assert (await ours.ask("same", gate)).body == b"through"
            assert gate.times == 1  # from memory
            await ours.ask("another", gate)
            assert gate.times == 2

    run(body())


async def asked_by(asker: str, asking: Coroutine[Any, Any, Result]) -> Result:
    CLIENT.set(asker)  # in a task of its own, as every request is
    return await asking


def test_who_asks_for_much_waits_for_it_and_nobody_else_does() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_queue=100) as ours:
            gate, order = Gate(), list[str]()

            def work(name: str) -> Question:
                return lambda _: order.append(name) or SolverAnswer(name.encode())  # type: ignore[func-returns-value]

            def ask(asker: str, name: str) -> asyncio.Task[SolverAnswer]:
                return asyncio.create_task(asked_by(asker, ours.ask(name, work(name))))

            first = asyncio.create_task(asked_by("many", ours.ask("gate", gate)))
            await gate.until_begun()
            asking = [ask("many", f"many {number}") for number in range(50)]
            await asyncio.sleep(0)
            asking += [ask("few", f"few {number}") for number in range(2)]
            await asyncio.sleep(0)
            gate.open()
            await asyncio.gather(first, *asking)
            assert order[:4] == ["many 0", "few 0", "many 1", "few 1"]

    run(body())


def test_in_a_full_queue_who_has_most_makes_room() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_queue=4) as ours:
            gate = Gate()

            def ask(asker: str, name: str) -> asyncio.Task[SolverAnswer]:
                return asyncio.create_task(asked_by(asker, ours.ask(name, lambda _: SolverAnswer(b"done"))))

            first = asyncio.create_task(asked_by("many", ours.ask("gate", gate)))
            await gate.until_begun()
            many = [ask("many", f"many {number}") for number in range(5)]
            few = [ask("few", f"few {number}") for number in range(2)]
            await asyncio.sleep(0.05)
            gate.open()
            await first
            told = await asyncio.gather(*many, *few, return_exceptions=True)
            refused = [isinstance(each, BusyError) for each in told]
            assert refused == [False, False, True, True, True, False, False]

    run(body())


def test_a_full_queue_says_when_to_come_back() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=2, solve_queue=3, solve_seconds=8) as ours:
            gate = Gate()
            asking = [asyncio.ensure_future(ours.ask(number, gate)) for number in range(5)]
            await gate.until_begun()
            await gate.until_begun()
            with pytest.raises(BusyError, match="try again") as refused:
                await ours.ask("one too many", gate)
            assert refused.value.wait == 4
            gate.open()
            await asyncio.gather(*asking)
            assert gate.times == 5
            assert (await ours.ask("one more", gate)).body == b"through"

    run(body())


def test_who_waits_too_long_in_the_queue_is_told_to_come_back() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_seconds=8, solve_wait=0.05) as ours:
            gate = Gate()
            first = asyncio.ensure_future(ours.ask("first", gate))
            await gate.until_begun()
            waiting = [asyncio.ensure_future(ours.ask("second", gate)) for _ in range(2)]
            for each in waiting:
                with pytest.raises(BusyError, match="try again") as refused:
                    await each
                assert refused.value.wait == 4
            assert not first.done()  # what has begun may take its time
            assert gate.times == 1
            gate.open()
            assert (await first).body == b"through"

    run(body())


def test_nobody_is_sent_away_while_the_solver_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    let = threading.Event()
    monkeypatch.setattr(solver_pool, "warm_up", let.wait)

    async def body() -> None:
        async with thinkers(solve_threads=1, solve_wait=0.01) as ours:
            asks = [
                asyncio.ensure_future(ours.ask(each, lambda _: SolverAnswer(b"answer")))
                for each in range(3)
            ]
            await asyncio.wait(asks, timeout=0.2)
            assert not any(each.done() for each in asks)
            let.set()
            await asyncio.wait(asks)

    run(body())


def test_no_more_threads_think_than_there_may_be() -> None:
    before = set(threading.enumerate())

    async def body() -> None:
        async with thinkers(solve_threads=2, solve_queue=10) as ours:
            gate = Gate()
            asking = [asyncio.ensure_future(ours.ask(number, gate)) for number in range(6)]
            await gate.until_begun()
            await gate.until_begun()
            names = [each.name for each in set(threading.enumerate()) - before if "analyses" in each.name]
            assert len(names) == 2
            assert all(name.startswith(OURS) for name in names)
            assert gate.times == 2
            gate.open()
            await asyncio.gather(*asking)

    run(body())


def test_analyses_do_not_hold_up_the_computer() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_queue=1) as ours:
            gate = Gate()
            asking = [asyncio.ensure_future(ours.ask(number, gate)) for number in range(2)]
            await gate.until_begun()
            position = fs.start("sweep", seed=1)
            for player in ("random", "level:2", "level:10", "perfect"):
                assert await ours.move(position, player, Luck(1)) in position.legal
            assert await ours.draw("picture", lambda: b"drawn") == b"drawn"
            gate.open()
            await asyncio.gather(*asking)

    run(body())


def test_reviews_hold_up_nothing_and_browsers_take_turns() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_queue=4) as ours:
            gate = Gate()
            running = asyncio.ensure_future(ours.go_over("running", gate))
            await gate.until_begun()
            done: list[object] = []

            async def go_over(who: str, number: int) -> None:
                CLIENT.set(who)
                await ours.go_over((who, number), lambda _: SolverAnswer(b""))
                done.append((who, number))

            many = [asyncio.create_task(go_over("many", number)) for number in range(3)]
            await asyncio.sleep(0)
            late = asyncio.create_task(go_over("late", 0))
            await asyncio.sleep(0)
            position = fs.start("sweep", seed=1)
            assert await ours.move(position, "perfect", Luck(1)) in position.legal
            assert (await ours.ask("question", lambda _: SolverAnswer(b"answer"))).body == b"answer"
            assert done == []
            gate.open()
            await asyncio.gather(running, late, *many)
            assert done.index(("late", 0)) <= 1

    run(body())


def test_what_nobody_waits_for_any_more_is_given_up() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1, solve_queue=4) as ours:
            running, queued = Gate(), Gate()
            asking = [asyncio.ensure_future(ours.ask("running", running)) for _ in range(2)]
            await running.until_begun()
            waiting = asyncio.ensure_future(ours.ask("queued", queued))
            await asyncio.sleep(0)
            waiting.cancel()
            asking[0].cancel()
            await asyncio.sleep(0)
            assert not running.is_abandoned.is_set()  # the other one still waits
            asking[1].cancel()
            await asyncio.gather(*asking, waiting, return_exceptions=True)
            assert await asyncio.to_thread(running.is_abandoned.wait, PATIENCE)
            again = Gate()
            again.open()
            assert (await ours.ask("running", again)).body == b"through"
            assert queued.times == 0

    run(body())


def test_what_goes_wrong_is_told_to_everybody_and_not_remembered() -> None:
    async def body() -> None:
        async with thinkers() as ours:

            def fail(_glance: Glance) -> SolverAnswer:
                raise fs.PuzzleError("there is none")

            told = await asyncio.gather(*(ours.ask(1, fail) for _ in range(3)), return_exceptions=True)
            assert [str(error) for error in told] == ["there is none"] * 3
            assert (await ours.ask(1, lambda _: SolverAnswer(b"now"))).body == b"now"

    run(body())


def test_closing_answers_whoever_waits() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1) as ours:
            gate = Gate()
            asking = [asyncio.ensure_future(ours.ask(number, gate)) for number in range(3)]
            await gate.until_begun()
            ours.close()
            told = await asyncio.gather(*asking, return_exceptions=True)
            assert [type(error) for error in told] == [BusyError] * 3
            assert await asyncio.to_thread(gate.is_abandoned.wait, PATIENCE)
            with pytest.raises(BusyError):
                await ours.ask("afterwards", gate)

    run(body())


def test_the_event_loop_stays_awake_while_the_solver_thinks() -> None:
    async def body() -> None:
        async with thinkers(solve_threads=1) as ours:
            await ours.ask("ready", lambda _: SolverAnswer(b""))
            position = fs.start("flip", seed=3, size=(5, 5))

            def solve(_glance: Glance) -> SolverAnswer:
                return SolverAnswer(str(fs.solve(position, nodes=3_000_000).nodes).encode())

            asking = asyncio.ensure_future(ours.ask("solve", solve))
            ticks = 0
            while not asking.done():
                await asyncio.sleep(0.005)
                ticks += 1
            assert int((await asking).body) > 1_000_000
            assert ticks > 10

    run(body())


# --- What is remembered ---


def test_answers_are_remembered_within_bounds() -> None:
    answers = AnswerCache(most=3, most_bytes=100_000)
    for number in range(5):
        answers.put(number, SolverAnswer(b"x" * 10))
        answers.get(0)  # used again and again: stays
    assert [number for number in range(5) if answers.get(number)] == [0, 3, 4]
    answers.put("large", SolverAnswer(b"x" * 60_000))
    answers.put("larger", SolverAnswer(b"x" * 70_000))
    assert answers.get("large") is None
    assert answers.get("larger") is not None
    answers.put("too large", SolverAnswer(b"x" * 200_000))
    assert answers.get("too large") is None
    assert len(answers) == answers.bytes == 0


def test_a_long_question_takes_room_as_its_answer_does() -> None:
    answers = AnswerCache(most=100, most_bytes=100_000)
    for number in range(10):
        answers.put((number, "x" * 40_000), SolverAnswer(b"{}"))
    assert len(answers) == 2
    assert answers.bytes <= 100_000


def test_an_equal_answer_counts_once() -> None:
    answers = AnswerCache(most=3, most_bytes=100_000)
    for _ in range(3):
        answers.put("same", SolverAnswer(b"x"))
    held = answers.bytes
    answers.put("else", SolverAnswer(b"x"))
    assert answers.bytes == 2 * held


def test_what_is_not_final_is_forgotten_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    answers = AnswerCache(most=3, most_bytes=100_000)
    answers.put("final", SolverAnswer(b"1"))
    answers.put("not", SolverAnswer(b"2", is_final=False))
    assert answers.get("not") is not None
    now += 61
    assert answers.get("not") is None
    assert answers.get("final") is not None


# --- The computer's moves ---


@pytest.mark.parametrize("player", ["random", "greedy", "level:3", "level:7", "net", "perfect"])
def test_the_same_luck_gives_the_same_moves_as_at_the_terminal(player: str) -> None:
    async def body() -> None:
        async with thinkers() as ours:
            for book in ("grow", "fifteen"):
                position = fs.start(book, seed=5, size=(4, 4))
                while not position.is_over:
                    luck = Luck(5, "first")
                    move = await ours.move(position, player, luck)
                    assert move == make_player(player, luck).choose(position)
                    position = position.play(move)

    run(body())


def test_a_player_begins_afresh_after_a_restart_and_chooses_the_same() -> None:
    game = fs.start("chain", seed=2, size=(4, 4))

    async def played(moves: int) -> tuple[str, ...]:
        position = game
        for number in range(moves):
            async with thinkers() as ours:
                position = position.play(await ours.move(position, "level:9", Luck(number % 2, "x")))
        return position.moves

    async def without_restart(moves: int) -> tuple[str, ...]:
        position = game
        async with thinkers() as ours:
            for number in range(moves):
                position = position.play(await ours.move(position, "level:9", Luck(number % 2, "x")))
        return position.moves

    assert run(played(8)) == run(without_restart(8))


def test_players_are_told_how_much_memory_they_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[int]()

    def remembering(budget: Budget) -> Adviser:
        told.append(budget.memory)
        return Adviser(budget)

    monkeypatch.setattr(solver_pool, "Adviser", remembering)

    async def body() -> None:
        async with thinkers(solve_memory=3) as ours:
            await ours.move(fs.start("sweep", seed=1), "perfect", Luck(1))

    run(body())
    assert told == [3 * 1024 * 1024]


def test_an_adviser_has_no_larger_table_than_it_was_told() -> None:
    position = fs.start("flip", seed=3, size=(5, 5))
    sizes = []
    for memory in (1 << 20, 1 << 26):
        adviser = Adviser(Budget(3_000_000, memory))
        adviser.solve(position)
        tables = adviser.solver(position)._machine._tables
        sizes.append(sum(8 * table.words for table in tables))
    assert sizes[0] <= 1 << 20 < sizes[1] <= 1 << 26


# --- Getting ready ---


def test_who_needs_no_solver_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    let = threading.Event()
    monkeypatch.setattr(solver_pool, "warm_up", let.wait)

    async def body() -> None:
        async with thinkers() as ours:
            ours.start()
            assert ours.solver == "warming"
            position = fs.start("grow", seed=1)
            for player in ("random", "greedy", "level:1", "level:4"):
                assert await ours.move(position, player, Luck(1)) in position.legal
            assert await ours.draw(1, lambda: b"drawn") == b"drawn"
            thinks = asyncio.ensure_future(ours.move(position, "level:10", Luck(1)))
            asks = asyncio.ensure_future(ours.ask(1, lambda _: SolverAnswer(b"answer")))
            await asyncio.wait([thinks, asks], timeout=0.3)
            assert not thinks.done()
            assert not asks.done()
            let.set()
            assert await thinks in position.legal
            assert (await asks).body == b"answer"
            assert ours.solver == "ready"

    run(body())


LEAVES = """
import asyncio, signal, sys, time
from fivesquare.background import leave
from fivesquare.lanes import BusyError
from fivesquare.web.settings import Settings
from fivesquare.web.study.solver_pool import SolverPool

async def main():
    pool = SolverPool(Settings())
    pool.start()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    await asyncio.sleep(1)
    print(pool.solver, flush=True)
    await stop.wait()
    pool.close()

asyncio.run(main())
leave(0)
"""


def test_ctrl_c_while_the_solver_compiles_ends_the_process_promptly(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen(
        [sys.executable, "-c", LEAVES], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "warming\n"
        child.send_signal(2)
        assert child.wait(PATIENCE) == 0
        assert not list(tmp_path.rglob("solver.*.code")), "it waited until everything was compiled"
    finally:
        child.kill()
        child.communicate()
