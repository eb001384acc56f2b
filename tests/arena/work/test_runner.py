"""Units are done once each and come out in order, wherever they are done and whatever happens meanwhile."""

import itertools
import json
import tracemalloc
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from arena.work import jobs
from arena.work.places import Losing, unordered
from fivesquare.arena.work import Journal, run, runner, serial
from fivesquare.arena.work.runner import run_aloud, span
from fivesquare.terminal import progress
from fivesquare.terminal.progress import Teller
from fivesquare.terminal.screen import Screen

SERIAL = [jobs.digest(unit) for unit in range(300)]


# --- Order ---


@given(st.integers(0, 300), st.integers(1, 8), st.integers(0, 10**6))
def test_results_come_out_in_order_each_once(units: int, workers: int, seed: int) -> None:
    with unordered(workers, seed) as where:
        assert list(run(jobs.digest, range(units), where=where)) == SERIAL[:units]
        assert sorted(itertools.chain(*where.batches)) == list(range(units))
        assert where.most <= where.room


@given(st.lists(st.integers(0, 20), max_size=60), st.integers(1, 8), st.integers(0, 10**6))
def test_a_unit_that_is_there_twice_comes_out_twice(units: list[int], workers: int, seed: int) -> None:
    with unordered(workers, seed) as where:
        assert list(run(jobs.digest, units, where=where)) == [SERIAL[unit] for unit in units]


def test_this_process_does_a_batch_when_its_results_are_wanted() -> None:
    done: list[int] = []

    def work(unit: int) -> int:
        done.append(unit)
        return unit

    results = run(work, [5, 6, 7, 8], where=serial())
    assert done == []
    assert next(results) == 5
    assert done == [5]
    assert list(results) == [6, 7, 8]


def test_results_are_what_json_makes_of_them() -> None:
    """The same, whether they were just worked out or read back."""
    assert list(run(jobs.tuples, [1], where=serial())) == [[1, {"b": 1, "a": [2]}]]
    assert list(next(run(jobs.tuples, [1], where=serial()))[1]) == ["b", "a"]


def test_workers_that_come_get_work_and_those_that_go_are_not_counted_on() -> None:
    with unordered(1) as where:
        results = run(jobs.digest, range(300), where=where)
        next(results)
        assert where.most == 2
        where.crew = 5
        next(results)
        for _ in itertools.takewhile(lambda _: where.most < 10, results):
            pass
        assert where.most == 10
        where.crew = 0  # all have gone; there may be others
        assert len(list(results)) > 0


# --- Batches ---


@pytest.mark.parametrize(("seconds", "expected"), [(0.001, 1500), (0.3, 5), (1.0, 1), (100.0, 1)])
def test_batches_are_a_second_or_two(seconds: float, expected: int) -> None:
    pace = runner._Pace()
    assert pace.size(10**9, 4) == 1  # nothing is known yet
    for _ in range(20):
        size = pace.size(10**9, 4)
        pace.note(size, size * seconds)
    assert pace.size(10**9, 4) == pytest.approx(expected, rel=0.01)


def test_one_slow_beginning_is_forgotten() -> None:
    """The first unit may have compiled something."""
    pace = runner._Pace()
    pace.note(1, 15.0)
    for _ in range(60):
        size = pace.size(10**9, 4)
        pace.note(size, size * 0.001)
    assert pace.size(10**9, 4) > 1000


@given(st.integers(1, 10**7), st.integers(1, 400), st.floats(1e-7, 100))
def test_the_last_batches_are_small(units: int, room: int, seconds: float) -> None:
    """Whoever takes the last one holds up the others no longer than their own share."""
    pace = runner._Pace()
    pace.note(10**6, seconds * 10**6)
    size = pace.size(units, room)
    assert 1 <= size <= 10_000
    assert size == 1 or (size - 1) * room < units
    assert size == 1 or size * seconds <= 1.5


def test_a_slow_unit_at_the_head_does_not_fill_the_memory() -> None:
    with unordered(2) as where, patch.object(runner, "_MOST_UNITS", 50):
        results = run(jobs.digest, range(100_000), where=where)
        first = where.submit  # the first batch is never finished
        held: list[Any] = []

        def hold(*arguments: Any) -> Any:
            future = first(*arguments)
            if not held:
                held.append(where.waiting.pop())
            return future

        with patch.object(where, "submit", hold), pytest.raises(ValueError, match="empty range"):
            next(results)  # nothing is left to do but what is held
        assert len(list(itertools.chain(*where.batches))) <= 4 * 2 * 50 + 50


