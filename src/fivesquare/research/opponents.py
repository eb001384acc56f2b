"""Who plays against a learner: a player of the registry by name, or any function of a position.

>>> import fivesquare as fs
>>> from fivesquare.research.opponents import seated
>>> position = fs.start("sweep", board="5 3 8/2 9 1/6 4 7")
>>> seated("greedy", fs.Luck(7)).choose(position)
'2,2'
>>> seated(lambda position: position.legal[-1], fs.Luck(7)).choose(position)
'3,3'
"""

from collections.abc import Callable
from typing import Any, SupportsIndex

from fivesquare.errors import FivesquareError, PlayerError, quote
from fivesquare.players.base import Luck, Player
from fivesquare.players.registry import make_player
from fivesquare.position import Position

Opponent = str | Callable[[Position], str | SupportsIndex]
"""A name like "level:3", or a function that answers a position with a move or with the number of one."""


def seated(opponent: Opponent, luck: Luck) -> Player:
    """The player that is meant; a function has a chance of its own, if any, and needs no luck."""
    if isinstance(opponent, str):
        return _Named(opponent, luck)
    if callable(opponent):
        return _Function(opponent)
    hint = "; of a player it is its choose" if hasattr(opponent, "choose") else ""
    raise PlayerError(
        f'an opponent is a name like "level:3" or a function of a position, not {quote(opponent)}{hint}'
    )


class _Named:
    """A player of the registry. A copy, here or in another process, is made afresh: no solver is copied.

    It chooses the same, for luck is drawn for each move of a game by its number.
    """

    is_person = False

    def __init__(self, name: str, luck: Luck) -> None:
        self._made_of = name, luck
        self._player = make_player(name, luck)

    @property
    def remark(self) -> str:
        return self._player.remark

    def choose(self, position: Position) -> str:
        return self._player.choose(position)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of


class _Function:
    """A function that chooses; its answers are checked, or its faults would look like ours."""

    is_person = False
    remark = ""

    def __init__(self, function: Callable[[Position], str | SupportsIndex]) -> None:
        self._function = function

    def choose(self, position: Position) -> str:
        answer = self._function(position)
        try:
            move = answer if isinstance(answer, str) else position.move_of(answer)
            position.play(move)
        except FivesquareError as error:
            raise PlayerError(f"the opponent answered {quote(answer)}: {error}") from error
        return move
