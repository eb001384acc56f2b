"""What one player did in one game, and what a game that was given up would have cost from there on."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from math import fsum, inf
from typing import Any, Literal, get_args

from fivesquare.board import Board
from fivesquare.books import find_book, written
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.errors import FivesquareError, PlayerError, RecordError, many, quote
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.skill.decisions import Decision, decision, phase
from fivesquare.solver import Solution, Solver
from fivesquare.solver.limits import REST_OF_GAME
from fivesquare.streams import stream

# --- The rest of a game that was given up ---

CONTINUATIONS = 64
"""Sampled for one game. From empty boards of the five books the standard error is 2% to 7% of the mean."""

_LITTLE = 1 / 2  # of the budget of one decision, for all of them together


def expected_rest(position: Position, seat: int) -> float:
    """What a random mover in `seat` is expected to lose from here to the end of the game.

    In points where the book has margins, else in results.
    """
    names = (json.dumps(position.book.answers), position.board, *position.state, seat)
    lines = [_decisions(_continuation(position, *names, number), seat) for number in range(CONTINUATIONS)]
    solver = Solver(position, memory=REST_OF_GAME.memory, threads=1)
    labels = solver.label(chain.from_iterable(lines), nodes=REST_OF_GAME.part(_LITTLE))
    if all(solution.exact for solution in labels):  # then each is solved by itself within the budget
        solved = iter(labels)
        sums = [fsum(_expected(next(solved)) for _ in line) for line in lines]
    else:
        adviser = Adviser(REST_OF_GAME)
        sums = [fsum(map(_expected, _solved(line, adviser))) for line in lines]
    return fsum(sums) / len(sums)


def _decisions(line: list[Position], seat: int) -> list[Position]:
    """The decisions of a seat, from the last one back to the first."""
    return [position for position in reversed(line) if position.turn == seat and len(position.legal) > 1]


def _expected(solution: Solution) -> float:
    """What a random mover loses."""
    return solution.regret(solution.best[0]).expected


def _continuation(position: Position, *names: object) -> list[Position]:
    """The positions of a random game from here on, without its end."""
    chance = stream("rest of a game", *names)
    line = []
    while not position.is_over:
        line.append(position)
        position = position.play(chance.choice(position.legal))
    return line


def _solved(decisions: list[Position], adviser: Adviser) -> Iterator[Solution]:
    """Decisions solved one by one, the last one first.

    On large boards the first ones take too long to solve. They are left out, as decisions that cannot be
    solved are everywhere.
    """
    for position in decisions:
        solution = adviser.solve(position, REST_OF_GAME.nodes)
        if solution is None:
            break
        yield solution


# --- The account of a game ---

Result = Literal["won", "drawn", "lost"]
Fault = Literal["illegal", "unreadable"]
RESULTS: tuple[Result, ...] = get_args(Result)
FAULTS: tuple[Fault, ...] = get_args(Fault)

_KINDS: dict[str, Any] = {
    "book": str | Mapping,
    "board": str,
    "begun": int,
    "seat": int,
    "opponent": str,
    "seed": int,
    "result": str | None,
    "faults": Mapping,
    "forfeited": str | None,
    "conditions": Mapping,
    "rest": int | float,
    "group": str,
    "setup": Mapping | None,
}
"""Of what kind each part of an account is."""


@dataclass(frozen=True)
class Account:
    """What one player did in one game."""

    book: str | Mapping[str, Any]
    """As it is written in a record."""
    board: str
    moves: tuple[str, ...]
    begun: int
    """How many of the moves had been made when the player sat down."""
    seat: int
    opponent: str
    seed: int
    result: Result | None
    """None if the game is not over."""
    decisions: tuple[Decision, ...]
    faults: Mapping[Fault, int] = field(default_factory=dict)
    """Answers that were no move: illegal here, or not to be read at all."""
    forfeited: str | None = None
    """Why the game was lost before its end, if it was."""
    conditions: Mapping[str, Any] = field(default_factory=dict)
    """What else is to be known of how it was played: the wording, whether legal moves were shown."""
    rest: float = 0.0
    """What a random mover is expected to lose in the rest of a game that was forfeited."""
    group: str = ""
    """What it counts with, in place of its book: the games of a level of the family are one thing."""
    setup: Mapping[str, Any] | None = None
    """Where it started, as in a record, if that was not the opening."""

    @property
    def pair(self) -> tuple[str, ...]:
        """What the games from both seats have in common: the same place to begin, the same seed.

        However the book is written, it is the same book.
        """
        answers = json.dumps(find_book(self.book).answers)
        setup = () if self.setup is None else (json.dumps(self.setup),)
        return answers, self.board, str(self.seed), *setup, *self.moves[: self.begun]

    @property
    def position(self) -> Position:
        """The last position of the game."""
        end = Position.start(self.book, board=self.board, setup=self.setup)
        for move in self.moves:
            end = end.play(move)
        return end

    @property
    def stake(self) -> float:
        """All that a game is about, in units of regret: the points on the board, or one result."""
        if find_book(self.book).goal != "points":
            return 1
        return sum(Board.parse(self.board).values) or 1

    def to_json(self) -> dict[str, Any]:
        told = {**asdict(self), "decisions": [decision.to_json() for decision in self.decisions]}
        if self.setup is None:
            del told["setup"]
        return told

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Account":
        """The inverse of `to_json`. Everything is compared with the game; what moves cost is believed.

        Before 0.8 nothing was written about the rest of a game that was forfeited: then it is found now.
        """
        try:
            decisions = tuple(map(Decision.from_json, told["decisions"]))
            kept = cls(**{**told, "moves": tuple(told["moves"]), "decisions": decisions})
            end = _checked_end(kept)
        except (KeyError, TypeError, FivesquareError) as error:
            raise RecordError(f"this is not the account of a game: {error}") from None
        if kept.forfeited is not None and "rest" not in told:
            return replace(kept, rest=expected_rest(end, kept.seat))
        return kept


def _checked_end(kept: Account) -> Position:
    """Where the game ended, or was left; refuses what cannot be."""
    for name, kinds in _KINDS.items():
        value = getattr(kept, name)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise RecordError(f"{name} cannot be {quote(value)}")
    end = kept.position
    _check_seat(kept.seat)
    if not 0 <= kept.begun <= len(kept.moves):
        raise RecordError(f"of {many(len(kept.moves), 'move')} {kept.begun} cannot have been made before")
    for fault, count in kept.faults.items():
        if fault not in FAULTS or not isinstance(count, int) or count < 0:
            raise RecordError(f"these are not faults: {quote(kept.faults)}")
    if kept.result != ("lost" if kept.forfeited is not None else result(end, kept.seat)):
        raise RecordError(f"the result of this game is not {quote(kept.result)}")
    made = [(one.number, one.move, one.phase) for one in kept.decisions]
    if made != [(len(p.moves) + 1, move, phase(p)) for p, move in _choices(end, kept.seat, kept.begun)]:
        raise RecordError("its decisions are not those of its moves")
    if not 0 <= kept.rest < inf or (kept.rest and kept.forfeited is None):
        raise RecordError(f"the rest of this game cannot cost {quote(kept.rest)}")
    return end


def _check_seat(seat: object) -> None:
    if seat not in (FIRST, SECOND):
        raise PlayerError(f"a seat is 1 or 2, not {quote(seat)}")


def account(
    position: Position,
    seat: int,
    *,
    opponent: str = "",
    seed: int = 0,
    begun: int = 0,
    forfeited: str | None = None,
    adviser: Adviser | None = None,
) -> Account:
    """What a player did in a game that was played elsewhere; the later decisions are solved first.

    `forfeited` says why the player lost it before its end, if so.
    """
    _check_seat(seat)
    adviser = adviser or Adviser()
    choices = _choices(position, seat, begun)
    decisions = [decision(before, move, adviser) for before, move in reversed(choices)]
    return Account(
        book=written(position.book),
        board=str(position.board),
        moves=position.moves,
        begun=begun,
        seat=seat,
        opponent=opponent,
        seed=seed,
        result=result(position, seat) if forfeited is None else "lost",
        decisions=tuple(reversed(decisions)),
        forfeited=forfeited,
        rest=0.0 if forfeited is None else expected_rest(position, seat),
        setup=position.written_setup,
    )


def _choices(end: Position, seat: int, begun: int) -> list[tuple[Position, str]]:
    """The moves of a player in a game, and where they were made."""
    made = list(zip(end.history(), end.moves, strict=False))
    return [(before, move) for before, move in made[begun:] if before.turn == seat]


def result(position: Position, seat: int) -> Result | None:
    """How a game ended for a player; None before that."""
    if position.outcome is None:
        return None
    if position.outcome.winner == NOBODY:
        return "drawn"
    return "won" if position.outcome.winner == seat else "lost"
