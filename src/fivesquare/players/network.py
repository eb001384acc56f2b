"""A small size-generic convolutional network over positions, in NumPy: weights, inputs, one forward pass.

A layer sees each cell and sums over groups of its neighbours: those beside it, or diagonally, or beside it
and of a lower or a higher value. The weights are the same in every direction, so that a board turned or
mirrored gets the same answers; and the same for every cell, so that they serve boards of any size. Each
layer adds what it finds in the mean and the maximum over all cells. From the last come a preference for
each cell, and for the whole board a preference for "stop" and an estimate: the result and the margin.

The weights of a book are made by examples/net/train.py; `actions` numbers moves as here.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from fivesquare.board import Size, cells_of, neighbours
from fivesquare.engine import (
    ADJACENT,
    ANYWHERE,
    EXACTLY,
    FIRST,
    LOWER_ENEMY,
    LOWER_FREE,
    MAJORITY,
    NONE,
    NOTHING,
    Setup,
)
from fivesquare.position import Position

__all__ = ["Answers", "Network", "Situations", "inputs", "trained"]

Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]

WEIGHTS = Path(__file__).parent / "net_weights"
ONE_HOT = 10
"""Of values and rooms below this each has a plane of its own, where the goal is an exact score."""


class Situations(NamedTuple):
    """n positions of one rule book and size, seen by the player to move."""

    rules: Setup
    """The setup of one of them: of what differs between boards only the size is read."""
    size: Size
    values: NDArray[np.int64]
    """(n, cells)"""
    own: Truths
    other: Truths
    claims: Truths
    """(n, cells): what may be claimed now."""
    link: Truths
    """(n, cells): the cell that a chain continues from."""
    first: Truths
    """(n,): whether the first player is to move."""

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Self:
        """These positions, which are of one rule book and one size."""
        size, cells = positions[0].size, positions[0].size.cells
        masks = [
            (own, other, position.claims, 0 if link == NONE else 1 << link)
            for position in positions
            for own, other, _, link in [position.state]
        ]
        data = b"".join(mask.to_bytes(8, "little") for row in masks for mask in row)
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little").astype(np.bool_)
        each = bits.reshape(len(positions), 4, 64)[:, :, :cells]
        values = np.array([position.board.values for position in positions], np.int64)
        first = np.array([position.state.turn == FIRST for position in positions])
        own, other, claims, link = each.swapaxes(0, 1)
        return cls(positions[0].setup, size, values, own, other, claims, link, first)


class Inputs(NamedTuple):
    """What a network reads."""

    planes: Floats
    """(n, cells, planes)"""
    sums: tuple[Floats, ...]
    """Matrices (n or 1, cells, cells): which cells a layer sums for each, one for every group."""


class Answers(NamedTuple):
    """What a network says of n positions."""

    cells: Floats
    """(n, cells): the preference for each claim, legal or not, as a logit."""
    stop: Floats
    """(n,): the preference for "stop"."""
    result: Floats
    """(n,): the expected result for the player to move, from -1 to 1."""
    margin: Floats
    """(n,): the expected margin, as a share of all points, or of all cells."""


@lru_cache(maxsize=64)
def _beside(size: Size) -> tuple[Floats, Floats]:
    """Which cells are neighbours, and which meet at a corner; as matrices."""
    beside, corner = np.zeros((2, size.cells, size.cells), np.float32)
    for cell, mask in enumerate(neighbours(size)):
        beside[cell, list(cells_of(mask))] = 1
    for cell in range(size.cells):
        row, column = divmod(cell, size.columns)
        for near in range(size.cells):
            other_row, other_column = divmod(near, size.columns)
            corner[cell, near] = abs(row - other_row) == abs(column - other_column) == 1
    return beside, corner


def inputs(seen: Situations) -> Inputs:
    """The planes of positions, and the sums over neighbours."""
    rules, size, values, own, other, claims, link, first = seen
    beside, corner = _beside(size)
    number, cells = values.shape
    points = values.astype(np.float32)
    free = ~(own | other)
    lower = beside * (values[:, None, :] < values[:, :, None])
    sums = (beside[None], corner[None]) if rules.take == NOTHING else (beside[None], lower, lower.mT)
    gains, replies = points, points
    if rules.take == LOWER_FREE:
        gains = replies = points + (lower @ (points * free)[..., None])[..., 0]
    elif rules.take == LOWER_ENEMY:
        both = lower @ np.stack((points * other, points * own), -1)
        gains, replies = points + both[..., 0], points + both[..., 1]
    mine, theirs = (points * own).sum(1), (points * other).sum(1)
    reach = np.ones_like(free)
    if rules.reach != ANYWHERE:
        edge = np.ones(cells, np.bool_)
        if rules.reach != ADJACENT:
            edge = np.array([rules.edge >> cell & 1 for cell in range(cells)], np.bool_)
        reach = np.where(other.any(1, keepdims=True), other @ beside > 0, edge)
    rooms, other_rooms = rules.target - mine[:, None] - gains, rules.target - theirs[:, None] - replies
    exactly = rules.goal == EXACTLY
    answers = free & reach & (other_rooms >= 0) if exactly else free & reach
    total = np.maximum(points.sum(1), 1)
    komi = np.where(first, -rules.komi / 2, rules.komi / 2)
    amounts = (own.sum(1), other.sum(1)) if rules.goal == MAJORITY else (mine, theirs)
    whole = rules.target if exactly else cells if rules.goal == MAJORITY else total
    left = free.sum(1)
    mean, most = (total / cells)[:, None], np.maximum(points.max(1), 1)[:, None]
    constants = [
        (amounts[0] - amounts[1] + komi) / whole * 3,
        amounts[0] / whole,
        amounts[1] / whole,
        left / cells,
        left % 2,
        first,
        np.ones(number),
        np.full(number, cells / 25),
    ]
    planes = [
        own,
        other,
        free,
        claims,
        answers,
        link,
        points / most,
        points / mean / 2,
        free * gains / mean / 3,
        free * replies / mean / 3,
        *(np.broadcast_to(np.asarray(constant)[:, None], (number, cells)) for constant in constants),
    ]
    if exactly:
        for may, room in ((claims, rooms), (answers, other_rooms)):
            planes += [may & (room == amount) for amount in range(ONE_HOT)]
            planes.append(may * room / rules.target)
        planes += [points == value for value in range(1, ONE_HOT)]
    return Inputs(np.stack(planes, -1, dtype=np.float32, casting="unsafe"), sums)


class Network(NamedTuple):
    """The weights: of each layer, and of what is read from the last one."""

    layers: tuple[tuple[Floats, Floats, Floats], ...]
    """For each layer the weights (1 + sums, in, out) of a cell and its sums, the bias (out,), and the
    weights (2 * in, out) of the mean and the maximum over all cells; the first has none of these."""
    cell: Floats
    """(width,): to the preference for a cell."""
    hidden: Floats
    """(2 * width + 1, hidden): from the mean, the maximum and 1."""
    head: Floats
    """(hidden + 1, 3): to the preference for "stop", the result and the margin."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Weights from a file."""
        with np.load(path, allow_pickle=False) as file:
            return cls.of({name: file[name].astype(np.float32) for name in file.files})

    @classmethod
    def of(cls, arrays: Mapping[str, Floats]) -> Self:
        """Weights by name; the inverse of `arrays`."""
        depth = sum(name.startswith("kernel") for name in arrays)
        layers = tuple(
            (arrays[f"kernel{layer}"], arrays[f"bias{layer}"], arrays[f"pool{layer}"])
            for layer in range(depth)
        )
        return cls(layers, arrays["cell"], arrays["hidden"], arrays["head"])

    def arrays(self) -> dict[str, Floats]:
        """The weights by name, as a file holds them."""
        found = {"cell": self.cell, "hidden": self.hidden, "head": self.head}
        for number, (kernel, bias, pool) in enumerate(self.layers):
            found |= {f"kernel{number}": kernel, f"bias{number}": bias, f"pool{number}": pool}
        return found

    def save(self, path: Path) -> None:
        """Write the weights to a file in half precision, which is precise enough to choose a move."""
        halves = {name: array.astype(np.float16) for name, array in self.arrays().items()}
        np.savez_compressed(path, allow_pickle=False, **halves)

    def __call__(self, seen: Inputs) -> Answers:
        """One forward pass."""
        cells = seen.planes
        for number, (kernel, bias, pool) in enumerate(self.layers):
            found = cells @ kernel[0] + bias
            for group, weights in zip(seen.sums, kernel[1:], strict=True):
                found += group @ cells @ weights
            if number:
                found += (pooled(cells) @ pool)[:, None]
                found += cells
            cells = np.maximum(found, 0, out=found)
        ones = np.ones((len(cells), 1), np.float32)
        hidden = np.maximum(np.hstack((pooled(cells), ones)) @ self.hidden, 0)
        stop, result, margin = (np.hstack((hidden, ones)) @ self.head).T
        return Answers(cells @ self.cell, stop, np.tanh(result), margin)


@cache
def trained(book: str) -> Network:
    """The network of a named book."""
    return Network.load(WEIGHTS / f"{book}.npz")


def pooled(cells: Floats) -> Floats:
    """(n, 2 * width): the mean and the maximum over all cells."""
    return np.hstack((cells.mean(1), cells.max(1)))
