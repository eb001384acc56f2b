"""A game as questions and answers: what a language model is asked, and what becomes of its answers.

>>> import fivesquare as fs
>>> from fivesquare.research.episode import Episode
>>> episode = Episode(fs.start("sweep", board="5 3 8/2 9 1/6 4 7"), 1, "greedy")
>>> episode.answer("The centre takes most.\\nMOVE: 2,2").kind
'move'

It knows no framework: the caller shows the model `prompt()`, hands its reply to `answer`, and goes
on until `is_over`. Either every question is a new `prompt()`, which is all that one needs to know, or the
first one is, and the texts of the feedback follow it in one conversation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from fivesquare.board import whole
from fivesquare.books import written
from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import (
    IllegalMoveError,
    NotationError,
    PlayerError,
    RecordError,
    many,
    quote,
)
from fivesquare.match import Step
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck
from fivesquare.position import Position
from fivesquare.research.opponents import Opponent, seated
from fivesquare.research.skill import (
    FAULTS,
    Account,
    Decision,
    Fault,
    decision,
    expected_rest,
    result,
)
from fivesquare.research.wording import PLAIN, Disguise, Wording, wording_from_json
from fivesquare.research.wording.move_parser import named_move
from fivesquare.solver.limits import CROWDED_ANSWER

SEATS = {FIRST: "first", SECOND: "second"}
"""The names of the seats, which are those of their streams of luck."""

_FUNCTION = "function:"
_NO_OPPONENT = "random"  # where a single decision is asked for, which is never answered


@dataclass(frozen=True)
class Feedback:
    """What became of an answer."""

    kind: Literal["move"] | Fault
    text: str
    """For the model: what was played and the position now, or what was wrong with the answer."""
    over: bool
    move: str | None = None
    """The move that was made, as records write it."""
    advantage: float | None = None
    """What it was better than chance by; None if no move was made, or it could not be solved."""


class Misunderstanding(NamedTuple):
    """What is wrong with an answer that is no move; the reason is shown to the model."""

    fault: Fault
    reason: str


def question(
    position: Position,
    seat: int,
    wording: Wording | Disguise = PLAIN,
    show_legal: bool = False,
    wants_answer: bool = True,
) -> str:
    """A position as it looks from a seat, and how to answer."""
    parts = [wording.board(position, seat)]
    if wants_answer:
        if show_legal:
            parts.append(wording.legal(position))
        parts.append(wording.how_to_answer(position))
    return "\n\n".join(parts)


def prompt(position: Position, wording: Wording | Disguise, asked: str, complained: str = "") -> str:
    """All that one needs to know to answer a question: the rules before it, and what was wrong so far."""
    rules = wording.rules(position.book, position.size)
    return "\n\n".join(part for part in (rules, asked, complained) if part)


def understood(
    position: Position, text: str, wording: Wording | Disguise = PLAIN
) -> str | Misunderstanding:
    """The legal move that an answer names, as records write it; or what is wrong with the answer."""
    try:
        move = wording.read(position, named_move(text))
    except NotationError as error:
        return Misunderstanding("unreadable", f"Your answer cannot be read: {error}.")
    refusal = wording.refusal(position, move)
    if refusal is not None:
        return Misunderstanding("illegal", f"Your move is not legal: {refusal}")
    return move


def complaint(reason: str, left: int) -> str:
    """What is said about an answer that is no move, while it can be mended so often."""
    return f"{reason} Please answer again; {many(left, 'attempt')} left."


class Episode:
    """One game from one seat. The opponent has moved whenever it can be asked anything."""

    def __init__(
        self,
        position: Position,
        seat: int,
        opponent: Opponent = _NO_OPPONENT,
        *,
        seed: int = 0,
        wording: Wording | Disguise = PLAIN,
        show_legal: bool = False,
        retries: int = 2,
        is_single: bool = False,
        adviser: Adviser | None = None,
    ) -> None:
        """`is_single` asks for one decision and leaves the game there.

        `retries` is how often an answer that is no move may be mended, at each decision; one more such
        answer forfeits the game, or the single decision. `adviser` solves the positions for the report.
        """
        if not isinstance(position, Position):
            raise TypeError(f"an episode begins with a Position, not {quote(position)}; see fs.start")
        if not isinstance(wording, Wording | Disguise):
            raise TypeError(f"the wording is a Wording or a Disguise, not {quote(wording)}")
        if whole(seat) not in SEATS:
            raise PlayerError(f"a seat is 1 or 2, not {quote(seat)}")
        self.seat = int(seat)
        self.seed = _counted("a seed", seed)
        self.retries = _counted("retries", retries, least=0)
        self.wording = wording
        self.show_legal = bool(show_legal)
        self.is_single = is_single
        self.opponent = "" if is_single else _called(opponent)
        self._player = seated(opponent, Luck(self.seed, SEATS[other_player(self.seat)]))
        self._adviser = adviser or Adviser(CROWDED_ANSWER)
        self._begun = len(position.moves)
        self._decisions: list[Decision] = []
        self._faults = dict.fromkeys(FAULTS, 0)
        self._in_a_row = 0
        self._complaint = ""
        self._forfeited: str | None = None
        self._rest = 0.0
        self.position = _after(position, self._replies(position))

    # --- Asking ---

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to answer: the game has ended, or it was forfeited, or left."""
        is_left = self.is_single and bool(self._decisions)
        return self._forfeited is not None or self.position.is_over or is_left

    def prompt(self) -> str:
        """Everything that is needed to answer now: the rules, the position, and the form of an answer."""
        return prompt(self.position, self.wording, self._question(), self._complaint)

    def _question(self) -> str:
        """The position, and how to answer if there is something to answer."""
        return question(self.position, self.seat, self.wording, self.show_legal, not self.is_over)

    # --- Answering ---

    def answer(self, text: str) -> Feedback:
        """Make the move that an answer names, and let the opponent reply; or say what is wrong with it."""
        if not isinstance(text, str):
            raise TypeError(f"an answer is text, not {quote(text)}")
        if self.is_over:
            raise IllegalMoveError("there is nothing to answer: the game is over")
        said = understood(self.position, text, self.wording)
        return self._make(said) if isinstance(said, str) else self._refuse(*said)

    def _make(self, move: str) -> Feedback:
        made = decision(self.position, move, self._adviser)
        own = Step(self.position, move, self.position.play(move))
        replies = [] if self.is_single else self._replies(own.after)
        steps = [own, *replies]  # if the opponent fails, nothing has happened
        self.position = steps[-1].after
        self._decisions.append(made)
        self._in_a_row, self._complaint = 0, ""
        story = " ".join(self.wording.told(step, self.seat) for step in steps)
        return Feedback("move", f"{story}\n\n{self._question()}", self.is_over, move, made.advantage)

    def _refuse(self, kind: Fault, reason: str) -> Feedback:
        self._faults[kind] += 1
        self._in_a_row += 1
        if self._in_a_row > self.retries:
            self._forfeited, self._rest = reason, self._expected_loss()
            self._complaint = f"{reason} The game is over: you have forfeited it."
        else:
            self._complaint = complaint(reason, 1 + self.retries - self._in_a_row)
        return Feedback(kind, self._complaint, self.is_over)

    def _expected_loss(self) -> float:
        """What a random mover is expected to lose in what is forfeited."""
        if not self.is_single:
            return expected_rest(self.position, self.seat)
        move = self.position.legal[0]
        regret = decision(self.position, move, self._adviser).regret
        return 0.0 if regret is None else regret.expected

    def _replies(self, position: Position) -> list[Step]:
        """What the opponent plays until it is our turn, or the game is over."""
        steps: list[Step] = []
        while not position.is_over and position.turn != self.seat:
            move = self._player.choose(position)
            steps.append(Step(position, move, position.play(move)))
            position = steps[-1].after
        return steps

    # --- What is kept of it ---

    def report(self) -> Account:
        """The account of the game so far."""
        return Account(
            book=written(self.position.book),
            board=str(self.position.board),
            moves=self.position.moves,
            begun=self._begun,
            seat=self.seat,
            opponent=self.opponent,
            seed=self.seed,
            result="lost" if self._forfeited is not None else result(self.position, self.seat),
            decisions=tuple(self._decisions),
            faults=dict(self._faults),
            forfeited=self._forfeited,
            conditions={
                "wording": self.wording.to_json(),
                "show_legal": self.show_legal,
                "retries": self.retries,
                **({"single": True} if self.is_single else {}),
            },
            rest=self._rest,
            setup=self.position.written_setup,
        )

    def to_json(self) -> dict[str, Any]:
        """All that is needed to continue later, elsewhere."""
        return {
            "account": self.report().to_json(),
            "in_a_row": self._in_a_row,
            "complaint": self._complaint,
        }

    @classmethod
    def from_json(
        cls, told: Mapping[str, Any], *, opponent: Opponent | None = None, adviser: Adviser | None = None
    ) -> "Episode":
        """The inverse of `to_json`. An opponent that is a function has to be given again."""
        try:
            kept = Account.from_json(told["account"])
            wording = wording_from_json(kept.conditions["wording"])
            show_legal, retries = kept.conditions["show_legal"], kept.conditions["retries"]
            is_single = kept.conditions.get("single", False)
            in_a_row, complaint = told["in_a_row"], told["complaint"]
            for name, switch in (("show_legal", show_legal), ("single", is_single)):
                if not isinstance(switch, bool):
                    raise ValueError(f"{name} is true or false, not {quote(switch)}")
            _check_attempts(kept, retries, in_a_row, complaint)
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"this is not an episode that can continue: {error}") from None
        if opponent is None and kept.opponent.startswith(_FUNCTION):
            raise PlayerError(f"the opponent was the {kept.opponent}, and must be given again")
        episode = cls(
            kept.position,
            kept.seat,
            (kept.opponent or _NO_OPPONENT) if opponent is None else opponent,
            seed=kept.seed,
            wording=wording,
            show_legal=show_legal,
            retries=retries,
            is_single=is_single,
            adviser=adviser,
        )
        episode._begun, episode._decisions = kept.begun, list(kept.decisions)
        episode._faults.update(kept.faults)
        episode._forfeited, episode._rest = kept.forfeited, kept.rest
        episode._in_a_row, episode._complaint = in_a_row, complaint
        return episode


def _check_attempts(kept: Account, retries: object, in_a_row: object, complaint: object) -> None:
    """Refuse answers that cannot have been given."""
    most, wrong = _counted("retries", retries, least=0), _counted("in_a_row", in_a_row, least=0)
    is_forfeited = kept.forfeited is not None
    if wrong > sum(kept.faults.values()) or (wrong > most) != is_forfeited:
        raise ValueError(f"{many(wrong, 'answer')} in a row cannot have been wrong")
    if not isinstance(complaint, str) or bool(complaint) != bool(wrong):
        raise ValueError(f"the complaint cannot be {quote(complaint)}")


def _after(position: Position, steps: list[Step]) -> Position:
    return steps[-1].after if steps else position


def _counted(what: str, number: object, least: int | None = None) -> int:
    """A whole number, NumPy's too."""
    counted = whole(number)
    if counted is None or (least is not None and counted < least):
        from_least = "" if least is None else f" from {least}"
        raise ValueError(f"{what}: a whole number{from_least} is wanted, not {quote(number)}")
    return counted


def _called(opponent: Opponent) -> str:
    if isinstance(opponent, str):
        return opponent
    return f"{_FUNCTION}{getattr(opponent, '__name__', type(opponent).__name__)}"
