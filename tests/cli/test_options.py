"""The options of `play`, the other commands, and what the command line says when it is wrong."""

import json
import os
import re
import subprocess
from pathlib import Path

import click
import pytest

import fivesquare
from fivesquare.books import CATALOGUE, NAMED
from fivesquare.books.explain import in_brief
from fivesquare.cli.main import cli
from fivesquare.players import PLAYERS
from fivesquare.words.rules import explain
from terminal.running import COMMAND, run, run_piped

COMMANDS = {
    name: command
    for name in cli.list_commands(click.Context(cli))
    if (command := cli.get_command(click.Context(cli), name)) is not None
}

GROW = {
    "size": [5, 5],
    "values": [1, 9],
    "reach": "edge",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "last",
}


def board(name: str = "game.json") -> list[list[int]]:
    rows: list[list[int]] = json.loads(Path(name).read_text())["board"]
    return rows


def error_of(*arguments: str, status: int = 2) -> str:
    """The last line of what a refused command says."""
    result = run(*arguments)
    assert result.status == status
    assert result.out == ""
    return result.err.splitlines()[-1]


# --- Styles ---


@pytest.mark.parametrize("command", ["play", "resume", "replay"])
def test_style_is_chosen_in_every_command_that_shows_a_game(command: str) -> None:
    run("play", "flip", "--save", "game.json", given="1,1\n")
    what = "flip" if command == "play" else "game.json"
    assert "your claim (row,col): " not in run(command, what).out
    assert run(command, what, "--style", "book").out == run(command, what).out or command == "play"
    assert "your claim (row,col): " in run(command, what, "--style", "clear").out


def test_style_is_one_of_three() -> None:
    line = error_of("play", "flip", "--style", "odd")
    assert line == "Error: Invalid value for '--style': 'odd' is not one of 'book', 'clear', 'full'."


# --- Boards ---


@pytest.mark.parametrize(
    "text", ["5 3 8/2 9 1/6 4 7", "5,3,8/2,9,1/6,4,7", "5 3 8\n2 9 1\n6 4 7\n", " 5  3 8 / 2 9 1 / 6 4 7 "]
)
def test_board_as_rows_or_in_a_file(text: str) -> None:
    rows = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
    run("play", "sweep", "--board", text, "--save", "game.json")
    assert board() == rows
    Path("board.txt").write_text(text)
    run("play", "sweep", "--board", "board.txt", "--save", "other.json")
    assert board("other.json") == rows


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5 3 8/2 9 1/6 4 ?", "'?' is not a value"),
        ("1 2/3", "row 2 of the board has 1 value, the first 2"),
        ("1 1/1 1", "the values of this board must be each of 1 to 4 once; cell 1,2 is 1"),
        ("1", "a board has 1x2 to 8x8 cells, not 1x1"),
        ("no-such-file.txt", "'no-such-file.txt' is neither a file nor the rows of a board"),
        ("9" * 5000, "'9999999"),
        ("\u0661 2/3 4", "is not a value"),
        ("", "a board is a list of rows"),
    ],
    ids=range(8),
)
def test_bad_board_is_refused_by_name(text: str, problem: str) -> None:
    line = error_of("play", "sweep", "--board", text)
    assert line.startswith("Error: Invalid value for '--board': ")
    assert problem in line


def test_a_bad_board_in_a_file_names_the_file() -> None:
    Path("bytes").write_bytes(b"\xff\xfe")
    assert "cannot read 'bytes': not a text file" in error_of("play", "sweep", "--board", "bytes")
    Path("rows").write_text("1 2/3\n")
    assert "'rows': row 2 of the board has 1 value," in error_of("play", "sweep", "--board", "rows")
    os.mkfifo("pipe")
    assert "cannot read 'pipe': it is not a regular file" in error_of("play", "sweep", "--board", "pipe")


@pytest.mark.parametrize("end", ["/", "\n"])
def test_rows_longer_than_any_file_name_are_rows(end: str) -> None:
    text = end.join("  ".join(f"{value:09}" for value in range(row, row + 8)) for row in range(8))
    Path("book.json").write_text(json.dumps({**GROW, "values": [0, 999]}))
    assert run("play", "--book", "book.json", "--board", text, "--save", "game.json").status == 0
    assert board() == [list(range(row, row + 8)) for row in range(8)]


@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize("size", ["1x2", "2x1", "3x5", "8x8", "1X8", " 2 x 2 "])
def test_size_deals_a_board_of_that_size(book: str, size: str) -> None:
    result = run("play", book, "--size", size, "--save", "game.json", given="1 1\n")
    rows, columns = map(int, size.lower().split("x"))
    assert (len(board()), len(board()[0])) == (rows, columns)
    assert json.loads(Path("game.json").read_text())["moves"] == ["1,1"]
    assert result.status == 0


