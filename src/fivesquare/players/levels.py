"""Ten levels, from a beginner to one who makes no mistake.

A level knows the exact worth of every move, and is inattentive so many times in a hundred. Attentive, it
plays a best move, of several one that brings the most at once. Inattentive, it plays any move, but likelier
a better one: a move counts for the less the more it loses, measured against the worst move there is, and
the higher the level the more so. No level overlooks a win at once, or stops in a chain by mistake.
"""

import math
import random

from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.greedy import Greedy
from fivesquare.players.luck import Luck, any_luck
from fivesquare.position import STOP, Position
from fivesquare.solver import Solution

INATTENTION = (1.0, 0.86, 0.74, 0.63, 0.53, 0.43, 0.33, 0.23, 0.12, 0.0)  # of level 1 to level 10
CARE = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.45, 1.6)  # the worst move counts exp(-care)


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
        wins = [move for move in position.legal if _wins_at_once(position, move)]
        if wins or len(position.legal) == 1:
            return chance.choice(wins or position.legal)
        is_attentive = chance.random() >= INATTENTION[self.level - 1]
        solution = self.adviser.solve(position)
        if solution is None:
            return self._choose_unsolved(position, is_attentive, chance)
        if is_attentive:
            return chance.choice(Greedy.best_moves(position, solution.best))
        return self._choose_inattentively(position, solution, chance)

    def _choose_inattentively(self, position: Position, solution: Solution, chance: random.Random) -> str:
        moves = [move for move in position.legal if move != STOP]
        values = [solution.each[move].value(position.state.turn) for move in moves]
        best, worst = max(values), min(values)
        care = CARE[self.level - 1] / ((best - worst) or 1)
        return chance.choices(moves, [math.exp(care * (value - best)) for value in values])[0]

    def _choose_unsolved(self, position: Position, is_attentive: bool, chance: random.Random) -> str:
        if not is_attentive:
            return chance.choice(Greedy.best_moves(position))
        hunch = self.adviser.guess(position)
        self.remark = not_perfect(hunch)
        return hunch.move


def _wins_at_once(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.state.turn
