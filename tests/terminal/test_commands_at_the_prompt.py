"""What can be said at any prompt besides a move."""

import json
from pathlib import Path

import pytest

from fivesquare import record
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain
from fivesquare.terminal.session import COMMANDS, SHORT

from .running import Result, run


def play(*lines: str, book: str = "grow", options: tuple[str, ...] = ()) -> Result:
    given = "".join(f"{line}\n" for line in lines)
    return run("play", book, "--seed", "4", *options, "--save", "game.json", given=given)


def moves(path: str = "game.json") -> list[str]:
    kept: list[str] = json.loads(Path(path).read_text())["moves"]
    return kept


@pytest.mark.parametrize("book", CATALOGUE)
def test_help_lists_every_command_and_what_may_be_claimed(book: str) -> None:
    output = play("help", book=book).out
    for word, command in COMMANDS.items():
        assert f"  {word:<10} {command.summary}\n" in output
    assert "row and column, like " in output


@pytest.mark.parametrize("book", CATALOGUE)
def test_the_first_line_names_every_command(book: str) -> None:
    assert play(book=book).out.startswith(f"(At any prompt: {', '.join(COMMANDS)}.)\n")


@pytest.mark.parametrize("book", CATALOGUE)
def test_rules_explain_the_game_on_this_board(book: str) -> None:
    output = play("rules", book=book, options=("--size", "2x3")).out
    assert "2 rows of 3 cells" in output
    for paragraph in explain(CATALOGUE[book]).split("\n\n")[2:]:
        if not paragraph.startswith("The end"):
            assert paragraph in output


def test_score_shows_board_and_score_and_asks_again() -> None:
    result = play("1 1", "score")
    value = json.loads(Path("game.json").read_text())["board"][0][0]
    assert f"Player 1 total score: {value}.\nPlayer 2 total score: 0.\n\nPlayer 2, enter" in result.out


@pytest.mark.parametrize(("short", "word"), SHORT.items())
def test_short_words_do_the_same(short: str, word: str) -> None:
    assert play(short).out == play(word).out.replace(f": {word}\n", f": {short}\n")


@pytest.mark.parametrize("line", ["HELP", "  help  ", "\thelp\t", "help me"])
def test_commands_forgive_spaces_and_capitals(line: str) -> None:
    assert "Besides a move you can type:" in play(line).out


# --- undo ---


@pytest.mark.parametrize("book", CATALOGUE)
def test_undo_at_the_start_says_that_there_is_nothing(book: str) -> None:
    result = play("undo", "1,1", book=book)
    assert "There is no move to take back.\n" in result.out
    assert moves() == ["1,1"]


@pytest.mark.parametrize("book", CATALOGUE)
def test_undo_between_people_takes_back_the_last_move(book: str) -> None:
    play("1,1", "1,2", "undo", book=book)
    assert moves() == ["1,1"]


@pytest.mark.parametrize("book", CATALOGUE)
def test_undo_against_the_computer_goes_back_to_the_persons_choice(book: str) -> None:
    result = play("1,1", "undo", book=book, options=("--second", "greedy"))
    assert "Taken back.\n" in result.out
    assert moves() == []


def test_undo_against_a_computer_that_began_keeps_its_first_move() -> None:
    result = play("undo", book="chain", options=("--first", "random"))
    assert "There is no move to take back.\n" in result.out
    assert len(moves()) == 1


def test_undo_inside_a_chain_takes_back_the_first_claim() -> None:
    play("3 3", "1 1", "3 2", "undo", book="chain")
    assert moves() == ["3,3", "1,1"]


def test_undo_after_a_chain_goes_back_to_the_chain_claim() -> None:
    result = play("3 3", "1 1", "3 2", "2 2", "undo", book="chain")
    assert moves() == ["3,3", "1,1", "3,2"]
    assert result.out.count("Enter the row and column of the adjacent cell you want to claim: ") == 2