@pytest.mark.parametrize("size", ["1x1", "9x9", "0x5", "4", "4x", "x", "axb", "4x4x4", "-1x4", "999999x1"])
def test_bad_size_is_refused_by_name(size: str) -> None:
    assert error_of("play", "grow", f"--size={size}").startswith("Error: Invalid value for '--size': ")


def test_board_and_size_exclude_each_other() -> None:
    line = error_of("play", "grow", "--board", "1 2", "--size", "1x2")
    assert line == "Error: Give --board or --size, not both."


@pytest.mark.parametrize("book", CATALOGUE)
def test_the_same_seed_gives_the_same_game(book: str) -> None:
    arguments = (
        "play",
        book,
        "--seed",
        "11",
        "--first",
        "random",
        "--second",
        "random",
        "--save",
        "game.json",
    )
    first = run(*arguments).out
    for again in (run, run_piped):
        Path("game.json").unlink()
        assert again(*arguments).out == first


def test_another_seed_gives_another_board() -> None:
    boards = set()
    for seed in range(5):
        run("play", "flip", "--seed", str(seed), "--save", f"{seed}.json")
        boards.add(str(board(f"{seed}.json")))
    assert len(boards) == 5


def test_without_a_seed_boards_differ_and_the_seed_is_written_down() -> None:
    run("play", "flip", "--save", "one.json")
    run("play", "flip", "--save", "two.json")
    assert board("one.json") != board("two.json")
    seed = json.loads(Path("one.json").read_text())["seed"]
    run("play", "flip", "--seed", str(seed), "--save", "again.json")
    assert board("again.json") == board("one.json")


# --- Seats and files ---


@pytest.mark.parametrize("option", ["--first", "--second"])
@pytest.mark.parametrize("command", [("play", "grow"), ("resume", "game.json")])
def test_unknown_player_is_refused_by_name(option: str, command: tuple[str, ...]) -> None:
    run("play", "grow", "--save", "game.json")
    line = error_of(*command, option, "deep blue")
    known = ", ".join(PLAYERS)
    assert (
        line == f"Error: Invalid value for '{option}': there is no player 'deep blue'; choose from {known}"
    )


@pytest.mark.parametrize(
    "name",
    ["greedy:3", "human:x", ":", "", "Greed of mine", "level:0000000019", "level:0", "level:" + "9" * 5000],
)
def test_odd_names_of_players_are_refused(name: str) -> None:
    assert "'--second'" in error_of("play", "grow", "--second", name)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "-1", "NaN", "soon", ""])
@pytest.mark.parametrize("command", [("solve", "sweep"), ("review", "game.json")])
def test_a_time_that_is_none_is_refused(command: tuple[str, ...], seconds: str) -> None:
    line = error_of(*command, "--time", seconds)
    assert line.startswith("Error: Invalid value for '--time': ")


@pytest.mark.parametrize("book", CATALOGUE)
def test_two_computers_play_a_whole_game(book: str) -> None:
    result = run("play", book, "--first", "greedy", "--second", "random", "--save", "game.json")
    assert result.out.endswith("\nWhat each move was worth: fivesquare review game.json\n")
    assert run("state", given=Path("game.json").read_text()).out.count('"over": true') == 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no/such/folder/game.json", "No such file or directory"),
        ("letter.txt", "'letter.txt' exists and is not a game: choose another name"),
    ],
)
def test_a_bad_place_to_save_is_refused_before_the_game(name: str, problem: str) -> None:
    Path("letter.txt").write_text("Dear Ada,\n")
    line = error_of("play", "grow", "--save", name)
    assert line.startswith("Error: Invalid value for '--save': ")
    assert problem in line
    assert Path("letter.txt").read_text() == "Dear Ada,\n"


def test_a_folder_is_no_place_to_save() -> None:
    Path("folder").mkdir()
    assert "'--save'" in error_of("play", "grow", "--save", "folder")


def test_save_into_an_empty_file() -> None:
    Path("game.json").touch()
    assert run("play", "grow", "--save", "game.json", given="1 1\n").status == 0
    assert json.loads(Path("game.json").read_text())["moves"] == ["1,1"]


@pytest.mark.parametrize("moves", ["1 1\n", ""])
@pytest.mark.parametrize("name", ["game.json", "./game.json", "link.json"])
def test_another_game_is_not_overwritten(name: str, moves: str) -> None:
    run("play", "chain", "--seed", "3", "--save", "game.json", given=moves)
    Path("link.json").symlink_to("game.json")
    before = Path("game.json").read_text()
    line = error_of("play", "chain", "--seed", "3", "--save", name)
    shown = name.removeprefix("./")
    assert line == f"Error: Invalid value for '--save': '{shown}' holds another game: choose another name"
    assert Path("game.json").read_text() == before


