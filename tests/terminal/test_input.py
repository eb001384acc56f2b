"""Every way to name a cell is understood; whatever else is typed is answered, and costs nothing."""

import json
import re
from pathlib import Path

import pytest

from fivesquare.books import CATALOGUE
from fivesquare.errors import NotationError
from fivesquare.terminal.screen import LONGEST_LINE
from fivesquare.words.typed import read_moves, read_number, read_pair

from .running import PROMPT, Terminal, run, run_piped

FORMS = [
    "2,1",
    "2 1",
    "(2,1)",
    "(2, 1)",
    "[2;1]",
    "2;1",
    "  2 ,  1  ",
    "\t2\t1\t",
    "{2,1}",
    "<2 1>",
    '"2 1"',
    "'2,1'",
    "`2,1`",
    "(2) (1)",
    "02,01",
    "(Row 2, Column 1)",
    "row 2 col 1",
]

GARBAGE = {
    "nothing": b"",
    "spaces": b"   ",
    "tabs": b"\t\t",
    "words": b"the middle one",
    "question": b"?!",
    "huge number": b"9" * 5000,
    "huge row": b"1" * 5000 + b",1",
    "huge column": b"1," + b"9" * 5000,
    "nought": b"0,0",
    "beyond": b"99,99",
    "negative": b"-1,2",
    "signed": b"+1,+2",
    "fraction": b"1.5,2",
    "exponent": b"1e0,1e0",
    "hexadecimal": b"0x1,0x1",
    "underscore": b"1_0,1",
    "three": b"1,2,3",
    "double comma": b"1,,2",
    "half": b"1,",
    "glued": b"row2column1",
    "fullwidth digits": "\uff12,\uff11".encode(),
    "arabic digits": "\u0662 \u0661".encode(),
    "superscripts": "²,¹".encode(),
    "circled": "② ①".encode(),
    "emoji": "🙂🙂".encode(),
    "right to left": "\u202e1,2".encode(),
    "no-break space": "2\u00a01".encode(),
    "byte order mark": b"\xef\xbb\xbf2,1",
    "NUL": b"\x00",
    "NUL inside": b"2\x00,1",
    "invalid UTF-8": b"\xff\xfe2,1\x80",
    "surrogate": b"\xed\xa0\x80",
    "arrow keys": b"\x1b[A\x1b[B",
    "window title": b"\x1b]0;title\x07",
    "backspaces": b"2,1\x08\x08\x08",
    "delete": b"\x7f",
    "megabyte": b"x" * 2**20,
    "megabyte of pairs": b"1," * 2**19,
    "megabyte of brackets": b"(" * 2**20,
    "formats": b"%s%n{0}\\n$HOME",
    "JSON": b'{"move": "2,1"}',
}

SAID = [kind for kind, line in GARBAGE.items() if line.strip()]


def moves(path: str = "game.json") -> list[str]:
    kept: list[str] = json.loads(Path(path).read_text())["moves"]
    return kept


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("book", CATALOGUE)
def test_every_form_of_a_cell_is_understood_in_every_book(book: str, form: str) -> None:
    result = run("play", book, "--save", "game.json", given=f"{form}\n")
    assert moves() == ["2,1"]
    assert result.status == 0


@pytest.mark.parametrize("form", ["3,3", "3 3", "( 3 , 3 )", "[3;3]"])
def test_every_form_of_a_cell_is_understood_in_a_chain(form: str) -> None:
    run("play", "chain", "--save", "game.json", given=f"2,2\n5,5\n2,3\n{form}\n")
    assert moves() == ["2,2", "5,5", "2,3", "3,3"]


@pytest.mark.parametrize("form", ["5", " 5 ", "(5)", "[5]", "05"])
def test_a_number_of_fifteens_list_is_understood(form: str) -> None:
    run("play", "fifteen", "--save", "game.json", given=f"{form}\n")
    assert moves() == ["2,1"]


@pytest.mark.parametrize("form", ["4", " 4 ", "(4)", "004"])
def test_a_position_of_sweep_is_understood(form: str) -> None:
    board = "5 3 8/4 9 1/6 2 7"
    run("play", "sweep", "--board", board, "--save", "game.json", given=f"{form}\n")
    assert moves() == ["2,1"]


@pytest.mark.parametrize("book", ["flip", "grow", "chain"])
def test_a_lone_number_is_refused_where_it_means_nothing(book: str) -> None:
    result = run("play", book, "--save", "game.json", given="5\n")
    assert "That is one number; a row and a column are needed." in result.out
    assert moves() == []


@pytest.mark.parametrize("kind", GARBAGE)
@pytest.mark.parametrize("book", CATALOGUE)
def test_garbage_is_answered_and_nothing_is_lost(book: str, kind: str) -> None:
    smooth = run("play", book, "--seed", "4", "--save", "smooth.json", given="1,1\n1,2\n")
    result = run(
        "play", book, "--seed", "4", "--save", "game.json", given=b"1,1\n" + GARBAGE[kind] + b"\n1,2\n"
    )
    assert (result.err, result.status) == ("", 0)
    assert moves() == ["1,1", "1,2"]
    answer = answer_to(GARBAGE[kind], result.out)
    assert answer.isprintable()
    assert len(answer) < 250
    assert re.search(r"row and column, like \d[ ,]\d", answer)
    assert smooth.out.splitlines()[-12:-1] == result.out.splitlines()[-12:-1]


@pytest.mark.parametrize("kind", SAID)
def test_garbage_in_a_chain_is_answered_and_the_chain_goes_on(kind: str) -> None:
    given = b"2,2\n5,5\n2,3\n" + GARBAGE[kind] + b"\n3,3\n"
    result = run("play", "chain", "--save", "game.json", given=given)
    assert (result.err, result.status) == ("", 0)
    assert moves() == ["2,2", "5,5", "2,3", "3,3"]
    assert " or stop with an empty line." in answer_to(GARBAGE[kind], result.out)


