"""How good decisions were, against chance and against perfection.

Skill is 1 - (what was lost) / (what a random mover would have lost in the same positions), summed over
critical decisions: those where the best and the worst move differ. A random mover has 0, a perfect one 1,
and one that is worse than chance less than 0. The share of optimal moves is not here: where most decisions
are not critical it says nothing.

Every number is exact, or it is not there: a decision that could not be solved is counted apart.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from math import fsum, sqrt
from statistics import NormalDist
from typing import Any, Literal, NamedTuple, get_args

from fivesquare.board import Board
from fivesquare.books import find_book, written
from fivesquare.engine import NOBODY
from fivesquare.errors import RecordError, many, quote
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.solver import Regret
from fivesquare.streams import stream

Phase = Literal["opening", "middle", "end"]
Result = Literal["won", "drawn", "lost"]
Fault = Literal["illegal", "unreadable"]

PHASES: tuple[Phase, ...] = get_args(Phase)
RESULTS: tuple[Result, ...] = get_args(Result)
FAULTS: tuple[Fault, ...] = get_args(Fault)

_SCORES: dict[Result, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
_NO_CHOICE = Regret(lost=0, expected=0, is_critical=False, result_lost=0)
_DRAWS = 2000  # of the bootstrap
_NORMAL = 1.959964  # a standard normal variable lies within so much of 0 in 95 of 100 cases


# --- One decision ---------------------------------------------------------------------------------


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
        regret = Regret(*(told[name] for name in Regret._fields)) if "lost" in told else None
        return cls(told["number"], told["move"], told["phase"], regret)


def decision(position: Position, move: str, adviser: Adviser | None = None) -> Decision:
    """What choosing `move` here says about whoever chose it; an adviser remembers between decisions."""
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


# --- One game of one seat -------------------------------------------------------------------------


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

    @property
    def pair(self) -> tuple[str, ...]:
        """What the games from both seats have in common: the same place to begin, the same seed."""
        return str(self.book), self.board, str(self.seed), *self.moves[: self.begun]

    @property
    def stake(self) -> float:
        """All that a game is about, in units of regret: the points on the board, or one result."""
        if find_book(self.book).goal != "points":
            return 1
        return sum(Board.parse(self.board).values) or 1

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "decisions": [decision.to_json() for decision in self.decisions]}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Account":
        """The inverse of `to_json`."""
        try:
            decisions = tuple(map(Decision.from_json, told["decisions"]))
            return cls(**{**told, "moves": tuple(told["moves"]), "decisions": decisions})
        except (KeyError, TypeError) as error:
            raise RecordError(f"this is not the account of a game: {error}") from None


def account(
    position: Position,
    seat: int,
    *,
    opponent: str = "",
    seed: int = 0,
    begun: int = 0,
    adviser: Adviser | None = None,
) -> Account:
    """What a player did in a game that was played elsewhere; the later decisions are solved first."""
    adviser = adviser or Adviser()
    history = position.history()
    decisions = [
        decision(before, after.moves[-1], adviser)
        for before, after in reversed(list(zip(history[begun:], history[begun + 1 :], strict=False)))
        if before.turn == seat
    ]
    return Account(
        book=written(position.book),
        board=str(position.board),
        moves=position.moves,
        begun=begun,
        seat=seat,
        opponent=opponent,
        seed=seed,
        result=result(position, seat),
        decisions=tuple(reversed(decisions)),
    )


def result(position: Position, seat: int) -> Result | None:
    """How a game ended for a player; None while it goes on."""
    if position.outcome is None:
        return None
    if position.outcome.winner == NOBODY:
        return "drawn"
    return "won" if position.outcome.winner == seat else "lost"


# --- Many games -----------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A number with its 95% interval; None where there is nothing to tell it from."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return "-"
        shown = f"{self.value:.2f}"
        return shown if self.low is None else f"{shown} ({self.low:.2f} to {self.high:.2f})"


class Losses(NamedTuple):
    """What was lost in some critical decisions, and what a random mover would have lost."""

    critical: int
    lost: float
    expected: float

    @property
    def skill(self) -> float | None:
        return 1 - self.lost / self.expected if self.expected else None


class Standing(NamedTuple):
    """How games against one opponent ended."""

    won: int
    drawn: int
    lost: int
    rate: Estimate
    """A win is 1, a draw 1/2. Wilson's interval."""


