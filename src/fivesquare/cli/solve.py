"""`fivesquare solve`."""

import json
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fivesquare import record
from fivesquare.books import NAMED
from fivesquare.cli.options import (
    SECONDS,
    RecordFile,
    balance_options,
    balanced,
    blaming,
    board_options,
    chosen_book,
    opening,
    own_book_option,
    plain_option,
)
from fivesquare.cli.record_lines import answer_lines
from fivesquare.errors import NotationError
from fivesquare.position import Position
from fivesquare.solver import Solver
from fivesquare.table.openings import FAIR, leads_somewhere
from fivesquare.terminal.progress import warm_up_aloud
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.solve_report import Found, find, found_text
from fivesquare.terminal.voices import voice_for
from fivesquare.words.typed import read_book, read_moves, unknown_book

_MEBIBYTE = 1024 * 1024


class BookOrGame(RecordFile):
    """The name of a book, a file with a game, or the number of a saved one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return read_book(str(value)) or super().convert(value, param, ctx)
        except NotationError as error:
            self.fail(f"{error}.", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        books = [CompletionItem(name) for name in NAMED if name.startswith(incomplete.lower())]
        return [*books, *super().shell_complete(ctx, param, incomplete)]


@click.command(epilog='Example: fivesquare solve sweep --board "5 3 8/2 9 1/6 4 7" --moves "2,2 1,3"')
@click.argument("what", metavar="[BOOK|FILE|N]", required=False, type=BookOrGame())
@own_book_option
@board_options
@balance_options
@click.option("--moves", default="", help='Moves played so far, like "1,1 5,5".')
@click.option("--value-only", is_flag=True, help="Say only who wins and by how much, not each move.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.option("--time", "seconds", type=SECONDS, help="Time limit.  [default: none]")
@click.option(
    "--memory",
    type=click.IntRange(1, 65536),
    default=512,
    show_default=True,
    help="MiB for the transposition table.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    help="Search threads for long solves.  [default: one per core]",
)
@click.option("--effort", is_flag=True, help="Also say how many positions were searched, and how long.")
@plain_option
def solve(
    what: str | Path | None,
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
    threads: int | None,
    effort: bool,
    plain: bool,
) -> None:
    """Say who wins with perfect play, and what each move is worth.

    With a BOOK, a FILE with a game, or N in the list of `games`: one position, drawn as a board. Without:
    reads records, one per line, and writes one JSON object per line. A solve that hits a limit says what is
    known, that it is not exact, and how it looks.
    """
    screen = Screen(plain)

    def answer(position: Position) -> Found:
        solver = Solver(position.book, position.board, memory=memory * _MEBIBYTE, threads=threads)
        return find(solver, position, value_only, seconds, screen)

    has_board = bool(board or size or seed is not None or swap or komi is not None)
    if what is None and file is None:
        if has_board or moves:
            raise click.UsageError("--board, --size, --seed, --swap, --komi and --moves go with a BOOK.")
        warm_up_aloud(screen)
        click.get_current_context().exit(answer_lines(lambda position: answer(position).to_json()))
    if not isinstance(what, Path):
        start = balanced(opening(chosen_book(what, file), board, size, seed), swap, komi, screen)
    elif has_board or file is not None:
        raise click.UsageError("--book, --board, --size, --seed, --swap and --komi do not go with a FILE.")
    else:
        start = _game_in(what)
    position = _after(start, moves)
    warm_up_aloud(screen)
    found = answer(position)
    voice = voice_for(position.book, screen.paint)
    if as_json:
        if komi == FAIR:  # the object does not say it
            screen.warn(f"({voice.balance()})")
        click.echo(json.dumps(found.to_json()))
        return
    screen.write(found_text(position, found, voice, screen))
    if effort:
        solution = found.solution
        screen.write(f"{solution.nodes:,} positions in {solution.seconds:.3f} s.")


def _game_in(path: Path) -> Position:
    """The position at the end of the game in a file."""
    if not leads_somewhere(path):
        problem = unknown_book(str(path), "a file with a game")
        raise click.BadParameter(f"{problem}.", param_hint="'[BOOK|FILE|N]'")
    return record.load(path)


def _after(position: Position, moves: str) -> Position:
    with blaming("--moves"):
        for move in read_moves(moves):
            position = position.play(move)
    return position
