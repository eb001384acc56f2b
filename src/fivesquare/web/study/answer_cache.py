"""Answers of the solver as they are remembered."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

_BESIDES = 1000  # bytes that an answer takes besides its body and its key
_SHORTLY = 60.0  # seconds for which an answer is remembered that another time might be better


class SolverAnswer(NamedTuple):
    """What came of a question: the body of a response, and its status.

    One that is not final might be better another time, when the machine is less busy.
    """

    body: bytes
    status: int = 200
    is_final: bool = True


class _Kept(NamedTuple):
    answer: SolverAnswer
    until: float  # of time.monotonic
    size: int  # bytes, with those of the key: a question may be longer than its answer


class AnswerCache:
    """An LRU cache of answers, bounded in number and in bytes."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        return self._bytes

    def get(self, key: Hashable) -> SolverAnswer | None:
        if key not in self._kept:
            return None
        answer, until, _ = self._kept[key]
        if time.monotonic() >= until:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return answer

    def put(self, key: Hashable, answer: SolverAnswer) -> None:
        if key in self._kept:
            self._drop(key)
        until = float("inf") if answer.is_final else time.monotonic() + _SHORTLY
        size = len(answer.body) + len(repr(key)) + _BESIDES
        self._kept[key] = _Kept(answer, until, size)
        self._bytes += size
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        self._bytes -= self._kept.pop(key).size
