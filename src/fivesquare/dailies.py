"""The puzzle of the day: several claims to the end of a game, each the only one that keeps the win.

The date decides it, so it is the same on every machine. The five books take turns from day to day, and
puzzles become harder from Monday to Sunday.

>>> import fivesquare as fs
>>> puzzle = fs.daily("2026-11-18")
>>> puzzle.number, puzzle.name, len(puzzle.claims)
(128, 'flip', 4)
>>> [fs.solve(claim.position).best == (claim.move,) for claim in puzzle.claims]
[True, True, True, True]
"""

import datetime
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fivesquare.books import CATALOGUE
from fivesquare.engine import FIRST, NOBODY, SECOND, State
from fivesquare.errors import PuzzleError, many, quote
from fivesquare.players.simple import Greedy
from fivesquare.position import STOP, Position
from fivesquare.solver import Solution, Solver, Worth
from fivesquare.streams import stream

FIRST_DAY = datetime.date(2026, 7, 14)
"""The day of puzzle number 1."""

LAST_DAY = datetime.date(2099, 12, 31)

MEMORY = 4 * 1024 * 1024
"""Bytes of the solver's transposition table: near the end of a game a small one is enough."""

_ORDER = ("chain", "fifteen", "flip", "sweep", "grow")  # from the first day on
_BOARDS = 20_000
_DAY = datetime.timedelta(days=1)
_FEWEST_MOVES = 3  # to choose from at the first claim


class _Plan(NamedTuple):
    """How many claims a book's puzzles have, where to look for them, and how hard they are, in fifths."""

    claims: int
    turns: int  # of the first player before the end of a random game
    fifths: tuple[float, float, float, float]


# As many claims as the board has columns, where games of the book have that many decisions in a row. The
# fifths divide what `hardness` says of puzzles as they are found (bench/dailies.py --fifths); sweep's are
# drawn further apart, since most of its puzzles are equally hard.
_PLANS = {
    "flip": _Plan(4, 4, (8.0, 8.5, 9.25, 10.0)),
    "sweep": _Plan(2, 2, (3.25, 3.5, 3.75, 4.0)),
    "grow": _Plan(5, 6, (10.0, 10.75, 12.0, 12.5)),
    "chain": _Plan(4, 4, (7.25, 7.5, 7.75, 8.25)),
    "fifteen": _Plan(4, 4, (7.25, 8.0, 8.75, 9.75)),
}


@dataclass(frozen=True)
class DailyClaim:
    """One decision of a puzzle: `move` keeps the win, every other move hands it to the opponent.

    `then` is what follows it up to the next decision or the end of the game: the opponent's perfect
    answers, and claims where there is no choice.
    """

    position: Position
    move: str
    each: Mapping[str, Worth]
    then: tuple[str, ...]

    @property
    def tries(self) -> int:
        """How many tries there are for it: as many as the board has columns, or as there are moves."""
        return min(self.position.size.columns, len(self.each))

    @property
    def after(self) -> tuple[Position, ...]:
        """The positions after the claim and after each move of `then`."""
        positions = [self.position.play(self.move)]
        for move in self.then:
            positions.append(positions[-1].play(move))
        return tuple(positions)


@dataclass(frozen=True)
class DailyPuzzle:
    """The puzzle of a day. The first player wins it, by `claims`."""

    date: datetime.date
    number: int
    name: str
    claims: tuple[DailyClaim, ...]

    @property
    def position(self) -> Position:
        return self.claims[0].position

    @property
    def tries(self) -> int:
        """The most tries for a claim: as many as the board has columns."""
        return self.position.size.columns


def daily(day: datetime.date | str | None = None) -> DailyPuzzle:
    """The puzzle of a day, of today if none is given; the same on every machine."""
    return made(date_of(datetime.date.today() if day is None else day))


def date_of(day: datetime.date | str, until: datetime.date = LAST_DAY) -> datetime.date:
    """A day that has a puzzle, from a date or its ISO text; refuses a day after `until`."""
    if isinstance(day, datetime.datetime):
        day = day.date()
    if isinstance(day, str):
        day = _read(day)
    if not isinstance(day, datetime.date):
        raise PuzzleError(f"a day is a date like '2026-11-18', not {quote(day)}")
    if not FIRST_DAY <= day <= LAST_DAY:
        raise PuzzleError(f"there are puzzles from {FIRST_DAY} to {LAST_DAY}, not on {day}")
    if day > until:
        raise PuzzleError(f"the puzzle of {day} comes out on that day")
    return day


