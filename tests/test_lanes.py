"""A lane does a few jobs at once, holds a bounded queue, and passes on what comes of them."""

import threading
from collections.abc import Callable
from functools import partial

import anyio
import pytest

from fivesquare.lanes import BusyError, Lane


async def _until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(20):
        while not condition():
            await anyio.sleep(0.001)


def test_a_lane_does_so_many_things_at_once_even_if_they_are_cancelled() -> None:
    async def main() -> None:
        lane, begun, go = Lane("test", 1), list[int](), threading.Event()

        def work(number: int) -> int:
            begun.append(number)
            assert go.wait(20)
            return number

        async with anyio.create_task_group() as first:
            first.start_soon(lane.do, partial(work, 1))
            await _until(lambda: begun == [1])
            first.cancel_scope.cancel()
        results = list[int]()

        async def ask() -> None:
            results.append(await lane.do(partial(work, 2)))

        async with anyio.create_task_group() as second:
            second.start_soon(ask)
            await _until(lambda: lane.waiting == 1)
            assert begun == [1]  # what nobody waits for is still being done
            go.set()
        assert (begun, results) == ([1, 2], [2])

    anyio.run(main)


def test_a_lane_passes_on_what_is_raised_and_goes_on() -> None:
    async def main() -> None:
        lane = Lane("test", 1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await lane.do(lambda: 1 // 0)
        assert await lane.do(lambda: 7) == 7

    anyio.run(main)


def test_a_lane_that_is_full_says_so() -> None:
    async def main() -> None:
        lane, go = Lane("test", 1, most_waiting=2), threading.Event()
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(lane.do, partial(go.wait, 20))
            await _until(lambda: lane.waiting == 2)
            with pytest.raises(BusyError, match="try again in a moment"):
                await lane.do(lambda: None)
            go.set()

    anyio.run(main)
