"""`fivesquare picture`: the board of a game in a file, and what it never writes over."""

import json
import os
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.pictures import Note
from fivesquare.web.embeds.live_board import Mode
from games import play
from terminal.running import Result, run

GAME = play("flip", "1,4 3,4 2,3 4,2 2,1 3,1")


def draw(*arguments: str, given: str = "") -> Result:
    Path("game.json").write_text(json.dumps(GAME.to_record()))
    return run("picture", *arguments, given=given)


def drawn(*arguments: str) -> str:
    result = draw("game.json", "--svg", "board.svg", *arguments)
    assert result == Result("", "", 0)
    return Path("board.svg").read_text(encoding="utf-8")


def test_the_end_of_the_game() -> None:
    assert drawn() == GAME.to_svg()


@pytest.mark.parametrize("ply", range(len(GAME.moves) + 1))
def test_after_so_many_moves(ply: int) -> None:
    assert drawn("--ply", str(ply)) == GAME.back(len(GAME.moves) - ply).to_svg()


@pytest.mark.parametrize("ply", ["7", "99999999999999999999", "-1", "two"])
def test_a_ply_that_the_game_has_not(ply: str) -> None:
    result = draw("game.json", "--svg", "board.svg", "--ply", ply)
    assert (result.out, result.status) == ("", 2)
    assert "Invalid value for '--ply'" in result.err
    assert not Path("board.svg").exists()


def test_a_ply_beyond_the_game_is_told_how_long_it_is() -> None:
    assert "'--ply': 7: the game has only 6 moves" in draw("game.json", "--svg", "-", "--ply", "7").err


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_from_standard_input_to_standard_output(mark: str) -> None:
    record = mark + json.dumps(GAME.to_record(), indent=1)
    assert draw("-", "--svg", "-", given=record) == Result(GAME.to_svg(), "", 0)
    assert not Path("-").exists()


def test_what_is_no_record() -> None:
    result = draw("-", "--svg", "board.svg", given="[]")
    assert (result.out, result.status) == ("", 1)
    assert result.err == "fivesquare: a record is an object, not a list of 0\n"
    result = draw("nowhere.json", "--svg", "board.svg")
    assert (result.out, result.status) == ("", 1)
    assert "nowhere.json" in result.err
    assert not Path("board.svg").exists()


@pytest.mark.usefixtures("warm")
def test_with_what_each_claim_is_worth() -> None:
    position = play("sweep", "2,2 1,3")
    notes = {0: Note("+15", 1), 6: Note("+15", 1), 8: Note("+17", 1, is_best=True)}
    record = json.dumps(position.to_record())
    assert draw("-", "--values", "--svg", "-", given=record) == Result(position.to_svg(notes), "", 0)


@pytest.mark.usefixtures("warm")
def test_stop_is_no_cell() -> None:
    position = play("chain", "1,1 2,3 1,2", "1 1 1/1 1 1")
    assert position.legal == ("1,3", "2,2", "stop")
    result = draw("-", "--values", "--svg", "-", given=json.dumps(position.to_record()))
    assert result.status == 0
    assert result.out.count("(worth ") == 2


@pytest.mark.usefixtures("warm")
def test_a_worth_is_seen_by_whoever_acts() -> None:
    position = play("sweep", "2,2")
    assert {worth.winner for worth in fs.solve(position).each.values()} == {1}
    result = draw("-", "--values", "--svg", "-", given=json.dumps(position.to_record()))
    assert result.out.count("(worth -") == len(position.legal)


def test_a_picture_needs_a_place() -> None:
    result = draw("game.json")
    assert result.status == 2
    assert "Name a file to write: --svg board.svg or --html board.html." in result.err


# --- What is written over ---


def test_a_picture_replaces_a_picture_and_an_empty_file() -> None:
    Path("board.svg").touch()
    opening = drawn("--ply", "0")
    assert drawn() != opening


@pytest.mark.parametrize(
    "content",
    [
        b"a",
        b'{"book": "flip"}',
        b"<svg/>",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
        b"<!-- data-drawn-by=fivesquare -->",
        b"\x89PNG\r\n\x1a\n\xff",
        b" " * 500,
    ],
)
def test_nothing_else_is_ever_replaced(content: bytes) -> None:
    Path("mine.svg").write_bytes(content)
    result = draw("game.json", "--svg", "mine.svg")
    assert (result.out, result.status) == ("", 1)
    assert result.err == (
        "fivesquare: 'mine.svg' exists and was not drawn by Fivesquare: "
        "choose another name, or - for standard output\n"
    )
    assert Path("mine.svg").read_bytes() == content


def test_a_record_is_not_replaced_by_its_own_picture() -> None:
    result = draw("game.json", "--svg", "game.json")
    assert result.status == 1
    assert fs.Position.from_record(json.loads(Path("game.json").read_text())) == GAME


def test_behind_a_link_the_same_holds() -> None:
    Path("mine.txt").write_text("mine")
    Path("link.svg").symlink_to("mine.txt")
    assert draw("game.json", "--svg", "link.svg").status == 1
    assert Path("mine.txt").read_text() == "mine"


def test_a_pipe_is_neither_waited_for_nor_replaced() -> None:
    os.mkfifo("pipe.svg")
    assert draw("game.json", "--svg", "pipe.svg").status == 1
    assert Path("pipe.svg").is_fifo()


def test_a_folder_is_refused() -> None:
    Path("folder.svg").mkdir()
    assert draw("game.json", "--svg", "folder.svg").status == 2


@pytest.mark.parametrize(
    ("options", "mode", "moves"),
    [
        ("", "replay", 6),
        ("--ply 2", "play", 2),
        ("--values", "values", 6),
        ("--ply 3 --values", "values", 3),
    ],
)
def test_a_board_that_can_be_played(options: str, mode: Mode, moves: int) -> None:
    assert draw("game.json", "--html", "board.html", *options.split()) == Result("", "", 0)
    position = GAME.back(len(GAME.moves) - moves)
    assert Path("board.html").read_text(encoding="utf-8") == fs.show(position, mode).html()


def test_both_at_once_and_over_themselves() -> None:
    for _ in range(2):
        assert draw("game.json", "--svg", "board.svg", "--html", "board.html") == Result("", "", 0)
    assert Path("board.svg").read_text(encoding="utf-8") == GAME.to_svg()


def test_a_page_that_is_not_ours_is_left_alone() -> None:
    page = "<!doctype html>\n<html lang='en'>"
    Path("index.html").write_text(page)
    result = draw("game.json", "--html", "index.html")
    assert (result.status, Path("index.html").read_text()) == (1, page)
    assert "exists and was not drawn by Fivesquare" in result.err
