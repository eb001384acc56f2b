"""Players that do not think ahead: a person, a random player and a greedy one."""

from collections.abc import Sequence

from fivesquare.engine import FIRST
from fivesquare.players.base import Ask, Luck, any_luck
from fivesquare.position import STOP, Position


class Human:
    """A person, reached by whatever asks: a terminal, a page, a test."""

    is_person = True
    remark = ""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def choose(self, position: Position) -> str:
        return self.ask(position)


class RandomPlayer:
    """Any legal move, each as likely as the next."""

    is_person = False
    remark = ""

    def __init__(self, luck: Luck | None = None) -> None:
        self.luck = luck or any_luck()

    def choose(self, position: Position) -> str:
        return self.luck.at(position).choice(position.legal)


class Greedy:
    """The move that gains the most right away: what a beginner plays who sees no reply."""

    is_person = False
    remark = ""

    def __init__(self, luck: Luck | None = None) -> None:
        self.luck = luck or any_luck()

    def choose(self, position: Position) -> str:
        return self.luck.at(position).choice(self.best_moves(position))

    @staticmethod
    def best_moves(position: Position, among: Sequence[str] = ()) -> list[str]:
        """An immediate win, else the best lead, else a further claim; of all moves, or `among` some."""
        worth = {move: _worth(position, move) for move in among or position.legal}
        best = max(worth.values())
        return [move for move in worth if worth[move] == best]


def _worth(position: Position, move: str) -> tuple[int, int, int]:
    after = position.play(move)
    sign = 1 if position.state.turn == FIRST else -1
    first, second = after.totals
    outcome = after.outcome
    result = 0
    if outcome is not None and outcome.winner:
        result = 1 if outcome.winner == position.state.turn else -1
    goes_on = move != STOP and after.turn == position.turn
    return result, sign * (first - second), int(goes_on)
