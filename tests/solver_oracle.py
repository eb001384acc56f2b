"""The plainest solver: no bounds, no pruning, no order, the rules as ordinary Python. And random games."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import fivesquare as fs
from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import DRAW, NONE, POINTS, Setup, State
from fivesquare.rulebook import (
    AGAINS,
    REACHES,
    TAKES,
    TIES,
    Balance,
    Between,
    Exactly,
    Goal,
    Komi,
    RuleBook,
    Values,
)
from fivesquare.solver import Worth
from fivesquare.solver.model import Model

_WIN = 1_000_000  # more than any margin, in half points


def brute_force(position: fs.Position) -> tuple[Worth, dict[str, Worth]]:
    """The worth of a position and of each move, by trying everything.

    Positions met twice are looked at once; apart from that nothing is saved.
    """
    setup = position.setup

    @cache
    def value(state: State) -> int:
        after = successors(setup, state)
        if not after:
            return _final(setup, state)
        return max(value(next_) if next_.turn == state.turn else -value(next_) for next_ in after)

    def worth(state: State) -> Worth:
        return _worth(setup, state.turn, value(state))

    each = {move: worth(position.play(move).state) for move in position.legal}
    return worth(position.state), each


def successors(setup: Setup, state: State) -> list[State]:
    after = [engine.claim(setup, state, cell) for cell in cells_of(engine.claims(setup, state))]
    if engine.may_swap(setup, state):
        after.append(engine.swap(setup, state))
    return [*after, engine.stop(setup, state)] if state.link != NONE else after


def _final(setup: Setup, state: State) -> int:
    """A win beats a draw beats a loss; then the margin counts, if the goal is points."""
    winner = engine.winner(setup, state)
    sign = 0 if winner == engine.NOBODY else 1 if winner == state.turn else -1
    return sign * _WIN + (engine.balanced_lead(setup, state) if setup.goal == POINTS else 0)


def _worth(setup: Setup, turn: int, value: int) -> Worth:
    sign = (value > _WIN / 2) - (value < -_WIN / 2)
    winner = engine.NOBODY if sign == 0 else turn if sign > 0 else engine.other_player(turn)
    if setup.goal != POINTS:
        return Worth(winner, None)
    margin = (value - sign * _WIN) / 2
    return Worth(winner, margin if turn == engine.FIRST else -margin)


def random_book(chance: random.Random, most_cells: int = 9) -> RuleBook:
    """Any combination of answers."""
    sizes = [(rows, columns) for rows in range(1, 9) for columns in range(1, 9)]
    sizes = [size for size in sizes if 2 <= size[0] * size[1] <= most_cells]
    values: list[Values] = ["shuffled", "ones", Between(0, 3), Between(1, 5), Between(0, 999)]
    goals: list[Goal] = ["points", "points", "majority", Exactly(chance.randint(1, 15))]
    goal = chance.choice(goals)
    komi: list[Balance] = [Komi(0), Komi(0.5), Komi(1), Komi(2), Komi(chance.randint(0, 60) / 2), Komi(999)]
    return RuleBook(
        size=fs.Size(*chance.choice(sizes)),
        values=chance.choice(values),
        reach=chance.choice(REACHES),
        take=chance.choice(TAKES),
        again=chance.choice(AGAINS),
        goal=goal,
        tie=chance.choice(TIES),
        balance=chance.choice(["none", "none", "swap", *(komi if goal == "points" else [])]),
    )


def unbalanced(book: RuleBook) -> RuleBook:
    """The same without komi or swap, which the search itself knows nothing of."""
    return replace(book, balance="none")


def random_position(
    chance: random.Random, book: RuleBook, size: tuple[int, int] | None = None, free: int | None = None
) -> fs.Position:
    """A position of random play that is not over, with at most `free` free cells if one is that long."""
    position = fs.start(book, seed=chance.randrange(1 << 30), size=size)
    cells = position.size.cells
    wanted = cells - free if free is not None else chance.randrange(cells)
    while sum(position.counts) < wanted and not position.is_over:
        after = position.play(chance.choice(position.legal))
        if after.is_over:
            break
        position = after
    return position


def inner_worth(model: Model, kind: int) -> Callable[[State], int]:
    """What positions are worth in the scale of the search (model.py), by trying everything."""
    setup = model.setup

    @cache
    def worth(state: State) -> int:
        after = successors(setup, state)
        if not after:
            return kind if model.is_relative else _absolute(setup, state, kind)
        worths = []
        for next_ in after:
            sign = 1 if next_.turn == state.turn else -1
            gain = 0
            if model.is_relative:
                gain = 2 * (sign * engine.lead(setup, next_) - engine.lead(setup, state))
            worths.append(gain + sign * worth(next_))
        return max(worths)

    return worth


def _absolute(setup: Setup, state: State, kind: int) -> int:
    winner = engine.winner(setup._replace(tie=DRAW), state)
    if winner == engine.NOBODY:
        return kind
    return 2 - kind if winner == state.turn else kind - 2


def all_states(setup: Setup, state: State) -> set[State]:
    """Every state that can come after this one, and itself."""
    seen = {state}
    new = [state]
    while new:
        for after in successors(setup, new.pop()):
            if after not in seen:
                seen.add(after)
                new.append(after)
    return seen