# --- Books of one's own ---


def test_a_book_of_ones_own_plays_with_the_general_voice() -> None:
    Path("book.json").write_text(
        json.dumps({**GROW, "size": [1, 3], "take": "lower-enemy", "again": "chain"})
    )
    lines = "1,2\n1,1\n1,3\n"
    result = run(*("play", "--book", "book.json", "--board", "1 5 9", "--save", "game.json"), given=lines)
    assert result.out == OWN_GAME
    assert result.status == 0
    kept = json.loads(Path("game.json").read_text())
    assert kept["book"] == {**GROW, "size": [1, 3], "take": "lower-enemy", "again": "chain"}
    assert run("replay", "game.json").out in OWN_GAME


OWN_GAME = """\
(At any prompt: help, rules, score, moves, hint, eval, undo, save, menu, quit.)
(A Player 1, B Player 2, [ ] the last claim, * what it took.)

A game of your own

     1    2    3
   +----+----+----+
1  |  1 |  5 |  9 |
   +----+----+----+

Player 1 (A): 0, Player 2 (B): 0; most points on the full board win.

Player 1, your claim (row,col): 1,2
Player 1 claims (1,2) worth 5.

     1    2    3
   +----+----+----+
1  |  1 |[A5]|  9 |
   +----+----+----+

Player 1 (A): 5, Player 2 (B): 0; most points on the full board win.

Player 2, your claim (row,col): 1,1
Player 2 claims (1,1) worth 1.

     1    2    3
   +----+----+----+
1  |[B1]| A5 |  9 |
   +----+----+----+

Player 1 (A): 5, Player 2 (B): 1; most points on the full board win.

Player 1, your claim (row,col): 1,3
Player 1 claims (1,3) worth 9.

     1    2    3
   +----+----+----+
1  | B1 | A5 |[A9]|
   +----+----+----+

Neither player can claim another cell. The game is over.
Player 1: 14 points, 2 cells; Player 2: 1 point, 1 cell.
Player 1 wins!

Show it again: fivesquare replay game.json
What each move was worth: fivesquare review game.json
"""


def test_a_chain_in_the_general_voice_can_be_declined() -> None:
    Path("book.json").write_text(json.dumps({**GROW, "size": [1, 4], "values": "ones", "again": "chain"}))
    result = run(
        "play", "--book", "book.json", "--save", "game.json", given="1,1\n1,4\n1,2\nwhat\n1,4\nstop\n"
    )
    assert "Player 1, one more beside (1,2), or stop: what\n" in result.out
    advice = "You may claim (1,3), or stop with an empty line."
    assert f"'what' is not a cell.\n{advice} Or type help.\n" in result.out
    assert f"Cell (1,4) is already claimed.\n{advice}\n" in result.out
    assert "Player 1 stops.\n" in result.out


@pytest.mark.parametrize(
    ("field", "answer", "problem"),
    [
        ("size", [9, 9], "size: a board has 1x2 to 8x8 cells, not 9x9"),
        ("size", "5x5", "size: must be [rows, columns], not '5x5'"),
        ("values", "many", 'values: must be "shuffled", "ones" or [low, high], not \'many\''),
        ("values", [9, 1], "values: [low, high] must lie between 0 and 999, low first, not [9, 1]"),
        ("reach", "far", 'reach: must be "anywhere", "adjacent" or "edge", not \'far\''),
        ("take", None, "take: must be"),
        ("again", [], "again: must be"),
        ("goal", {"exactly": 0}, 'goal: "exactly" must be a whole number'),
        ("tie", 7, "tie: must be"),
        ("colour", "red", "'colour': is not a question of a rule book"),
    ],
)
@pytest.mark.parametrize("command", ["play", "rules"])
def test_a_bad_book_names_the_field(command: str, field: str, answer: object, problem: str) -> None:
    Path("book.json").write_text(json.dumps({**GROW, field: answer}))
    line = error_of(command, "--book", "book.json", status=1)
    assert line.startswith(f"fivesquare: 'book.json': {problem}")


def test_a_book_without_an_answer_names_the_question() -> None:
    Path("book.json").write_text(json.dumps({key: GROW[key] for key in GROW if key != "tie"}))
    assert (
        error_of("play", "--book", "book.json", status=1) == "fivesquare: 'book.json': tie: has no answer"
    )


@pytest.mark.parametrize("content", ["", "[]", "{", "[" * 100_000, "\x00"], ids=range(5))
def test_a_book_that_is_no_object_is_refused(content: str) -> None:
    Path("book.json").write_text(content)
    assert error_of("play", "--book", "book.json", status=1).startswith("fivesquare: 'book.json': ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules"],
        ["rules", "grow", "--book", "book.json"],
        ["play", "--second", "greedy"],
        ["play", "grow", "--book", "book.json"],
    ],
)
def test_one_book_must_be_named_and_only_one(arguments: list[str]) -> None:
    Path("book.json").write_text(json.dumps(GROW))
    assert error_of(*arguments).startswith(f"Error: Name a book ({', '.join(NAMED)})")


