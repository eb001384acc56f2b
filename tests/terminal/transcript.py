"""Transcripts: a command, what is typed, and every byte that it writes.

    $ fivesquare play sweep --board "5 3 8/2 9 1/6 4 7" --save game.json
    < 2 2
    < 1 3
    ----
    (what is written)

Run `python -m terminal.transcript` in the folder tests to write them all anew; then read the difference.
"""

import os
import re
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .running import run

FOLDER = Path(__file__).parent / "transcripts"
_RULE = "-" * 4
_WHAT_NOW = re.compile(r"\n\(a\)gain, .*\n(?:.*\.\n)?What now\? \[again\] q\n")


@dataclass(frozen=True)
class Transcript:
    """One file of the folder."""

    command: str
    lines: list[str]
    output: str

    @classmethod
    def parse(cls, text: str) -> "Transcript":
        head, _, output = text.partition(f"\n{_RULE}\n")
        command, *lines = head.split("\n")
        assert command.startswith("$ fivesquare ")
        assert all(line.startswith("<") for line in lines)
        return cls(command.removeprefix("$ "), [line[2:] for line in lines], output)

    def __str__(self) -> str:
        typed = [f"< {line}".rstrip() for line in self.lines]
        return "\n".join([f"$ {self.command}", *typed, _RULE, self.output])

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.command)[1:]

    @property
    def is_over(self) -> bool:
        """Whether the game comes to its end; then somebody at a terminal is asked what now."""
        return "\nShow it again: " in self.output

    @property
    def lines_at_a_terminal(self) -> list[str]:
        return [*self.lines, "q"] if self.is_over else self.lines

    @property
    def given(self) -> str:
        return "".join(line + "\n" for line in self.lines)


def without_what_now(output: str) -> str:
    """What a terminal shows without the question that follows a game there."""
    return _WHAT_NOW.sub("", output)


def read(name: str) -> Transcript:
    return Transcript.parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def write_all() -> None:
    for name in names():
        old = read(name)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            result = run(*old.arguments, given=old.given)
        new = Transcript(old.command, old.lines, result.out)
        (FOLDER / f"{name}.txt").write_text(str(new), encoding="utf-8")


if __name__ == "__main__":
    write_all()
