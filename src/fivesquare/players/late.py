"""A player that is still being made while the game begins.

Whoever searches needs the solver: a third of a second to import, seconds to compile the first time. A
person who has the first move, or only looks at the board, should not wait for that.
"""

import threading
from collections.abc import Callable

from fivesquare.players.base import Player
from fivesquare.position import Position


class Late:
    """Stands for the player that `make` makes, in a thread, once somebody says that it is time."""

    is_person = False

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._player: Player | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None
        self._is_done = threading.Event()

    def get_ready(self) -> None:
        """Begin; comes back at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="fivesquare player", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        try:
            self._player = self._make()
        except BaseException as error:
            self._error = error
        self._is_done.set()

    @property
    def is_ready(self) -> bool:
        return self._player is not None

    @property
    def remark(self) -> str:
        return self._player.remark if self._player else ""

    def choose(self, position: Position) -> str:
        self.get_ready()
        while not self._is_done.wait(0.1):  # in short naps, so that Ctrl-C is heard
            pass
        if self._player is None:
            raise self._error or RuntimeError("the player was not made")
        return self._player.choose(position)