def test_a_missing_book_file_is_a_wrong_command_line() -> None:
    assert "'--book': File 'nowhere.json' does not exist." in error_of("play", "--book", "nowhere.json")


def test_an_unknown_book_lists_those_there_are() -> None:
    assert "the books are flip, sweep, grow, chain, fifteen, " in error_of("play", "checkers")


# --- The other commands ---


def test_books_lists_every_book_with_its_title_and_what_it_is_about() -> None:
    lines = iter(run("books").out.splitlines())
    for (name, book), first, second in zip(CATALOGUE.items(), lines, lines, strict=True):
        assert first.split(maxsplit=2) == [name, str(book.size), book.title]
        assert second.strip() == in_brief(book)


@pytest.mark.parametrize("arguments", [["books"], ["--help"], ["play", "--help"], ["rules", "chain"], []])
def test_what_is_to_be_read_fits_a_terminal_of_80_columns(arguments: list[str]) -> None:
    assert max(map(len, run(*arguments).out.splitlines())) <= 80


@pytest.mark.parametrize("book", CATALOGUE)
def test_refusals_fit_a_terminal_of_80_columns(book: str) -> None:
    result = run("play", book, "--size", "8x8", given="what\n9,9\n1,1\n8,8\n5,5\n1,2\n8,7\n5,5\nhelp\n")
    prompts = ("(row,column): ", "column 2):", "(row column): ", "claim: ", '"3 3"): ', ".json")
    for line in result.out.splitlines():
        assert len(line) <= 80 or any(prompt in line for prompt in prompts)


OBJECTIVE = "Objective: have more points than your opponent when all cells are claimed.\n\n"


@pytest.mark.parametrize("book", CATALOGUE)
def test_rules_explain_a_book(book: str) -> None:
    assert run("rules", book).out == explain(CATALOGUE[book]) + "\n"


def test_rules_explain_a_book_of_ones_own() -> None:
    Path("book.json").write_text(json.dumps({**GROW, "tie": "draw"}))
    output = run("rules", "--book", "book.json").out
    assert output.startswith(f"A game of your own\n\n{OBJECTIVE}Board: 5 rows of 5 cells.")


def test_rules_explain_a_book_that_is_like_another() -> None:
    Path("book.json").write_text(json.dumps({"like": "grow", "balance": "swap"}))
    output = run("rules", "--book", "book.json").out
    assert output.startswith(f"Grid Capture (grow)\n\n{OBJECTIVE}Board: 5 rows of 5 cells.")
    assert "Balance: on the second player's first turn that player may swap" in output
    assert "(grow-1)" in output
    Path("book.json").write_text(json.dumps({**GROW, "tie": "draw", "title": "Nobody's"}))
    assert run("rules", "--book", "book.json").out.startswith(f"Nobody's\n\n{OBJECTIVE}Board: 5 rows")


def test_version() -> None:
    assert run("--version").out == f"fivesquare, version {fivesquare.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    result = run("completion", shell)
    assert "_FIVESQUARE_COMPLETE" in result.out
    assert result.status == 0


def test_completion_offers_books_and_commands() -> None:
    def offered(words: str, number: int) -> list[str]:
        environment = {
            **os.environ,
            "_FIVESQUARE_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(number),
        }
        done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert offered("fivesquare sta", 1) == ["state"]
    assert offered("fivesquare play f", 2) == ["flip", "fifteen", "forty-two"]


@pytest.mark.parametrize("command", [None, *COMMANDS])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_of_every_command_has_an_example(command: str | None, option: str) -> None:
    result = run(*([] if command is None else [command]), option)
    assert "Example: " in result.out
    assert "fivesquare" in result.out.partition("Example: ")[2]
    assert (result.err, result.status) == ("", 0)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_option_has_a_help_text(command: click.Command) -> None:
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help


def test_nobody_waits_for_the_modules_of_another_command() -> None:
    script = "import sys; from fivesquare.cli.main import main\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run([COMMAND[0], "-c", script, "books"], capture_output=True, text=True, check=True)
    assert "fivesquare.cli.books" in done.stdout
    assert not re.search(r"fivesquare\.terminal\.(rounds|session|menu|puzzle_series|voices)", done.stdout)


def test_an_unknown_command_or_option_is_a_wrong_command_line() -> None:
    assert "There is no command 'solitaire'." in error_of("solitaire")
    assert re.search("No such option.*--colour", error_of("play", "grow", "--colour"))
