"""One decision: a move that was chosen, and what it cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, get_args

from fivesquare.errors import RecordError, quote
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.solver import Regret

Phase = Literal["opening", "middle", "end"]
PHASES: tuple[Phase, ...] = get_args(Phase)

_NO_CHOICE = Regret(lost=0, expected=0, is_critical=False, result_lost=0)


@dataclass(frozen=True)
class Decision:
    """A move that was chosen, and what it cost."""

    number: int
    """Of the move in its game, from 1."""
    move: str
    phase: Phase
    regret: Regret | None
    """None if the position was too large to solve."""

    @property
    def advantage(self) -> float | None:
        """What the move was better than chance by, in the units of its regret: expected - lost.

        A dense reward: random play gets 0 on average in every position, perfect play what can be got there.
        """
        return None if self.regret is None else self.regret.expected - self.regret.lost

    def to_json(self) -> dict[str, Any]:
        regret = {"solved": False} if self.regret is None else self.regret._asdict()
        return {"number": self.number, "move": self.move, "phase": self.phase, **regret}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Decision":
        """The inverse of `to_json`."""
        try:
            return cls(told["number"], told["move"], told["phase"], _regret(told))
        except (KeyError, TypeError) as error:
            raise RecordError(f"this is not a decision: {error}") from None


def _regret(told: Mapping[str, Any]) -> Regret | None:
    """What a decision that is written down has cost."""
    if told.get("solved") is False:
        return None
    regret = Regret(*(told[name] for name in Regret._fields))
    costs = (regret.lost, regret.expected)
    if not all(isinstance(cost, int | float) and not isinstance(cost, bool) for cost in costs) or not (
        0 <= regret.lost < inf and 0 <= regret.expected < inf
    ):
        raise RecordError(f"what a move costs is a number from 0, unlike one of {quote(costs)}")
    if not isinstance(regret.is_critical, bool) or regret.result_lost not in (0, 1, 2):
        raise RecordError(f"this is not what a move costs: {quote(regret._asdict())}")
    if not regret.is_critical and (regret.lost or regret.expected or regret.result_lost):
        raise RecordError(f"where nothing can be lost nothing was: {quote(regret._asdict())}")
    return regret


def decision(position: Position, move: str, adviser: Adviser | None = None) -> Decision:
    """The decision to play `move` here; an adviser remembers between decisions."""
    position.play(move)  # refuses what is no move here, and says why
    number = len(position.moves) + 1
    if len(position.legal) == 1:
        return Decision(number, move, phase(position), _NO_CHOICE)
    solution = (adviser or Adviser()).solve(position)
    return Decision(number, move, phase(position), None if solution is None else solution.regret(move))


def phase(position: Position) -> Phase:
    """By the part of the board that is free: two thirds of it or more, one third or more, less."""
    free = position.size.cells - sum(position.counts)
    if 3 * free >= 2 * position.size.cells:
        return "opening"
    return "middle" if 3 * free >= position.size.cells else "end"