def _read(text: str) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:  # Python also reads weeks, and dates without hyphens
        raise PuzzleError(f"a day is a date like '2026-11-18', not {quote(text)}")
    return day


def number_of(day: datetime.date) -> int:
    """The number of a day's puzzle."""
    return (day - FIRST_DAY).days + 1


def name_of(day: datetime.date) -> str:
    """The name of the book of a day's puzzle."""
    return _ORDER[(day - FIRST_DAY).days % len(_ORDER)]


def count_of(name: str) -> int:
    """How many claims the puzzles of a book have."""
    return _PLANS[name].claims


def made(day: datetime.date, tell: Callable[[], None] = lambda: None) -> DailyPuzzle:
    """Make the puzzle of a day that has one; `tell` is called now and then while it is looked for."""
    name = name_of(day)
    low, high = _wanted(name, day.weekday())
    for claims in found(name, stream(day.isoformat(), "daily"), tell):
        if low <= hardness(claims) <= high:
            return DailyPuzzle(day, number_of(day), name, claims)
    raise PuzzleError(f"no puzzle was found for {day}")


def _wanted(name: str, weekday: int) -> tuple[float, float]:
    """How hard a puzzle may be: two easy fifths on Monday, any on Thursday, two hard fifths on Sunday."""
    bounds = (0.0, *_PLANS[name].fifths, float("inf"))
    return bounds[max(0, weekday - 3)], bounds[min(5, weekday + 2)]


def hardness(claims: Sequence[DailyClaim]) -> float:
    """How many tries they take, as the mean of one who tries the largest gain first and one who guesses."""
    return sum((_tries_by_gain(claim) + (len(claim.each) + 1) / 2) / 2 for claim in claims)


def _tries_by_gain(claim: DailyClaim) -> float:
    """How many tries it takes to try the largest immediate gain first; equal ones in any order."""
    left, tries = list(claim.position.legal), 0
    while True:
        best = Greedy.best_moves(claim.position, left)
        if claim.move in best:
            return tries + (len(best) + 1) / 2
        tries += len(best)
        left = [move for move in left if move not in best]


# --- Results ---


@dataclass(frozen=True)
class DayResult:
    """How a puzzle of the day went: for each claim the number of tries, and whether it was found."""

    tries: tuple[int, ...]
    found: tuple[bool, ...]

    @property
    def is_solved(self) -> bool:
        return all(self.found)


def result_of(puzzle: DailyPuzzle, tried: Sequence[Sequence[str]]) -> DayResult:
    """What came of the moves tried at each claim, the right one last; a claim not found ends without it."""
    if len(tried) != len(puzzle.claims):
        raise PuzzleError(f"this puzzle has {many(len(puzzle.claims), 'claim')}, not {len(tried)}")
    for number, (claim, moves) in enumerate(zip(puzzle.claims, tried, strict=True), 1):
        unknown = [move for move in moves if move not in claim.each]
        if unknown:
            raise PuzzleError(f"{quote(unknown[0])} cannot be played at claim {number}")
        if len(set(moves)) < len(moves) or claim.move in moves[:-1] or len(moves) > claim.tries:
            raise PuzzleError(f"claim {number} was not tried like that")
    found = tuple(claim.move in moves for claim, moves in zip(puzzle.claims, tried, strict=True))
    return DayResult(tuple(map(len, tried)), found)


class Streak(NamedTuple):
    """Days in a row: up to today or, as long as today is not solved, yesterday; and the longest ever."""

    now: int
    longest: int


def streak(days: Collection[datetime.date], today: datetime.date) -> Streak:
    """The streaks of the days on which the day's puzzle was solved."""
    solved = set(days)
    end = today if today in solved else today - _DAY
    rows = [_row(solved, day) for day in solved if day + _DAY not in solved]
    return Streak(_row(solved, end), max(rows, default=0))