def test_undo_gives_captured_cells_back() -> None:
    lines = ("1,1", "1,2", "undo", "score")
    result = run(*("play", "flip", "--board", "1 2/3 4"), given="".join(f"{line}\n" for line in lines))
    assert "Captured cell (1,1) from Player A." in result.out
    assert "Total score for Player A: 1\nTotal score for Player B: 0\n" in result.out


# --- save ---


def test_save_writes_the_game_to_a_file_and_goes_on() -> None:
    result = play("1 1", "save other.json", "1 2")
    assert "Saved. Go on at any time with: fivesquare resume other.json\n" in result.out
    assert moves("other.json") == ["1,1"]
    assert moves() == ["1,1", "1,2"]


def test_save_takes_names_with_spaces_and_quotes_them_for_the_shell() -> None:
    result = play("save my best game.json")
    assert "fivesquare resume 'my best game.json'\n" in result.out
    assert record.load(Path("my best game.json")).moves == ()


def test_save_without_a_name_asks_for_one() -> None:
    assert "Which file? Type: save FILE\n" in play("save").out


def test_save_over_an_older_game_replaces_it() -> None:
    play("save other.json", "1 1", "save other.json")
    assert moves("other.json") == ["1,1"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no/such/folder/x.json", "Cannot write 'no/such/folder/x.json': No such file"),
        ("letter.txt", "'letter.txt' exists and is no game: choose another name."),
        (".", "'.' exists and is no game: choose another name."),
        (
            "~nobody-of-that-name/x",
            "Cannot write '~nobody-of-that-name/x': there is no such",
        ),
        ("a\x00b", "'a\\x00b' is no file name."),
    ],
)
def test_save_to_a_bad_place_says_why_and_loses_nothing(name: str, problem: str) -> None:
    Path("letter.txt").write_text("Dear Ada,\n")
    result = play("1 1", f"save {name}", "1 2")
    assert problem in result.out
    assert Path("letter.txt").read_text() == "Dear Ada,\n"
    assert moves() == ["1,1", "1,2"]
    assert (result.err, result.status) == ("", 0)


# --- quit ---


def leave(*answers: str) -> Result:
    """Quit a game that is kept where games are kept."""
    return run("play", "grow", given="".join(f"{line}\n" for line in ("1 1", "quit", *answers)))


@pytest.mark.parametrize("answer", ["yes", "y", "YES", "", " "])
def test_quit_and_yes_keeps_the_game(answer: str, games: Path) -> None:
    result = leave(answer)
    (kept,) = games.glob("*.json")
    assert result.out.endswith(f"The game is kept. Go on with: fivesquare resume {kept}\n")
    assert moves(str(kept)) == ["1,1"]
    assert result.status == 0


@pytest.mark.parametrize("answer", ["no", "n", "NO"])
def test_quit_and_no_forgets_the_game(answer: str, games: Path) -> None:
    result = leave(answer)
    assert result.out.endswith("The game is not kept.\n")
    assert list(games.glob("*.json")) == []
    assert result.status == 0


def test_quit_and_a_file_name_keeps_the_game_there_and_only_there(games: Path) -> None:
    result = leave("mine.json")
    assert result.out.endswith("Saved. Go on at any time with: fivesquare resume mine.json\n\n")
    assert moves("mine.json") == ["1,1"]
    assert list(games.glob("*.json")) == []


def test_quit_with_a_file_of_ones_own_does_not_ask() -> None:
    result = play("1 1", "quit")
    assert "Save this game?" not in result.out
    assert result.out.endswith("The game is kept. Go on with: fivesquare resume game.json\n")


def test_quit_and_end_of_input_keeps_the_game(games: Path) -> None:
    result = leave()
    (kept,) = games.glob("*.json")
    assert result.out.endswith(f"The game is kept. Go on with: fivesquare resume {kept}\n")
    assert result.status == 0


def test_quit_where_nothing_can_be_kept_asks_for_a_file_name(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(place / "file"))
    result = leave("yes", "mine.json")
    assert "This game is not kept: " in result.err
    assert "There is no place to keep it by itself: give a file name.\n" in result.out
    assert moves("mine.json") == ["1,1"]
    assert result.status == 0
