"""The naive driver: random games through any adapter, each step compared with a `Position` of its own.

An adapter's test says in a few lines how its library is asked (`Adapter`), and hands it to `drive`:

    class Zoo:
        def reset(self, seed: int) -> fs.Position: ...  # deal, and say on which opening
        def legal(self) -> list[int]: ...               # what the library calls legal now
        def step(self, action: int) -> None: ...
        def state(self) -> Seen: ...                    # everything else that it shows

Whoever plays against an opponent lets `Seen.moves` grow by the opponent's moves as well; they are followed.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

import fivesquare as fs
from fivesquare import actions
from fivesquare.rulebook import Komi

SEATS = (1, 2)


@dataclass(frozen=True)
class Seen:
    """What an adapter shows of a game. Seats that a mapping leaves out are not compared."""

    moves: Sequence[str]
    turn: int | None
    """Who acts: 1 or 2; None when the game is over."""
    masks: Mapping[int, NDArray[Any]] = field(default_factory=dict)
    planes: Mapping[int, NDArray[Any]] = field(default_factory=dict)
    returns: Mapping[int, float] = field(default_factory=dict)
    """The sum of each seat's rewards since the opening."""


class Adapter(Protocol):
    """How one library is asked."""

    def reset(self, seed: int) -> fs.Position: ...

    def legal(self) -> Sequence[int]: ...

    def step(self, action: int) -> None: ...

    def state(self) -> Seen: ...


def drive(
    adapter: Adapter, seed: int, reward: Literal["outcome", "margin"] | None = "outcome"
) -> fs.Position:
    """Play one random game, comparing everything at every step; the position at its end."""
    chance = random.Random(seed)
    opening = adapter.reset(seed)
    assert not opening.moves
    seen, legal = adapter.state(), list(adapter.legal())
    position = _followed(opening, seen)
    _compare(position, seen, legal, reward)
    while not position.is_over:
        action = chance.choice(legal)
        adapter.step(action)
        seen, legal = adapter.state(), list(adapter.legal())
        position = _followed(position.play_action(action), seen)
        _compare(position, seen, legal, reward)
    return position


def drive_many(
    adapter: Adapter, seeds: range, reward: Literal["outcome", "margin"] | None = "outcome"
) -> int:
    """Play a random game for each seed; how many moves they had in all."""
    return sum(len(drive(adapter, seed, reward).moves) for seed in seeds)


def _followed(position: fs.Position, seen: Seen) -> fs.Position:
    """The position after all the moves that the adapter says were made, the ones before being ours."""
    known = len(position.moves)
    assert tuple(seen.moves[:known]) == position.moves
    for move in seen.moves[known:]:
        position = position.play(move)
    return position


def _compare(position: fs.Position, seen: Seen, legal: list[int], reward: str | None) -> None:
    assert seen.turn == position.turn
    everything = position.is_over and bool(seen.masks)  # which are all true then
    moves = position.all_moves if everything else position.legal
    assert legal == [actions.action_of(position, move) for move in moves]
    for seat, mask in seen.masks.items():
        sees = position.turn in (None, seat)
        wanted = actions.mask(position) if sees else np.zeros(actions.count(position))
        assert np.array_equal(mask, wanted)
    for seat, planes in seen.planes.items():
        assert planes.dtype == np.float32
        assert np.array_equal(planes, actions.planes(position, seat))
    if reward is not None:
        assert seen.returns, "an adapter shows what its seats were given"
    for seat, given in seen.returns.items():
        assert given == (worth(position, seat, str(reward)) if position.is_over else 0)


def worth(position: fs.Position, seat: int, reward: str) -> float:
    """What a game that is over is worth to a seat, worked out from what is to be seen of it."""
    assert position.outcome is not None
    if reward == "outcome":
        winner = position.outcome.winner
        return 0 if winner == 0 else 1 if winner == seat else -1
    counted = position.counts if position.book.goal == "majority" else position.scores
    balance = position.book.balance
    first_lead = counted[0] - counted[1] - (balance.points if isinstance(balance, Komi) else 0)
    return first_lead if seat == 1 else -first_lead
