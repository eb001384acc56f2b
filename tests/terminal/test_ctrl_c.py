"""Ctrl-C stops what takes long and asks again; a second one leaves. That somebody thinks is told."""

import json
import re
import signal
import termios
from pathlib import Path

import pytest

from .running import Terminal, bare

LARGE = ["play", "chain", "--size", "8x8", "--save", "game.json"]
THINKING = re.compile(r"is thinking \.\.\.|Thinking \.\.\.")


def kept() -> list[str]:
    moves: list[str] = json.loads(Path("game.json").read_text())["moves"]
    return moves


@pytest.mark.parametrize("word", ["hint", "eval"])
def test_ctrl_c_interrupts_advice_and_asks_again(word: str, warm: None) -> None:
    terminal = Terminal(*LARGE, TERM="xterm")
    terminal.answer("1,1", word)
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.answer("1,2")
    terminal.press("c")
    result = terminal.finish()
    assert "\nInterrupted.\n" in result.out
    assert result.status == 130
    assert kept() == ["1,1", "1,2"]


def test_ctrl_c_interrupts_the_computer_and_a_second_one_leaves(warm: None) -> None:
    terminal = Terminal(*LARGE, "--second", "perfect", TERM="xterm")
    terminal.answer("1,1")
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.press("c")
    result = terminal.finish()
    assert "Interrupted: Player 2 (O, perfect) has not moved yet." in result.out
    assert "The game is saved. Continue with: fivesquare resume game.json\n" in result.out
    assert result.status == 130
    assert kept() == ["1,1"]


def test_ctrl_c_at_the_question_of_an_interrupted_computer_ends_one_line(warm: None) -> None:
    terminal = Terminal(*LARGE, "--second", "perfect", TERM="xterm")
    terminal.answer("1,1")
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.press("c")
    assert re.search(r"so on work\) (\^C)?\nThe game is saved", terminal.finish().out)


@pytest.mark.parametrize(
    "command",
    [["solve", "chain", "--size", "8x8"], ["review", "large.json"], ["puzzle", "--from", "large.json"]],
)
def test_ctrl_c_in_long_work_ends_the_line(command: list[str], warm: None) -> None:
    record = {"book": "chain", "board": [[1] * 8] * 8, "moves": ["1,1"]}
    Path("large.json").write_text(json.dumps(record))
    terminal = Terminal(*command)
    terminal.hear(re.compile(r"\((?:solv|review)ing: .*\)\r\n"))
    terminal.child.sendcontrol("c")
    result = terminal.finish()
    assert result.out.endswith(")\n^C\n")
    assert result.status == 130


def test_an_interrupted_computer_goes_on_or_gives_a_move_back(warm: None) -> None:
    terminal = Terminal(*LARGE, "--second", "perfect", TERM="xterm")
    terminal.answer("1,1")
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.answer("2,2", "")  # not a move of ours; and Enter lets it go on
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.answer("undo", "2,2")
    terminal.hear(THINKING)
    terminal.child.sendcontrol("c")
    terminal.answer("quit")
    result = terminal.finish()
    assert "It is the computer's turn: " in result.out
    assert "Taken back.\n" in result.out
    assert result.status == 0
    assert kept() == ["2,2"]


def test_the_line_about_thinking_is_gone_afterwards(warm: None) -> None:
    terminal = Terminal(*LARGE, "--second", "perfect", TERM="xterm")
    terminal.answer("1,1")
    terminal.press("d")
    terminal.finish()
    assert re.search(r"Player 2 \(O, perfect\) is thinking \.\.\.\r\x1b\[K", terminal.raw)


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {"TERM": "xterm", "more": "--plain"}])
def test_what_cannot_be_erased_is_not_written(how: dict[str, str], warm: None) -> None:
    more = [how.pop("more")] if "more" in how else []
    terminal = Terminal(*LARGE, *more, "--second", "perfect", **how)
    terminal.answer("1,1")
    terminal.press("d")
    terminal.finish()
    assert not THINKING.search(bare(terminal.raw))


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_the_prompt_is_drawn_again_when_the_game_comes_back_to_the_front(term: str) -> None:
    terminal = Terminal("play", "grow", "--save", "game.json", TERM=term)
    terminal.wait()
    terminal.child.kill(signal.SIGCONT)
    terminal.answer("1 1")
    terminal.press("d")
    result = terminal.finish()
    prompt = "Player 1, enter the coordinates of the cell you wish to claim (row column): "
    assert prompt * 2 + "1 1\n" in result.out
    assert kept() == ["1,1"]


def test_a_line_can_be_edited_after_the_game_has_come_back_to_the_front() -> None:
    terminal = Terminal("play", "grow", "--save", "game.json", TERM="xterm")
    terminal.wait()
    modes = termios.tcgetattr(terminal.child.child_fd)
    assert not modes[3] & termios.ICANON
    modes[3] |= termios.ICANON | termios.ECHO  # as a shell does for itself
    termios.tcsetattr(terminal.child.child_fd, termios.TCSANOW, modes)
    terminal.child.kill(signal.SIGCONT)
    terminal.wait()
    assert not termios.tcgetattr(terminal.child.child_fd)[3] & (termios.ICANON | termios.ECHO)
    terminal.child.send("2 1\x7f1\x1b[D\x1b[D\x7f1\r")
    terminal.press("d")
    terminal.finish()
    assert kept() == ["1,1"]
