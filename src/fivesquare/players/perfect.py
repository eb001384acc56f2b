"""The perfect player: never gives away a result or a point, and sets the hardest problems.

Among best moves it picks the one that leaves the most wrong replies. In games without margins it wins as
fast and loses as slowly as it can see. It never stops in a chain while a claim is as good.
"""

from collections.abc import Sequence

from fivesquare.engine import other_player
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.base import Luck, any_luck, going_on
from fivesquare.position import Position
from fivesquare.solver import Worth

_FAR = 1000  # moves: longer than any game


class Perfect:
    is_person = False

    def __init__(self, luck: Luck | None = None, adviser: Adviser | None = None) -> None:
        self.luck = luck or any_luck()
        self.adviser = adviser or Adviser()
        self.remark = ""

    def choose(self, position: Position) -> str:
        self.remark = ""
        if len(position.legal) == 1:
            return position.legal[0]
        solution = self.adviser.solve(position)
        if solution is None or solution.worth is None:
            hunch = self.adviser.guess(position)
            self.remark = not_perfect(hunch)
            return hunch.move
        limit = self.adviser.solver(position).nodes + self.adviser.budget.nodes
        return self._hardest(position, going_on(solution.best), solution.worth, limit)

    def _hardest(self, position: Position, moves: Sequence[str], worth: Worth, limit: int) -> str:
        """The hardest to answer of several moves of the same worth."""
        if len(moves) == 1:
            return moves[0]
        result = worth.result(position.state.turn)
        trouble = {move: self._trouble(position, move, result, limit) for move in moves}
        most = max(trouble.values())
        return self.luck.at(position).choice([move for move in moves if trouble[move] == most])

    def _trouble(self, position: Position, move: str, result: int, limit: int) -> tuple[int, float]:
        """How long a lost game lasts, or how soon a won one ends; then the share of wrong replies."""
        player = position.state.turn
        after = position.play(move)
        pace = 0
        if position.book.goal != "points" and result != 0:
            winner = player if result > 0 else other_player(player)
            distance = self.adviser.distance(after, winner)
            pace = -result * (_FAR if distance is None else distance)
        return pace, self._chance_of_mistake(player, after, limit)

    def _chance_of_mistake(self, player: int, after: Position, limit: int) -> float:
        """The share of replies that are mistakes; 0 where solving them takes too long."""
        left = limit - self.adviser.solver(after).nodes
        if after.is_over or left <= 0 or (after.turn == player and not after.in_chain):
            return 0.0
        solution = self.adviser.solve(after, left)
        if solution is None:
            return 0.0
        if after.turn == player:  # inside a chain: judge by the best continuations
            ways = [after.play(move) for move in going_on(solution.best)]
            return max(self._chance_of_mistake(player, way, limit) for way in ways)
        return 1 - len(solution.best) / len(solution.each)