def test_many_units_need_no_more_memory_than_few() -> None:
    with unordered(5) as where, patch.object(runner, "_MOST_UNITS", 100):
        where.batches = Forgetful()
        tracemalloc.start()
        try:
            with patch.object(runner, "do", lambda _, units: runner.BatchResult(["0"] * len(units), 0.0)):
                assert sum(1 for _ in run(jobs.digest, range(50_000), where=where)) == 50_000
            assert tracemalloc.get_traced_memory()[1] < 2e6
        finally:
            tracemalloc.stop()


class Forgetful(list[list[Any]]):
    def append(self, _: list[Any]) -> None:
        pass


# --- Progress ---


def test_progress_tells_how_much_is_done_and_how_long_the_rest_will_take() -> None:
    told: list[tuple[int, int, float | None]] = []
    with unordered(3, 1) as where:
        list(run(jobs.digest, range(100), where=where, progress=lambda *how: told.append(how)))
    done = [each[0] for each in told]
    assert done == sorted(set(done))
    assert {each[1] for each in told} == {100}
    assert told[-1] == (100, 100, 0.0)
    assert all(left is not None and left >= 0 for _, _, left in told)


def test_how_long_is_told_by_what_was_done_and_not_by_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path, about=1) as journal:
        list(run(jobs.digest, range(90), where=serial(), journal=journal))
    told: list[tuple[int, int, float | None]] = []
    with Journal.open(path, about=1) as journal:
        progress = lambda *how: told.append(how)  # noqa: E731
        list(run(jobs.digest, range(100), where=serial(), journal=journal, progress=progress))
    assert told[0] == (90, 100, None)


# --- Errors ---


@given(st.integers(1, 5), st.integers(0, 10**6))
def test_an_error_comes_after_the_results_before_it_and_names_the_unit(workers: int, seed: int) -> None:
    with unordered(workers, seed) as where:
        results = run(jobs.refuse_seven, range(100), where=where)
        assert list(itertools.islice(results, 7)) == [0, 1, 2, 3, 4, 5, 6]
        with pytest.raises(fs.WorkError, match=r"^unit 7: KeyError: 'seven'$") as caught:
            next(results)
        assert isinstance(caught.value.__cause__, KeyError)
        assert "refuse_seven" in caught.value.__cause__.__notes__[0]
        assert all(future.done() for future, _ in where.waiting)


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    with pytest.raises(fs.WorkError, match=r"^unit 1: LocalError: this and that$"):
        list(run(jobs.raise_what_cannot_travel, [1], where=serial()))


@pytest.mark.parametrize("work", [jobs.not_json, jobs.not_a_number])
def test_a_result_that_is_not_json_is_an_error(work: Any) -> None:
    with pytest.raises(fs.WorkError, match=r"^unit 3: .*(JSON|JSON compliant)"):
        list(run(work, [3], where=serial()))


def test_a_long_unit_is_named_by_its_beginning() -> None:
    with pytest.raises(fs.WorkError) as caught:
        list(run(jobs.not_json, [["x" * 1000]], where=serial()))
    assert str(caught.value).startswith('unit ["xxx')
    assert len(str(caught.value)) < 300


def test_what_kills_its_worker_is_found_and_the_others_in_its_batch_are_done() -> None:
    where = Losing(poison=70)
    results = run(jobs.digest, range(100), where=where)
    assert list(itertools.islice(results, 70)) == SERIAL[:70]
    with pytest.raises(fs.WorkError, match=r"^unit 70: it died$") as caught:
        next(results)
    assert isinstance(caught.value.__cause__, fs.LostWorkerError)
    assert any(len(batch) > 1 and 70 in batch for batch in where.tried)
    assert where.tried.count([70]) == 1


# --- Leaving ---


def test_closing_cancels_what_has_not_begun() -> None:
    with unordered(4) as where:
        results = run(jobs.digest, range(100), where=where)
        next(results)
        assert where.waiting
        results.close()  # type: ignore[attr-defined]
        assert all(future.cancelled() for future, _ in where.waiting)


