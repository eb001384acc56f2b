"""How long a move, a mask and the planes take: nanoseconds a call, the best of many runs.

Run: python bench/actions.py

Random games from fixed seeds are gone through; what is measured is one call at each of their positions,
each made anew by its move, so that nothing is left over from an earlier call.
"""

import platform
import random
import sys
import time
from collections.abc import Callable

import numpy as np

import fivesquare as fs
from fivesquare import actions

GAMES = 20
RUNS = 30
CALLS: dict[str, Callable[[fs.Position, int], object]] = {
    "`position.play_action(action)`": lambda position, action: position.play_action(action),
    "`position.play(move)`": lambda position, action: position.play(position.all_moves[action]),
    "`actions.mask(position)`": lambda position, action: actions.mask(position),
    "`actions.planes(position)`": lambda position, action: actions.planes(position),
}


def random_actions(book: str, seed: int) -> list[int]:
    """The numbers of the moves of a random game."""
    chance = random.Random(seed)
    position = fs.start(book, seed=seed)
    chosen = []
    while not position.is_over:
        chosen.append(actions.action_of(position, chance.choice(position.legal)))
        position = position.play_action(chosen[-1])
    return chosen


def nanoseconds(book: str, call: Callable[[fs.Position, int], object]) -> float:
    """What a call costs, with what it costs to ask for it."""
    games = [(seed, random_actions(book, seed)) for seed in range(GAMES)]
    best = float("inf")
    for _ in range(RUNS):
        spent = calls = 0
        for seed, chosen in games:
            positions = [fs.start(book, seed=seed)]
            for action in chosen:
                positions.append(positions[-1].play_action(action))
            before = time.perf_counter_ns()
            for position, action in zip(positions, chosen, strict=False):
                call(position, action)
            spent += time.perf_counter_ns() - before
            calls += len(chosen)
        best = min(best, spent / calls)
    return best


def main() -> None:
    write = sys.stdout.write
    write(f"Python {platform.python_version()}, NumPy {np.__version__}\n\n")
    write(f"| ns a call | {' | '.join(fs.CATALOGUE)} |\n|---|{'---:|' * len(fs.CATALOGUE)}\n")
    for name, call in CALLS.items():
        times = [nanoseconds(book, call) for book in fs.CATALOGUE]
        write(f"| {name} | {' | '.join(f'{time:,.0f}' for time in times)} |\n")


if __name__ == "__main__":
    main()
