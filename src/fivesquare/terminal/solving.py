"""The command `solve`: who wins with perfect play, and what each move is worth."""

import json
from pathlib import Path

import click

from fivesquare.position import Position
from fivesquare.solver import Solution
from fivesquare.solver import solve as solve_position
from fivesquare.terminal.balancing import FAIR, balance_options, balanced
from fivesquare.terminal.filters import answer_lines
from fivesquare.terminal.options import (
    SECONDS,
    blaming,
    board_options,
    book_argument,
    chosen_book,
    opening,
    plain_option,
)
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import Teller, warm_up_aloud
from fivesquare.terminal.worths import verdict, worth_board

_MEBIBYTE = 1024 * 1024


@click.command(epilog='Example: fivesquare solve sweep --board "5 3 8/2 9 1/6 4 7" --moves "2,2 1,3"')
@book_argument
@board_options
@balance_options
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
    swap: bool,
    komi: str | None,
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
    screen = Screen(plain)

    def answer(position: Position) -> Solution:
        return solve_position(
            position,
            value_only=value_only,
            seconds=seconds,
            memory=memory * _MEBIBYTE,
            progress=Teller(screen).solving,
        )

    if name is None and file is None:
        if board or size or seed is not None or swap or komi is not None or moves:
            raise click.UsageError("--board, --size, --seed, --swap, --komi and --moves go with a BOOK.")
        warm_up_aloud(screen)
        click.get_current_context().exit(answer_lines(lambda position: answer(position).to_json()))
    start = balanced(opening(chosen_book(name, file), board, size, seed), swap, komi, screen)
    position = _after(start, moves)
    warm_up_aloud(screen)
    solution = answer(position)
    voice = voice_for(position.book, screen.paint)
    if as_json:
        if komi == FAIR:  # the object does not say it
            screen.warn(f"({voice.balance()})")
        click.echo(json.dumps(solution.to_json()))
        return
    screen.write(f"{worth_board(position, solution, voice)}\n")
    if voice.balance():
        screen.write(f"({voice.balance()})")
    screen.write(verdict(position, solution, voice))
    if solution.best:
        screen.write(f"Best: {', '.join(solution.best)}.")
    if effort:
        screen.write(f"{solution.nodes:,} positions in {solution.seconds:.3f} s.")


def _after(position: Position, moves: str) -> Position:
    with blaming("--moves"):
        for move in moves.split():
            position = position.play(move)
    return position
