"""The terminal itself: writing, asking, colour.

The text is the same everywhere. A capable terminal adds colour and line editing; through a pipe each line
read is echoed after its prompt, so that a transcript reads like the screen.
"""

import os
import re
import shlex
import shutil
import signal
import sys
import termios
import textwrap
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivesquare.engine import NONE
from fivesquare.errors import FileError, RecordError
from fivesquare.position import Position

if TYPE_CHECKING:
    from rich.console import Console

# Every colour has a contrast above 4:1 with black and with white. The sixteen basic colours depend on the
# user's palette; bold blue, magenta and green are legible on both backgrounds in most.
MANY = ("", "bold color(31)", "bold color(130)")
FEW = ("", "bold blue", "bold magenta")
CLAIMABLE = {True: "color(28)", False: "green"}
_LAST = "reverse"
_TAKEN = "underline"
_COORDINATE = "dim"
_TINTS = {"good": "bold green", "even": "magenta", "bad": "bold red"}  # legible on light and on dark
HELP = ("help", "?")
"""What asks for help at any prompt."""

TOGETHER = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken."""

LONGEST_LINE = 1 << 20
"""Characters of a line on standard input: more than any record has, and little to hold in memory."""

_WIDTH = 79
_NARROWEST = 20

_EDITING: list[Any] = []
"""The terminal attributes of line editing; empty before the first prompt."""


class Unanswered(KeyboardInterrupt):
    """Ctrl-C at a prompt; the line that shows ^C is already ended."""


class Screen:
    """Standard input and output, with or without colour."""

    def __init__(self, plain: bool = False) -> None:
        self.is_terminal = sys.stdin.isatty()
        self.is_plain = plain
        self.has_colour = not plain and can_colour()
        self.can_erase = not plain and sys.stdout.isatty() and not is_dumb()
        self.edits_lines = not plain and self.is_terminal and not is_dumb() and _has_line_editing()

    def write(self, text: str = "") -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def tell(self, text: str) -> None:
        """Write a book's own text, wrapped only where it must be."""
        self.write(self.broken(text))

    def write_passing(self, text: str) -> None:
        """Write a line that can be erased: cut to the screen's width, without a newline."""
        sys.stdout.write(text[: shutil.get_terminal_size().columns - 1])
        sys.stdout.flush()

    def erase_line(self) -> None:
        """Erase the current line."""
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()

    def ask(self, prompt: str, advice: str | None) -> str:
        """Ask for a line, returned without its newline. Raises EOFError at the end of input.

        `advice` answers `help` and `?`, after which the question is repeated; None if the caller does that.
        """
        while True:
            text = self._line(prompt)
            if advice is None or text.strip().lower() not in HELP:
                return text
            self.write(filled(advice) + "\n" * (not prompt.startswith("\n")))

    def _line(self, prompt: str) -> str:
        question = prompt.rstrip(" ")
        prompt = self.broken(question) + prompt[len(question) :]
        try:
            with self._asking_again(prompt):
                return self._edited(prompt) if self.edits_lines else self._read(prompt)
        except EOFError:
            self.write()  # end the line of the prompt
            raise
        except KeyboardInterrupt:
            self.write()
            raise Unanswered from None

    @contextmanager
    def _asking_again(self, prompt: str) -> Iterator[None]:
        """Redraw the prompt when a shell brings us back to the foreground (SIGCONT)."""
        if not self.is_terminal or threading.current_thread() is not threading.main_thread():
            yield
            return

        def draw(_signal: int, _frame: object) -> None:
            sys.stdout.write(prompt + (_edited_again() if self.edits_lines else ""))
            sys.stdout.flush()

        before = signal.signal(signal.SIGCONT, draw)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)

    def broken(self, text: str) -> str:
        """A book's own text, with lines too long for the terminal broken between words.

        Quoted text is to be typed and stays together. Bare text is left alone, and so is a dumb terminal
        unless it is narrower than the books expect.
        """
        shown = shutil.get_terminal_size().columns - 1
        if self.is_plain or not sys.stdout.isatty() or (is_dumb() and shown >= _WIDTH):
            return text
        together = re.sub('"[^"]*"', lambda quoted: quoted[0].replace(" ", TOGETHER), text)
        lines = (line if len(line) <= shown else filled(line) for line in together.split("\n"))
        return "\n".join(lines).replace(TOGETHER, " ")

    def _edited(self, prompt: str) -> str:
        above, newline, last = prompt.rpartition("\n")  # line editing wants a prompt of one line
        sys.stdout.write(above + newline)
        return input(last)

    def _read(self, prompt: str) -> str:
        while True:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            try:
                line = read_line()
            except RecordError as error:
                self.write(f"\n{sentence(error)}")
                continue
            if not self.is_terminal:  # a terminal echoes what is typed
                self.write(line)
            return line

    def warn(self, text: str) -> None:
        """Write a message to standard error."""
        complain(text)

    @cached_property
    def _console(self) -> "Console":
        from rich.console import Console  # costs 60 ms, which plain text does not need

        return Console(file=sys.stdout)

    def paint(self, text: str, position: Position, cell: int) -> str:
        """The text of a cell in its owner's colour, or of a coordinate (cell NONE) in grey.

        The last claim and what it took are marked; so are claimable cells, unless all free cells are.
        """
        core = text.strip() or text  # a cell that the last claim emptied is shown too
        if not self.has_colour or not core:
            return text
        from rich.style import Style

        words = [_COORDINATE] if cell == NONE else self._look(position, cell)
        if core.isspace() and not {_LAST, _TAKEN} & set(words):
            return text
        system = self._console._color_system
        painted = Style.parse(" ".join(words)).render(core, color_system=system)
        return text.replace(core, painted, 1)

    def _look(self, position: Position, cell: int) -> list[str]:
        has_many = self._console.color_system in ("256", "truecolor")
        words = [(MANY if has_many else FEW)[position.owner(cell)]]
        if position.claims >> cell & 1 and position.claims.bit_count() < _free(position):
            words.append(CLAIMABLE[has_many])
        if cell == position.last_claim:
            words.append(_LAST)
        elif cell in position.last_taken:
            words.append(_TAKEN)
        return words

    def room(self) -> tuple[int, int] | None:
        """The columns and lines of the terminal; None for bare text."""
        if self.is_plain or not sys.stdout.isatty():
            return None
        columns, lines = shutil.get_terminal_size()
        return columns, lines

    def tint(self, text: str, kind: str) -> str:
        """A judgement coloured as good, even or bad."""
        if not self.has_colour or kind not in _TINTS:
            return text
        from rich.style import Style

        return Style.parse(_TINTS[kind]).render(text, color_system=self._console._color_system)


