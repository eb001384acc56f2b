"""The weights of the look ahead's judgement of chain, learned from games that it plays with itself.

    python bench/judgement.py [--games 150] [--nodes 4000]

Each game begins with up to eight random moves on 8x8 and has a random one now and then. Least squares over
the beginnings of turns say how many cells the player to move will be ahead by, of those that are free: from
the doubles at hand, one's own and the other player's. `_at_hand` in solver/native/lookahead.py rounds that
to a quarter of a cell, whatever is free. The second column is how much of the variance this explains in
games that were left out, one in three.
"""

import argparse
import random
import sys
from typing import NamedTuple

import numpy as np

import fivesquare as fs
from fivesquare import engine
from fivesquare.engine import NONE, Setup, State
from fivesquare.solver import Solver, warm_up

SIZE = (8, 8)
FAR_AWAY = 500_000  # from the seeds of other measurements
PHASES = ((1, 12), (12, 24), (24, 36), (36, 46), (46, 64), (12, 64))  # free cells: from, below


class Example(NamedTuple):
    game: int
    free: int
    mine: int
    theirs: int
    ahead: int


def played(seed: int, nodes: int) -> list[State]:
    """The states of a game."""
    chance = random.Random(seed)
    position = fs.start("chain", size=SIZE, seed=FAR_AWAY + seed)
    solver = Solver(position, threads=1)
    opening = chance.choice((0, 1, 2, 3, 4, 6, 8))
    states = [position.state]
    while not position.is_over:
        is_random = len(states) <= opening or chance.random() < 0.03
        move = chance.choice(position.legal)
        if not is_random:
            move = solver.look_ahead(position, seconds=None, nodes=nodes).move
        position = position.play(move)
        states.append(position.state)
    return states


def examples(game: int, states: list[State]) -> list[Example]:
    setup, end = fs.start("chain", size=SIZE).setup, states[-1]
    found = []
    for state in states[:-1]:
        if state.link != NONE:
            continue
        free = setup.full & ~(state.own | state.other)
        mine, theirs = (end.own, end.other) if end.turn == state.turn else (end.other, end.own)
        ahead = (mine & free).bit_count() - (theirs & free).bit_count()
        doubles = at_hand(setup, free, state.own), at_hand(setup, free, state.other)
        found.append(Example(game, free.bit_count(), *doubles, ahead))
    return found


def at_hand(setup: Setup, free: int, owned: int) -> int:
    """How many doubles a player could make now, side by side: those that the compiled search finds."""
    pairing = free & engine.all_beside(setup, free)
    ready = pairing & engine.all_beside(setup, owned)
    doubles = 0
    while ready:
        cell = ready & -ready
        pairing &= ~cell
        near = pairing & engine.all_beside(setup, cell)
        if near:
            pairing &= ~(near & -near)
            doubles += 1
        ready &= pairing
    return doubles


def row(known: list[Example], low: int, high: int) -> str:
    here = [example for example in known if low <= example.free < high]
    inputs = np.array([[1, each.mine, each.theirs] for each in here], float)
    ahead = np.array([each.ahead for each in here], float)
    left_out = np.array([each.game % 3 == 0 for each in here])
    weights = np.linalg.lstsq(inputs[~left_out], ahead[~left_out], rcond=None)[0]
    misses = ahead[left_out] - inputs[left_out] @ weights
    explained = 1 - misses.var() / ahead[left_out].var()
    cells = [
        f"{low} to {high - 1}",
        f"{len(here)}",
        f"{explained:.2f}",
        *(f"{each:.2f}" for each in weights),
    ]
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument(
        "--nodes", type=int, default=4000, help="positions that are looked at for each move"
    )
    options = parser.parse_args()
    warm_up()
    known = list[Example]()
    for seed in range(options.games):
        known += examples(seed, played(seed, options.nodes))
    sys.stdout.write("| free cells | turns | explained | to move | own double | other's |\n")
    sys.stdout.write("|--:|--:|--:|--:|--:|--:|\n")
    for low, high in PHASES:
        sys.stdout.write(row(known, low, high))


if __name__ == "__main__":
    main()
