"""Whatever the system refuses is one clear line and status 1, never a traceback."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pexpect
import pytest

from fivesquare.terminal.screen import called
from patience import PATIENCE

from .running import COMMAND, Result, run

CALLED = " ".join(COMMAND)
CLOSED = "fivesquare: standard output is closed\n"
FULL = "fivesquare: input or output: No space left on device\n"
READING = ["books", "rules chain", "--help", "--version", "completion bash"]
PLAYING = ["play grow", "play chain --first random --second random", ""]


def shell(script: str, **more: str) -> Result:
    """What a line of shell says; `fivesquare` in it is the command."""
    line = script.replace("fivesquare", CALLED)
    environment = {**os.environ, **more}
    done = subprocess.run(
        ["sh", "-c", line], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)


# --- Streams ---


@pytest.mark.parametrize("arguments", READING + PLAYING)
def test_output_to_a_full_device(arguments: str) -> None:
    result = shell(f"fivesquare {arguments} > /dev/full")
    assert (result.err, result.status) == (FULL, 1)


def test_answers_to_a_full_device() -> None:
    record = '{"book": "chain", "board": [[1, 1]], "moves": []}'
    result = shell(f"echo '{record}' | fivesquare state > /dev/full")
    assert (result.err, result.status) == (FULL, 1)


def test_what_was_played_into_a_full_device_is_kept() -> None:
    result = shell("echo 1,1 | fivesquare play chain --first random --save game.json > /dev/full")
    assert (result.err, result.status) == (FULL, 1)
    assert Path("game.json").exists()


@pytest.mark.parametrize("arguments", [*READING, *PLAYING, "nonsense"])
def test_closed_output(arguments: str) -> None:
    result = shell(f"fivesquare {arguments} >&-")
    assert (result.err, result.status) == (CLOSED, 1)


@pytest.mark.parametrize("arguments", READING)
def test_closed_input_is_not_missed_by_whoever_reads_nothing(arguments: str) -> None:
    result = shell(f"fivesquare {arguments} <&-")
    assert result.out
    assert (result.err, result.status) == ("", 0)


@pytest.mark.parametrize("arguments", [*PLAYING, "state"])
def test_closed_input_is_input_that_has_ended(arguments: str) -> None:
    result = shell(f"fivesquare {arguments} <&-")
    assert (result.err, result.status) == ("", 0)


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("fivesquare books 2>&-", 0),
        ("fivesquare nonsense 2>&-", 2),
        ("fivesquare resume nothing 2>&-", 1),
        ("fivesquare resume nothing 2>/dev/full", 1),
        ("fivesquare books >/dev/full 2>/dev/full", 1),
        ("fivesquare books <&- >&- 2>&-", 1),
    ],
)
def test_where_not_even_an_error_can_be_written_the_status_tells(script: str, status: int) -> None:
    assert shell(script).status == status


def test_a_warning_that_cannot_be_written_stops_no_game() -> None:
    Path("file").touch()
    script = "echo 1,1 | fivesquare play grow 2>/dev/full"
    result = shell(script, XDG_STATE_HOME=str(Path("file").absolute()))
    assert "Player 1 claimed cell (1,1)" in result.out
    assert (result.err, result.status) == ("", 0)


# --- A terminal that goes away ---


@pytest.mark.parametrize("term", ["dumb", "xterm"])
@pytest.mark.parametrize(
    ("is_deaf", "status", "said"),
    [(False, -signal.SIGHUP, ""), (True, 1, "fivesquare: input or output: Input/output error\n")],
)
def test_a_terminal_that_goes_away(term: str, is_deaf: bool, status: int, said: str, games: Path) -> None:
    script = f"exec {CALLED} play grow 2> errors"
    child: Any = pexpect.spawn(
        "sh",
        ["-c", script],
        env={**os.environ, "TERM": term},
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN if is_deaf else signal.SIG_DFL),
        timeout=PATIENCE,
    )
    child.expect_exact("(row column): ")
    child.send("1,1\r")
    child.expect_exact("Player 2, enter")
    child.ptyproc.fileobj.close()
    child.wait()
    assert (child.exitstatus if child.signalstatus is None else -child.signalstatus) == status
    assert Path("errors").read_text() == said
    assert len(list(games.glob("*.json"))) == 1
    assert run("resume", given="").out.endswith("fivesquare resume\n")


# --- Folders and names ---


@pytest.fixture
def _removed(place: Path) -> None:
    (place / "removed").mkdir()
    os.chdir(place / "removed")
    (place / "removed").rmdir()


@pytest.mark.usefixtures("_removed")
def test_in_a_folder_that_was_removed_a_game_is_played_and_kept(games: Path) -> None:
    result = run("play", "grow", given="1,1\nsave mine.json\nquit\nmine.json\nyes\n")
    assert result.out.count("Cannot write 'mine.json': No such file or directory.\n") == 2
    assert len(list(games.glob("*.json"))) == 1
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume\n")
    assert (result.err, result.status) == ("", 0)


@pytest.mark.usefixtures("_removed")
def test_in_a_folder_that_was_removed_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("play", "grow", "--save", "mine.json").status == 2
    assert run("resume", "mine.json").err.endswith("No such file or directory\n")
    assert run("replay").status == 1
    monkeypatch.setattr("sys.argv", ["/opt/some where/fivesquare"])
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert called() == "'/opt/some where/fivesquare'"


@pytest.mark.usefixtures("_removed")
def test_what_needs_the_folder_we_are_in_says_that_it_was_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.cli.rules.explain", lambda _book, width: os.getcwd())  # noqa: PTH109
    result = run("rules", "grow")
    assert (result.err, result.status) == ("fivesquare: the folder that you are in has been removed\n", 1)


def test_whatever_else_the_system_refuses_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_book: object, width: int) -> None:
        raise OSError(24, "Too many open files", "some\nfile")

    monkeypatch.setattr("fivesquare.cli.rules.explain", refuse)
    result = run("rules", "grow")
    assert (result.out, result.err) == ("", "fivesquare: 'some\\nfile': Too many open files\n")
    assert result.status == 1


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_a_name_that_the_locale_cannot_write_is_refused() -> None:
    result = shell(
        "printf '1,1\\nsave Zürich.json\\nquit\\nZürich.json\\nno\\n' | fivesquare play grow", **ASCII
    )
    assert result.out.count(" cannot be the name of a file.\n") == 2
    assert result.out.endswith("The game was not saved.\n")
    assert (result.err, result.status) == ("", 0)


@pytest.mark.parametrize("name", ["Zürich.json", "\udcff.json"])
@pytest.mark.parametrize("locale", [ASCII, {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}])
def test_any_name_can_be_read_and_told_in_any_locale(name: str, locale: dict[str, str]) -> None:
    record = '{"book": "chain", "board": [[1, 1, 1]], "moves": ["1,1"]}'
    Path(name).write_text(record)

    def told(command: str, file: str) -> tuple[bytes, int]:
        done = subprocess.run(
            [*COMMAND, command, file],
            env={**os.environ, **locale},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
        )
        return done.stderr, done.returncode

    assert told("resume", name) == (b"", 0)
    assert told("replay", name) == (b"", 0)
    error, status = told("resume", f"no {name}")
    assert error.startswith(b"fivesquare: cannot read 'no ")
    assert (error.count(b"\n"), status) == (1, 1)


# --- Memory ---


def test_a_file_that_needs_more_memory_than_there_is() -> None:
    """Fifteen million bytes of JSON that take twice as much memory as there is."""
    lists = ",".join(["[]"] * 5_000_000)
    Path("game.json").write_text(f'{{"book": [{lists}]}}')
    result = shell("ulimit -v 200000; fivesquare replay game.json")
    assert (result.err, result.status) == ("fivesquare: there is not enough memory for this\n", 1)


def test_a_line_without_end_takes_no_memory_and_the_next_one_is_answered() -> None:
    record = '{"book": "chain", "board": [[1, 1]], "moves": []}'
    line = "head -c 300000000 /dev/zero | tr '\\0' 1"
    result = shell(f"ulimit -v 200000; {{ {line}; echo; echo '{record}'; }} | fivesquare state")
    bad, good = map(json.loads, result.out.splitlines())
    assert bad == {"error": "a line has at most 1,048,576 characters", "at": None}
    assert good["legal"] == ["1,1", "1,2"]
    assert (result.err, result.status) == ("", 1)