@dataclass(frozen=True)
class Report:
    """What many games say about a player."""

    games: int
    unfinished: int
    boards: int
    """Places to begin, each played from one seat or from both."""
    unit: str
    """Of regret: "points" or "results"; over several books "stakes", parts of all that a game is about."""
    skill: Estimate
    """Its interval is a bootstrap over boards: what happened on one board stays together."""
    decisions: int
    unsolved: int
    total: Losses
    phases: Mapping[Phase, Losses]
    results_lost: int
    """Moves that threw a result away: from a win to a draw or a loss, from a draw to a loss."""
    faults: Mapping[Fault, int]
    forfeits: int
    opponents: Mapping[str, Standing]

    def to_json(self) -> dict[str, Any]:
        return {
            **{name: value for name, value in vars(self).items() if isinstance(value, int | str)},
            "skill": self.skill._asdict(),
            "total": _told(self.total),
            "phases": {name: _told(losses) for name, losses in self.phases.items()},
            "faults": dict(self.faults),
            "opponents": {
                name: {**standing._asdict(), "rate": standing.rate._asdict()}
                for name, standing in self.opponents.items()
            },
        }

    def table(self) -> list[tuple[str, str]]:
        """What a terminal shows: a name and a text in each row."""
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        rows = [
            ("games", f"{self.games} on {many(self.boards, 'board')}{unfinished}"),
            ("skill", f"{self.skill}; chance is 0, perfect 1"),
            ("critical decisions", f"{self.total.critical} of {self.decisions}"),
        ]
        if self.unsolved:
            rows.append(("not solved", f"{many(self.unsolved, 'decision')}, counted nowhere else"))
        rows += [(f"lost in the {name}", self._shown(self.phases[name])) for name in PHASES]
        rows.append(("results thrown away", str(self.results_lost)))
        rows += [(f"{fault} answers", str(self.faults[fault])) for fault in FAULTS]
        rows.append(("games forfeited", str(self.forfeits)))
        for name, (won, drawn, lost, rate) in self.opponents.items():
            rows.append((f"against {name or 'others'}", f"{rate}; won {won}, drawn {drawn}, lost {lost}"))
        return rows

    def _shown(self, losses: Losses) -> str:
        if not losses.critical:
            return "nothing to lose"
        lost, expected = losses.lost / losses.critical, losses.expected / losses.critical
        return f"{lost:.3g} {self.unit} a decision; chance {expected:.3g}, {losses.critical} decisions"


def _told(losses: Losses) -> dict[str, Any]:
    return {**losses._asdict(), "skill": losses.skill}


def report(accounts: Iterable[Account]) -> Report:
    """What these games say; the same whatever their order."""
    games = list(accounts)
    for game in games:
        if not isinstance(game, Account):
            raise TypeError(f"a report is about accounts, not {quote(game)}")
    unit, weights = _weights(games)
    pairs: dict[tuple[str, ...], list[tuple[Decision, float]]] = {}
    for game, weight in zip(games, weights, strict=True):
        pairs.setdefault(game.pair, []).extend((decision, weight) for decision in game.decisions)
    weighed = [one for pair in sorted(pairs) for one in pairs[pair]]
    solved = [decision.regret for decision, _ in weighed if decision.regret is not None]
    total = _losses(weighed)
    boards = [_losses(pairs[pair]) for pair in sorted(pairs)]
    results = Counter(game.result for game in games)
    return Report(
        games=len(games),
        unfinished=results[None],
        boards=len(pairs),
        unit=unit,
        skill=Estimate(total.skill, *_bootstrapped(boards)),
        decisions=len(solved),
        unsolved=len(weighed) - len(solved),
        total=total,
        phases={name: _losses([one for one in weighed if one[0].phase == name]) for name in PHASES},
        results_lost=sum(regret.result_lost > 0 for regret in solved),
        faults={fault: sum(game.faults.get(fault, 0) for game in games) for fault in FAULTS},
        forfeits=sum(game.forfeited is not None for game in games),
        opponents={name: _standing(games, name) for name in sorted({game.opponent for game in games})},
    )


def _weights(games: list[Account]) -> tuple[str, list[float]]:
    """The unit of regret, and what each game's has to be multiplied with: points of different games are
    not the same thing."""
    books = {str(game.book) for game in games}
    if len(books) > 1:
        return "stakes", [1 / game.stake for game in games]
    has_points = all(find_book(game.book).goal == "points" for game in games)
    return "points" if has_points else "results", [1.0] * len(games)


def _losses(weighed: Iterable[tuple[Decision, float]]) -> Losses:
    critical = [
        (decision.regret, weight)
        for decision, weight in weighed
        if decision.regret is not None and decision.regret.is_critical
    ]
    return Losses(
        critical=len(critical),
        lost=fsum(weight * regret.lost for regret, weight in critical),
        expected=fsum(weight * regret.expected for regret, weight in critical),
    )


def _bootstrapped(boards: list[Losses]) -> tuple[float | None, float | None]:
    """The interval of the skill if other boards had been dealt; one board says nothing about others."""
    known = [board for board in boards if board.expected]
    if len(known) < 2:
        return None, None
    chance = stream("interval of skill")
    skills = []
    for _ in range(_DRAWS):
        drawn = chance.choices(known, k=len(known))
        skills.append(1 - fsum(board.lost for board in drawn) / fsum(board.expected for board in drawn))
    skills.sort()
    outside = int(_DRAWS * _tail(len(known)))
    return skills[outside], skills[-1 - outside]


def _tail(boards: int) -> float:
    """The part of the draws that lies outside of the interval, at either end.

    It would be 1/40, but few boards vary less than all there are. This is Hesterberg's correction ("What
    teachers should know about the bootstrap", 2015), with the usual series for Student's distribution.
    """
    others, z = boards - 1, _NORMAL
    student = z + (z**3 + z) / (4 * others) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * others**2)
    return NormalDist().cdf(-student * sqrt(boards / others))


def _standing(games: list[Account], opponent: str) -> Standing:
    results = Counter(game.result for game in games if game.opponent == opponent)
    won, drawn, lost = (results[name] for name in RESULTS)
    return Standing(won, drawn, lost, wilson(won + drawn / 2, won + drawn + lost))


def wilson(successes: float, trials: int) -> Estimate:
    """A share with its 95% interval after Wilson, which says something after ten wins of ten as well."""
    if not trials:
        return Estimate(None)
    share, spread = successes / trials, _NORMAL**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
