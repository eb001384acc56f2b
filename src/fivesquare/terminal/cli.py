"""The command `fivesquare`.

Exit status: 0 all went well; 1 something that was read could not be used; 2 the command line is
wrong; 130 left with Ctrl-C.
"""

import os
import random
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from fivesquare import __version__, record
from fivesquare.board import Board, Size, parse_size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.errors import FivesquareError, RecordError, quote
from fivesquare.explain import explain, in_brief
from fivesquare.players import check_player
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.terminal import games
from fivesquare.terminal.filters import answer_lines, describe
from fivesquare.terminal.menu import choose_game
from fivesquare.terminal.replay import replay as show_again
from fivesquare.terminal.screen import Screen, forgive_bad_bytes
from fivesquare.terminal.session import Session

DEEPEST_PERFT = 200
INTERRUPTED = 130

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def main() -> None:
    """Run the command; whatever goes wrong is one clear line, never a traceback."""
    forgive_bad_bytes()
    try:
        status = cli.main(prog_name="fivesquare", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except FivesquareError as error:
        click.echo(f"fivesquare: {error}", err=True)
        status = 1
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status if isinstance(status, int) else 0)


class Commands(click.Group):
    """Lists commands in the order in which they are written here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # whoever was asked has been told what there is to tell
            ctx.exit(INTERRUPTED)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: fivesquare play grow --second greedy",
)
@click.version_option(__version__, prog_name="fivesquare")
@click.pass_context
def cli(context: click.Context) -> None:
    """Five two-player games of claiming squares on a grid.

    Without a command: a short menu, then a game.
    """
    if context.invoked_subcommand is None:
        _play_from_menu(Screen())


def _play_from_menu(screen: Screen) -> None:
    try:
        wish = choose_game(screen)
    except EOFError:
        return
    board, size = (wish.board, None) if isinstance(wish.board, Board) else (None, wish.board)
    _play(_deal(wish.book, board, size, None), wish.seats, screen, None)


# --- Options that several commands share ---


def _book_argument(command: Decorated) -> Decorated:
    """BOOK, or --book FILE in its place."""
    command = click.argument(
        "name", metavar="[BOOK]", required=False, type=click.Choice(list(CATALOGUE)), default=None
    )(command)
    return click.option(
        "--book",
        "file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="A rule book of your own, a JSON object in a file, in place of BOOK.",
    )(command)


def _plain_option(command: Decorated) -> Decorated:
    return click.option("--plain", is_flag=True, help="Bare text: no colour at all.")(command)


def _seat_options(command: Decorated) -> Decorated:
    words = "human, random or greedy"
    command = click.option("--second", metavar="PLAYER", help=f"Who plays second: {words}.")(command)
    return click.option("--first", metavar="PLAYER", help=f"Who plays first: {words}.")(command)


@contextmanager
def _blaming(option: str) -> Iterator[None]:
    """What goes wrong in here is the fault of an option on the command line."""
    try:
        yield
    except FivesquareError as error:
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None


def _chosen_book(name: str | None, file: Path | None) -> RuleBook:
    if (name is None) == (file is None):
        raise click.UsageError(f"Name a book ({', '.join(CATALOGUE)}), or give one with --book FILE.")
    return find_book(name) if file is None else RuleBook.of(record.read_json(file))


def _read_board(text: str) -> Board:
    """Rows as text, or a file with rows in it."""
    path = Path(text)
    try:
        if path.is_file():
            return Board.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        raise RecordError(f"cannot read a board from {quote(text)}") from None
    if any(letter.isalpha() for letter in text):
        raise RecordError(f"there is no file {quote(text)}, and as rows it is no board")
    return Board.parse(text)


# --- Playing ---


@cli.command(epilog='Example: fivesquare play sweep --board "5 3 8/2 9 1/6 4 7" --second greedy')
@_book_argument
@_seat_options
@click.option("--board", metavar="ROWS|FILE", help='The values, like "5 3 8/2 9 1/6 4 7".')
@click.option("--size", metavar="RxC", help="Rows x columns of a random board, 1x2 to 8x8.")
@click.option("--seed", type=int, help="The same seed gives the same board and the same luck.")
@click.option("--toss", is_flag=True, help="Draw lots for who plays first.")
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game here."
)
@_plain_option
def play(
    name: str | None,
    file: Path | None,
    first: str | None,
    second: str | None,
    board: str | None,
    size: str | None,
    seed: int | None,
    toss: bool,
    save: Path | None,
    plain: bool,
) -> None:
    """Play a game, with a friend or the computer."""
    if board is not None and size is not None:
        raise click.UsageError("Give --board or --size, not both.")
    book = _chosen_book(name, file)
    seats = (_seat("--first", first), _seat("--second", second))
    with _blaming("--size"):
        wanted = None if size is None else parse_size(size)
    with _blaming("--board"):
        position = _deal(book, None if board is None else _read_board(board), wanted, seed)
    if save is not None:
        with _blaming("--save"):
            save = games.save_as(str(save), position)
    screen = Screen(plain)
    if toss:
        seats = _toss(seats, position.extra["seed"], screen)
    _play(position, seats, screen, save)


def _seat(option: str, name: str | None, before: str = "human") -> str:
    """Who sits there: as the option says, or else who sat there before."""
    if name is None:
        return before
    with _blaming(option):
        check_player(name)
    return name


def _deal(book: RuleBook, board: Board | None, size: Size | None, seed: int | None) -> Position:
    """The opening position; the seed is written into the record, so that luck can be repeated."""
    seed = secrets.randbits(32) if seed is None else seed
    dealt = book.deal(random.Random(seed), size) if board is None else board
    record = {"book": book.name or book.answers, "board": dealt.rows, "moves": [], "seed": seed}
    return Position.from_record(record)


def _toss(seats: tuple[str, str], seed: int, screen: Screen) -> tuple[str, str]:
    swapped = random.Random(f"toss {seed}").random() < 0.5
    drawn = (seats[1], seats[0]) if swapped else seats
    who = drawn[0]
    if seats[0] == seats[1]:  # two people share the screen: say which of them is meant
        who = "whoever sits on the right" if swapped else "whoever sits on the left"
    screen.write(f"The lot falls on {who}, to play first.\n")
    return drawn


def _play(position: Position, seats: tuple[str, str], screen: Screen, save: Path | None) -> None:
    file = save or _autosave(position, screen)
    seed = position.extra.get("seed")
    Session(position, seats, screen, file, seed if isinstance(seed, int) else 0).play()


def _autosave(position: Position, screen: Screen) -> Path | None:
    try:
        return games.new_file(position.book.name or "own")
    except OSError as error:
        screen.warn(f"This game is not kept: {error.filename}: {error.strerror}. Use --save FILE.")
        return None


@cli.command(epilog="Example: fivesquare resume game.json --second greedy")
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@_seat_options
@_plain_option
def resume(path: Path | None, first: str | None, second: str | None, plain: bool) -> None:
    """Go on with a saved game.

    Without FILE: with the last one that was left.
    """
    path = path or games.newest(finished=False)
    if path is None:
        raise RecordError("there is no game to go on with")
    position = record.load(path)
    if position.is_over:
        raise RecordError(f"the game in {quote(str(path))} is over; see it with fivesquare replay")
    before = _seats_of(position)
    seats = (_seat("--first", first, before[0]), _seat("--second", second, before[1]))
    _play(position, seats, Screen(plain), path)


def _seats_of(position: Position) -> tuple[str, str]:
    """Who sat there when the game was saved, if the record says so."""
    players = position.extra.get("players")
    if isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players):
        return players[0], players[1]
    return "human", "human"


@cli.command(epilog="Example: fivesquare replay game.json --plain")
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@_plain_option
def replay(path: Path | None, plain: bool) -> None:
    """Show a game again, step by step.

    Without FILE: the last one that was finished.
    """
    path = path or games.newest(finished=True)
    if path is None:
        raise RecordError("there is no finished game to show")
    show_again(record.load(path), Screen(plain))


# --- Reading ---


@cli.command(epilog="Example: fivesquare rules chain")
@_book_argument
def rules(name: str | None, file: Path | None) -> None:
    """Explain a game, with its rulings."""
    click.echo(explain(_chosen_book(name, file)))


@cli.command(epilog="Example: fivesquare books")
def books() -> None:
    """List the games."""
    for book in CATALOGUE.values():
        click.echo(f"{book.name:<8}  {book.size}  {book.title}: {in_brief(book)}")


# --- For other programs ---


@cli.command(epilog="Example: fivesquare state < records.jsonl")
def state() -> None:
    """Say what the position of each record is.

    Reads records, one a line, and writes one JSON object a line.
    """
    _exit_with(answer_lines(describe))


@cli.command(epilog="Example: fivesquare perft --depth 4 < records.jsonl")
@click.option("--depth", type=click.IntRange(0, DEEPEST_PERFT), required=True, help="How many moves deep.")
def perft(depth: int) -> None:
    """Count the sequences of moves from each record.

    Reads records, one a line, and writes one JSON object a line.
    """
    from fivesquare.background import finish  # Numba: only who counts waits for it
    from fivesquare.perft import perft as count

    def answer(position: Position) -> dict[str, Any]:
        number = finish(lambda: count(position.setup, position.state, depth))
        return {"depth": depth, "count": number}

    _exit_with(answer_lines(answer))


def _exit_with(status: int) -> None:
    click.get_current_context().exit(status)


@cli.command(epilog='Example: eval "$(fivesquare completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of your shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "fivesquare", "_FIVESQUARE_COMPLETE").source())
