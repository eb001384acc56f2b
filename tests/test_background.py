"""Work in a thread, while the main thread listens."""

import signal
import subprocess
import sys
import threading

import pytest

from fivesquare import background
from fivesquare.background import OURS, Work, finish


def test_finish_returns_what_the_work_returns() -> None:
    assert finish(lambda: 6 * 7) == 42


def test_finish_returns_none_as_well() -> None:
    assert finish(lambda: None) is None


def test_finish_raises_what_the_work_raises() -> None:
    def work() -> int:
        raise ValueError("no such number")

    with pytest.raises(ValueError, match="no such number"):
        finish(work)


def test_finish_passes_on_even_an_exit() -> None:
    def work() -> int:
        raise SystemExit(3)

    with pytest.raises(SystemExit, match="3"):
        finish(work)


def test_the_work_runs_beside_the_main_thread() -> None:
    assert finish(threading.current_thread) is not threading.current_thread()


def test_an_interrupt_ends_the_waiting_although_the_work_goes_on() -> None:
    never = threading.Event()

    def work() -> bool:
        signal.raise_signal(signal.SIGINT)
        return never.wait()

    with pytest.raises(KeyboardInterrupt):
        finish(work)
    never.set()


def test_work_can_be_waited_for_again_after_an_interrupt() -> None:
    may_begin, may_end = threading.Event(), threading.Event()

    def task() -> int:
        may_begin.wait()
        signal.raise_signal(signal.SIGINT)
        may_end.wait()
        return 42

    work = Work(task)

    def wait() -> None:
        may_begin.set()
        work.result()

    with pytest.raises(KeyboardInterrupt):
        wait()
    assert not work.is_done
    may_end.set()
    assert work.result() == 42


def test_work_can_be_waited_for_a_while_and_for_good() -> None:
    may_end = threading.Event()
    work = Work(may_end.wait)
    assert not work.wait(0.0)
    assert not work.is_done
    may_end.set()
    work.join()
    assert work.is_done
    assert work.wait(0.0)
    assert work.result() is True


def test_leaving_without_anything_under_way_is_an_ordinary_exit() -> None:
    code = "import atexit; from fivesquare.background import leave; atexit.register(print, 'bye'); leave(3)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.stdout, run.stderr, run.returncode) == ("bye\n", "", 3)


LEAVE_WHILE_WORKING = """
import atexit, sys, threading
from fivesquare import background
from fivesquare.background import OURS, leave
atexit.register(print, "Python's own way out")
threading.Thread(target=threading.Event().wait, name=OURS + {name!r}, daemon=True).start()
sys.stdout.write("said")
leave(7)
"""


def test_leaving_while_something_is_under_way_says_everything_and_does_not_wait() -> None:
    run = subprocess.run(
        [sys.executable, "-c", LEAVE_WHILE_WORKING.format(name=" player")], capture_output=True, text=True
    )
    assert (run.stdout, run.stderr, run.returncode) == ("said", "", 7)


def test_whoever_searches_is_known_by_the_name_of_the_thread() -> None:
    assert finish(lambda: threading.current_thread().name).startswith(OURS)


def test_without_threads_work_is_done_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "HAS_THREADS", False)
    monkeypatch.setattr(threading, "Thread", lambda **_: pytest.fail("there are no threads"))
    done: list[int] = []
    work = Work(lambda: done.append(1))
    assert work.is_done
    assert done == [1]
    assert finish(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        finish(lambda: 1 // 0)
