"""A game as it stands, folded from the entries of its store; and the same as JSON.

What an entry says: a move; "back N", taken back until N moves remain; "ask S", "no S", seat S asks for a
takeback or declines one; "resign S"; "sit S", a person has taken seat S; "rematch ID", the game after this.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

from fivesquare.engine import other_player
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.web import views
from fivesquare.web.store.base import Beginning, Kept

HUMAN = "human"
RESIGNATION = "resignation"

_WORDS = ("back", "ask", "no", "resign", "sit", "rematch")
_text = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class Line(NamedTuple):
    """A move as JSON, made once: a long game is sent after every move."""

    done: str  # what it did
    whole: str  # the same in the list of moves

    @classmethod
    def of(cls, step: Step) -> "Line":
        done = _text(views.done(step))
        return cls(done, f"{done[:-1]},{_text(views.brought(step))[1:]}")


@dataclass(frozen=True)
class Game:
    """A game at one moment. `version` counts what has happened: the higher one is the newer."""

    beginning: Beginning
    position: Position
    unchanging: str  # what stays the same, as the end of a JSON object
    version: int = 0
    log: tuple[Line, ...] = ()
    sat: frozenset[int] = frozenset()
    asks: int | None = None
    resigned: int | None = None
    rematch: str | None = None
    taken_back: int = 0  # the version after the last takeback

    @classmethod
    def of(cls, kept: Kept) -> "Game":
        return cls.begin(kept.beginning).after_all(kept.entries)

    @classmethod
    def begin(cls, beginning: Beginning) -> "Game":
        """Before anything has happened."""
        position = Position.start(beginning.book, board=beginning.board)
        return cls(beginning, position, _unchanging(position, beginning))

    def after_all(self, entries: Iterable[str]) -> "Game":
        game = self
        for what in entries:
            game = game.after(what)
        return game

    def after(self, what: str) -> "Game":
        """The game after one more entry; refuses a move that the rules refuse."""
        word, _, detail = what.partition(" ")
        if word not in _WORDS:
            return self.moved(what)
        changed: dict[str, Any] = {"asks": None}
        match word:
            case "back":
                moves = int(detail)
                changed |= {
                    "position": self.position.back(len(self.position.moves) - moves),
                    "log": self.log[:moves],
                    "taken_back": self.version + 1,
                }
            case "ask":
                changed["asks"] = int(detail)
            case "resign":
                changed["resigned"] = int(detail)
            case "sit":
                changed |= {"sat": self.sat | {int(detail)}, "asks": self.asks}
            case "rematch":
                changed["rematch"] = detail
        return replace(self, version=self.version + 1, **changed)

    def moved(self, move: str) -> "Game":
        """The game after a move; nothing but a move is one, whatever else may be entered."""
        step = Step(self.position, move, self.position.play(move))
        return Game(  # `replace` would take longer than the move
            self.beginning,
            step.after,
            self.unchanging,
            self.version + 1,
            (*self.log, Line.of(step)),
            self.sat,
            None,
            self.resigned,
            self.rematch,
            self.taken_back,
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
    def is_over(self) -> bool:
        return self.resigned is not None or self.position.is_over

    @property
    def turn(self) -> int | None:
        return None if self.resigned is not None else self.position.turn

    def player(self, seat: int) -> str:
        return self.beginning.players[seat - 1]

    def is_human(self, seat: int) -> bool:
        return self.player(seat) == HUMAN

    def mover(self, ply: int) -> int:
        """Who made the move of that number, counted from 0."""
        return self.position.history()[ply].state.turn

    def is_taken(self, seat: int) -> bool:
        """Whether a person plays there: has sat down, or has moved with nothing but the secret."""
        if not self.is_human(seat):
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
        """How many moves remain when whoever has these seats takes one back; None if there is none."""
        for earlier in reversed(self.position.history()[:-1]):
            if earlier.state.turn in seats:
                return len(earlier.moves)
        return None

    # --- As JSON ---

    def to_json(self, **present: Any) -> bytes:
        """The *game* of the HTTP contract; `present` adds what is true of this moment only."""
        now = {**views.standing(self.position), **self._state(), **present}
        if self.resigned is not None:
            now |= self._resigned(self.resigned)
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
            "resigned": self.resigned,
            "rematch": self.rematch,
            "thinking": self.computer_to_move is not None,
        }

    def _seat(self, seat: int) -> str:
        if not self.is_human(seat):
            return "computer"
        return "sat" if seat in self.sat else "open"

    @staticmethod
    def _resigned(seat: int) -> dict[str, Any]:
        return {
            "turn": None,
            "legal": [],
            "claims": {},
            "chain": None,
            "over": True,
            "winner": other_player(seat),
            "reason": RESIGNATION,
        }

    def to_record(self) -> dict[str, Any]:
        """The game as a record, with who played, and how it ended."""
        beginning = self.beginning
        record = {
            **self.position.to_record(),
            "players": list(beginning.players),
            "seed": beginning.seed,
            "date": _date(beginning),
        }
        if self.is_over:
            record["result"] = self.result
        return record

    @cached_property
    def result(self) -> dict[str, Any]:
        """Who has won a game that is over, and why."""
        if self.resigned is not None:
            return {"winner": other_player(self.resigned), "reason": RESIGNATION}
        outcome = self.position.outcome
        assert outcome is not None
        return {"winner": outcome.winner, "reason": str(outcome.reason)}


def _unchanging(position: Position, beginning: Beginning) -> str:
    kept = {
        **views.setting(position),
        "id": beginning.id,
        "players": beginning.players,
        "seed": beginning.seed,
        "created": _date(beginning),
    }
    return _text(kept)[1:]


def _date(beginning: Beginning) -> str:
    return datetime.fromtimestamp(beginning.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
