"""Options that several commands share, and the book, board and opening that they ask for."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fivesquare.board import parse_size
from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.cli.modes import FULL
from fivesquare.errors import FivesquareError, NotationError, RecordError, quote
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.table import saved_games
from fivesquare.table.advice import RESULTS_ONLY
from fivesquare.table.openings import book_in, deal, leads_somewhere, read_board, with_balance
from fivesquare.table.settings import STYLES
from fivesquare.table.summaries import in_a_line
from fivesquare.terminal.progress import solved_margin
from fivesquare.terminal.screen import Screen
from fivesquare.web.settings import POSTGRESQL, SQLITE, default_database
from fivesquare.words.typed import player_names, read_book, read_player, unknown_book

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MOST_DIGITS = 6

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A finite number of seconds, from 0 or above 0."""

    name = "seconds"

    def __init__(self, most: float | None = None, min_open: bool = False) -> None:
        super().__init__(0, most, min_open=min_open)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return number


SECONDS = Seconds()


class GroupOfCommands(click.Group):
    """A group whose help lists its commands with whole sentences, in the order of their file."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        summaries = [((each.help or "").partition("\n\n")[0], name) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary.replace("\n", " ")) for summary, name in summaries])


def _database(_context: click.Context, _option: click.Parameter, url: str | None) -> str:
    if url is None:
        return default_database()
    if not url.startswith((SQLITE, *POSTGRESQL)):
        raise click.BadParameter("it must start with sqlite:/// or postgresql://.")
    return url


database_option = click.option(
    "--database",
    "url",
    metavar="URL",
    callback=_database,
    help="Where games are stored: sqlite:///FILE or postgresql://USER@HOST/NAME."
    "  [default: SQLite in your data folder]",
)

size_option = click.option(
    "--size", metavar="RxC", help="Rows x columns, 1x2 to 8x8, instead of the book's."
)


class Several(click.types.StringParamType):
    """Words separated by commas."""

    name = "words"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        words = tuple(word.strip() for word in str(value).split(","))
        return words if all(words) else self.fail(f"{quote(value)} is not a list like a,b,c.", param, ctx)


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
        from click.shell_completion import CompletionItem  # only completion needs it

        return [CompletionItem(name) for name in player_names() if name.startswith(incomplete.lower())]


class RecordFile(click.Path):
    """A file with a game, or the number of a saved one: `3` is a number, `./3` a file."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not _is_number(str(value)):
            return super().convert(value, param, ctx)
        try:
            return saved_games.numbered(int(value))[0]
        except RecordError as error:
            if Path(value).exists():
                raise RecordError(f"{error}; the file is ./{value}") from None
            raise

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Complete numbers of saved games, or else files."""
        from click.shell_completion import CompletionItem

        numbers = [
            CompletionItem(str(number), help=in_a_line(position))
            for number, (_, position) in enumerate(saved_games.every(), 1)
            if str(number).startswith(incomplete)
        ]
        return numbers or [CompletionItem(incomplete, type="file")]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


class BookName(click.types.StringParamType):
    """A book or a variant, by its name or its title."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return read_book(value) or self.fail(f"{unknown_book(value)}.", param, ctx)
        except NotationError as error:
            self.fail(f"{error}.", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in NAMED if name.startswith(incomplete.lower())]


def name_argument(command: Decorated) -> Decorated:
    """An optional name of a book or variant."""
    return click.argument(
        "name",
        metavar=f"[{'|'.join((*CATALOGUE, 'VARIANT'))}]",
        required=False,
        type=BookName(),
    )(command)


def book_argument(command: Decorated) -> Decorated:
    """An optional name of a book or variant, or --book FILE instead."""
    return own_book_option(name_argument(command))


def own_book_option(command: Decorated) -> Decorated:
    return click.option(
        "--book",
        "file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="File with a rule book of your own, a JSON object, instead of a name.",
    )(command)


def plain_option(command: Decorated) -> Decorated:
    return click.option("--plain", is_flag=True, help="Write bare text: no colour, no line editing.")(
        command
    )


