"""The advice of a server's solver: its JSON, checked, as the full screen shows it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from fivesquare.board import parse_cell
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.remote.remote_errors import RemoteError
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.solver import Worth
from fivesquare.words.worths import short, signed

_LONGEST = 1000  # characters of a sentence


class RemoteHint(NamedTuple):
    """A hint in words, and the moves it names: the one to make, and how the game may go on."""

    sentence: str
    moves: tuple[str, ...]

    @classmethod
    def read(cls, told: Mapping[str, Any], position: Position) -> "RemoteHint":
        """The hint that a server sent for a position; RemoteError if it is none."""
        try:
            said = " ".join(part for part in (_text(told["advice"]), _text(told["reason"])) if part)
            moves = tuple(_text(step["move"]) for step in told["steps"])
            for move in moves:
                position = position.play(move)
        except (FivesquareError, AttributeError, KeyError, TypeError, ValueError):
            raise RemoteError("what the server sent is not a hint") from None
        return cls(said, moves)


class RemoteValues(NamedTuple):
    """What each claim is worth to the player to move."""

    notes: dict[int, Note]
    is_exact: bool
    """Whether they are worked out; else they are estimates."""

    @classmethod
    def read(cls, told: Mapping[str, Any], position: Position) -> "RemoteValues":
        """The values that a server sent for a position; RemoteError if they are none."""
        try:
            is_exact = told["exact"] is True
            notes = {
                parse_cell(move, position.size): _note(worth, position.state.turn, is_exact)
                for move, worth in told["each"].items()
                if move not in (STOP, SWAP)
            }
        except (FivesquareError, AttributeError, KeyError, TypeError, ValueError):
            raise RemoteError("what the server sent are not values") from None
        return cls(notes, is_exact)


def _note(told: Any, player: int, is_exact: bool) -> Note:
    """One worth, as it is written on a cell; an estimate has a tilde."""
    is_best = told["is_best"] is True
    if is_exact:
        margin = None if told["margin"] is None else _number(told["margin"])
        worth = Worth(_winner(told["winner"]), margin)
        return Note(short(worth, player), worth.result(player), is_best)
    lead = told["lead"]
    return Note("~" if lead is None else f"~{signed(_number(lead))}", 0, is_best)


def _text(told: Any) -> str:
    if not isinstance(told, str) or len(told) > _LONGEST:
        raise TypeError
    return told


def _number(told: Any) -> float:
    if type(told) not in (int, float):
        raise TypeError
    number: float = told
    return number


def _winner(told: Any) -> int:
    if type(told) is not int or told not in (0, 1, 2):
        raise TypeError
    return told
