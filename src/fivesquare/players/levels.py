"""Ten levels, from one who has just read the rules to one who is never wrong.

At each move a level is short-sighted or sees to the end, by lot. Seeing to the end it plays a best move, of
several one that brings the most at once. Short-sighted, it makes the mistakes that people make: it
overlooks some of the cells, be it to claim them, to capture them, or that the opponent can claim them; and
of what it sees it plays for the lead after its own turn, or after the reply. No level overlooks a win at
once, or stops in a chain by mistake.
"""

import random
from typing import NamedTuple

from fivesquare.board import cells_of
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.base import going_on
from fivesquare.players.greedy import Greedy
from fivesquare.players.luck import Luck, any_luck
from fivesquare.players.outlook import outlook
from fivesquare.position import SWAP, Position


class Sight(NamedTuple):
    """What a level sees, in parts of 1."""

    overlooks: float  # short-sighted, it overlooks this part of the cells
    replies: float  # and so often minds what the opponent can do next
    to_the_end: float  # so often it is not short-sighted


SIGHTS = (
    Sight(0.66, 0.00, 0.00),
    Sight(0.52, 0.40, 0.00),
    Sight(0.41, 0.70, 0.00),
    Sight(0.33, 1.00, 0.00),
    Sight(0.33, 1.00, 0.22),
    Sight(0.33, 1.00, 0.42),
    Sight(0.33, 1.00, 0.60),
    Sight(0.33, 1.00, 0.76),
    Sight(0.33, 1.00, 0.89),
    Sight(0.33, 1.00, 1.00),
)  # of level 1 to level 10


class Level:
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


def _at_a_glance(position: Position, sight: Sight, chance: random.Random) -> str:
    """A win at once; else, of the moves that are noticed, one after which the next turns look best."""
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
