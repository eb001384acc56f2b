"""The full screen at a real terminal: when it opens, signals, and what is left behind."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from fivesquare import record
from fivesquare.table import saved_games, settings
from patience import PATIENCE

OPENED = "\x1b[?1049h"  # the other screen of a terminal
LEFT = "\x1b[?1049l"
PRESS = {"down": "\x1b[B", "right": "\x1b[C", "enter": "\r"}


def _around() -> dict[str, str]:
    """The environment, without the size of the terminal that the tests are run from."""
    return {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
    }


class Terminal:
    """The program at a pseudo-terminal that can show everything."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, **more: str) -> None:
        seen = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1", **more}
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "fivesquare", *arguments],
            env={**_around(), **seen},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(rows, columns),
        )

    def end(self) -> tuple[str, int]:
        """Wait for the end; what was written since, and the exit status."""
        self.child.expect(pexpect.EOF)
        text = self.child.before
        self.child.close()
        status = self.child.exitstatus
        return text, -self.child.signalstatus if status is None else status

    def playing(self) -> None:
        """Wait until a game can be played."""
        self.child.expect("claim")


def test_it_opens_by_itself_and_leaves_the_terminal_as_it_was() -> None:
    terminal = Terminal()
    terminal.child.expect_exact(OPENED)
    terminal.child.expect("Fivesquare")
    terminal.child.send("q")
    text, status = terminal.end()
    assert LEFT in text
    assert status == 0


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        ((), {"columns": 59}),
        ((), {"rows": 19}),
        ((), {"TERM": "dumb"}),
        (("--plain",), {}),
        (("--style", "book"), {}),
        (("--style", "clear"), {}),
        (("play", "grow"), {}),
        (("play", "grow", "--second", "3", "--style", "book"), {}),
    ],
)
def test_it_does_not_open_where_lines_are_wanted(arguments: tuple[str, ...], more: dict[str, Any]) -> None:
    terminal = Terminal(*arguments, **more)
    terminal.child.expect(r"(choose:|\): ) ?$")
    assert OPENED not in terminal.child.before
    terminal.child.sendcontrol("d")
    terminal.end()


def test_the_choice_is_remembered() -> None:
    terminal = Terminal("--style", "book")
    terminal.child.expect("choose:")
    terminal.child.sendcontrol("d")
    terminal.end()
    assert settings.recall("mode") == "lines"
    terminal = Terminal()
    terminal.child.expect("For the full screen: --style full")
    terminal.child.expect("choose:")
    terminal.child.sendcontrol("d")
    terminal.end()
    terminal = Terminal("--style", "full")
    terminal.child.expect_exact(OPENED)
    terminal.child.sendcontrol("c")
    terminal.end()
    assert settings.recall("mode") == "full"


def test_a_window_that_is_too_small_is_named() -> None:
    terminal = Terminal(columns=40, rows=20)
    terminal.child.expect("This window has 40x20.")
    terminal.child.expect("choose:")
    terminal.child.sendcontrol("d")
    terminal.end()


def test_without_a_terminal_it_says_why() -> None:
    terminal = Terminal("play", "grow", "--style", "full", TERM="dumb")
    text, status = terminal.end()
    assert status == 2
    assert "The full screen cannot be shown" in text


def test_two_people_can_ask_for_it() -> None:
    terminal = Terminal("play", "grow", "--style", "full")
    terminal.child.expect_exact(OPENED)
    terminal.playing()
    terminal.child.sendcontrol("c")
    assert terminal.end()[1] == 130


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_loses_nothing(number: signal.Signals) -> None:
    terminal = Terminal("play", "sweep", "--second", "1")
    terminal.playing()
    terminal.child.send(PRESS["enter"])
    terminal.child.expect("Level 1 claims")
    terminal.child.kill(number)
    text, status = terminal.end()
    assert LEFT in text
    assert "The game is saved. Continue with:" in text
    assert status == 128 + number
    position, kept = saved_games.last_left()
    kept.close()
    assert len(position.moves) == 2


