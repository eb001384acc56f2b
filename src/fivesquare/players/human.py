"""A person, reached by whatever asks: a terminal, a page, a test."""

from dataclasses import dataclass

from fivesquare.players.base import Ask
from fivesquare.position import Position


@dataclass(frozen=True)
class Human:
    ask: Ask
    is_person = True
    remark = ""

    def choose(self, position: Position) -> str:
        return self.ask(position)
