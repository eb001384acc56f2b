"""Any legal move, each as likely as the next."""

from dataclasses import dataclass, field

from fivesquare.players.luck import Luck
from fivesquare.position import Position


@dataclass(frozen=True)
class RandomPlayer:
    luck: Luck = field(default_factory=Luck)
    is_person = False
    remark = ""

    def choose(self, position: Position) -> str:
        return self.luck.at(position).choice(position.legal)
