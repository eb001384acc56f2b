"""The command `solve`: who wins with perfect play, and what each move is worth."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from fivesquare import record
from fivesquare.books import NAMED
from fivesquare.engine import FIRST
from fivesquare.errors import quote
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver
from fivesquare.terminal.balancing import FAIR, balance_options, balanced
from fivesquare.terminal.entry import read_moves
from fivesquare.terminal.filters import answer_lines
from fivesquare.terminal.lines import told
from fivesquare.terminal.options import (
    SECONDS,
    RecordFile,
    blaming,
    board_options,
    chosen_book,
    leads_somewhere,
    opening,
    own_book_option,
    plain_option,
)
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.sheets import worth_board
from fivesquare.terminal.voices import Voice, voice_for
from fivesquare.terminal.waiting import Teller, warm_up_aloud
from fivesquare.terminal.worths import Soon, best_moves, estimated, verdict

_MEBIBYTE = 1024 * 1024
_FOR_SOLVING = 3 / 4  # of the time; the rest is for looking ahead, should that not be enough


class BookOrGame(RecordFile):
    """The name of a book, or else a game."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        name = str(value).lower()
        return name if name in NAMED else super().convert(value, param, ctx)

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
@click.option("--moves", default="", help='The moves played so far, like "1,1 5,5".')
@click.option("--value-only", is_flag=True, help="Only who wins and by how much, not each move.")
@click.option("--json", "as_json", is_flag=True, help="Write the JSON object that programs read.")
@click.option("--time", "seconds", type=SECONDS, help="Stop after so many seconds.")
@click.option(
    "--memory", type=click.IntRange(1, 65536), default=512, show_default=True, help="MiB for the table."
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    help="How many threads search, if it takes longer; one for each core unless said.",
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

    With a BOOK, or a FILE with a game in it or N of the games that `games` lists: for one position, drawn
    as a board. Without: reads records, one a line, and writes one JSON object a line. A solve that hits a
    limit says what is known, that it is not exact, and how it looks.
    """
    screen = Screen(plain)

    def answer(position: Position) -> _Answer:
        solver = Solver(position.book, position.board, memory=memory * _MEBIBYTE, threads=threads)
        return _answer(solver, position, value_only, seconds, screen)

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
    screen.write(_in_text(position, found, voice, screen))
    if effort:
        solution = found.solution
        screen.write(f"{solution.nodes:,} positions in {solution.seconds:.3f} s.")


def _game_in(path: Path) -> Position:
    """The position at the end of the game in a file."""
    if not leads_somewhere(path):
        books = ", ".join(NAMED)
        raise click.BadParameter(
            f"{quote(str(path))} is neither a book ({books}) nor a file with a game.",
            param_hint="'[BOOK|FILE|N]'",
        )
    return record.load(path)


class _Answer(NamedTuple):
    """What was found out about a position; `hunch` if it could not be solved."""

    solution: Solution
    soon: Soon
    hunch: Hunch | None

    def to_json(self) -> dict[str, Any]:
        answer = self.solution.to_json()
        if self.hunch is not None:
            answer["estimate"] = _estimate(self.solution.position, self.hunch)
        return answer


def _answer(
    solver: Solver, position: Position, value_only: bool, seconds: float | None, screen: Screen
) -> _Answer:
    """Solve; and if that took too long, look ahead in what was kept back of the time for it."""
    limit = seconds if seconds is None or value_only else seconds * _FOR_SOLVING
    progress = Teller(screen).solving
    solution = solver.solve(position, value_only=value_only, seconds=limit, progress=progress)
    if solution.exact:
        return _Answer(solution, {} if value_only else solver.how_soon(solution), None)
    if value_only or seconds is None:
        return _Answer(solution, {}, None)
    left = seconds * (1 - _FOR_SOLVING)
    return _Answer(solution, {}, solver.look_ahead(position, seconds=left, each=True))


def _estimate(position: Position, hunch: Hunch) -> dict[str, Any]:
    """What looking ahead suggests; margins are the first player's, as everywhere in JSON."""
    sign = 1 if position.state.turn == FIRST else -1
    each = hunch.each if position.book.goal == "points" else {}
    margins = {move: sign * each[move] for move in position.legal if move in each}
    return {
        "move": hunch.move,
        "margin": margins.get(hunch.move),
        "each": margins,
        "moves_ahead": hunch.depth,
    }


def _in_text(position: Position, found: _Answer, voice: Voice, screen: Screen) -> str:
    solution, soon, hunch = found
    lines = [f"{worth_board(position, solution, voice, soon=soon, hunch=hunch, tint=screen.tint)}\n"]
    if voice.balance():
        lines.append(f"({voice.balance()})")
    lines.append(verdict(position, solution, voice))
    if solution.best:
        lines.append(best_moves(position, solution, voice, soon))
    elif hunch is not None:
        lines.append(estimated(position, hunch, voice))
    if solution.line and not solution.value_only:
        lines.append(f"Line: {told(position, solution.line, voice)}.")
    return "\n".join([lines[0], *map(filled, lines[1:])])


def _after(position: Position, moves: str) -> Position:
    with blaming("--moves"):
        for move in read_moves(moves):
            position = position.play(move)
    return position