def test_a_kill_loses_nothing() -> None:
    terminal = Terminal("play", "sweep", "--second", "1")
    terminal.playing()
    terminal.child.send(PRESS["enter"])
    terminal.child.expect("Level 1 claims")
    terminal.child.kill(signal.SIGKILL)
    terminal.end()
    position, kept = saved_games.last_left()
    kept.close()
    assert len(position.moves) == 2


def test_a_game_goes_on_in_the_other_mode() -> None:
    terminal = Terminal("play", "sweep", "--second", "1")
    terminal.playing()
    terminal.child.send(PRESS["enter"])
    terminal.child.expect("Level 1 claims")
    terminal.child.sendcontrol("c")
    terminal.end()
    terminal = Terminal("resume", "--style", "book")
    terminal.child.expect(r": $")
    assert "Please enter the position of the square" in terminal.child.before
    terminal.child.sendline("quit")
    terminal.child.expect("file name")
    terminal.child.sendline("yes")
    terminal.end()
    terminal = Terminal("resume")
    terminal.child.expect_exact(OPENED)
    terminal.playing()
    terminal.child.sendcontrol("c")
    terminal.end()
    ((_, game),) = saved_games.every()
    assert len(game.moves) == 2


# make has a shell of its own between the one that is typed at and the program.
@pytest.mark.parametrize("through", ["{}", "sh -c 'trap : INT; {} || true'"])
def test_stopped_and_continued_by_the_shell(through: str) -> None:
    shell: Any = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile", "-i"],
        env={**_around(), "TERM": "xterm-256color", "PYTHONUTF8": "1", "PS1": "ready> "},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 80),
    )
    shell.sendline(through.format(f"{sys.executable} -m fivesquare play sweep --second 1"))
    shell.expect("claim")
    shell.sendcontrol("z")
    shell.expect_exact(LEFT)
    shell.expect("Stopped")
    shell.sendline("fg")
    shell.expect_exact(OPENED)
    shell.send(PRESS["enter"])
    shell.expect("Level 1 claims")
    shell.sendcontrol("c")
    shell.expect("The game is saved")
    shell.sendline("exit")
    shell.expect(pexpect.EOF)
    shell.close()


def test_it_ends_with_its_terminal_though_only_the_leader_of_the_session_is_told(tmp_path: Path) -> None:
    """As where a terminal runs make alone, which waits for its children but tells them nothing."""
    ended = tmp_path / "ended"
    command = f"{sys.executable} -m fivesquare play sweep --second 1"
    shell: Any = pexpect.spawn(
        "sh",
        ["-c", f"trap : HUP; {command}; echo $? > {ended}"],
        env={**_around(), "TERM": "xterm-256color", "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 80),
    )
    shell.expect("claim")
    shell.send(PRESS["enter"])
    shell.expect("Level 1 claims")
    os.close(shell.child_fd)
    until = time.monotonic() + PATIENCE
    while not ended.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert ended.exists()
    position, kept = saved_games.last_left()
    kept.close()
    assert len(position.moves) == 2


def test_a_fault_is_told_in_a_sentence(tmp_path: Path) -> None:
    program = (
        "from fivesquare.fullscreen.game_page import GamePage\n"
        "def fail(self): raise ZeroDivisionError('a fault')\n"
        "GamePage._toggle_values = fail\n"
        "import sys; sys.argv = ['fivesquare', 'play', 'sweep', '--second', '1']\n"
        "from fivesquare.cli.main import main; main()\n"
    )
    terminal = Terminal()
    terminal.child.close(force=True)
    child: Any = pexpect.spawn(
        sys.executable,
        ["-c", program],
        env={**_around(), "TERM": "xterm-256color", "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 80),
    )
    child.expect("claim")
    child.send("v")
    child.expect(pexpect.EOF)
    assert LEFT in child.before
    assert "something went wrong, and it is our fault" in child.before
    assert "Traceback" not in child.before
    assert "ZeroDivisionError: a fault" in settings.settings_file().with_name("fault.txt").read_text()


def test_a_file_of_ones_own_is_saved_too(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "sweep", "--second", "1", "--save", str(file))
    terminal.playing()
    terminal.child.send(PRESS["enter"])
    terminal.child.expect("Level 1 claims")
    terminal.child.sendcontrol("c")
    terminal.end()
    assert len(record.load(file).moves) == 2
