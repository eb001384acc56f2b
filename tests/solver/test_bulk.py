"""Many positions of any boards: in their order, what `solve` says of each, on all cores."""

import _thread
import pickle
import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.background import OURS
from fivesquare.lanes import AbandonedError
from fivesquare.solver import bulk, machine
from solver_oracle import random_book, random_position


def mixed(chance: random.Random, amount: int = 12) -> list[fs.Position]:
    """Positions of several books and boards, of some of them more than one."""
    found: list[fs.Position] = []
    while len(found) < amount:
        position = random_position(chance, random_book(chance, most_cells=8))
        found.append(position)
        while not position.is_over and chance.random() < 0.7:
            position = position.play(chance.choice(position.legal))
            found.append(position)
    chance.shuffle(found)
    return found


def ours() -> set[threading.Thread]:
    """Our threads; lanes of other tests stay for good."""
    return {thread for thread in threading.enumerate() if thread.name.startswith(f"{OURS} ")}


@given(st.integers(0, 1 << 40))
def test_several_boards_in_their_order(seed: int) -> None:
    positions = mixed(random.Random(seed))
    found = fs.solve_many(positions, threads=1 + seed % 3)
    assert len(found) == len(positions)
    assert list(found) == [fs.solve(position, threads=1) for position in positions]
    assert [each.position for each in found] == positions


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_many_boards_and_a_large_group(threads: int | None) -> None:
    games = [fs.start(name, seed=seed, size=(3, 3)) for seed in range(8) for name in fs.CATALOGUE]
    board = fs.start("raid", seed=1, size=(3, 3))
    positions = [*games, *[board.play(move) for move in board.legal] * 10]
    before = ours()
    found = fs.solve_many(positions, threads=threads)
    assert not ours() - before
    assert list(found) == [fs.solve(position) for position in positions]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("short", [0, 60])
def test_tables_are_used_again(threads: int, short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By boards that fill a small one and by such that do not, with narrow entries and with wide ones."""
    monkeypatch.setattr(bulk, "_SHORT", short)  # with 0 only the first board is solved in this thread
    monkeypatch.setattr(machine, "_SMALLEST_SPARE", 8)
    chance, positions = random.Random(threads), list[fs.Position]()
    for seed in range(6):
        positions.append(fs.start("grow", seed=seed, size=(4, 5)))
        positions.append(fs.start("sweep", seed=seed))
        positions.append(random_position(chance, fs.CATALOGUE["chain"], size=(8, 8), free=7))
    expected = [fs.solve(position, threads=1) for position in positions]
    assert list(fs.solve_many(positions, threads=threads)) == expected


def test_equal_boards_that_are_not_the_same_object() -> None:
    records = [fs.start("sweep", seed=seed % 2).to_record() for seed in range(6)]
    positions = [fs.Position.from_record(record) for record in records]
    assert list(fs.solve_many(positions)) == [fs.solve(position) for position in positions]


def test_nothing_to_do() -> None:
    assert list(fs.solve_many([])) == []


def test_solutions_are_a_sequence() -> None:
    positions = [fs.start("sweep", seed=seed) for seed in range(5)]
    found = fs.solve_many(iter(positions))
    assert [each.position for each in found[1:3]] == positions[1:3]
    assert found[-1].position == positions[-1]
    assert found.index(fs.solve(positions[2])) == 2


def test_lines_are_there_and_what_is_sent_away_has_them() -> None:
    positions = [fs.start("fifteen", seed=seed) for seed in range(3)]
    found = fs.solve_many(positions)
    lines = [fs.solve(position).line for position in positions]
    assert [each.line for each in found] == lines
    assert [each.line for each in pickle.loads(pickle.dumps(list(found)))] == lines


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    positions = [fs.start("grow", seed=seed, size=(4, 5)) for seed in range(12)]
    fs.solve_many(positions, threads=2, progress=lambda *how_far: told.append(how_far))
    assert told
    assert told == sorted(told)
    assert {of for _, of in told} == {12}


def raise_it() -> None:
    raise AbandonedError


@pytest.mark.parametrize("how", [raise_it, _thread.interrupt_main])
@pytest.mark.parametrize("boards", [1, 30])
def test_abandoned_it_leaves_no_thread(boards: int, how: Callable[[], None]) -> None:
    """Nobody solves any of these in a second."""
    positions = [fs.start("grow", seed=seed, size=(8, 8)) for seed in range(boards)]
    before = ours()
    with pytest.raises((AbandonedError, KeyboardInterrupt)):
        fs.solve_many(positions * 2, threads=2, progress=lambda *_: how())
    for thread in ours() - before:
        thread.join(10)
    assert not ours() - before


def test_refusals() -> None:
    position = fs.start("grow", seed=1)
    with pytest.raises(TypeError, match="a Position is solved, not"):
        fs.solve_many([position, {}])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="at least one thread searches, not 0"):
        fs.solve_many([position], threads=0)
