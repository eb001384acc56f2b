"""Any legal move, each as likely as the next."""

import random
from dataclasses import dataclass

from fivesquare.position import Position


@dataclass(frozen=True)
class RandomPlayer:
    chance: random.Random
    is_person = False
    remark = ""

    def choose(self, position: Position) -> str:
        return self.chance.choice(position.legal)
