"""What a player is: something that chooses a move."""

from collections.abc import Callable, Sequence
from typing import Protocol

from fivesquare.position import STOP, Position

Ask = Callable[[Position], str]
"""Asks a person for a move."""


class Player(Protocol):
    """Chooses one of `position.legal`; is asked only while there is one."""

    @property
    def is_person(self) -> bool: ...

    @property
    def remark(self) -> str:
        """What the player has to say about its last choice; mostly nothing."""
        ...

    def choose(self, position: Position) -> str: ...


def going_on(moves: Sequence[str]) -> list[str]:
    """These moves without "stop", unless there is no other: where both are as good, one claims."""
    return [move for move in moves if move != STOP] or list(moves)
