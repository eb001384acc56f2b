"""The state of a game, folded from the entries of its store; and the same as JSON.

What an entry says: a move; "back N", taken back until N moves remain; "ask S", seat S asks for a takeback;
"no S TIME", seat S declines one, or withdraws its own; "resign S"; "sit S", a person has taken seat S;
"elsewhere S", a person plays there who is reached by links that carry the game, and by no server;
"help S KIND", that person was helped; "name S NAME", what they are called, percent-encoded, or "name S", no
longer; "rematch ID", the game after this. In a game with a clock a move, "back", "resign" and "time S", the
flag of seat S has fallen, end in " @" and the moment in milliseconds since 1970; "pause A B" is a time that
cost neither player anything.
"""

import asyncio
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

from fivesquare import json_view
from fivesquare.engine import other_player
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.web.play.clock import Clock, untimed
from fivesquare.web.play.names import decoded
from fivesquare.web.store.base import Beginning, StoredGame

HUMAN = "human"
RESIGNATION = "resignation"
TIME = "time"

_FIRST_WAIT = 10  # seconds; who was declined n times waits n * n times as long before asking again
_MOST_COUNTED = 10  # declines, so that the wait stays within minutes

_WORDS = ("back", "ask", "no", "resign", "sit", "rematch", "name", "time", "pause", "help", "elsewhere")
_ASIDE = ("sit", "name", "pause", "help", "elsewhere")  # what leaves a takeback that is asked for as it is
_text = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class LogLine(NamedTuple):
    """A move as JSON, made once: a long game is sent after every move."""

    done: str  # what it did
    whole: str  # the same in the list of moves

    @classmethod
    def of(cls, step: Step) -> "LogLine":
        done = _text(json_view.done(step))
        return cls(done, f"{done[:-1]},{_text(json_view.brought(step))[1:]}")


class Declined(NamedTuple):
    """How often a player's wish to take back was declined since the last one that was granted."""

    times: int = 0
    at: float = 0.0  # seconds since 1970, of the last time

    @property
    def wait(self) -> int:
        """Seconds from then until the player may ask again."""
        return _FIRST_WAIT * min(self.times, _MOST_COUNTED) ** 2

    def seconds_left(self, now: float) -> int:
        """How much of that is left; nothing where the clock has been set back since."""
        passed = now - self.at
        return math.ceil(self.wait - passed) if 0 <= passed < self.wait else 0


_NEVER = Declined()


