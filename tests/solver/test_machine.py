"""A running search is stopped, interrupted and short of memory, and its answers stay the same."""

import random
import sys
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.engine import State
from fivesquare.solver import Solver
from fivesquare.solver import machine as module
from fivesquare.solver.frame import (
    DONE,
    FILL_LIMIT,
    FILLED,
    FULL,
    KIND,
    LIMIT,
    NODES,
    STATUS,
    TABLE,
    TABLE_BITS,
)
from fivesquare.solver.machine import Machine, SpareTables, Zeros
from fivesquare.solver.model import LAST_CLAIM, MARGIN, Model, make_model
from solver_oracle import random_book, random_position


def model_of(position: fs.Position) -> Model:
    return make_model(position.setup, position.board)


def opening() -> tuple[Model, State, int]:
    """A position whose question, is it worth so much, fills more than the smallest table."""
    position = fs.start(
        "grow", board=[[1 + (3 * row + 2 * column) % 5 for column in range(5)] for row in range(5)]
    )
    model = model_of(position)
    return model, model.state(position.state), 2


# --- Pausing ---


def ask_with_pauses(machine: Machine, state: State, kind: int, aim: int, step: int) -> tuple[int, int]:
    """The answer to a question that is stopped again and again, and how often it was."""
    frame, pauses = machine._frame, 0
    frame[KIND] = kind
    while True:
        frame[LIMIT] = frame[NODES] + step
        answer = machine._code.ask(*machine._words(state), aim)
        if frame[STATUS] == DONE:
            return answer, pauses
        if frame[STATUS] == FULL:
            machine.grow()
        pauses += 1
        step += 1  # or it might never come further than this


@pytest.mark.parametrize("seed", range(5))
def test_pausing_and_going_on_changes_no_answer(seed: int) -> None:
    chance = random.Random(seed)
    total = 0
    for _ in range(20):
        book = random_book(chance, most_cells=16)
        position = random_position(chance, book, free=min(book.size.cells, 11))
        model = model_of(position)
        state = model.state(position.state)
        kind = chance.choice([MARGIN, LAST_CLAIM])
        paused = Machine(model)
        for aim in range(kind - 6, 8, 2):
            plain = Machine(model).ask(state, kind, aim)
            answer, pauses = ask_with_pauses(paused, state, kind, aim, step=3)
            assert (answer >= aim) == (plain >= aim), position.to_record()
            total += pauses
    assert total > 100


def test_a_paused_search_goes_on_from_where_it_was() -> None:
    """It does not begin anew: all pauses together cost less than the search itself."""
    model, state, aim = opening()
    plain, paused = Machine(model), Machine(model)
    plain.ask(state, MARGIN, aim)
    _, pauses = ask_with_pauses(paused, state, MARGIN, aim, step=plain.nodes // 10)
    assert pauses >= 9
    assert paused.nodes < 2 * plain.nodes


# --- Interrupts ---


class Interrupt:
    """Raises KeyboardInterrupt before the given instruction of machine.py that is run from now on."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != module.__file__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
        return self


def is_interrupted(work: Callable[[], None], at: int) -> bool:
    before = sys.gettrace()
    sys.settrace(Interrupt(at))
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("work", ["grow", "clear"])
def test_an_interrupt_between_any_two_steps_leaves_a_whole_table(
    work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame names a table that is there, with its own size; so the next search is right."""
    tables: list[weakref.ref[Zeros]] = []

    def check() -> None:
        sizes = {there.address: there.words for table in tables if (there := table()) is not None}
        assert sizes.get(machine._frame[TABLE]) == 1 << machine._frame[TABLE_BITS], at

    def remembered(words: int) -> Zeros:
        table = Zeros(words)
        tables.append(weakref.ref(table))
        return table

    model, state, aim = opening()
    plain = Machine(model).ask(state, MARGIN, aim)
    monkeypatch.setattr("fivesquare.solver.machine.Zeros", remembered)
    at, interrupted = 0, True
    while interrupted:
        tables.clear()
        machine = Machine(model)
        if work == "clear":
            machine.grow()  # so that the table becomes smaller
        interrupted = is_interrupted(getattr(machine, work), at)
        check()
        assert machine.ask(state, MARGIN, aim) == plain
        machine.grow()
        check()
        assert len(machine._tables) == 1
        nodes = machine.nodes
        assert machine.ask(state, MARGIN, aim) == plain
        assert machine.nodes == nodes + 1, at
        at += 1
    assert at > 20


# --- Memory ---


def test_a_search_without_memory_for_a_larger_table_makes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    def no_memory(_words: int) -> Zeros:
        nonlocal tries
        tries += 1
        raise MemoryError

    position = fs.start("grow", seed=5)
    solver = Solver(position.book, position.board)
    expected = Solver(position.book, position.board).solve(position)
    monkeypatch.setattr("fivesquare.solver.machine.Zeros", no_memory)
    solution = solver.solve(position)
    assert (solution.winner, solution.margin, solution.each) == (
        expected.winner,
        expected.margin,
        expected.each,
    )
    assert tries == 1
    monkeypatch.undo()
    frame = solver._machine._frame
    assert frame[FILLED] > 3 << frame[TABLE_BITS] >> 2
    solver.clear()
    assert frame[FILLED] == 0
    assert frame[FILL_LIMIT] == 3 << frame[TABLE_BITS] >> 2


# --- Tables that one machine after the other uses ---


def test_a_spare_table_is_cleared_for_the_next_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SMALLEST_SPARE", 8)  # so that it grows
    spare = SpareTables()
    model, state, aim = opening()
    found = []
    for _ in range(2):
        machine = Machine(model, threads=0, spare=spare)
        found.append((machine.ask(state, MARGIN, aim), machine.nodes, machine._frame[TABLE]))
    assert found[0] == found[1]
    plain = Machine(model, threads=1)
    assert plain.ask(state, MARGIN, aim) == found[0][0]


def test_spare_tables_are_other_words_for_every_size_and_large_ones_are_not_kept() -> None:
    spare = SpareTables()
    small, more = spare.take(8), spare.take(16)
    assert small.address != more.address
    assert spare.take(8) is small
    large = spare.take(module._MOST_KEPT + 1)
    assert spare.take(module._MOST_KEPT + 1) is not large