def board_style_option(command: Decorated) -> Decorated:
    return click.option(
        "--style",
        type=click.Choice(STYLES, case_sensitive=False),
        default=STYLES[0],
        show_default=True,
        help="How boards are drawn: as in the rule book, or every book alike.",
    )(command)


def style_option(command: Decorated) -> Decorated:
    return click.option(
        "--style",
        type=click.Choice((*STYLES, FULL), case_sensitive=False),
        help="Line by line as in the rule book, the same with every book drawn alike, or the full screen.  "
        "[default: full where the terminal can show it, book for two people]",
    )(command)


def seat_options(command: Decorated) -> Decorated:
    words = "human, random, greedy, level:1 to level:10, net, or perfect"
    for option, place in (("--second", "second"), ("--first", "first")):
        command = click.option(
            option, metavar="PLAYER", type=PlayerName(), help=f"Player in the {place} seat: {words}."
        )(command)
    return command


def board_options(command: Decorated) -> Decorated:
    """--board, --size and --seed; `opening` reads them."""
    command = click.option(
        "--seed", type=int, help="Seed of the board and of the players' random choices."
    )(command)
    command = click.option(
        "--size", metavar="RxC", help="Rows x columns of a random board, from 1x2 to 8x8."
    )(command)
    return click.option(
        "--board", metavar="ROWS|FILE", help='Values of the board, like "5 3 8/2 9 1/6 4 7".'
    )(command)


def record_argument(command: Decorated) -> Decorated:
    """An optional file with a game, or the number of a saved one."""
    return click.argument("path", metavar="[FILE|N]", required=False, type=RecordFile())(command)


def balance_options(command: Decorated) -> Decorated:
    """--swap and --komi; `balanced` reads them."""
    command = click.option(
        "--komi",
        metavar="POINTS|fair",
        help="Points added to the second player's total; fair: as many as this board needs.",
    )(command)
    return click.option("--swap", is_flag=True, help="Let the second player take over the first claim.")(
        command
    )


def balanced(position: Position, swap: bool, komi: str | None, screen: Screen) -> Position:
    """The opening, balanced as the options ask, by default as its book says."""
    if swap and komi is not None:
        raise click.UsageError("Give --swap or --komi, not both.")
    with blaming("--komi"):
        return with_balance(position, "swap" if swap else komi or "", solved_margin(screen))


class Points(click.FloatRange):
    """A number of points above 0."""

    name = "points"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            float(value)
        except ValueError:
            problem = f"{value} is not a number of points"
            self.fail(f"{problem}. Without a number, --tutor must come last.", param, ctx)
        return super().convert(value, param, ctx)


def tutor_option(command: Decorated) -> Decorated:
    """--tutor, or --tutor POINTS."""
    return click.option(
        "--tutor",
        metavar="[POINTS]",
        type=Points(),
        is_flag=False,
        flag_value=RESULTS_ONLY,
        help="Warn me before I give away a win or a draw, or at least POINTS points.",
    )(command)


@contextmanager
def blaming(option: str) -> Iterator[None]:
    """Report errors in the block as errors of a command-line option."""
    try:
        yield
    except FivesquareError as error:
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None


def chosen_book(name: str | None, file: Path | None) -> RuleBook:
    if (name is None) == (file is None):
        raise click.UsageError(f"Name a book ({', '.join(NAMED)}), or give one with --book FILE.")
    if file is None:
        return find_book(name)
    return book_in(file)


def named_book(text: str, option: str) -> RuleBook:
    """The book of that name, or in a file of that name; errors are reported for `option`."""
    with blaming(option):
        name = read_book(text)
    if name is not None:
        return find_book(name)
    path = Path(text)
    if not leads_somewhere(path):
        problem = unknown_book(text, "a file with one")
        raise click.BadParameter(f"{problem}.", param_hint=f"'{option}'")
    return chosen_book(None, path)


def opening(book: RuleBook, board: str | None, size: str | None, seed: int | None) -> Position:
    """The opening position that the board options ask for."""
    if board is not None and size is not None:
        raise click.UsageError("Give --board or --size, not both.")
    with blaming("--size"):
        wanted = None if size is None else parse_size(size)
    with blaming("--board"):
        return deal(book, None if board is None else read_board(board), wanted, seed)
