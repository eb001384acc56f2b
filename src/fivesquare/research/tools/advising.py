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
from fivesquare.players.adviser import EFFORT, Adviser
from fivesquare.position import Position
from fivesquare.puzzles import Difficulty, puzzle
from fivesquare.research.tools.telling import Told, voice_of
from fivesquare.reviews import Review, ReviewedMove, review
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Hunch, Solution
from fivesquare.terminal import worths
from fivesquare.terminal.lines import told
from fivesquare.terminal.questions import Question, question
from fivesquare.terminal.verdicts import better

MEMORY = 128 * 1024 * 1024  # bytes for the table of a solver, of which there is one a thread
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
    player = make_player(opponent, luck, adviser=Adviser(memory=MEMORY))
    return player.choose(position), player.remark


# --- Hints and lines ---


def hint(game: str, position: Position, effort: int = EFFORT) -> Told:
    """A best move, and why; one that looks best where that cannot be proved in time."""
    if position.is_over:
        raise IllegalMoveError("there is no move to choose: the game is over")
    adviser = Adviser(effort, MEMORY)
    solution = adviser.solve(position)
    if solution is None:
        return _estimated(game, position, adviser.estimate(position))
    solver = adviser.solver(position)
    soon = solver.how_soon(solution)
    move = worths.recommended(solution, soon)[0]
    line = solver.line(position, after=move)
    text = worths.hint(position, solution, move, voice_of(position), line, soon)
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
    text = f"{_NOT_SOLVED} Not proved: {worths.estimated(position, hunch, voice_of(position))}"
    unsolved = Solution(position, None, exact=False)
    return Told(text, {**_hinted(game, hunch.move, unsolved), "exact": False})


def line(game: str, position: Position, effort: int = EFFORT) -> Told:
    """Who wins with perfect play, and one such continuation."""
    voice = voice_of(position)
    solution = Adviser(effort, MEMORY).solve(position)
    moves: Sequence[str] = () if solution is None else solution.line
    content = {
        "game": game,
        "exact": solution is not None,
        "winner": None if solution is None else solution.winner,
        "margin": None if solution is None else solution.margin,
        "line": list(moves),
    }
    if solution is None:
        return Told(f"{_NOT_SOLVED} Nobody knows its line; hint says which move looks best.", content)
    text = worths.verdict(position, solution, voice)
    if moves:
        text = f"{text}\nLine: {told(position, moves, voice)}.\nIn full: {' '.join(moves)}"
    return Told(text, content)


# --- Reviews ---


def reviewed(game: str, position: Position, seconds: float = _REVIEW) -> Told:
    """A game gone over, as much of it as can be had in so many seconds."""
    if not position.moves:
        raise IllegalMoveError("there is nothing to go over: no move was made")
    found = review(position, seconds=seconds * _OF_A_REVIEW, total=seconds, memory=MEMORY, threads=1)
    return Told(_review_text(found), {"game": game, **found.to_json()})


def _review_text(found: Review) -> str:
    voice = voice_of(found.position)
    before = found.position.history()
    opening = "The opening could not be solved in time."
    if found.opening is not None:
        opening = f"At the start, with perfect play {worths.in_words(found.opening, voice)}."
    lines = [opening, *(_move_text(before[move.number - 1], move) for move in found.moves)]
    turning = found.turning_point
    if turning is not None:
        lines.append(f"Turning point: move {turning.number}.")
    for player in (FIRST, SECOND):
        accuracy = found.accuracy(player)
        if accuracy is not None:
            lines.append(f"Accuracy of {voice.name(player)}: {accuracy:.0%}.")
    lines.append(voice.result(found.position) if found.outcome else "The game is not over.")
    return "\n".join(lines)


def _move_text(before: Position, move: ReviewedMove) -> str:
    best = better(before, move, voice_of(before))
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
    """A puzzle, if one can be found in so many seconds."""
    end = time.perf_counter() + seconds

    def look_at_the_clock(_tried: int) -> None:
        if time.perf_counter() > end:
            raise PuzzleError(
                f"no puzzle that is {difficulty} was found in {seconds:g} seconds; "
                "try another seed, another difficulty or a smaller board"
            )

    found = puzzle(
        book, seed=seed, difficulty=difficulty, size=size, memory=MEMORY, progress=look_at_the_clock
    )
    return replace(question(found), memory=MEMORY)


def judged(asked: Question, move: str) -> tuple[bool, str]:
    """Whether a move solves a puzzle, and why or why not."""
    asked.position.play(move)  # refuses what is no move here, and says why
    fresh = replace(asked)  # its solver goes with it
    voice = voice_of(asked.position)
    if move in asked.right:
        return True, f"Right: {fresh.why_right(move, voice)}"
    return False, f"No: {fresh.why_wrong(move, voice)} Nothing was played; try again."
