"""A game on a server at one moment: its JSON, checked, and the position rebuilt from its record."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.remote.remote_errors import RemoteError
from fivesquare.match import Step
from fivesquare.position import Position

HUMAN = "human"
SEAT_STATES = ("computer", "sat", "open", "elsewhere")
SEATS = (1, 2)

_RECORD = ("book", "board", "setup", "moves")
_LONGEST = 64  # characters of a name; a server of ours allows less
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)

Value = TypeVar("Value")


class Presence(NamedTuple):
    """Whether a player follows the game; if not, since when, in the server's time, if it knows."""

    is_here: bool
    since: float | None


class Utterance(NamedTuple):
    """What a player said a moment ago: one of `PHRASES`, and when, in the server's time."""

    phrase: str
    at: float


class RemoteClock(NamedTuple):
    """The clock of a game: what each player had left at a moment of the server's time."""

    per: Literal["move", "game"]
    seconds: float
    left: tuple[float, float]
    runs: int | None
    """Whose time is running."""
    since: float | None
    """From when on it runs."""


@dataclass(frozen=True)
class GameSnapshot:
    """The newest that is known of a game. Of two, the one with the higher version is the newer."""

    id: str
    version: int
    position: Position
    """The board and the moves, with the players, their names and the result as extra keys of the record."""
    players: tuple[str, str]
    """"human", or the name of a computer player."""
    seats: tuple[str, str]
    """"computer", "sat", or "open" for a person who has not come yet."""
    names: tuple[str | None, str | None]
    is_over: bool
    winner: int | None
    reason: str | None
    resigned: int | None
    """Who resigned."""
    asks: int | None
    """Who asks for a takeback."""
    waits: tuple[int, int]
    """For each seat, how many seconds after its last declined takeback it may ask again."""
    rematch: str | None
    """The id of the game after this one."""
    watching: int
    helped: tuple[tuple[str, ...], tuple[str, ...]]
    presence: tuple[Presence | None, Presence | None]
    said: tuple[Utterance | None, Utterance | None]
    clock: RemoteClock | None
    evening: str | None
    """The evening of a club to which it belongs."""
    now: float | None = field(compare=False)
    """The server's time when it sent this; None where nothing is counted in it."""

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> "GameSnapshot":
        """The game that a server sent; RemoteError if it is not one, or has rules unknown here."""
        try:
            return _read(told)
        except FivesquareError as error:
            raise RemoteError(f"this game cannot be shown here: {error}") from None
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise RemoteError("what the server sent is not a game") from None

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.position.moves)

    @property
    def turn(self) -> int | None:
        """The player to move; None when the game is over, on the board or off it."""
        return None if self.is_over else self.position.turn

    @cached_property
    def last(self) -> Step | None:
        """The last move, and what it did."""
        if not self.position.moves:
            return None
        return Step(self.position.back(), self.position.moves[-1], self.position)

    @property
    def is_between_people(self) -> bool:
        return self.players == (HUMAN, HUMAN)

    def is_open(self, seat: int) -> bool:
        """Whether a seat waits for a person."""
        return self.seats[seat - 1] == "open"


def _read(told: Mapping[str, Any]) -> GameSnapshot:
    players = _both(told["players"], _text)
    names = _both(told.get("names", (None, None)), _maybe(_text))
    seats = _both(told["seats"], _seat_state)
    position = _position(told, players, names)
    if _count(told["ply"]) != len(position.moves):
        raise ValueError
    is_over, winner, reason = _ending(told, position)
    if is_over:
        extra = {**position.extra, "result": {"winner": winner, "reason": reason}}
        position = replace(position, extra=extra)
    return GameSnapshot(
        id=_id(told["id"]),
        version=_count(told["version"]),
        position=position,
        players=players,
        seats=seats,
        names=names,
        is_over=is_over,
        winner=winner,
        reason=reason,
        resigned=_maybe(_seat)(told.get("resigned")),
        asks=_maybe(_seat)(told.get("asks")),
        waits=_both(told.get("waits", (0, 0)), _count),
        rematch=_maybe(_id)(told.get("rematch")),
        watching=_count(told.get("watching", 0)),
        helped=_both(told.get("helped", ((), ())), _texts),
        presence=_both(told.get("presence", (None, None)), _maybe(_presence)),
        said=_both(told.get("said", (None, None)), _maybe(_utterance)),
        clock=_maybe(_clock)(told.get("clock")),
        evening=_maybe(_id)(told.get("evening")),
        now=_maybe(_number)(told.get("now")),
    )


def _position(
    told: Mapping[str, Any], players: tuple[str, str], names: tuple[str | None, str | None]
) -> Position:
    """The position, after every move was played by the engine here."""
    record = {key: told[key] for key in _RECORD if key != "setup" or key in told}
    extra: dict[str, Any] = {"players": list(players)}
    if any(names):
        extra["names"] = list(names)
    return Position.from_record({**record, **extra})


def _ending(told: Mapping[str, Any], position: Position) -> tuple[bool, int | None, str | None]:
    """Whether it is over, who won and why: as the rules here say or, off the board, the server."""
    if position.outcome is not None:
        return True, position.outcome.winner, str(position.outcome.reason)
    if not _truth(told["over"]):
        return False, None, None
    return True, _seat(told["winner"]), _text(told["reason"])


# --- Values, checked ---


def _maybe(read: Callable[[Any], Value]) -> Callable[[Any], Value | None]:
    return lambda told: None if told is None else read(told)


def _both(told: Any, read: Callable[[Any], Value]) -> tuple[Value, Value]:
    """Something of each player."""
    first, second = told
    return read(first), read(second)


def _seat_state(told: Any) -> str:
    if told not in SEAT_STATES:
        raise ValueError
    return str(told)


def _text(told: Any) -> str:
    if not isinstance(told, str) or len(told) > _LONGEST:
        raise TypeError
    return told


def _id(told: Any) -> str:
    if not isinstance(told, str) or not _ID.fullmatch(told):
        raise ValueError
    return told


def _texts(told: Any) -> tuple[str, ...]:
    return tuple(map(_text, told))


def _truth(told: Any) -> bool:
    if not isinstance(told, bool):
        raise TypeError
    return told


def _count(told: Any) -> int:
    if type(told) is not int or told < 0:
        raise ValueError
    return told


def _number(told: Any) -> float:
    if type(told) not in (int, float):
        raise TypeError
    return float(told)


def _seat(told: Any) -> int:
    if told not in SEATS or type(told) is not int:
        raise ValueError
    return told


def _presence(told: Any) -> Presence:
    return Presence(_truth(told["here"]), _maybe(_number)(told["since"]))


def _utterance(told: Any) -> Utterance:
    return Utterance(_text(told["phrase"]), _number(told["at"]))


def _clock(told: Any) -> RemoteClock:
    per: Literal["move", "game"] = "move" if told.get("move") is not None else "game"
    left = _both(told["left"], _number)
    runs, since = _maybe(_seat)(told["runs"]), _maybe(_number)(told["since"])
    return RemoteClock(per, _number(told[per]), left, runs, since)
