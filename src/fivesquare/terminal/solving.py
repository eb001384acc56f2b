"""The commands that ask the solver: solve, review, puzzle. It is imported when one of them runs."""

import json
import random
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fivesquare import record
from fivesquare.background import finish
from fivesquare.books import CATALOGUE
from fivesquare.errors import FivesquareError, quote
from fivesquare.position import Position
from fivesquare.terminal import games
from fivesquare.terminal.filters import answer_lines
from fivesquare.terminal.options import (
    SECONDS,
    blaming,
    board_options,
    book_argument,
    chosen_book,
    opening,
    plain_option,
    record_argument,
)
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for

if TYPE_CHECKING:
    from fivesquare.solver import Progress

_MEBIBYTE = 1024 * 1024
_FIRST_WORD = 2.0  # seconds of silence before a long solve says how far it is
_NEXT_WORD = 5.0


def say_if_cold(screen: Screen) -> bool:
    """The first search after an installation takes seconds: say so."""
    from fivesquare.solver import is_warm

    if is_warm():
        return False
    screen.warn("(Compiling the solver, once after an installation or an upgrade: some seconds ...)")
    return True


def warm_up_aloud(screen: Screen) -> None:
    """Compile what has to be compiled, and say so."""
    from fivesquare.solver import warm_up

    if say_if_cold(screen):
        begun = time.monotonic()
        finish(warm_up)
        screen.warn(f"(Done in {time.monotonic() - begun:.0f} s.)")


class Teller:
    """Says now and then how far a long piece of work has come, a line at a time, on standard error."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._next = time.monotonic() + _FIRST_WORD

    def say(self, text: Callable[[], str]) -> None:
        if time.monotonic() >= self._next:
            self._screen.warn(f"({text()})")
            self._next = time.monotonic() + _NEXT_WORD

    def solving(self, progress: "Progress") -> None:
        done = f", {progress.moves_done} of {progress.moves} moves" if progress.moves else ""
        self.say(
            lambda: f"solving: {progress.nodes / 1e6:.1f} million positions, {progress.seconds:.0f} s{done}"
        )


@click.command(epilog='Example: fivesquare solve sweep --board "5 3 8/2 9 1/6 4 7" --moves "2,2 1,3"')
@book_argument
@board_options
@click.option("--moves", default="", help='The moves played so far, like "1,1 5,5".')
@click.option("--value-only", is_flag=True, help="Only who wins and by how much, not each move.")
@click.option("--json", "as_json", is_flag=True, help="Write the JSON object that programs read.")
@click.option("--time", "seconds", type=SECONDS, help="Stop after so many seconds.")
@click.option(
    "--memory", type=click.IntRange(1, 65536), default=512, show_default=True, help="MiB for the table."
)
@click.option("--effort", is_flag=True, help="Also say how many positions were searched, and how long.")
@plain_option
def solve(
    name: str | None,
    file: Path | None,
    board: str | None,
    size: str | None,
    seed: int | None,
    moves: str,
    value_only: bool,
    as_json: bool,
    seconds: float | None,
    memory: int,
    effort: bool,
    plain: bool,
) -> None:
    """Say who wins with perfect play, and what each move is worth.

    With BOOK: for one position, drawn as a board. Without: reads records, one a line, and writes one JSON
    object a line. A solve that hits a limit says what is known, and that it is not exact.
    """
    from fivesquare.solver import Solution
    from fivesquare.solver import solve as solve_position
    from fivesquare.terminal.worths import verdict, worth_board

    screen = Screen(plain)
    warm_up_aloud(screen)

    def answer(position: Position) -> Solution:
        teller = Teller(screen)
        return solve_position(
            position,
            value_only=value_only,
            seconds=seconds,
            memory=memory * _MEBIBYTE,
            progress=teller.solving,
        )

    if name is None and file is None:
        if board or size or seed is not None or moves:
            raise click.UsageError("--board, --size, --seed and --moves go with a BOOK.")
        click.get_current_context().exit(answer_lines(lambda position: answer(position).to_json()))
    position = _after(opening(chosen_book(name, file), board, size, seed), moves)
    solution = answer(position)
    if as_json:
        click.echo(json.dumps(solution.to_json()))
        return
    voice = voice_for(position.book, screen.paint)
    screen.write(f"{worth_board(position, solution, voice)}\n\n{verdict(position, solution, voice)}")
    if solution.best:
        screen.write(f"Best: {', '.join(solution.best)}.")
    if effort:
        screen.write(f"{solution.nodes:,} positions in {solution.seconds:.3f} s.")


def _after(position: Position, moves: str) -> Position:
    with blaming("--moves"):
        for move in moves.split():
            position = position.play(move)
    return position


@click.command(epilog="Example: fivesquare review game.json --svg curve.svg")
@record_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the curve as a picture."
)
@click.option("--time", "seconds", type=SECONDS, help="Seconds for each move at the most.")
@plain_option
def review(path: Path | None, as_json: bool, svg: Path | None, seconds: float | None, plain: bool) -> None:
    """Go over a game: what every move was worth.

    Without FILE: the last game that was finished.
    """
    game = record.load(games.finished(path))
    from fivesquare.reviews import review as review_game
    from fivesquare.terminal.curve import to_svg
    from fivesquare.terminal.reviewing import in_text

    screen = Screen(plain)
    warm_up_aloud(screen)
    teller = Teller(screen)
    reviewed = review_game(
        game,
        seconds=seconds,
        progress=lambda done, total: teller.say(lambda: f"reviewing: {done} of {total} moves"),
    )
    if svg is not None:
        _write(svg, to_svg(reviewed, f"{game.book.title}: the course of the game"))
    if as_json:
        click.echo(json.dumps(reviewed.to_json()))
    else:
        screen.write(in_text(reviewed, voice_for(game.book, screen.paint)))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else "that is no file name"
        raise FivesquareError(f"cannot write {quote(str(path))}: {problem}") from None


@click.command(epilog="Example: fivesquare puzzle grow --difficulty hard --seed 3")
@click.argument(
    "name", metavar=f"[{'|'.join(CATALOGUE)}]", required=False, type=click.Choice(list(CATALOGUE))
)
@click.option("--seed", type=int, help="The same seed gives the same puzzle.")
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    default="medium",
    show_default=True,
    help="How hard it is.",
)
@plain_option
def puzzle(name: str | None, seed: int | None, difficulty: Any, plain: bool) -> None:
    """Find the one move that wins.

    Without BOOK: a puzzle of any game.
    """
    from fivesquare.puzzles import puzzle as make_puzzle
    from fivesquare.terminal.puzzling import pose

    seed = secrets.randbits(24) if seed is None else seed
    name = name or random.Random(f"book {seed}").choice(list(CATALOGUE))
    screen = Screen(plain)
    warm_up_aloud(screen)
    teller = Teller(screen)
    made = make_puzzle(
        name,
        seed=seed,
        difficulty=difficulty,
        progress=lambda tried: teller.say(lambda: f"looking for a puzzle: {tried} games tried"),
    )
    try:
        pose(made, screen)
    except EOFError:
        return
