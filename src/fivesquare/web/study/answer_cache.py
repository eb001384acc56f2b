"""Answers of the solver as they are remembered."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

_BESIDES = 1000  # bytes that an answer takes besides its body
_SHORTLY = 60.0  # seconds for which an answer is remembered that another time might be better


class SolverAnswer(NamedTuple):
    """What came of a question: the body of a response, and its status.

    One that is not final might be better another time, when the machine is less busy.
    """

    body: bytes
    status: int = 200
    is_final: bool = True


class AnswerCache:
    """An LRU cache of answers, bounded in number and in bytes."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[Hashable, tuple[SolverAnswer, float]] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        return self._bytes

    def get(self, key: Hashable) -> SolverAnswer | None:
        if key not in self._kept:
            return None
        answer, until = self._kept[key]
        if time.monotonic() >= until:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return answer

    def put(self, key: Hashable, answer: SolverAnswer) -> None:
        if key in self._kept:
            self._drop(key)
        until = float("inf") if answer.is_final else time.monotonic() + _SHORTLY
        self._kept[key] = answer, until
        self._bytes += len(answer.body) + _BESIDES
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        answer, _ = self._kept.pop(key)
        self._bytes -= len(answer.body) + _BESIDES
