"""The terminal itself: write, ask, colour.

Text is the same everywhere. On a terminal that can, cells gain colour and lines can be edited; through a
pipe the line that was read is written after its prompt, so that a transcript reads as the screen did.
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
from fivesquare.errors import FileError
from fivesquare.position import Position
from fivesquare.terminal.last import last_taken

if TYPE_CHECKING:
    from rich.console import Console

# Every colour has a contrast of more than 4 to 1 with black and with white. Where there are only sixteen,
# nobody knows what they look like; bold blue, magenta and green are legible on either in most palettes.
MANY = ("", "bold color(31)", "bold color(130)")
FEW = ("", "bold blue", "bold magenta")
CLAIMABLE = {True: "color(28)", False: "green"}
_LAST = "reverse"
_TAKEN = "underline"
_COORDINATE = "dim"
_TINTS = {"good": "bold green", "even": "magenta", "bad": "bold red"}  # legible on light and on dark
TOGETHER = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken."""

_WIDTH = 79
_NARROWEST = 20

_EDITING: list[Any] = []
"""How line editing sets up the terminal; nothing before anybody was asked."""


class Unanswered(KeyboardInterrupt):
    """Ctrl-C, and the line on which the terminal shows it has been ended."""


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
        """Write a book's own words."""
        self.write(self.broken(text))

    def write_passing(self, text: str) -> None:
        """A line that can be erased: no longer than the screen is wide, and without its end."""
        sys.stdout.write(text[: shutil.get_terminal_size().columns - 1])
        sys.stdout.flush()

    def erase_line(self) -> None:
        """Erase what stands on this line."""
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """One line, without its end. Raises EOFError when there are no more."""
        question = prompt.rstrip(" ")
        prompt = self.broken(question) + prompt[len(question) :]
        try:
            with self._asking_again(prompt):
                return self._edited(prompt) if self.edits_lines else self._read(prompt)
        except EOFError:
            self.write()  # the prompt stands there without an answer
            raise
        except KeyboardInterrupt:
            self.write()
            raise Unanswered from None

    @contextmanager
    def _asking_again(self, prompt: str) -> Iterator[None]:
        """While somebody is asked, the question is drawn again when a shell brings us back to the front."""
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
        """A book's own words: where the terminal is too narrow for a line it is broken between words.

        What stands in quotes is to be typed, and stays together. Bare text is left alone, and so is that of
        a terminal which shows text only, unless it is narrower than a book expects.
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
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        if not self.is_terminal:  # a terminal shows by itself what is typed
            self.write(line)
        return line

    def warn(self, text: str) -> None:
        """Something beside the game, on standard error."""
        complain(text)

    @cached_property
    def _console(self) -> "Console":
        from rich.console import Console  # costs 60 ms, which plain text need not pay

        return Console(file=sys.stdout)

    def paint(self, text: str, position: Position, cell: int) -> str:
        """The text of a cell in the colour of its owner, or that of a coordinate, which is no cell.

        The last claim and what it took stand out, and claimable cells if not all free ones are claimable.
        """
        core = text.strip() or text  # what the last claim emptied is shown as well
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
        elif cell in last_taken(position):
            words.append(_TAKEN)
        return words

    def room(self) -> tuple[int, int] | None:
        """How many columns and lines a terminal shows; None where bare text goes on and on."""
        if self.is_plain or not sys.stdout.isatty():
            return None
        columns, lines = shutil.get_terminal_size()
        return columns, lines

    def tint(self, text: str, kind: str) -> str:
        """A judgement in its colour: good, even or bad."""
        if not self.has_colour or kind not in _TINTS:
            return text
        from rich.style import Style

        return Style.parse(_TINTS[kind]).render(text, color_system=self._console._color_system)


def _free(position: Position) -> int:
    return position.size.cells - sum(position.counts)


def sentence(error: Exception) -> str:
    """What an error says, as a sentence of its own."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def width() -> int:
    """How many characters a line of prose may have: no more than the terminal, if there is one, shows."""
    if not sys.stdout.isatty():
        return _WIDTH
    return max(_NARROWEST, min(_WIDTH, shutil.get_terminal_size().columns - 1))


def filled(text: str, indent: str = "") -> str:
    """Prose in lines that fit the terminal. A line that was broken stays so; words never are.

    From the second line on each begins with the indent.
    """
    lines = text.split("\n")
    return "\n".join(
        textwrap.fill(
            line, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in lines
    )


def listed(words: Iterable[tuple[str, str]], wide: int) -> str:
    """Words and what they mean, in two columns; the first is so wide."""
    lines = (filled(f"  {word:<{wide}} {meaning}", " " * (wide + 3)) for word, meaning in words)
    return "\n".join(line.rstrip() for line in lines)


def fitted(text: str) -> str:
    """A sentence that stays on one line, unless the terminal is narrower; words are never broken."""
    if not sys.stdout.isatty():
        return text
    width = max(_NARROWEST, shutil.get_terminal_size().columns - 1)
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def called() -> str:
    """What to type to call us again: our name if the shell finds it, else what we were called by."""
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
    """Words that end in what to type; on a terminal too narrow for both in a line, that stands below."""
    command = f"{called()} {arguments}"
    text = f"{said} {command}"
    is_narrow = sys.stdout.isatty() and len(text) > shutil.get_terminal_size().columns
    return f"{said}\n{command}" if is_narrow else text


def _typed(program: Path) -> str:
    """The path of a program, from where we are."""
    try:
        path = os.path.relpath(program)
    except OSError:  # the folder we are in has been removed
        path = str(program)
    return shlex.quote(path if os.sep in path else f"{os.curdir}{os.sep}{path}")


def argument(path: Path) -> str:
    """A path as the shell takes it; one that begins like an option is no option, a number no kept game."""
    text = str(path)
    return shlex.quote(f"./{text}" if text.startswith("-") or text.isdigit() else text)


def can_colour() -> bool:
    """Whether standard output wants colour at all."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal can do nothing but show text."""
    return os.environ.get("TERM", "") in ("", "dumb")


def complain(text: str) -> None:
    """Words on standard error; if not even they can be written, there is nobody to tell."""
    with suppress(OSError):
        sys.stderr.write((filled(text) if sys.stderr.isatty() else text) + "\n")
        sys.stderr.flush()


def open_closed_streams() -> None:
    """Closed input is input that has ended; into closed output nothing can be written.

    Whatever is opened first would otherwise take the place of the stream that is missing.
    """
    is_mute = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    if is_mute:
        raise FileError("standard output is closed")


def forgive_bad_bytes() -> None:
    """Whatever arrives can be read, whatever we quote can be written."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def forget_dead_streams() -> None:
    """What cannot be written is not tried again when Python ends, which would complain in its own way."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _edited_again() -> str:
    """What stands behind the prompt and was not yet sent. A shell has set up the terminal for itself."""
    import readline

    if _EDITING:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, _EDITING)
    return readline.get_line_buffer()


def _note_editing() -> None:
    with suppress(termios.error):  # the terminal may have gone away
        _EDITING[:] = termios.tcgetattr(sys.stdin)


def _has_line_editing() -> bool:
    """Bring arrow keys and history to the prompt, where Python was built with them."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")  # it writes codes around every prompt
    readline.set_startup_hook(_note_editing)
    return True
