"""Work off the event loop: whoever waits for a model must not wait for the solver of another game."""

import os
from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

Result = TypeVar("Result")

_limiters: RunVar[CapacityLimiter] = RunVar("fivesquare threads")


async def aside(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises, done in a thread; as many at once as there are processors."""
    limiter = _limiters.get(None)
    if limiter is None:
        limiter = CapacityLimiter(os.cpu_count() or 1)
        _limiters.set(limiter)
    return await to_thread.run_sync(work, limiter=limiter)