def answer_to(line: bytes, output: str) -> str:
    """The paragraph that was written after this line was typed."""
    _, typed, after = output.partition(f": {line.decode(errors='replace')}\n")
    assert typed
    return after.partition("\n\n")[0].replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("\x00", "is not a file name"),
        ("\x1b[A", "is not a file name"),
        ("a\tb", "is not a file name"),
        ("x" * 2**20, "File name too long"),
        ("no/such/folder/game.json", "No such file or directory"),
        ("~nobody-of-that-name/game.json", "there is no such folder"),
        (".", "choose another name"),
        ("/dev/null", "choose another name"),
        ("folder", "choose another name"),
        ("letter.txt", "choose another name"),
    ],
    ids=range(10),
)
def test_a_bad_file_name_at_the_quit_question_is_answered_and_asked_again(
    name: str, problem: str, place: Path, games: Path
) -> None:
    (place / "folder").mkdir()
    (place / "letter.txt").write_text("Dear Ada,\n")
    result = run("play", "grow", given=f"1 1\nquit\n{name}\nyes\n")
    assert (result.err, result.status) == ("", 0)
    assert result.out.count("Save this game? (yes, no, cancel, or a file name) ") == 2
    assert problem in result.out
    assert "The game is saved." in result.out
    assert len(list(games.glob("*.json"))) == 1
    assert (place / "letter.txt").read_text() == "Dear Ada,\n"


QUESTIONS = ("or choose:", "Which game?", "Against whom?", "Do you play first", "Change what?")


@pytest.mark.parametrize(("question", "kind"), [(at, kind) for at in range(5) for kind in SAID])
def test_garbage_in_the_menu_is_answered_and_asked_again(question: int, kind: str) -> None:
    usual = [b"play", b"flip", b"greedy", b"more", b"", b"first"]
    at = [0, 1, 2, 3, 4][question]
    given = b"\n".join([*usual[:at], GARBAGE[kind], *usual[at:], b"1,1", b""])
    result = run(given=given)
    assert (result.err, result.status) == ("", 0)
    assert "Player A, enter the position" in result.out
    asked = [1, 1, 1, 2, 1]
    asked[question] += 1
    assert [result.out.count(words) for words in QUESTIONS] == asked


def test_garbage_through_a_real_pipe_is_answered() -> None:
    given = b"\n".join(GARBAGE.values()) + b"\n2,1\n"
    result = run_piped("play", "grow", "--save", "game.json", given=given)
    assert (result.err, result.status) == ("", 0)
    assert moves() == ["2,1"]


@pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
def test_garbage_at_a_real_terminal_is_answered(term: str) -> None:
    terminal = Terminal("play", "grow", "--save", "game.json", TERM=term)
    for line in ("", "x" * 3000, "\uff12,\uff11", "🙂", "9" * 1000, "2,1"):
        terminal.answer(line)
    terminal.press("d")
    result = terminal.finish()
    assert "Traceback" not in result.out
    assert moves() == ["2,1"]
    assert result.status == 0


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1-2", "²,¹", "1\u00a02"])
def test_what_is_no_pair_is_read_as_none(text: str) -> None:
    assert read_pair(text) is None


@pytest.mark.parametrize("text", ["", "1,2", "one", "²", "1 2", "-1"])
def test_what_is_no_number_is_read_as_none(text: str) -> None:
    assert read_number(text) is None


def test_numbers_too_long_to_mean_anything_are_all_the_same() -> None:
    assert read_number("9" * 10) == read_number("1" * 100_000)
    assert read_number("0" * 100 + "7") == 7


def test_every_prompt_of_the_program_is_known_to_the_tests() -> None:
    assert PROMPT.search("Save this game? (yes, no, cancel, or a file name) ")
    assert not PROMPT.search("Your current score: 5")


# --- Several moves in one text ---


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        ("2,2 1,3", ["2,2", "1,3"]),
        ("(2,2) (1,3)", ["2,2", "1,3"]),
        ("(2, 2), (1, 3)", ["2,2", "1,3"]),
        ("2,2;1,3", ["2,2", "1,3"]),
        ("2 2 1 3", ["2,2", "1,3"]),
        ("(Row 2, Column 2) 01,03", ["2,2", "1,3"]),
        ("1,1 swap 2,2", ["1,1", "swap", "2,2"]),
        ("3,3 1,1 3,2 Stop", ["3,3", "1,1", "3,2", "stop"]),
    ],
)
def test_moves_as_they_may_be_written(text: str, moves: list[str]) -> None:
    assert read_moves(text) == moves


@pytest.mark.parametrize(
    "text", ["soon", "1,1 then 2,2", "1,1 2", "1 stop 2", "1,1 -2,2", "1.1", "stopped 1"]
)
def test_what_is_no_list_of_moves(text: str) -> None:
    with pytest.raises(NotationError):
        read_moves(text)


def test_a_line_of_the_greatest_length_is_read_and_a_longer_one_is_asked_for_again() -> None:
    longest = "1,1".ljust(LONGEST_LINE)
    too_long = f"1,2{longest}\n{longest} \n"
    result = run("play", "chain", "--size", "1x3", given=f"{longest}\n{too_long}1,2\nquit\n")
    assert result.out.count("\nA line has at most 1,048,576 characters.\nPlayer 2 (O), enter") == 2
    assert "You have claimed cell (1,1)." in result.out
    assert "You have claimed cell (1,2)." in result.out