@dataclass(frozen=True)
class GameState:
    """A game at one moment. `version` counts what has happened: the higher one is the newer."""

    beginning: Beginning
    position: Position
    unchanging: str  # what stays the same, as the end of a JSON object
    version: int = 0
    log: tuple[LogLine, ...] = ()
    sat: frozenset[int] = frozenset()
    asks: int | None = None
    resigned: int | None = None
    rematch: str | None = None
    taken_back: int = 0  # the version after the last takeback
    declined: tuple[Declined, Declined] = (_NEVER, _NEVER)  # what each player asked for
    names: tuple[str | None, str | None] = (None, None)
    renamed: int = 0  # how often
    clock: Clock | None = None
    flagged: int | None = None  # whose time is over
    helped: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # each player: by a hint, by values
    elsewhere: frozenset[int] = frozenset()  # the seats whose moves come and go by links

    @classmethod
    def of(cls, kept: StoredGame) -> "GameState":
        return cls.begin(kept.beginning).after_all(kept.entries)

    @classmethod
    def begin(cls, beginning: Beginning) -> "GameState":
        """Before anything has happened."""
        position = Position.start(beginning.book, board=beginning.board, setup=beginning.setup)
        clock = None if beginning.clock is None else Clock.of(beginning.clock)
        return cls(beginning, position, _unchanging(position, beginning), clock=clock)

    def after_all(self, entries: Iterable[str]) -> "GameState":
        game = self
        for what in entries:
            game = game.after(what)
        return game

    def after(self, what: str) -> "GameState":
        """The game after one more entry; refuses a move that the rules refuse."""
        said, at = (what, None) if self.clock is None else untimed(what)
        word, _, detail = said.partition(" ")
        if word not in _WORDS:
            return self.moved(said, at)
        changed: dict[str, Any] = {"asks": self.asks if word in _ASIDE else None}
        match word:
            case "back":
                changed |= self._after_back(int(detail), at)
            case "no":
                changed["declined"] = self._after_no(detail)
            case "ask":
                changed["asks"] = int(detail)
            case "resign":
                changed |= {"resigned": int(detail), "clock": self._stopped(at)}
            case "time":
                changed |= {"flagged": int(detail), "clock": self._stopped(at)}
            case "pause":
                changed["clock"] = self._after_pause(detail)
            case "sit":
                changed["sat"] = self.sat | {int(detail)}
            case "elsewhere":
                changed["elsewhere"] = self.elsewhere | {int(detail)}
            case "name":
                changed |= {"names": self._after_name(detail), "renamed": self.renamed + 1}
            case "rematch":
                changed["rematch"] = detail
            case "help":
                changed["helped"] = self._after_help(detail)
        return replace(self, version=self.version + 1, **changed)

    def _after_back(self, moves: int, at: float | None) -> dict[str, Any]:
        """What changes when moves are taken back; the time they took is not given back."""
        position = self.position.back(len(self.position.moves) - moves)
        clock = self.clock
        return {
            "position": position,
            "log": self.log[:moves],
            "taken_back": self.version + 1,
            "declined": (_NEVER, _NEVER),
            "clock": clock if clock is None or at is None else clock.turned(position.turn, at),
        }

    def _after_name(self, detail: str) -> tuple[str | None, str | None]:
        seat, _, name = detail.partition(" ")
        first, second = self.names
        called = decoded(name) or None
        return (called, second) if seat == "1" else (first, called)

    def _after_help(self, detail: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        seat, _, kind = detail.partition(" ")
        first, second = self.helped
        return ((*first, kind), second) if seat == "1" else (first, (*second, kind))

    def _after_pause(self, detail: str) -> Clock | None:
        start, end = (int(part) / 1000 for part in detail.split(" "))
        return None if self.clock is None else self.clock.paused(start, end)

    def _stopped(self, at: float | None) -> Clock | None:
        return self.clock if self.clock is None or at is None else self.clock.turned(None, at)

    def _after_no(self, detail: str) -> tuple[Declined, Declined]:
        """What was declined so far; who withdraws a wish was not declined."""
        seat, _, at = detail.partition(" ")
        first, second = self.declined
        if self.asks == 1 and seat == "2":
            return Declined(first.times + 1, float(at or 0)), second
        if self.asks == 2 and seat == "1":
            return first, Declined(second.times + 1, float(at or 0))
        return self.declined

    def moved(self, move: str, at: float | None = None) -> "GameState":
        """The game after a move; nothing but a move is one, whatever else may be entered.

        `at` is the moment, where there is a clock.
        """
        step = Step(self.position, move, self.position.play(move))
        clock = self.clock
        if clock is not None and at is not None:
            clock = clock.after_move(step.player, step.after.turn, at)
        return GameState(  # `replace` would take longer than the move
            self.beginning,
            step.after,
            self.unchanging,
            self.version + 1,
            (*self.log, LogLine.of(step)),
            self.sat,
            None,
            self.resigned,
            self.rematch,
            self.taken_back,
            self.declined,
            self.names,
            self.renamed,
            clock,
            self.flagged,
            self.helped,
            self.elsewhere,
        )

    # --- Looking at it ---

    @property
    def id(self) -> str:
        return self.beginning.id

    @property
    def created(self) -> str:
        return _date(self.beginning)

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    @property
    def seated_position(self) -> Position:
        """The position, with who plays."""
        return replace(self.position, extra={"players": list(self.beginning.players)})

    @property
    def loser(self) -> int | None:
        """Who has lost whatever is on the board: by resigning, or because their time is over."""
        return self.resigned if self.resigned is not None else self.flagged

    @property
    def is_over(self) -> bool:
        return self.loser is not None or self.position.is_over

    @property
    def turn(self) -> int | None:
        return None if self.loser is not None else self.position.turn

    def player(self, seat: int) -> str:
        return self.beginning.players[seat - 1]

    def is_human(self, seat: int) -> bool:
        return self.player(seat) == HUMAN

    def mover(self, ply: int) -> int:
        """Who made the move of that number, counted from 0."""
        return self.position.history()[ply].state.turn

    def is_taken(self, seat: int) -> bool:
        """Whether a person plays here: has sat down, or has moved with nothing but the secret."""
        if not self.is_human(seat) or seat in self.elsewhere:
            return False
        return seat in self.sat or any(self.mover(ply) == seat for ply in range(self.ply))

    @property
    def computer_to_move(self) -> str | None:
        """The name of the computer player whose turn it is."""
        turn = self.turn
        return None if turn is None or self.is_human(turn) else self.player(turn)

    @property
    def is_between_people(self) -> bool:
        return all(map(self.is_human, (1, 2)))

    def moves_before_last_decision(self, seats: frozenset[int]) -> int | None:
        """How many moves remain after a takeback of these seats; None if they have not moved."""
        for earlier in reversed(self.position.history()[:-1]):
            if earlier.state.turn in seats:
                return len(earlier.moves)
        return None

    # --- As JSON ---

    def to_json(self, **present: Any) -> bytes:
        """The *game* of the HTTP contract; `present` adds what is true of this moment only."""
        now = {**json_view.standing(self.position), **self._state(), **present}
        if self.loser is not None:
            now |= {**_ENDED, **self.result}
        log = ",".join([line.whole for line in self.log])
        last = self.log[-1].done if self.log else "null"
        return f'{_text(now)[:-1]},"last":{last},"log":[{log}],{self.unchanging}'.encode()

    def _state(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "version": self.version,
            "moves": self.position.moves,
            "seats": [self._seat(seat) for seat in (1, 2)],
            "asks": self.asks,
            "waits": [each.wait for each in self.declined],
            "resigned": self.resigned,
            "names": self.names,
            "helped": self.helped,
            "clock": None if self.clock is None else self.clock.to_json(),
            "rematch": self.rematch,
            "thinking": self.computer_to_move is not None,
        }

    def _seat(self, seat: int) -> str:
        if not self.is_human(seat):
            return "computer"
        if seat in self.elsewhere:
            return "elsewhere"
        return "sat" if seat in self.sat else "open"

    def to_record(self) -> dict[str, Any]:
        """The game as a record, with who played, and how it ended."""
        beginning = self.beginning
        record = {
            **self.position.to_record(),
            "players": list(beginning.players),
            "seed": beginning.seed,
            "date": _date(beginning),
        }
        if any(self.names):
            record["names"] = list(self.names)
        if self.clock is not None:
            record["clock"] = {**self.clock.setting, "left": self.clock.to_json()["left"]}
        if self.is_over:
            record["result"] = self.result
        return record

    @cached_property
    def result(self) -> dict[str, Any]:
        """Who has won a game that is over, and why."""
        if self.loser is not None:
            reason = TIME if self.resigned is None else RESIGNATION
            return {"winner": other_player(self.loser), "reason": reason}
        outcome = self.position.outcome
        assert outcome is not None
        return {"winner": outcome.winner, "reason": str(outcome.reason)}


class Folds:
    """Folds games for requests that need many: one at a time of the whole process.

    Between two of them the event loop turns, so that everybody's moves come first, however many ask.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def of(self, kept: StoredGame) -> GameState:
        """The state of a stored game."""
        async with self._turn:
            await asyncio.sleep(0)
            return GameState.of(kept)


_ENDED: dict[str, Any] = {"turn": None, "legal": [], "claims": {}, "chain": None, "over": True}


def _unchanging(position: Position, beginning: Beginning) -> str:
    kept = {
        **json_view.setting(position),
        "id": beginning.id,
        "players": beginning.players,
        "seed": beginning.seed,
        "created": _date(beginning),
        **({} if beginning.evening is None else {"evening": beginning.evening}),
    }
    return _text(kept)[1:]


def _date(beginning: Beginning) -> str:
    return datetime.fromtimestamp(beginning.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
