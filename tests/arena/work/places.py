"""Places for tests: one that finishes things in any order, and one that loses them."""

import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from fivesquare.arena.work import Place, runner
from fivesquare.errors import LostWorkerError


class Unordered(Place):
    """Does tasks in an order that chance decides, and only when somebody waits for any of them."""

    def __init__(self, workers: int, seed: int = 0) -> None:
        self.crew = workers
        self.chance = random.Random(seed)
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0
        self.batches: list[list[Any]] = []

    @property
    def workers(self) -> int:
        return self.crew

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()
        self.batches.append(args[1])
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future

    def finish_some(self) -> None:
        for _ in range(self.chance.randint(1, len(self.waiting))):
            future, task = self.waiting.pop(self.chance.randrange(len(self.waiting)))
            if future.set_running_or_notify_cancel():
                future.set_result(task())


@contextmanager
def unordered(workers: int, seed: int = 0) -> Iterator[Unordered]:
    """A place that finishes things in any order."""
    where = Unordered(workers, seed)

    def wait_for_some(futures: Iterable[Future[Any]], **how: Any) -> Any:
        where.finish_some()
        return wait(futures, **how)

    with patch.object(runner, "wait", wait_for_some):
        yield where


class Losing(Place):
    """A place whose workers die of one unit."""

    workers = 2

    def __init__(self, poison: int) -> None:
        self.poison = poison
        self.tried: list[list[int]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()
        self.tried.append(list(args[1]))
        if self.poison in args[1]:
            future.set_exception(LostWorkerError("it died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future
