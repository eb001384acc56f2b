"""The server's time, as far as it is known here: moments of a game are told in it."""

import time

_SET_BACK = 2.0  # seconds; a larger step back is the server's clock, a smaller one a slow line


class ServerTime:
    """How far the server's clock is ahead of ours; neither has to be right."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    def hear(self, now: float) -> None:
        """The server's time came: of several, the one that was fastest here is the best."""
        ahead = now - time.monotonic()
        if self._ahead is None or ahead > self._ahead or ahead < self._ahead - _SET_BACK:
            self._ahead = ahead

    def since(self, moment: float) -> float:
        """Seconds since a moment of the server's time; 0 if that cannot be known yet."""
        return 0.0 if self._ahead is None else max(0.0, time.monotonic() + self._ahead - moment)
