"""A person, reached by whatever asks: a terminal, a page, a test."""

from fivesquare.players.base import Ask
from fivesquare.position import Position


class Human:
    is_person = True
    remark = ""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def choose(self, position: Position) -> str:
        return self.ask(position)
