"""Timeouts and waits of everything that is sent and heard: those of the page of a game."""

import random
from typing import NamedTuple

from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError

_MOST_DOUBLINGS = 10


class Patience(NamedTuple):
    """Timeouts, and the waits between tries, in seconds."""

    answer: float = 15.0
    """Until an answer counts as lost."""
    move: float = 4.0
    """The same for a move, which is sent again and again."""
    poll: float = 5.0
    """The same for a request that tries whether the server is back."""
    opening: float = 6.0
    """Until a stream has brought the game."""
    silence: float = 35.0
    """Until a stream counts as dead; the server sends the game again every 20 seconds."""
    advice: float = 600.0
    """For the solver, which may be getting ready on a busy machine."""
    request: float = 20.0
    """For all tries of a request other than a move."""
    first_wait: float = 0.3
    longest_wait: float = 5.0
    longest_asked_wait: float = 60.0
    """The longest wait that a server may ask for (Retry-After)."""

    def backoff(self, failures: int) -> float:
        """Exponential backoff with jitter."""
        wait = self.first_wait * 2.0 ** min(failures, _MOST_DOUBLINGS)
        return min(self.longest_wait, wait) * random.uniform(0.75, 1.25)

    def wait(self, error: RemoteError, failures: int) -> float:
        """How long to wait after an error before the next try."""
        if isinstance(error, ServerError) and error.retry_after is not None:
            return min(self.longest_asked_wait, error.retry_after)
        return self.backoff(failures)
