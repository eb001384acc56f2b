"""Perfect play: never gives away a win or a point, and asks the hardest questions.

Among moves of equal worth it takes the one after which the most replies are mistakes. In games that end at
once by reaching a goal it wins as fast, and loses as slowly, as it can see. It never stops in a chain while
a claim is as good.
"""

from collections.abc import Sequence

from fivesquare.engine import other_player
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.base import going_on
from fivesquare.players.luck import Luck, any_luck
from fivesquare.position import Position
from fivesquare.solver import Worth

_FAR = 1000  # moves: further away than the end of any game


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
        limit = self.adviser.solver(position).nodes + self.adviser.effort
        return self._hardest(position, going_on(solution.best), solution.worth, limit)

    def _hardest(self, position: Position, moves: Sequence[str], worth: Worth, limit: int) -> str:
        """The move of these, all worth the same, that is the most trouble for the opponent."""
        if len(moves) == 1:
            return moves[0]
        result = worth.result(position.state.turn)
        trouble = {move: self._trouble(position, move, result, limit) for move in moves}
        most = max(trouble.values())
        return self.luck.at(position).choice([move for move in moves if trouble[move] == most])

    def _trouble(self, position: Position, move: str, result: int, limit: int) -> tuple[int, float]:
        """How long a lost game lasts, or how soon a won one ends; then how many replies are mistakes."""
        player = position.state.turn
        after = position.play(move)
        pace = 0
        if position.book.goal != "points" and result != 0:
            winner = player if result > 0 else other_player(player)
            distance = self.adviser.distance(after, winner)
            pace = -result * (_FAR if distance is None else distance)
        return pace, self._chance_of_mistake(player, after, limit)

    def _chance_of_mistake(self, player: int, after: Position, limit: int) -> float:
        """The part of the replies that are worse than the best; 0 where that is too much to find out."""
        left = limit - self.adviser.solver(after).nodes
        if after.is_over or left <= 0 or (after.turn == player and not after.in_chain):
            return 0.0
        solution = self.adviser.solve(after, left)
        if solution is None:
            return 0.0
        if after.turn == player:  # inside a chain: what the best ways to go on lead to
            ways = [after.play(move) for move in going_on(solution.best)]
            return max(self._chance_of_mistake(player, way, limit) for way in ways)
        return 1 - len(solution.best) / len(solution.each)
