"""What several commands share: options, and how a book and a board are read from them."""

import math
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fivesquare import files, record
from fivesquare.board import Board, Size, parse_size
from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.errors import FivesquareError, RecordError, quote
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.terminal import games
from fivesquare.terminal.summaries import in_a_line
from fivesquare.terminal.words import player_names, read_player

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

STYLES = ("book", "clear")
"""As its book has it; or all games alike, with everything marked."""

_MOST_DIGITS = 6

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A span of time: any number from 0 on, or above it, that has an end."""

    name = "seconds"

    def __init__(self, most: float | None = None, min_open: bool = False) -> None:
        super().__init__(0, most, min_open=min_open)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return number


SECONDS = Seconds()


class Several(click.types.StringParamType):
    """Words with commas in between."""

    name = "words"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        words = tuple(word.strip() for word in str(value).split(","))
        return words if all(words) else self.fail(f"{quote(value)} is no list like a,b,c.", param, ctx)


WORDS = Several()


class PlayerName(click.types.StringParamType):
    """A player, as people write them: `level 3` is `level:3`."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return read_player(value)
        except FivesquareError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem  # only a shell that completes waits for it

        return [CompletionItem(name) for name in player_names() if name.startswith(incomplete.lower())]


class RecordFile(click.Path):
    """A file with a game, or the number of a kept one: `3` is a number, `./3` a file."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not _is_number(str(value)):
            return super().convert(value, param, ctx)
        try:
            return games.numbered(int(value))[0]
        except RecordError as error:
            if Path(value).exists():
                raise RecordError(f"{error}; the file is ./{value}") from None
            raise

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Numbers as long as it can be one, else files."""
        from click.shell_completion import CompletionItem

        numbers = [
            CompletionItem(str(number), help=in_a_line(position))
            for number, (_, position) in enumerate(games.every(), 1)
            if str(number).startswith(incomplete)
        ]
        return numbers or [CompletionItem(incomplete, type="file")]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def name_argument(command: Decorated) -> Decorated:
    """The name of a book or of a variant, which may be left out."""
    return click.argument(
        "name",
        metavar=f"[{'|'.join((*CATALOGUE, 'VARIANT'))}]",
        required=False,
        type=click.Choice(list(NAMED), case_sensitive=False),
    )(command)


def book_argument(command: Decorated) -> Decorated:
    """The name of a book or of a variant, or --book FILE in its place."""
    return own_book_option(name_argument(command))


def own_book_option(command: Decorated) -> Decorated:
    return click.option(
        "--book",
        "file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="A rule book of your own, a JSON object in a file, in place of a name.",
    )(command)


def plain_option(command: Decorated) -> Decorated:
    return click.option("--plain", is_flag=True, help="Bare text: no colour, no line editing.")(command)


def style_option(command: Decorated) -> Decorated:
    return click.option(
        "--style",
        type=click.Choice(STYLES, case_sensitive=False),
        default=STYLES[0],
        show_default=True,
        help="As the rule book shows it, or every book drawn alike.",
    )(command)


def seat_options(command: Decorated) -> Decorated:
    words = "human, random, greedy, level:1 to level:10, or perfect"
    for option, place in (("--second", "second"), ("--first", "first")):
        command = click.option(
            option, metavar="PLAYER", type=PlayerName(), help=f"Who plays {place}: {words}."
        )(command)
    return command


def board_options(command: Decorated) -> Decorated:
    """--board, --size and --seed; `opening` reads them."""
    command = click.option(
        "--seed", type=int, help="The same seed gives the same board and the same luck."
    )(command)
    command = click.option("--size", metavar="RxC", help="Rows x columns of a random board, 1x2 to 8x8.")(
        command
    )
    return click.option("--board", metavar="ROWS|FILE", help='The values, like "5 3 8/2 9 1/6 4 7".')(
        command
    )


def place_options(command: Decorated) -> Decorated:
    """--workers and --cluster: where long work is done."""
    command = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster, like tcp://10.0.0.1:8786, in place of this machine.",
    )(command)
    return click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(1),
        help="How many processes of this machine work.  [default: one for each core]",
    )(command)


def record_argument(command: Decorated) -> Decorated:
    """A file, or the number of a kept game."""
    return click.argument("path", metavar="[FILE|N]", required=False, type=RecordFile())(command)


@contextmanager
def blaming(option: str) -> Iterator[None]:
    """What goes wrong in here is the fault of an option on the command line."""
    try:
        yield
    except FivesquareError as error:
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None


def chosen_book(name: str | None, file: Path | None) -> RuleBook:
    if (name is None) == (file is None):
        raise click.UsageError(f"Name a book ({', '.join(NAMED)}), or give one with --book FILE.")
    if file is None:
        return find_book(name)
    answers = record.read_json(file)
    with record.naming(file):
        return find_book(answers)


def named_book(text: str, option: str) -> RuleBook:
    """The book of that name, or the one in a file of that name; `option` is blamed if there is neither."""
    if text.lower() in NAMED:
        return find_book(text.lower())
    path = Path(text)
    if not leads_somewhere(path):
        books = ", ".join(NAMED)
        raise click.BadParameter(
            f"{quote(text)} is neither a book ({books}) nor a file with one.", param_hint=f"'{option}'"
        )
    return chosen_book(None, path)


def read_board(text: str) -> Board:
    """Rows as text, or a file with rows in it."""
    path = Path(text)
    if leads_somewhere(path):
        with record.naming(path):
            return Board.parse(files.read_text(path))
    if any(letter.isalpha() for letter in text):
        raise RecordError(f"there is no file {quote(text)}, and as rows it is no board")
    return Board.parse(text)


def leads_somewhere(path: Path) -> bool:
    """Whether there is anything but a folder of that name. Rows may be longer than any name can be."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False


def opening(book: RuleBook, board: str | None, size: str | None, seed: int | None) -> Position:
    """The opening position that the board options ask for."""
    if board is not None and size is not None:
        raise click.UsageError("Give --board or --size, not both.")
    with blaming("--size"):
        wanted = None if size is None else parse_size(size)
    with blaming("--board"):
        return deal(book, None if board is None else read_board(board), wanted, seed)


def deal(book: RuleBook, board: Board | None, size: Size | None, seed: int | None) -> Position:
    """The opening position; the seed is written into the record, so that luck can be repeated."""
    seed = secrets.randbits(32) if seed is None else seed
    return replace(Position.start(book, board=board, size=size, seed=seed), extra={"seed": seed})
