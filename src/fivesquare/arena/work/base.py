"""The base class of places where work is done, and the simplest one: this process."""

import pickle
import traceback
from abc import abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from fivesquare.errors import WorkError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_AHEAD = 2  # tasks for each worker: one that it does, and one for when that is done


class Place(Executor):
    """An executor of `concurrent.futures` that knows how many workers it has."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks can run in parallel now."""

    @property
    def room(self) -> int:
        """How many tasks to submit, so that no worker waits for work."""
        return max(1, _AHEAD * self.workers)

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel these. What has not begun never will; what has is not waited for."""
        for future in futures:
            future.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for what was submitted; after an error, cancel it."""
        self.shutdown(wait=error is None, cancel_futures=error is not None)


class Serial(Place):
    """This process: a task is done when it is submitted."""

    workers = 1
    room = 1

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        future = Future[Result]()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def by_reference(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
    """A call, for another process: functions by their names, which it must be able to import."""
    for each in (function, *arguments):
        if getattr(each, "__module__", None) == "__main__":
            name = getattr(each, "__qualname__", type(each).__qualname__)
            raise WorkError(f"workers cannot import {name} from a script: put it into a module")
    try:
        return pickle.dumps((function, arguments, named))
    except Exception as error:
        raise WorkError(f"this cannot be sent to another process: {error}") from error


def done(task: bytes) -> bytes:
    """Make a call that was written `by_reference`: whether it went well, and what it returned or raised."""
    try:
        function, arguments, named = pickle.loads(task)
        return pickle.dumps((True, function(*arguments, **named)))
    except Exception as error:
        return pickle.dumps((False, portable(error)))
    except BaseException as error:  # such as sys.exit
        return pickle.dumps((False, WorkError(f"{type(error).__name__}: {error}")))


def portable(error: Exception) -> Exception:
    """An error that survives the way to another process, with where it was raised as a note."""
    note = "".join(traceback.format_exception(error))
    try:
        again = pickle.loads(pickle.dumps(error))
    except Exception:
        again = None
    if type(again) is not type(error):
        error = WorkError(f"{type(error).__name__}: {error}")
    error.add_note(note)
    return error
