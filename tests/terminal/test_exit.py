"""Ctrl-C and the end of input leave cleanly, say how to go on, and lose nothing."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from fivesquare import record
from fivesquare.books import CATALOGUE
from fivesquare.players.simple import Greedy
from fivesquare.position import Position
from patience import PATIENCE

from .running import COMMAND, Terminal, run

HOW = "The game is saved. Continue with: fivesquare resume game.json\n"


def kept() -> list[str]:
    moves: list[str] = json.loads(Path("game.json").read_text())["moves"]
    return moves


@pytest.mark.parametrize("book", CATALOGUE)
def test_end_of_input_through_a_pipe(book: str) -> None:
    result = run("play", book, "--save", "game.json", given="1,1\n")
    assert result.out.endswith(f": \n{HOW}")
    assert (result.err, result.status) == ("", 0)
    assert kept() == ["1,1"]


def test_a_last_line_without_its_end_counts() -> None:
    result = run("play", "grow", "--save", "game.json", given="1,1")
    assert result.out.endswith(HOW)
    assert kept() == ["1,1"]


@pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave_at_a_terminal(term: str, key: str, status: int) -> None:
    terminal = Terminal("play", "grow", "--save", "game.json", TERM=term)
    terminal.answer("1,1")
    terminal.press(key)
    result = terminal.finish()
    assert result.status == status
    assert result.out.replace("^C", "").endswith(f"(row column): \n{HOW}")
    assert "Traceback" not in result.out
    assert kept() == ["1,1"]


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave_at_the_quit_question(key: str, status: int, games: Path) -> None:
    terminal = Terminal("play", "grow")
    terminal.answer("1,1", "quit")
    terminal.press(key)
    result = terminal.finish()
    assert len(list(games.glob("*.json"))) == 1
    assert result.out.endswith("\nThe game is saved. Continue with: fivesquare resume\n")
    assert result.status == status


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave_the_menu(key: str, status: int, games: Path) -> None:
    terminal = Terminal()
    terminal.answer("grow")
    terminal.press(key)
    result = terminal.finish()
    assert result.out.endswith("\n")
    assert "Traceback" not in result.out
    assert result.status == status
    assert not games.exists()


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave_a_replay(key: str, status: int) -> None:
    run("play", "sweep", "--save", "game.json", given="2 2\n")
    terminal = Terminal("replay", "game.json")
    terminal.press(key)
    result = terminal.finish()
    assert "Traceback" not in result.out
    assert result.status == status


@pytest.mark.parametrize("word", ["quit", "exit", "q", "Q"])
def test_quit_leaves_the_menu(word: str, games: Path) -> None:
    result = run(given=f"1\n{word}\n")
    assert (result.err, result.status) == ("", 0)
    assert not games.exists()


def test_an_interrupt_behind_pipes_leaves_with_130() -> None:
    child = subprocess.Popen(
        [*COMMAND, "play", "grow", "--save", "game.json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("1,1\n")
    child.stdin.flush()
    while "claimed cell (1,1)" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=PATIENCE)
    assert rest.endswith(HOW)
    assert child.returncode == 130
    assert kept() == ["1,1"]


def test_a_reader_that_leaves_is_no_disaster() -> None:
    child = subprocess.Popen([*COMMAND, "rules", "chain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.close()
    _, errors = child.communicate(timeout=PATIENCE)
    assert errors == b""


def test_the_file_stands_before_the_first_prompt(games: Path) -> None:
    terminal = Terminal("play", "grow")
    terminal.wait()
    (file,) = games.glob("*.json")
    assert record.load(file).moves == ()
    terminal.child.sendcontrol("d")
    terminal.finish()


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_a_game_that_nobody_moved_in_is_not_kept(key: str, status: int, games: Path) -> None:
    terminal = Terminal("play", "grow")
    terminal.press(key)
    result = terminal.finish()
    assert result.out.endswith("\nNo moves yet, so nothing was saved.\n")
    assert result.status == status
    assert list(games.iterdir()) == []


@pytest.mark.parametrize("lines", ["quit\n", "1 1\nundo\nquit\n", "1 1\nundo\n"])
def test_nor_is_one_whose_moves_were_taken_back(lines: str, games: Path) -> None:
    result = run("play", "grow", given=lines)
    assert result.out.endswith("No moves yet, so nothing was saved.\n")
    assert "Save this game?" not in result.out
    assert list(games.iterdir()) == []


def test_in_a_file_of_ones_own_a_game_is_kept_from_the_start() -> None:
    assert run("play", "grow", "--save", "game.json", given="quit\n").out.endswith(HOW)
    assert kept() == []


def test_an_interrupt_while_the_computer_thinks_leaves_as_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(_player: Greedy, _position: Position) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Greedy, "choose", think)
    result = run("play", "grow", "--second", "greedy", "--save", "game.json", given="1,1\n")
    assert result.out.endswith(f"\n\n\n{HOW}")
    assert (result.err, result.status) == ("", 130)
    assert kept() == ["1,1"]


def test_an_interrupt_while_perft_counts_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivesquare.cli.perft.count_sequences", count)
    result = run("perft", "--depth", "3", given='{"book": "chain", "board": [[1, 1]], "moves": []}\n')
    assert (result.out, result.err, result.status) == ("", "", 130)


def test_a_reader_that_leaves_during_a_game_is_no_disaster() -> None:
    child = subprocess.Popen(
        [*COMMAND, "play", "grow", "--save", "game.json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.close()
    _, errors = child.communicate(b"1,1\n1,2\n", timeout=PATIENCE)
    assert errors == b""
    assert kept() in (["1,1"], [])


def test_a_game_that_was_gone_on_with_is_not_removed_by_a_no(games: Path) -> None:
    run("play", "grow", "--seed", "1", given="1 1\n5 5\n")
    (path,) = games.glob("*.json")
    before = json.loads(path.read_text())
    result = run("resume", given="1 2\nundo\nundo\n5 4\n1 2\nquit\nno\n")
    assert result.out.endswith("The game is saved as it was before you continued it.\n")
    assert json.loads(path.read_text()) == before
    assert (result.err, result.status) == ("", 0)


def test_a_game_that_is_kept_nowhere_is_said_to_be_lost(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "~nobody-of-that-name")
    result = run("play", "grow", given="1 1\n")
    assert result.out.endswith("\nThe game was not saved.\n")
    assert "This game is not saved: there is no home folder" in result.err
    assert result.status == 0
