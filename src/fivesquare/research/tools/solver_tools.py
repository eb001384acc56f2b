"""What the solver says about a game, within limits; where these are reached it says so.

Everything here may take seconds, and is done in a thread. It begins afresh each time: what is answered does
not depend on what was asked before, and nothing is held in between.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from fivesquare.board import Size
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import IllegalMoveError, PuzzleError
from fivesquare.players import Luck, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.puzzles import Difficulty, puzzle
from fivesquare.research.tools.tool_results import Told
from fivesquare.reviews import Review, ReviewedMove, review
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Hunch, Solution
from fivesquare.solver.limits import PARALLEL_ANSWER, Budget
from fivesquare.words import worths
from fivesquare.words.lines import told
from fivesquare.words.listener import BareListener
from fivesquare.words.questions import Question, question
from fivesquare.words.worths import better

_REVIEW = 20.0  # seconds for a whole game
_OF_A_REVIEW = 1 / 4  # of that, for one move at the most
_SEARCH = 20.0  # seconds for finding a puzzle

_NOT_SOLVED = "The position is too large to solve in time."


class Hint(TypedDict):
    """A move to play; unless `exact` it only looks best. `each` has the worth of every move, if known."""

    game: str
    move: str
    exact: bool
    winner: int | None
    margin: float | None
    best: list[str]
    each: dict[str, Any]


class Line(TypedDict):
    """Perfect play of both to the end of the game; empty unless `exact`."""

    game: str
    exact: bool
    winner: int | None
    margin: float | None
    line: list[str]


class Reviewed(TypedDict):
    """What every move of a game was worth, as `fivesquare review --json` writes it."""

    game: str
    book: str | dict[str, Any]
    opening: dict[str, Any] | None
    line: list[str]
    moves: list[dict[str, Any]]
    turning_point: int | None
    accuracy: list[float | None]


def reply(position: Position, opponent: str, luck: Luck) -> tuple[str, str]:
    """What the opponent plays, and what it has to say to that."""
    player = make_player(opponent, luck, adviser=Adviser(PARALLEL_ANSWER))
    return player.choose(position), player.remark


# --- Hints and lines ---


def hint(game: str, position: Position, budget: Budget = PARALLEL_ANSWER) -> Told:
    """A best move, and why; one that looks best where that cannot be proved in time."""
    if position.is_over:
        raise IllegalMoveError("there is no move to choose: the game is over")
    if len(position.legal) == 1:  # nothing to find out
        unsolved = Solution(position, None, exact=False)
        (move,) = position.legal
        return Told(f"{move} is the only legal move.", {**_hinted(game, move, unsolved), "exact": False})
    adviser = Adviser(budget)
    solution = adviser.solve(position)
    if solution is None:
        return _estimated(game, position, adviser.estimate(position))
    solver = adviser.solver(position)
    soon = solver.how_soon(solution)
    move = worths.recommended(solution, soon)[0]
    line = solver.line(position, after=move)
    text = worths.hint(position, solution, move, BareListener(position.book), line, soon)
    return Told(f"{text[0].upper()}{text[1:]}", {**_hinted(game, move, solution), "exact": True})


def _hinted(game: str, move: str, solution: Solution) -> dict[str, Any]:
    return {
        "game": game,
        "move": move,
        "winner": solution.winner,
        "margin": solution.margin,
        "best": list(solution.best),
        "each": {name: worth._asdict() for name, worth in solution.each.items()},
    }


def _estimated(game: str, position: Position, hunch: Hunch) -> Told:
    text = f"{_NOT_SOLVED} Not proved: {worths.estimated(position, hunch, BareListener(position.book))}"
    unsolved = Solution(position, None, exact=False)
    return Told(text, {**_hinted(game, hunch.move, unsolved), "exact": False})


def line(game: str, position: Position, budget: Budget = PARALLEL_ANSWER) -> Told:
    """Who wins with perfect play, and one such continuation."""
    listener = BareListener(position.book)
    solution = Adviser(budget).solve(position)
    moves: Sequence[str] = () if solution is None else solution.line
    content = {
        "game": game,
        "exact": solution is not None,
        "winner": None if solution is None else solution.winner,
        "margin": None if solution is None else solution.margin,
        "line": list(moves),
    }
    if solution is None:
        return Told(f"{_NOT_SOLVED} Its line is unknown; hint says which move looks best.", content)
    text = worths.verdict(position, solution, listener)
    if moves:
        text = f"{text}\nLine: {told(position, moves, listener)}.\nIn full: {' '.join(moves)}"
    return Told(text, content)


# --- Reviews ---


def reviewed(game: str, position: Position, seconds: float = _REVIEW) -> Told:
    """The review of a game, as far as it gets in that many seconds."""
    if not position.moves:
        raise IllegalMoveError("there is nothing to review: no move was made")
    found = review(
        position, seconds=seconds * _OF_A_REVIEW, total=seconds, memory=PARALLEL_ANSWER.memory, threads=1
    )
    return Told(_review_text(found), {"game": game, **found.to_json()})


def _review_text(found: Review) -> str:
    listener = BareListener(found.position.book)
    before = found.position.history()
    opening = "The opening could not be solved in time."
    if found.opening is not None:
        opening = f"At the start, with perfect play {worths.in_words(found.opening, listener)}."
    lines = [opening, *(_move_text(before[move.number - 1], move) for move in found.moves)]
    turning = found.turning_point
    if turning is not None:
        lines.append(f"Turning point: move {turning.number}.")
    for player in (FIRST, SECOND):
        accuracy = found.accuracy(player)
        if accuracy is not None:
            lines.append(f"Accuracy of {listener.name(player)}: {accuracy:.0%}.")
    lines.append(listener.result(found.position) if found.outcome else "The game is not over.")
    return "\n".join(lines)


def _move_text(before: Position, move: ReviewedMove) -> str:
    best = better(before, move, BareListener(before.book))
    remark = f" Best was {best}." if best else ""
    return f"{move.number}. Player {move.player} {move.move}: {move.verdict}.{remark}"


# --- Puzzles ---


def posed(
    book: RuleBook | str | Mapping[str, Any],
    seed: int,
    difficulty: Difficulty,
    size: Size | None,
    seconds: float = _SEARCH,
) -> Question:
    """A puzzle, if one is found in that many seconds."""
    end = time.perf_counter() + seconds

    def look_at_the_clock(_tried: int) -> None:
        if time.perf_counter() > end:
            raise PuzzleError(
                f"no puzzle that is {difficulty} was found in {seconds:g} seconds; "
                "try another seed, another difficulty or a smaller board"
            )

    found = puzzle(
        book,
        seed=seed,
        difficulty=difficulty,
        size=size,
        memory=PARALLEL_ANSWER.memory,
        progress=look_at_the_clock,
    )
    return replace(question(found), memory=PARALLEL_ANSWER.memory)


def judged(asked: Question, move: str) -> tuple[bool, str]:
    """Whether a move solves a puzzle, and why or why not."""
    asked.position.play(move)  # refuses what is no move here, and says why
    fresh = replace(asked)  # its solver goes with it
    listener = BareListener(asked.position.book)
    if move in asked.right:
        return True, f"Right: {fresh.why_right(move, listener)}"
    return False, f"No: {fresh.why_wrong(move, listener)} Nothing was played; try again."
