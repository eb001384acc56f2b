"""The luck of a player: for each move of a game a stream of chance of its own.

So a player that comes back to a move, after an undo or in another process, draws there what it would have
drawn before, and the same seed gives the same game however it was interrupted.
"""

import random
from typing import NamedTuple

from fivesquare.position import Position
from fivesquare.streams import stream


class Luck(NamedTuple):
    seed: object
    name: str = "player"

    def at(self, position: Position) -> random.Random:
        return stream(self.seed, self.name, len(position.moves))


def any_luck() -> Luck:
    """Luck that nobody had before."""
    return Luck(random.SystemRandom().getrandbits(64))
