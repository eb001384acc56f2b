"""Work in a thread, while the main thread listens."""

import signal
import threading

import pytest

from fivesquare.background import finish


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
