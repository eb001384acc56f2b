"""The clear voice: rows, columns, owners, the last claim and what it took, without colour."""

import json
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.terminal.voices import ClearVoice, voice_for

from .running import Terminal, run

SWEEP = "5 3 8/2 9 1/6 4 7"


def voice(position: fs.Position, room: tuple[int, int] | None = None) -> ClearVoice:
    clear = voice_for(position.book, lambda text, _position, _cell: text, "clear", lambda: room)
    assert isinstance(clear, ClearVoice)
    return clear


def test_owners_the_last_claim_and_what_it_took_are_marked() -> None:
    position = fs.start("sweep", board=SWEEP).play("2,2").play("1,3")
    assert (
        voice(position).board(position)
        == """\
     1    2    3
   +----+----+----+
1  |  5 | A3 |[B8]|
   +----+----+----+
2  | A2 | A9 | A1 |
   +----+----+----+
3  |  6 | A4 |  7 |
   +----+----+----+"""
    )
    before = position.back()
    assert "1  |  5 | A3*|  8 |\n" in voice(before).board(before)
    assert "2  | A2*|[A9]| A1*|\n" in voice(before).board(before)


def test_all_alike_only_owners_are_shown() -> None:
    position = fs.start("chain", board="1 1 1").play("1,2").play("1,3")
    assert "1  | . | A |[B]|\n" in voice(position).board(position)


def test_without_room_the_boxes_are_left_out() -> None:
    book = {"like": "flip", "values": [1, 16]}
    position = fs.start(book, board="5 12 3/16 1 2").play("1,1").play("1,2")
    assert (
        voice(position, (80, 12)).board(position)
        == """\
     1    2    3
1    B5*[B12]   3
2    16    1    2"""
    )
    boxed = voice(position).board(position)
    assert voice(position, (80, 13)).board(position) == boxed
    assert voice(position, (len(boxed.splitlines()[1]) + 1, 13)).board(position) == boxed
    assert "+" not in voice(position, (len(boxed.splitlines()[1]), 13)).board(position)


def test_after_a_stop_and_a_swap_the_claim_stays_marked() -> None:
    chain = fs.start("chain", board="1 1 1 1 1").play("1,1").play("1,5").play("1,2").play("stop")
    assert "1  | A |[A]| . | . | B |\n" in voice(chain).board(chain)
    book = {"like": "flip", "balance": "swap"}
    swapped = fs.start(book, board="1 2 3 4").play("1,2").play("swap")
    assert "1  |  1 |[B2]|  3 |  4 |\n" in voice(swapped).board(swapped)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_book_can_be_played_clearly_to_its_end(name: str) -> None:
    position = fs.start(name, seed=3)
    while not position.is_over:
        position = position.play(position.legal[0])
    given = "".join(f"{move}\n" for move in position.moves)
    played = run("play", name, "--seed", "3", "--style", "clear", "--save", "game.json", given=given)
    assert (played.err, played.status) == ("", 0)
    assert json.loads(Path("game.json").read_text())["moves"] == list(position.moves)
    assert played.out.count("[ ] the last claim") == 1
    shown = run("replay", "game.json", "--style", "clear").out
    assert shown in played.out
    assert "Player 1, your claim (row,col): " in shown


def test_what_a_claim_takes_is_told_with_whose_it_was() -> None:
    output = run("play", "flip", "--board", "1 2", "--style", "clear", given="1,1\n1,2\n").out
    assert "Player 2 claims (1,2) worth 2 and takes (1,1) from Player 1.\n" in output


def test_a_chain_of_the_computers_is_told_from_where_it_goes_on() -> None:
    record = {"book": "chain", "board": [[1] * 7], "moves": ["1,7", "1,1", "1,6", "stop", "1,2", "1,3"]}
    Path("game.json").write_text(json.dumps({**record, "players": ["human", "level:2"]}))
    output = run("replay", "game.json", "--style", "clear").out
    assert (
        "Player 2 (level 2) claims (1,2).\nPlayer 2 (level 2) claims (1,3) as well, beside (1,2).\n"
        in output
    )


@pytest.mark.parametrize(("size", "board"), [("80x24", "8x8"), ("40x24", "5x5"), ("80x24", "5x5")])
@pytest.mark.parametrize("name", CATALOGUE)
def test_board_scores_and_prompt_fit_the_screen(name: str, size: str, board: str) -> None:
    columns, lines = map(int, size.split("x"))
    rows = int(board[0])
    terminal = Terminal(
        "play",
        name,
        "--seed",
        "1",
        "--size",
        board,
        "--style",
        "clear",
        columns=str(columns),
        rows=str(lines),
    )
    terminal.answer("1,1")
    terminal.wait()
    shown = terminal.raw.replace("\r\n", "\n").split("\n")
    terminal.child.sendcontrol("d")
    terminal.finish()
    assert max(map(len, shown[-lines:])) <= columns
    screen = shown[-lines:]
    assert all(any(line.startswith(f"{row}  ") for line in screen) for row in range(1, rows + 1))
    assert any(line.lstrip().startswith("1  ") for line in screen)
    assert any("Player 1 (A): " in line for line in screen)
    assert screen[-1] == "Player 2, your claim (row,col): "


def test_plain_and_a_pipe_keep_the_boxes() -> None:
    arguments = ("play", "flip", "--size", "8x8", "--seed", "1", "--style", "clear")
    terminal = Terminal(*arguments, "--plain", columns="80", rows="24")
    terminal.press("d")
    assert "+----" in terminal.finish().out
    assert "+----" in run(*arguments).out


def test_a_swap_keeps_the_stars_of_what_the_first_claim_took() -> None:
    board = ("--board", "5 3 8/2 9 1/6 4 7", "--style", "clear", "--swap")
    output = run("play", "sweep", *board, given="2,2\nswap\n").out
    assert "1  |  5 | B3*|  8 |" in output
    assert "2  | B2*|[B9]| B1*|" in output
