"""A plain UCT with a number of seconds for each move, to measure strength beside.

    Uct(position, seed=1).choose(position, seconds=0.1)

It is the one of fivesquare.research.uct, which takes a number of random games. Seconds are CPU time of the
thread.
"""

import time

import fivesquare as fs
from fivesquare.research.uct import SearchTree

ROUNDS = 100  # between two looks at the clock
MOST = 1 << 18  # rounds of one move


class Uct:
    """Chooses moves in the positions of one game."""

    def __init__(self, position: fs.Position, seed: int, by_margin: bool = True) -> None:
        self._key, self._by_margin = seed << 40, by_margin

    def choose(self, position: fs.Position, seconds: float) -> str:
        begun = time.thread_time()
        self._key += 1 << 20
        tree = SearchTree(position, self._key, MOST, self._by_margin)
        for _ in range(MOST // ROUNDS):
            tree.grow(ROUNDS)
            if time.thread_time() - begun >= seconds:
                break
        return tree.move
