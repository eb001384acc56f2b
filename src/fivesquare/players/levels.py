"""Ten levels, from one who has just read the rules to one who is never wrong.

At each move a level is short-sighted or sees to the end, at random. Seeing to the end it plays a best
move, of several one that gains the most right away. Short-sighted, it makes human mistakes: it
overlooks some of the cells, be it to claim them, to capture them, or that the opponent can claim them; and
of what it sees it plays for the lead after its own turn, or after the reply. No level overlooks a win at
once, or stops in a chain by mistake.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import NOBODY, NONE, Setup, State
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.base import Luck, any_luck, going_on
from fivesquare.players.simple import Greedy
from fivesquare.position import SWAP, Position

_WON = 1_000_000  # more than any lead


class LevelSight(NamedTuple):
    """What a level sees, in parts of 1."""

    overlooks: float  # short-sighted, it overlooks this part of the cells
    replies: float  # and so often minds what the opponent can do next
    to_the_end: float  # so often it is not short-sighted


SIGHTS = (
    LevelSight(0.66, 0.00, 0.00),
    LevelSight(0.52, 0.40, 0.00),
    LevelSight(0.41, 0.70, 0.00),
    LevelSight(0.33, 1.00, 0.00),
    LevelSight(0.33, 1.00, 0.22),
    LevelSight(0.33, 1.00, 0.42),
    LevelSight(0.33, 1.00, 0.60),
    LevelSight(0.33, 1.00, 0.76),
    LevelSight(0.33, 1.00, 0.89),
    LevelSight(0.33, 1.00, 1.00),
)  # of level 1 to level 10


class Level:
    """One of the ten, by its number."""

    is_person = False

    def __init__(self, level: int, luck: Luck | None = None, adviser: Adviser | None = None) -> None:
        self.level = level
        self.luck = luck or any_luck()
        self.adviser = adviser or Adviser()
        self.remark = ""

    def choose(self, position: Position) -> str:
        self.remark = ""
        chance = self.luck.at(position)
        if len(position.legal) == 1:
            return position.legal[0]
        sight = SIGHTS[self.level - 1]
        if chance.random() >= sight.to_the_end:
            return _at_a_glance(position, sight, chance)
        solution = self.adviser.solve(position)
        if solution is not None:
            return chance.choice(Greedy.best_moves(position, going_on(solution.best)))
        hunch = self.adviser.guess(position)
        self.remark = not_perfect(hunch)
        return hunch.move


def _at_a_glance(position: Position, sight: LevelSight, chance: random.Random) -> str:
    """An immediate win; otherwise, of the moves it notices, one after which the next turns look best."""
    wins = [move for move in position.legal if _wins_at_once(position, move)]
    if wins:
        return chance.choice(wins)
    setup, player = position.setup, position.state.turn
    seen = sum(1 << cell for cell in range(setup.cells) if chance.random() >= sight.overlooks)
    if position.claims & seen == 0:
        seen = setup.full
    replies = int(chance.random() < sight.replies)
    moves = [position.all_moves[cell] for cell in cells_of(position.claims & seen)]
    if position.may_swap:
        moves.append(SWAP)
    worths = {move: outlook(setup, position.play(move).state, player, replies, seen) for move in moves}
    best = max(worths.values())
    return chance.choice([move for move in moves if worths[move] == best])


def _wins_at_once(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.state.turn


# --- Short-sighted ---


def outlook(setup: Setup, state: State, player: int, turns: int, seen: int) -> int:
    """The lead of `player` after this many more turns, by minimax without the solver.

    A turn that has begun is played to its end. Both sides see the cells of the mask `seen` only: a cell
    that is overlooked is not claimed and does not count.
    """
    claims = engine.claims(setup, state)
    if claims == 0:
        return _final(setup, state, player)
    if turns == 0 and state.link == NONE:
        return _lead(setup, state, player, seen)
    worths = [
        outlook(setup, after, player, turns - (state.link == NONE), seen)
        for after in _ways_on(setup, state, claims & seen)
    ]
    if not worths:  # nothing to claim here, as far as one sees
        return _lead(setup, state, player, seen)
    return max(worths) if state.turn == player else min(worths)


def _ways_on(setup: Setup, state: State, cells: int) -> Iterator[State]:
    for cell in cells_of(cells):
        yield engine.claim(setup, state, cell)
    if state.link != NONE:
        yield engine.stop(setup, state)
    if engine.may_swap(setup, state):
        yield engine.swap(setup, state)


def _lead(setup: Setup, state: State, player: int, seen: int) -> int:
    lead = engine.lead(setup, state._replace(own=state.own & seen, other=state.other & seen))
    return lead if state.turn == player else -lead


def _final(setup: Setup, state: State, player: int) -> int:
    winner = engine.winner(setup, state)
    won = 0 if winner == NOBODY else _WON if winner == player else -_WON
    return won + _lead(setup, state, player, setup.full)