def test_closing_keeps_what_is_finished(tmp_path: Path) -> None:
    with unordered(4) as where, Journal.open(tmp_path / "journal", about=1) as journal:
        results = run(jobs.digest, range(100), where=where, journal=journal)
        next(results)
        before, waiting = len(journal), where.waiting
        where.waiting = waiting[:1]
        where.finish_some()
        results.close()  # type: ignore[attr-defined]
        assert len(journal) == before + len(waiting[0][0].result().results)


def test_results_whose_save_is_interrupted_are_saved_on_leaving(tmp_path: Path) -> None:
    done: list[int] = []

    def work(unit: int) -> int:
        done.append(unit)
        return unit

    with unordered(4) as where, Journal.open(tmp_path / "journal", about=1) as journal:
        results = run(work, range(100), where=where, journal=journal)
        next(results)
        saved = len(journal)
        with (
            patch("os.fsync", side_effect=[KeyboardInterrupt, None]),
            pytest.raises(KeyboardInterrupt),
        ):
            list(results)
        assert saved < len(journal) == len(done)
        assert all(journal.find(str(unit)) == str(unit) for unit in done)


# --- With a journal ---


@settings(max_examples=40)  # disks are slow
@given(
    st.lists(st.integers(0, 99), max_size=100),
    st.integers(0, 100),
    st.integers(1, 6),
    st.integers(0, 10**6),
)
def test_what_is_kept_is_not_done_again(
    tmp_path_factory: pytest.TempPathFactory, before: list[int], units: int, workers: int, seed: int
) -> None:
    path = tmp_path_factory.mktemp("journals") / "journal"
    with unordered(workers, seed) as where, Journal.open(path, about=1) as journal:
        list(run(jobs.digest, before, where=where, journal=journal))
        first = list(itertools.chain(*where.batches))
    with unordered(workers, seed) as where, Journal.open(path, about=1) as journal:
        assert list(run(jobs.digest, range(units), where=where, journal=journal)) == SERIAL[:units]
        assert sorted(itertools.chain(*where.batches)) == sorted(set(range(units)) - set(first))
        assert len(journal) == len(set(before) | set(range(units)))
    kept = [json.loads(line)["unit"] for line in path.read_text().splitlines()[1:]]
    assert sorted(kept) == sorted(set(kept))


def test_a_result_is_on_the_disk_before_it_comes_out(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with unordered(3) as where, Journal.open(path, about=1) as journal:
        for number, result in enumerate(run(jobs.digest, range(60), where=where, journal=journal)):
            kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
            assert {"unit": number, "result": result} in kept


def test_finished_units_are_kept_when_another_fails(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path, about=1) as journal:
        with pytest.raises(fs.WorkError, match="unit 7"):
            list(run(jobs.refuse_seven, range(100), where=serial(), journal=journal))
        assert [journal.find(str(unit)) for unit in range(8)] == [*map(str, range(7)), None]


def test_after_a_failure_only_what_comes_before_it_is_done() -> None:
    under_way = runner._Run(jobs.digest, range(100), serial(), None, None)
    under_way._failed[30] = KeyError()
    under_way._alone = [40, 20]
    assert list(under_way._batch()) == [20]
    assert list(under_way._batch()) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7199, "120 min"),
        (7200, "2 h 0 min"),
        (12_000, "3 h 20 min"),
        (172_800, "2 d 0 h"),
        (273_600, "3 d 4 h"),
    ],
)
def test_a_time_in_words(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_a_line_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        unordered(2) as where,
        patch.object(progress, "_FIRST_WORD", 0),
        patch.object(progress, "_NEXT_WORD", 0),
        patch.object(progress, "_INTERVAL", 0.01),
    ):
        results = run_aloud(
            jobs.digest,
            range(1000),
            where=where,
            meanwhile=Teller(Screen()).meanwhile,
            doing="solving",
            what="boards",
        )
        assert next(results) == jobs.digest(0)
        said = ""
        while " left" not in said:  # the teller is a thread
            said += capsys.readouterr().err
        assert "(solving: " in said
        assert " of 1,000 boards, about 0 s left, 2 workers)\n" in said
        assert list(results) == [jobs.digest(unit) for unit in range(1, 1000)]
