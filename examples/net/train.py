"""Train the networks of the player `net` from exact labels, by NumPy alone.

    python examples/net/train.py --seed 0            all books, into examples/net/weights
    python examples/net/train.py --book grow --quick

For each book: games on public boards of several sizes, by chance, greed and mixtures of both; every move of
their positions labelled by the solver; the network trained on the costs of the moves. Then, in turns, games
of the network against itself, labelled in the same way, and training on all positions so far. The same seed
gives the same weights on the same machine.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import fivesquare as fs
from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.players.network import Floats, Inputs, Network, Situations, inputs
from fivesquare.research.batch import Batch
from fivesquare.research.labels import LabelArrays, label_arrays
from fivesquare.rulebook import Exactly

WIDTH, DEPTH, HIDDEN = 48, 5, 32
TEMPERATURE = 0.04  # of the costs, as a share of what is at stake
RESULT = 0.15  # what a result is worth beside points, as such a share
BATCH = 512
RATE = 2e-3
BOARDS_AT_ONCE = 200
MOST_BATCHES = 100


class Share(NamedTuple):
    """Positions of one size with at most this many free cells, as a part of all positions."""

    size: Size
    free: int
    part: float


def plan(book: str) -> list[Share]:
    """The sizes to train on: mostly the book's own; of larger boards what the solver labels quickly."""
    own = NAMED[book].size
    most = 16 if NAMED[book].captures else 22
    others = [Size(3, 3), Size(3, 4), Size(4, 4), Size(4, 5), Size(5, 5), Size(6, 6), Size(8, 8)]
    if isinstance(NAMED[book].goal, Exactly):  # over long before a large board is full
        others = others[:5]
    others = [size for size in others if size != own]
    shares = [Share(size, min(most, size.cells), 0.3 / len(others)) for size in others]
    return [Share(own, own.cells if own.cells <= 16 else 24, 0.7), *shares]


def of_arrays(seen: Situations, array: Callable[[str], Any]) -> Situations:
    """Situations of the same book and size with other arrays."""
    return seen._replace(**{name: array(name) for name in seen._fields[2:]})


class Sample(NamedTuple):
    """Labelled positions of one size."""

    seen: Situations
    costs: Floats
    """(n, cells + 1): of each claim and of "stop", as a share of what is at stake; inf if not legal."""
    result: Floats
    margin: Floats

    def some(self, rows: NDArray[np.int64]) -> "Sample":
        return Sample(
            of_arrays(self.seen, lambda name: getattr(self.seen, name)[rows]),
            self.costs[rows],
            self.result[rows],
            self.margin[rows],
        )


def joined(samples: list[Sample]) -> Sample:
    first = samples[0].seen
    seen = of_arrays(first, lambda name: np.concatenate([getattr(one.seen, name) for one in samples]))
    rest = (np.concatenate([one[number] for one in samples]) for number in (1, 2, 3))
    return Sample(seen, *rest)


# --- Positions ---


