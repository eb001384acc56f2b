"""A table without a screen: the same game as at the prompt, played by calls."""

import random
from typing import Any

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.players import Luck, make_player
from fivesquare.table import saved_games
from fivesquare.table.help_notes import seated
from fivesquare.table.openings import deal
from fivesquare.table.saved_games import Kept
from fivesquare.table.table import Surroundings, Table, TableSetting
from fivesquare.words.listener import Listener

SWEEP = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
"""2,2 wins, and 1,2 gives the win away."""


def dealt(book: str = "flip", seed: int = 3, size: Any = None) -> fs.Position:
    """A new game as it is dealt for a table."""
    return saved_games.with_identity(deal(NAMED[book], None, size, seed))


def sit(
    position: fs.Position,
    seats: tuple[str, str] = ("human", "level:1"),
    kept: Kept | None = None,
    tutor: float | None = None,
) -> Table:
    """A table at which nobody is asked and nothing goes wrong."""
    surroundings = Surroundings(_refuse, lambda: None, _refuse, _refuse)
    return Table(TableSetting(position, seats, tutor=tutor), kept, Listener(position.book), surroundings)


def _refuse(asked: object) -> Any:
    raise AssertionError(asked)


def play_out(table: Table, person: str = "level:9") -> fs.Position:
    """Play to the end; a player of the computer chooses the moves of people."""
    chooser = make_player(person, Luck(1, "person"))
    while not table.position.is_over:
        if table.to_act.is_person:
            table.make(chooser.choose(table.position))
        else:
            table.advance()
    return table.position


def finished(
    position: fs.Position, seats: tuple[str, str] = ("human", "level:1"), winner: int = 1
) -> fs.Position:
    """The position of a game with notes of help, played at random to an end that this player has won."""
    for seed in range(1000):
        chance = random.Random(seed)
        end = seated(position, seats)
        while not end.is_over:
            end = end.play(chance.choice(end.legal))
        if end.outcome is not None and end.outcome.winner == winner:
            return end
    raise AssertionError("there is no such game")
