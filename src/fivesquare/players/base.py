"""What a player is: something that chooses a move; and the luck by which some of them do."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from fivesquare.position import STOP, Position
from fivesquare.streams import stream

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


class Luck(NamedTuple):
    """The seed of a player: each move of a game has a random stream of its own.

    So a player that comes back to a move, after an undo or in another process, draws there what it would
    have drawn before, and the same seed gives the same game however it was interrupted.
    """

    seed: object
    name: str = "player"

    def at(self, position: Position) -> random.Random:
        """The random stream for a move here."""
        return stream(self.seed, self.name, len(position.moves))


def any_luck() -> Luck:
    """Luck from a fresh random seed."""
    return Luck(random.SystemRandom().getrandbits(64))


def going_on(moves: Sequence[str]) -> list[str]:
    """These moves without "stop", unless there is no other: where both are as good, one claims."""
    return [move for move in moves if move != STOP] or list(moves)