def _row(solved: Collection[datetime.date], day: datetime.date) -> int:
    """The number of days in a row that ends on this one."""
    count = 0
    while day in solved:
        count += 1
        day -= _DAY
    return count


# --- Finding ---


def found(
    name: str, chance: random.Random, tell: Callable[[], None] = lambda: None
) -> Iterator[tuple[DailyClaim, ...]]:
    """The puzzles of a book near the ends of random games, one a board."""
    book, plan = CATALOGUE[name], _PLANS[name]
    search: _Search | None = None
    for _ in range(_BOARDS):
        tell()
        start = Position.start(book, board=book.deal(chance))
        if search is None or search.solver.board != start.board:
            search = _Search(Solver(book, start.board, memory=MEMORY, threads=1))
        for position in _openings(_random_game(start, chance), plan.turns):
            claims = search.claims(position, plan.claims)
            if claims is not None:
                yield claims
                break


def _random_game(start: Position, chance: random.Random) -> list[Position]:
    game = [start]
    while not game[-1].is_over:
        game.append(game[-1].play(chance.choice(game[-1].legal)))
    return game


def _openings(game: Sequence[Position], turns: int) -> Iterator[Position]:
    """What any two moves lead to from a position that is `turns` of the first player before the end."""
    own = [place for place, position in enumerate(game) if position.turn == FIRST]
    if len(own) < turns:
        return
    trunk = game[max(0, own[-turns] - 2)]
    for after in _after(trunk):
        for position in _after(after):
            is_ours = position.turn == FIRST and not position.in_chain
            if is_ours and len(position.legal) >= _FEWEST_MOVES:
                yield position


def _after(position: Position) -> Iterator[Position]:
    return map(position.play, position.legal)


class _Search:
    """Looks for lines on one board in which every claim of the first player is the only one that wins."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._known: dict[tuple[State, int], tuple[str, ...] | None] = {}

    def claims(self, position: Position, count: int) -> tuple[DailyClaim, ...] | None:
        """The decisions from here to the end of the game, if there are `count` of that kind."""
        line = self._line(position, count)
        return None if line is None else tuple(self._decisions(position, line))

    def _decisions(self, position: Position, line: Sequence[str]) -> Iterator[DailyClaim]:
        before, move, then = position, line[0], list[str]()
        position = position.play(move)
        for each in line[1:]:
            if _is_decision(position):
                yield DailyClaim(before, move, self._solved(before).each, tuple(then))
                before, move, then = position, each, []
            else:
                then.append(each)
            position = position.play(each)
        yield DailyClaim(before, move, self._solved(before).each, tuple(then))

    def _line(self, position: Position, count: int) -> tuple[str, ...] | None:
        """Moves to the end of the game with `count` decisions, each with one winning move."""
        if position.outcome is not None:
            return () if count == 0 and position.outcome.winner == FIRST else None
        key = position.state, count
        if key not in self._known:
            self._known[key] = self._tried(position, count)
        return self._known[key]

    def _tried(self, position: Position, count: int) -> tuple[str, ...] | None:
        for move in self._ways(position, count):
            rest = self._line(position.play(move), count - _is_decision(position))
            if rest is not None:
                return (move, *rest)
        return None

    def _ways(self, position: Position, count: int) -> Collection[str]:
        """The moves that a line may go on with: all perfect answers, or the only winning move."""
        if len(position.legal) == 1:
            return position.legal
        if position.turn == SECOND:
            return self._solved(position).best
        only = self._only_winner(position) if count else None
        return () if only is None else (only,)

    def _only_winner(self, position: Position) -> str | None:
        """The claim that wins, if every other move loses."""
        each = self._solved(position).each
        winning = [move for move, worth in each.items() if worth.winner == FIRST]
        is_only = len(winning) == 1 and all(worth.winner != NOBODY for worth in each.values())
        return winning[0] if is_only and winning != [STOP] else None

    def _solved(self, position: Position) -> Solution:
        """These positions are small: one takes a fraction of the time that it would by `solve`."""
        (solution,) = self.solver.label([position])
        return solution


def _is_decision(position: Position) -> bool:
    return position.turn == FIRST and len(position.legal) > 1
