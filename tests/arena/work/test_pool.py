"""The pool is an executor like any other, and outlives its workers; nothing outlives it."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, wait
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import fivesquare as fs
from arena.work import jobs
from arena.work.processes import TESTS, eventually, is_running, kill_listed
from fivesquare.arena.work import local, run, serial
from fivesquare.arena.work.pool import Pool
from fivesquare.cli.work_options import chosen_place
from patience import PATIENCE


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(2) as pool:
        yield pool


def waiting(folder: Path, number: int = 1) -> dict[str, Any]:
    return {"folder": str(folder), "number": number, "waits": "always"}


def begun(folder: Path, number: int = 1) -> int:
    """The worker that is at a unit that waits."""
    mark = folder / f"begun-{number}"
    eventually(mark.exists)
    return int(mark.read_text())


def test_tasks_are_done_by_other_processes(pool: Pool) -> None:
    assert pool.submit(jobs.digest, 5).result(PATIENCE) == jobs.digest(5)
    pids = {pool.submit(jobs.pid, unit).result(PATIENCE) for unit in range(10)}
    assert os.getpid() not in pids
    assert list(pool.map(jobs.digest, range(50))) == [jobs.digest(unit) for unit in range(50)]


def test_as_many_work_at_once_as_there_are_workers(pool: Pool, tmp_path: Path) -> None:
    futures = [pool.submit(jobs.square, waiting(tmp_path, number)) for number in range(3)]
    assert begun(tmp_path, 0) != begun(tmp_path, 1)
    assert sorted(pool.pids) == sorted([begun(tmp_path, 0), begun(tmp_path, 1)])
    assert not (tmp_path / "begun-2").exists()
    (tmp_path / "go").touch()
    assert [future.result(PATIENCE) for future in futures] == [0, 1, 4]


def test_what_a_task_raises_is_raised_here(pool: Pool) -> None:
    with pytest.raises(KeyError, match="seven") as caught:
        pool.submit(jobs.refuse_seven, 7).result(PATIENCE)
    assert "refuse_seven" in caught.value.__notes__[0]
    with pytest.raises(fs.WorkError, match="LocalError: this and that"):
        pool.submit(jobs.raise_what_cannot_travel, 7).result(PATIENCE)
    with pytest.raises(fs.WorkError, match="SystemExit: enough"):
        pool.submit(jobs.leave, 7).result(PATIENCE)
    assert pool.submit(jobs.refuse_seven, 8).result(PATIENCE) == 8


def test_what_cannot_be_sent_is_refused(pool: Pool) -> None:
    with pytest.raises(fs.WorkError, match="cannot be sent to another process"):
        pool.submit(lambda: 1)
    with pytest.raises(fs.WorkError, match="cannot be sent to another process"):
        pool.submit(jobs.digest, threading.Lock())  # type: ignore[arg-type]


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(fs.WorkError, match="at least 1 worker, not -1"):
        local(-1)
    with chosen_place(1, None) as where:
        assert where.workers == 1
        assert where.submit(jobs.pid, 0).result() == os.getpid()
    with chosen_place(None, None) as where:
        assert where.workers == len(os.sched_getaffinity(0)) or where.workers == 1
    with serial() as where:
        assert where.room == 1


# --- Cancelling and closing ---


def test_what_has_not_begun_can_be_cancelled(pool: Pool, tmp_path: Path) -> None:
    running = [pool.submit(jobs.square, waiting(tmp_path, number)) for number in (0, 1)]
    later = pool.submit(jobs.digest, 1)
    begun(tmp_path, 0), begun(tmp_path, 1)
    assert later.cancel()
    assert not running[0].cancel()
    (tmp_path / "go").touch()
    wait(running, PATIENCE)
    with pytest.raises(CancelledError):
        later.result(PATIENCE)


def test_what_nobody_wants_is_not_waited_for(tmp_path: Path) -> None:
    with Pool(1) as pool:
        futures = [pool.submit(jobs.square, waiting(tmp_path, number)) for number in (0, 1)]
        worker = begun(tmp_path, 0)
        pool.abandon(futures)
        assert pool.submit(jobs.digest, 3).result(PATIENCE) == jobs.digest(3)
        assert not is_running(worker)
        assert futures[1].cancelled()
        with pytest.raises(fs.WorkError, match="this task was abandoned"):
            futures[0].result(PATIENCE)
    assert not (tmp_path / "done").exists()


def test_closing_waits_for_what_was_submitted(tmp_path: Path) -> None:
    with Pool(2) as pool:
        futures = [pool.submit(jobs.digest, unit) for unit in range(20)]
    assert [future.result(0) for future in futures] == [jobs.digest(unit) for unit in range(20)]
    assert pool.pids == []
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(jobs.digest, 1)


def test_after_an_error_nobody_waits(tmp_path: Path) -> None:
    pool = Pool(1)
    future, other = pool.submit(jobs.square, waiting(tmp_path)), pool.submit(jobs.digest, 1)
    worker = begun(tmp_path)
    with pytest.raises(KeyboardInterrupt), pool:
        raise KeyboardInterrupt
    assert not is_running(worker)
    assert future.exception(0) is not None
    assert other.cancelled()


def test_whoever_hears_of_a_result_may_submit_more(pool: Pool) -> None:
    heard = threading.Event()

    def go_on(_: object) -> None:
        pool.submit(jobs.digest, 2).add_done_callback(lambda _: heard.set())

    pool.submit(jobs.digest, 1).add_done_callback(go_on)
    assert heard.wait(PATIENCE)


# --- Workers that die ---


def test_a_task_whose_worker_dies_is_done_by_another(pool: Pool, tmp_path: Path) -> None:
    future = pool.submit(jobs.square, {**waiting(tmp_path, 9), "waits": "once"})
    os.kill(begun(tmp_path, 9), 9)
    assert future.result(PATIENCE) == 81


def test_a_worker_that_dies_idle_is_not_missed(pool: Pool) -> None:
    for _ in range(5):
        pool.submit(jobs.pid, 1).result(PATIENCE)
        for pid in pool.pids:
            kill_listed(pid)
    assert list(pool.map(jobs.digest, range(10))) == [jobs.digest(unit) for unit in range(10)]


def test_a_task_that_kills_its_workers_fails_after_three(pool: Pool) -> None:
    with pytest.raises(
        fs.LostWorkerError, match=r"^its worker died 3 times, the last time killed by signal 9$"
    ):
        pool.submit(jobs.die_at_seven, 7).result(PATIENCE)
    assert pool.submit(jobs.die_at_seven, 8).result(PATIENCE) == 8


def test_a_unit_that_kills_its_workers_is_named(pool: Pool) -> None:
    results = run(jobs.die_at_seven, range(12), where=pool)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(fs.WorkError, match=r"^unit 7: its worker died 3 times"):
        next(results)


def test_workers_that_never_begin_are_an_error_and_no_hang() -> None:
    with patch("fivesquare.arena.work.pool._PROGRAM", "raise SystemExit(3)"), Pool(2) as pool:
        with pytest.raises(fs.WorkError, match=r"workers die before they begin \(exit status 3\)"):
            pool.submit(jobs.digest, 1).result(PATIENCE)
        with pytest.raises(fs.WorkError, match="workers die before they begin"):
            pool.submit(jobs.digest, 1)


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    refused = pytest.raises(fs.WorkError, match="cannot start a worker: No such file or directory")
    with patch("sys.executable", "/there/is/no/python"), Pool(1) as pool, refused:
        pool.submit(jobs.digest, 1).result(PATIENCE)


# --- As a script ---


def script(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(text)
    return subprocess.run(
        [sys.executable, "script.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_script_needs_no_guard_and_workers_write_nothing(tmp_path: Path) -> None:
    done = script(
        "from arena.work import jobs\nfrom fivesquare.arena.work import local, run\n"
        "with local(2) as where:\n    print(list(run(jobs.say, [1, 2], where=where)))\n",
        tmp_path,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[1, 2]\n", "", 0)


def test_work_of_a_script_itself_is_refused_with_a_reason(tmp_path: Path) -> None:
    done = script(
        "from fivesquare.arena.work import local, run\ndef work(unit): return unit\n"
        "with local(2) as where:\n    print(list(run(work, [1, 2], where=where)))\n",
        tmp_path,
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.endswith("WorkError: workers cannot import work from a script: put it into a module")


def test_whoever_never_closes_a_pool_leaves_nothing_behind(tmp_path: Path) -> None:
    done = script(
        "from arena.work import jobs\nfrom fivesquare.arena.work import local\n"
        "where = local(2)\nprint(where.submit(jobs.pid, 1).result())\n",
        tmp_path,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    eventually(lambda: not is_running(int(done.stdout)))


def test_what_a_worker_has_started_goes_with_it(tmp_path: Path) -> None:
    with Pool(1) as pool:
        child = pool.submit(jobs.start_child, 0).result(PATIENCE)
        assert is_running(child)
        os.kill(pool.pids[0], 9)
        pool.submit(jobs.digest, 1).result(PATIENCE)
        eventually(lambda: not is_running(child))


def test_many_small_tasks_do_not_block(pool: Pool) -> None:
    """More than a pipe holds, at once."""
    begun = time.monotonic()
    futures = [pool.submit(jobs.digest, unit) for unit in range(20_000)]
    wait(futures[:10], PATIENCE)
    pool.abandon(futures)
    assert time.monotonic() - begun < PATIENCE