def games(book: str, share: Share, amount: int, seed: int, network: Network | None) -> list[fs.Position]:
    """Positions of games on public boards, in which there is a choice; each game has a way to play."""
    chance = np.random.default_rng([seed, *share.size])
    found: list[fs.Position] = []
    together = min(BOARDS_AT_ONCE, max(10, amount // share.size.cells))
    for number in range(MOST_BATCHES):
        batch = opened(book, share.size, together, seed * MOST_BATCHES + number)
        noise = chance.choice([0.05, 0.15, 0.3, 0.5, 1.0], len(batch))[:, None]
        while not batch.done.all():
            running = np.flatnonzero(~batch.done)
            positions = [batch.position(game) for game in running]
            found += [
                position
                for position in positions
                if position.size.cells - sum(position.counts) <= share.free and len(position.legal) > 1
            ]
            actions = batch.sample()
            seen = Situations.of(positions)
            told = inputs(seen)
            if network is None:
                wishes = told.planes[:, :, 8]
                stop = np.full(len(positions), -9.0, np.float32)
            else:
                answers = network(told)
                wishes, stop = answers.cells, answers.stop
            drawn = wishes + chance.gumbel(size=wishes.shape) * (0.1 if network is None else 0.3)
            drawn = np.where(seen.claims, drawn, -np.inf)
            chosen = drawn.argmax(1)
            stops = seen.link.any(1) & (stop > drawn.max(1))
            chosen[stops] = share.size.cells
            by_lot = chance.random(len(running)) < noise[running, 0]
            actions[running] = np.where(by_lot, actions[running], chosen)
            batch.step(actions)
        if len(found) >= amount:
            break
    order = chance.permutation(len(found))[:amount]
    return [found[place] for place in order]


def opened(book: str, size: Size, amount: int, seed: int) -> Batch:
    """New games on public boards; boards of ones are all alike, so their split says nothing."""
    split = None if NAMED[book].values == "ones" else "public"
    return Batch(book, amount, seed, size=size, split=split)


def labelled(positions: list[fs.Position]) -> Sample:
    """Positions with exact costs."""
    labels = label_arrays(positions, threads=1)
    seen = Situations.of(positions)
    return Sample(seen, *targets(seen, labels))


def targets(seen: Situations, labels: LabelArrays) -> tuple[Floats, Floats, Floats]:
    cells = seen.size.cells
    stakes = stakes_of(seen)
    side = np.where(seen.first, 1.0, -1.0)
    if np.isnan(labels.margin).all():
        costs = labels.result_lost * 0.5
        margin = np.zeros(len(side))
    else:
        costs = labels.lost / stakes[:, None] + RESULT * (labels.result_lost > 0)
        margin = np.nan_to_num(labels.margin) * side / stakes
    costs = np.where(labels.legal, costs, np.inf)[:, : cells + 1]
    if costs.shape[1] == cells:
        costs = np.hstack((costs, np.full((len(costs), 1), np.inf)))
    result = np.where(labels.winner == 0, 0.0, np.where(labels.winner == 1, side, -side))
    return costs.astype(np.float32), result.astype(np.float32), margin.astype(np.float32)


def stakes_of(seen: Situations) -> Floats:
    """What a game is about: a quarter of all points."""
    stakes: Floats = np.maximum(seen.values.sum(1) / 4, 1).astype(np.float32)
    return stakes


# --- Training ---


Weights = dict[str, Floats]


def first_weights(planes: int, sums: int, seed: int, width: int = WIDTH, depth: int = DEPTH) -> Network:
    chance = np.random.default_rng(seed)

    def drawn(*shape: int, scale: float) -> Floats:
        return (chance.standard_normal(shape) * scale).astype(np.float32)

    layers = []
    for layer in range(depth):
        fan = planes if layer == 0 else width
        scale = (1.0 if layer == 0 else 0.5) * (2 / (fan * (1 + sums))) ** 0.5
        kernel = drawn(1 + sums, fan, width, scale=scale)
        kernel[1:] /= 2  # a sum is over two or three cells
        pool = drawn(2 * width if layer else 0, width, scale=0.3 * (1 / width) ** 0.5)
        layers.append((kernel, np.zeros(width, np.float32), pool))
    return Network(
        tuple(layers),
        drawn(width, scale=0.3 * width**-0.5),
        drawn(2 * width + 1, HIDDEN, scale=width**-0.5),
        drawn(HIDDEN + 1, 3, scale=0.3 * HIDDEN**-0.5),
    )


def summed(group: Floats, cells: Floats, back: bool = False) -> Floats:
    """The sums over a group of neighbours; a matrix for all positions is one product."""
    if back:
        group = group.mT
    found: Floats = (group if len(group) > 1 else group[0]) @ cells
    return found


class Kept(NamedTuple):
    """What a layer read and found, for the way back."""

    parts: list[Floats]
    """The cells and their sums."""
    top: NDArray[np.int64]
    """(n, in): the cell with the maximum."""
    pooled: Floats
    found: Floats


def forward(network: Network, seen: Inputs) -> list[Kept]:
    """All layers; what `Network` itself does, and keeps nothing of."""
    number, size = seen.planes.shape[:2]
    cells, kept = seen.planes, []
    for layer, (kernel, bias, pool) in enumerate(network.layers):
        wide = cells.shape[2]
        parts = [cells, *(summed(group, cells) for group in seen.sums)]
        found = cells.reshape(-1, wide) @ kernel[0] + bias
        for part, weights in zip(parts[1:], kernel[1:], strict=True):
            found += part.reshape(-1, wide) @ weights
        found = found.reshape(number, size, -1)
        top, pooled = pool_of(cells)
        if layer:
            found += (pooled @ pool)[:, None]
            found += cells
        cells = np.maximum(found, 0, out=found)
        kept.append(Kept(parts, top, pooled, cells))
    return kept


def pool_of(cells: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Which cells have the maximum; the mean and the maximum."""
    top = cells.argmax(1)
    return top, np.hstack((cells.mean(1), np.take_along_axis(cells, top[:, None], 1)[:, 0]))


def gradients(network: Network, seen: Inputs, sample: Sample) -> tuple[Weights, dict[str, float]]:
    """The gradients of the loss by all weights, and the parts of the loss."""
    kept = forward(network, seen)
    cells = kept[-1].found
    ones = np.ones((len(cells), 1), np.float32)
    top, pooled = pool_of(cells)
    read = np.hstack((pooled, ones))
    hidden = np.maximum(read @ network.hidden, 0)
    read_again = np.hstack((hidden, ones))
    stop, result, margin = (read_again @ network.head).T
    d_logits, loss = by_logits(np.hstack((cells @ network.cell, stop[:, None])), sample.costs)
    said = np.tanh(result)
    off, off_margin = said - sample.result, margin - sample.margin
    d_result = (off * (1 - said**2) * 0.5 / len(cells)).astype(np.float32)
    d_margin = (np.clip(off_margin, -1, 1) * 0.5 / len(cells)).astype(np.float32)
    d_out = np.stack((d_logits[:, -1], d_result, d_margin), 1)
    d_hidden = (d_out @ network.head[:-1].T) * (hidden > 0)
    made: Weights = {
        "head": read_again.T @ d_out,
        "hidden": read.T @ d_hidden,
        "cell": cells.reshape(-1, cells.shape[2]).T @ d_logits[:, :-1].reshape(-1),
    }
    d_cells = d_logits[:, :-1, None] * network.cell
    spread(d_cells, d_hidden @ network.hidden[:-1].T, top)
    backward(network, seen, kept, d_cells, made)
    losses = {"moves": loss, "result": float((off**2).mean()), "margin": float((off_margin**2).mean())}
    return made, losses


def by_logits(logits: Floats, costs: Floats) -> tuple[Floats, float]:
    """The gradient of the cross-entropy by the logits, and how far it is above the least possible.

    Only critical positions count: in the others every move is best.
    """
    legal = np.isfinite(costs)
    target = np.where(legal, np.exp(-np.where(legal, costs, 0) / TEMPERATURE), 0)
    target /= target.sum(1, keepdims=True)
    masked = np.where(legal, logits, -1e9)
    chances = np.exp(masked - masked.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    critical = (np.where(legal, costs, 0).max(1) > 0)[:, None]
    share = np.float32(1 / max(1, critical.sum()))
    ratio = np.maximum(chances / np.maximum(target, 1e-9), 1e-9)
    loss = -(np.where(target > 0, target * np.log(ratio), 0) * critical).sum() * share
    return ((chances - target) * critical * share).astype(np.float32), float(loss)


def backward(network: Network, seen: Inputs, kept: list[Kept], d_cells: Floats, made: Weights) -> None:
    """The gradients of all layers into `made`, from those of the last layer's cells."""
    for layer in range(len(network.layers) - 1, -1, -1):
        kernel, _, pool = network.layers[layer]
        parts, top, pooled, found = kept[layer]
        d_found = d_cells * (found > 0)
        flat = d_found.reshape(-1, d_found.shape[2])
        made[f"bias{layer}"] = flat.sum(0)
        made[f"kernel{layer}"] = np.stack([part.reshape(len(flat), -1).T @ flat for part in parts])
        made[f"pool{layer}"] = np.zeros_like(pool)
        if layer == 0:
            break
        d_cells = d_found + (flat @ kernel[0].T).reshape(parts[0].shape)
        for group, weights in zip(seen.sums, kernel[1:], strict=True):
            d_cells += summed(group, (flat @ weights.T).reshape(parts[0].shape), back=True)
        d_mean = d_found.sum(1)
        made[f"pool{layer}"] = pooled.T @ d_mean
        spread(d_cells, d_mean @ pool.T, top)


def spread(d_cells: Floats, d_pooled: Floats, top: NDArray[np.int64]) -> None:
    """Add the gradients of the mean and the maximum to those of the cells."""
    wide = d_cells.shape[2]
    d_cells += d_pooled[:, None, :wide] / np.float32(d_cells.shape[1])
    rows, columns = np.arange(len(top))[:, None], np.arange(wide)[None]
    d_cells[rows, top, columns] += d_pooled[:, wide:]


class Adam:
    """Adam, and the mean of the weights on the way, which is what is kept."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.weights = network.arrays()
        self.first = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.second = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.mean = {name: array.copy() for name, array in self.weights.items()}
        self.steps = 0

    def step(self, made: Weights, rate: float) -> None:
        self.steps += 1
        norm = sum(float((array**2).sum()) for array in made.values()) ** 0.5
        clip = min(1.0, 2.0 / max(norm, 1e-9))
        for name, gradient in made.items():
            first, second = self.first[name], self.second[name]
            gradient = gradient * np.float32(clip)
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.005) * (gradient**2 - second)
            size = np.float32(rate * (1 - 0.995**self.steps) ** 0.5 / (1 - 0.9**self.steps))
            self.weights[name] -= size * first / (np.sqrt(second) + np.float32(1e-7))
            self.mean[name] += np.float32(0.005) * (self.weights[name] - self.mean[name])

    def settled(self) -> Network:
        """The network with the mean of the weights."""
        return Network.of(self.mean)


def batches(samples: dict[Size, Sample], parts: dict[Size, float], seed: int) -> Iterator[Sample]:
    """Endless batches, each of one size."""
    chance = np.random.default_rng(seed)
    sizes = list(samples)
    weights = np.array([parts[size] for size in sizes])
    orders = {size: np.zeros(0, np.int64) for size in sizes}
    while True:
        size = sizes[chance.choice(len(sizes), p=weights / weights.sum())]
        amount = max(64, min(BATCH, BATCH * 25 // size.cells))
        if len(orders[size]) < amount:
            orders[size] = chance.permutation(len(samples[size].result))
        rows, orders[size] = orders[size][:amount], orders[size][amount:]
        yield samples[size].some(rows)


class Effort(NamedTuple):
    """How much is done for a book."""

    positions: int
    steps: int
    """In each round."""
    rounds: int
    """The first learns from games of chance and greed, the others also from games of the network."""


def train(book: str, seed: int, effort: Effort, width: int = WIDTH, depth: int = DEPTH) -> Network:
    begun = time.perf_counter()
    shares = plan(book)
    parts = {share.size: share.part for share in shares}
    samples: dict[Size, Sample] = {}
    network: Network | None = None
    adam: Adam | None = None
    done, total = 0, effort.steps * effort.rounds
    for turn in range(effort.rounds):
        for share in shares:
            amount = max(40, int(effort.positions * share.part / effort.rounds))
            new = labelled(games(book, share, amount, seed * 100 + turn, network))
            samples[share.size] = joined([samples[share.size], new]) if share.size in samples else new
        if adam is None:
            some = inputs(samples[shares[0].size].some(np.arange(2)).seen)
            adam = Adam(first_weights(some.planes.shape[2], len(some.sums), seed, width, depth))
        sums: dict[str, float] = {}
        for sample in batches(samples, parts, seed * 100 + turn):
            part = done / total
            rate = RATE * min(1, done / 100) * (1.0 if part < 0.5 else max(0.02, 2 * (1 - part)))
            found, losses = gradients(adam.network, inputs(sample.seen), sample)
            adam.step(found, rate)
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
    assert network is not None
    return network


# --- The program ---

WHOLE = Effort(positions=45_000, steps=500, rounds=3)
QUICK = Effort(positions=400, steps=10, rounds=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--book", choices=NAMED, help="only this one [default: all]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=Path("weights"), help="folder for the weights")
    parser.add_argument("--quick", action="store_true", help="some seconds a book: shows that all works")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for book in [options.book] if options.book else list(NAMED):
        network = train(book, options.seed, QUICK if options.quick else WHOLE)
        path = options.output / f"{book}.npz"
        network.save(path)
        print(f"{book}: {sum(array.size for array in network.arrays().values()):,} weights in {path}")


if __name__ == "__main__":
    main()
