"""Any legal move, each as likely as the next."""

from fivesquare.players.luck import Luck, any_luck
from fivesquare.position import Position


class RandomPlayer:
    is_person = False
    remark = ""

    def __init__(self, luck: Luck | None = None) -> None:
        self.luck = luck or any_luck()

    def choose(self, position: Position) -> str:
        return self.luck.at(position).choice(position.legal)