def read_line() -> str:
    """Read a line of standard input, without its newline. Raises EOFError at the end of input.

    A line longer than LONGEST_LINE is skipped in pieces and raises a RecordError.
    """
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if not line:
        raise EOFError
    if len(line) <= LONGEST_LINE or line.endswith("\n"):
        return line.rstrip("\r\n")
    while line and not line.endswith("\n"):
        line = sys.stdin.readline(LONGEST_LINE)
    raise RecordError(f"a line has at most {LONGEST_LINE:,} characters")


def _free(position: Position) -> int:
    return position.size.cells - sum(position.counts)


def sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def width() -> int:
    """The width of a line of prose: 79, or less on a narrower terminal."""
    if not sys.stdout.isatty():
        return _WIDTH
    return max(_NARROWEST, min(_WIDTH, shutil.get_terminal_size().columns - 1))


def filled(text: str, indent: str = "") -> str:
    """Prose wrapped to the terminal, keeping its line breaks and never breaking words.

    Wrapped lines start with `indent`.
    """
    lines = text.split("\n")
    return "\n".join(
        textwrap.fill(
            line, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in lines
    )


def listed(words: Iterable[tuple[str, str]], wide: int) -> str:
    """Words and their meanings in two columns; the first is `wide` characters wide."""
    lines = (filled(f"  {word:<{wide}} {meaning}", " " * (wide + 3)) for word, meaning in words)
    return "\n".join(line.rstrip() for line in lines)


def called() -> str:
    """The command that starts this program: its name if the shell finds it, else as it was started."""
    script = Path(sys.argv[0])
    if script.name not in ("fivesquare", "__main__.py") or shutil.which("fivesquare"):
        return "fivesquare"
    if script.name == "fivesquare":
        return _typed(script)
    for name in ("python", "python3"):
        if shutil.which(name) == sys.executable:
            return f"{name} -m fivesquare"
    return f"{_typed(Path(sys.executable))} -m fivesquare"


def inviting(said: str, arguments: str) -> str:
    """Text followed by a command to type, on its own line where the terminal is too narrow."""
    command = f"{called()} {arguments}"
    text = f"{said} {command}"
    is_narrow = sys.stdout.isatty() and len(text) > shutil.get_terminal_size().columns
    return f"{said}\n{command}" if is_narrow else text


def _typed(program: Path) -> str:
    """The path of a program relative to the current folder, quoted for the shell."""
    try:
        path = os.path.relpath(program)
    except OSError:  # the folder we are in has been removed
        path = str(program)
    return shlex.quote(path if os.sep in path else f"{os.curdir}{os.sep}{path}")


def can_colour() -> bool:
    """Whether to write colour to standard output."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal can only show text."""
    return os.environ.get("TERM", "") in ("", "dumb")


def complain(text: str) -> None:
    """Write to standard error, ignoring a failure."""
    with suppress(OSError):
        sys.stderr.write((filled(text) if sys.stderr.isatty() else text) + "\n")
        sys.stderr.flush()


def open_closed_streams() -> None:
    """Replace closed standard streams by /dev/null; a closed standard output raises a FileError.

    Otherwise the next file opened would take the descriptor of the missing stream.
    """
    is_mute = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    if is_mute:
        raise FileError("standard output is closed")


def forgive_bad_bytes() -> None:
    """Make undecodable input readable, and unencodable output writable."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def forget_dead_streams() -> None:
    """Discard what cannot be flushed, so that Python does not complain at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _edited_again() -> str:
    """Restore line editing after a shell has used the terminal, and return the unfinished line."""
    import readline

    if _EDITING:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, _EDITING)
    return readline.get_line_buffer()


def _note_editing() -> None:
    with suppress(termios.error):  # the terminal may have gone away
        _EDITING[:] = termios.tcgetattr(sys.stdin)


def _has_line_editing() -> bool:
    """Enable arrow keys and history at the prompt, if Python was built with readline."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")  # it would write codes around every prompt
    readline.set_startup_hook(_note_editing)
    return True
