"""Perfect play: never gives away a win or a point, and asks the hardest questions.

Among moves of equal worth it takes the one after which the most replies are mistakes. In games that end at
once by reaching a goal it wins as fast, and loses as slowly, as it can see.
"""

import random
from dataclasses import dataclass, field

from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.position import Position
from fivesquare.solver import Worth
from fivesquare.solver.distance import moves_to_win

_FAR = 1000


@dataclass
class Perfect:
    chance: random.Random
    adviser: Adviser = field(default_factory=Adviser)
    remark: str = field(default="", init=False)
    is_person = False

    def choose(self, position: Position) -> str:
        self.remark = ""
        if len(position.legal) == 1:
            return position.legal[0]
        solution = self.adviser.solve(position)
        if solution is None:
            hunch = self.adviser.guess(position)
            self.remark = not_perfect(hunch)
            return hunch.move
        return self._hardest(position, solution.best, solution.each[solution.best[0]])

    def _hardest(self, position: Position, moves: tuple[str, ...], worth: Worth) -> str:
        """The move of these, all worth the same, that is the most trouble for the opponent."""
        if len(moves) == 1:
            return moves[0]
        result = worth.result(position.state.turn)
        trouble = {move: self._trouble(position, move, result) for move in moves}
        most = max(trouble.values())
        return self.chance.choice([move for move in moves if trouble[move] == most])

    def _trouble(self, position: Position, move: str, result: int) -> tuple[int, float]:
        """How long a lost game lasts, or how soon a won one ends; then how many replies are mistakes."""
        after = position.play(move)
        pace = 0
        if position.book.goal != "points" and result != 0:
            winner = position.state.turn if result > 0 else 3 - position.state.turn
            pace = -result * (moves_to_win(after, winner) or _FAR)
        return pace, self._chance_of_mistake(position, after)

    def _chance_of_mistake(self, before: Position, after: Position) -> float:
        """The part of the replies that are worse than the best."""
        if after.is_over or after.turn == before.turn:
            return 0.0
        solution = self.adviser.solve(after)
        return 0.0 if solution is None else 1 - len(solution.best) / len(solution.each)
