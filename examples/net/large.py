"""Train networks for 6x6 to 8x8, to be used inside a search: from exact endgames and from self-play.

    python examples/net/large.py --book grow --seed 0

It starts with the weights of the player `net`. In each round the network plays against itself. Positions
near the end are labelled by the solver. An earlier one gets, as its result and margin, the worth of the
first of its game that was labelled and, as the costs of its moves, what the network itself says of the
positions after them. bench/large_net.py measures what comes of it.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from train import (
    RATE,
    RESULT,
    Adam,
    Sample,
    batches,
    gradients,
    joined,
    labelled,
    opened,
)

import fivesquare as fs
from fivesquare.board import Size
from fivesquare.players.network import Floats, Network, Situations, inputs, trained

SIZES = {Size(6, 6): 0.3, Size(7, 7): 0.2, Size(8, 8): 0.5}
FREE = {"grow": 22, "flip": 14, "chain": 22}
MOST_AT_ONCE = 4000


class Effort(NamedTuple):
    """How much is done for a book."""

    rounds: int
    steps: int
    """In each round."""
    games: int
    """About so many, in each round, on boards of each size."""
    early: int
    """About so many positions before the labelled ones, of each size."""


WHOLE, QUICK = Effort(3, 350, 60, 1500), Effort(1, 5, 2, 20)


def played(book: str, size: Size, seed: int, network: Network, amount: int) -> list[list[fs.Position]]:
    """Games of the network against itself, on public boards; in each some moves are by chance."""
    chance = np.random.default_rng([seed, *size])
    batch = opened(book, size, amount, seed)
    noise = chance.choice([0.02, 0.05, 0.1, 0.3], amount)
    found: list[list[fs.Position]] = [[] for _ in range(amount)]
    while not batch.done.all():
        running = np.flatnonzero(~batch.done)
        positions = [batch.position(game) for game in running]
        for game, position in zip(running, positions, strict=True):
            found[game].append(position)
        seen = Situations.of(positions)
        said = network(inputs(seen))
        wishes = said.cells + 0.3 * chance.gumbel(size=said.cells.shape)
        wishes = np.where(seen.claims, wishes, -np.inf)
        chosen = wishes.argmax(1)
        chosen[seen.link.any(1) & (said.stop > wishes.max(1))] = size.cells
        actions = batch.sample()
        by_lot = chance.random(len(running)) < noise[running]
        actions[running] = np.where(by_lot, actions[running], chosen)
        batch.step(actions)
    return found


def sample_of(book: str, size: Size, seed: int, network: Network, part: float, effort: Effort) -> Sample:
    """Positions of a round: labelled ones near the end, estimated ones before."""
    chance = np.random.default_rng([seed, 1, *size])
    late, early, ends = list[fs.Position](), list[fs.Position](), list[int]()
    for game in played(book, size, seed, network, int(effort.games * part * 4)):
        near = [position for position in game if free_of(position) <= FREE[book]]
        if near:
            before = game[: len(game) - len(near)]
            early += before
            ends += [len(late)] * len(before)
            late += near
    known = labelled(late)
    rows = chance.permutation(len(early))[: int(effort.early * part * 2)]
    estimated = [early[row] for row in rows]
    seen = Situations.of(estimated)
    first = np.array([ends[row] for row in rows])
    side = np.where(seen.first == known.seen.first[first], 1, -1).astype(np.float32)
    costs = estimates(network, estimated)
    return joined([known, Sample(seen, costs, known.result[first] * side, known.margin[first] * side)])


def free_of(position: fs.Position) -> int:
    return position.size.cells - sum(position.counts)


def estimates(network: Network, positions: list[fs.Position]) -> Floats:
    """What moves cost, as the network sees the positions after them."""
    costs = np.full((len(positions), positions[0].size.cells + 1), np.inf, np.float32)
    asked: list[tuple[int, int, fs.Position, bool]] = []

    def answer() -> None:
        said = network(inputs(Situations.of([each[2] for each in asked])))
        worth = said.margin + RESULT * said.result
        for (row, action, _, is_same), value in zip(asked, worth.tolist(), strict=True):
            costs[row, action] = -value if is_same else value
        asked.clear()

    for row, position in enumerate(positions):
        for move in position.legal:
            after = position.play(move)
            is_same = after.state.turn == position.state.turn
            asked.append((row, position.all_moves.index(move), after, is_same))
        if len(asked) > MOST_AT_ONCE:
            answer()
    if asked:
        answer()
    costs -= costs.min(1, keepdims=True)
    return costs


def train(book: str, seed: int, effort: Effort) -> Network:
    begun = time.perf_counter()
    network = trained(book)
    adam = Adam(Network.of(network.arrays()))
    samples: dict[Size, Sample] = {}
    done = 0
    for turn in range(effort.rounds):
        for size, part in SIZES.items():
            new = sample_of(book, size, seed * 100 + turn, network, part, effort)
            samples[size] = joined([samples[size], new]) if size in samples else new
        sums: dict[str, float] = {}
        for sample in batches(samples, dict(SIZES), seed * 100 + turn):
            part = done / (effort.rounds * effort.steps)
            found, losses = gradients(adam.network, inputs(sample.seen), sample)
            adam.step(found, RATE / 2 * min(1, done / 100) * min(1, max(0.02, 2 * (1 - part))))
            done += 1
            for name, loss in losses.items():
                sums[name] = 0.98 * sums.get(name, loss) + 0.02 * loss
            if done % effort.steps == 0:
                break
        network = adam.settled()
        shown = ", ".join(f"{name} {loss:.4f}" for name, loss in sums.items())
        known = sum(len(sample.result) for sample in samples.values())
        spent = time.perf_counter() - begun
        print(f"{book}: {known} positions, {done} steps, {spent:.0f} s; {shown}", flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--book", choices=FREE, help="only this one [default: all]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=Path("large_weights"), help="folder for the weights")
    parser.add_argument("--quick", action="store_true", help="some seconds a book: shows that all works")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for book in [options.book] if options.book else list(FREE):
        train(book, options.seed, QUICK if options.quick else WHOLE).save(options.output / f"{book}.npz")


if __name__ == "__main__":
    main()
