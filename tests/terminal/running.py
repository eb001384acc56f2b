"""One way to run the command, in three places: in this process, behind a pipe, at a real terminal."""

import io
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pexpect

from fivesquare.cli.main import main
from patience import PATIENCE

COMMAND = [sys.executable, "-m", "fivesquare"]

PROMPT = re.compile(
    r'(?:\(row,column\)|:\r\nPlayer \d|\(row\s+column\)|to\s+claim|"\d \d"\)): $'
    r"|(?:to\s+conquer|\(row,col\)|or\s+stop): $"
    r"|(?:file\s+name|quits|on\s+work|or\s+no|another\s+move|menu)\) $"
    r"|(?:\]|\?|choose:|Your move:|or\s+quit:) $"
)
"""The end of every question that the program asks."""

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Result:
    """What a run wrote, and how it ended."""

    out: str
    err: str
    status: int


def run(*arguments: str, given: str | bytes = "") -> Result:
    """Run the command in this process, with `given` on a standard input that is no terminal."""
    data = given.encode() if isinstance(given, str) else given
    streams = [_stream(data), _stream(), _stream()]
    with (
        patch.object(sys, "argv", ["fivesquare", *arguments]),
        patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]),
    ):
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code
    assert isinstance(status, int)
    return Result(_written(streams[1]), _written(streams[2]), status)


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


def run_piped(*arguments: str, given: str | bytes = "", **more: str) -> Result:
    """Run the command as a program of its own, behind pipes."""
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [*COMMAND, *arguments], input=data, capture_output=True, env=_environment(more), timeout=PATIENCE
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)


class Terminal:
    """The command at a real pseudo-terminal."""

    def __init__(self, *arguments: str, **more: str) -> None:
        """`rows` and `columns` are the size of the terminal; all else is its environment."""
        size = int(more.pop("rows", "50")), int(more.pop("columns", "200"))
        environment = _environment({"TERM": "dumb", **more})
        self.child: Any = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments, *_by_lines(arguments, environment["TERM"])],
            env=environment,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=size,
        )
        self.child.delaybeforesend = None
        self.raw = ""

    def answer(self, *lines: str) -> None:
        """Wait for a question and type a line, for each line."""
        for line in lines:
            self.wait()
            self.child.send(line + "\r")

    def wait(self) -> None:
        """Wait for a question."""
        self.hear(PROMPT)

    def press(self, key: str) -> None:
        """Wait for a question and press Ctrl and a key."""
        self.wait()
        self.child.sendcontrol(key)

    def finish(self) -> Result:
        """Wait for the end; the text is as it would have come through a pipe."""
        self.hear(pexpect.EOF)
        self.child.close()
        signal = self.child.signalstatus
        status = self.child.exitstatus if signal is None else -signal
        return Result(bare(self.raw), "", status)

    def hear(self, what: Any) -> None:
        """Wait until something is shown."""
        self.child.expect(what)
        after = self.child.after
        self.raw += self.child.before + (after if isinstance(after, str) else "")


def _by_lines(arguments: tuple[str, ...], term: str) -> list[str]:
    """What keeps a game in the line mode at a terminal that could show the full screen."""
    is_game = arguments[:1] in (("play",), ("resume",), ("puzzle",)) and "--style" not in arguments
    return ["--style", "book"] if is_game and term not in ("", "dumb") else []


def run_at_terminal(*arguments: str, lines: list[str], **more: str) -> Result:
    """Run the command at a terminal, typing each line when a question has been asked."""
    terminal = Terminal(*arguments, **more)
    terminal.answer(*lines)
    return terminal.finish()


def bare(text: str) -> str:
    """Text from a terminal without what only a terminal is told."""
    return _CONTROL.sub("", text).replace("\r\n", "\n").replace("\r", "")


def _environment(more: dict[str, str]) -> dict[str, str]:
    ours = ("NO_COLOR", "COLUMNS", "LINES")  # of the terminal that the tests are run from
    plain = {name: value for name, value in os.environ.items() if name not in ours}
    return {**plain, "PYTHONUTF8": "1", **more}
