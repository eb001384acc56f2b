"""What can be said at any prompt besides a move."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from fivesquare import record
from fivesquare.books import CATALOGUE
from fivesquare.files import named
from fivesquare.terminal.session import Session
from fivesquare.words.rules import in_short

from .running import Result, Terminal, run


def play(*lines: str, book: str = "grow", options: tuple[str, ...] = ()) -> Result:
    given = "".join(f"{line}\n" for line in lines)
    Path("game.json").unlink(missing_ok=True)
    return run("play", book, "--seed", "4", *options, "--save", "game.json", given=given)


def moves(path: str = "game.json") -> list[str]:
    kept: list[str] = json.loads(Path(path).read_text())["moves"]
    return kept


@pytest.mark.parametrize("book", CATALOGUE)
def test_help_lists_every_command_and_what_may_be_claimed(book: str) -> None:
    output = play("help", book=book).out
    for word, command in Session.commands.items():
        assert f"  {word:<10} {command.summary}\n" in output
    assert "row and column, like " in output


@pytest.mark.parametrize("book", CATALOGUE)
def test_the_first_line_names_every_command(book: str) -> None:
    assert play(book=book).out.startswith(f"(At any prompt: {', '.join(Session.commands)}.)\n")


@pytest.mark.parametrize("book", CATALOGUE)
def test_rules_explain_the_game_on_this_board(book: str) -> None:
    output = play("rules", book=book, options=("--size", "2x3")).out
    assert "2 rows of 3 cells" in output
    for paragraph in in_short(CATALOGUE[book]).split("\n\n")[3:]:
        if not paragraph.startswith("The end"):
            assert paragraph in output


def test_score_shows_board_and_score_and_asks_again() -> None:
    result = play("1 1", "score")
    value = json.loads(Path("game.json").read_text())["board"][0][0]
    assert f"Player 1 total score: {value}.\nPlayer 2 total score: 0.\n\nPlayer 2, enter" in result.out


@pytest.mark.parametrize(("short", "word"), Session.aliases.items())
def test_short_words_do_the_same(short: str, word: str) -> None:
    assert play(short).out == play(word).out.replace(f": {word}\n", f": {short}\n")


@pytest.mark.parametrize("line", ["HELP", "  help  ", "\thelp\t", "help me"])
def test_commands_forgive_spaces_and_capitals(line: str) -> None:
    assert "Besides a move you can type:" in play(line).out


@pytest.mark.parametrize("book", CATALOGUE)
def test_board_shows_the_board(book: str) -> None:
    output = play("1,1", "board", book=book).out
    assert output == play("1,1", "score", book=book).out.replace(": score\n", ": board\n")


def test_moves_lists_what_can_be_played_and_what_was() -> None:
    output = play("moves", "1 1", "5 5", "moves").out
    edge = "(1,1), (1,2), (1,3), (1,4), (1,5), (2,1), (2,5),"
    assert f"You can play: {edge}" in output
    assert "You can play: (1,2), (2,1).\nPlayed so far: (1,1), (5,5).\n\nPlayer 1, enter" in output
    assert output.count("Played so far") == 1


def test_moves_inside_a_chain_names_stop() -> None:
    output = play("3 3", "1 1", "3 2", "moves", book="chain").out
    assert "You can play: (2,2), (3,1), (4,2), stop.\nPlayed so far: (3,3), (1,1), (3,2).\n" in output


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_menu_leaves_for_the_menu_and_asks_whether_to_save(answer: str, games: Path) -> None:
    result = run("play", "grow", given=f"1 1\nmenu\n{answer}\n")
    assert f"Save this game? (yes, no, cancel, or a file name) {answer}\n" in result.out
    assert result.out.endswith("; or choose: \n")
    assert ("\n  c  continue  grow between two people, 1 move, " in result.out) == (answer == "yes")
    assert result.status == 0


def test_menu_and_cancel_goes_on_playing() -> None:
    result = run("play", "grow", given="1 1\nmenu\ncancel\n1 5\n")
    assert "or choose:" not in result.out
    assert "Player 2 claimed cell (1,5)" in result.out


def test_a_game_left_for_the_menu_is_continued_there() -> None:
    result = run("play", "grow", given="1 1\nmenu\nyes\n\n1 5\n")
    assert "Player 2 claimed cell (1,5)" in result.out


# --- What is not understood ---


@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize(("typed", "meant"), [("hnt", "hint"), ("undoo", "undo"), ("Scroe 3", "score")])
def test_an_unknown_word_is_told_of_help_and_the_nearest_one(book: str, typed: str, meant: str) -> None:
    output = play(typed, book=book).out.replace("\n", " ")
    assert f"{typed!r} is not a " in output
    assert f" Did you mean {meant}? " in output
    assert " Or type help. " in output


@pytest.mark.parametrize("typed", ["castle", "x", "no"])
def test_a_word_that_is_near_to_nothing_is_told_of_help_only(typed: str) -> None:
    output = play(typed).out.replace("\n", " ")
    assert "Did you mean" not in output
    assert " Or type help. " in output


@pytest.mark.parametrize("typed", ["9 9", "row 9 column 9", "7", "3 3"])
def test_a_cell_that_cannot_be_claimed_is_not_taken_for_a_word(typed: str) -> None:
    output = play(typed).out
    assert "Did you mean" not in output
    assert "type help" not in output


@pytest.mark.parametrize("word", ["help", "?"])
@pytest.mark.parametrize(
    ("before", "said"),
    [("", "yes, or Enter alone, saves the game,"), ("nope\n", "yes saves it there; no asks again.")],
)
def test_help_is_there_when_one_leaves(before: str, said: str, word: str, place: Path) -> None:
    result = run("play", "grow", given=f"1 1\nquit\n{before}{word}\nno\nno\n")
    assert said in result.out
    assert not (place / word).exists()
    assert "The game was not saved.\n" in result.out


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
    assert "Saved. Continue at any time with: fivesquare resume other.json\n" in result.out
    assert moves("other.json") == ["1,1"]
    assert moves() == ["1,1", "1,2"]


def test_save_takes_names_with_spaces_and_quotes_them_for_the_shell() -> None:
    result = play("save my best game.json")
    assert "fivesquare resume 'my best game.json'\n" in result.out
    assert record.load(Path("my best game.json")).moves == ()


def test_save_under_a_name_that_looks_like_an_option_says_how_to_go_on() -> None:
    result = play("1 1", "save --help")
    assert "fivesquare resume ./--help\n" in result.out
    assert run("resume", "./--help").status == 0


def test_save_without_a_name_asks_for_one() -> None:
    assert "Which file? Type: save FILE\n" in play("save").out


def test_save_over_an_earlier_state_of_the_game_replaces_it() -> None:
    play("save other.json", "1 1", "save other.json", "1 2", "save ./other.json")
    assert moves("other.json") == ["1,1", "1,2"]


def test_save_after_taking_moves_back_replaces_what_was_taken_back() -> None:
    play("1 1", "1 2", "save other.json", "2 1", "undo", "undo", "2 5", "save other.json")
    assert moves("other.json") == ["1,1", "2,5"]


def test_save_in_the_file_that_the_game_is_kept_in_anyway() -> None:
    Path("link.json").symlink_to("game.json")
    for name in ("game.json", "./game.json", "link.json"):
        result = play("1 1", f"save {name}", "1 2")
        assert f"Saved. Continue at any time with: fivesquare resume {Path(name)}\n" in result.out
        assert moves() == ["1,1", "1,2"]
    assert Path("link.json").is_symlink()


def test_save_after_going_on_replaces_the_earlier_state() -> None:
    play("1 1", "save other.json", "1 2")
    run("resume", "game.json", "--second", "greedy", given="save other.json\n")
    assert moves("other.json") == ["1,1", "1,2"]


def test_a_later_state_of_the_game_is_not_overwritten() -> None:
    play("1 1", "save other.json", "1 2")
    result = run("resume", "other.json", given="save game.json\n")
    assert "'game.json' holds this game with other moves: choose another name.\n" in result.out
    assert moves() == ["1,1", "1,2"]


def write(name: str, **changes: object) -> dict[str, Any]:
    """A file with the game of game.json, but for some changes; None leaves a key out."""
    record = {**json.loads(Path("game.json").read_text()), **changes}
    kept = {key: value for key, value in record.items() if value is not None}
    Path(name).write_text(json.dumps(kept))
    return kept


@pytest.mark.parametrize(
    "changes", [{"id": "another"}, {"id": None}, {"seed": 5}, {"event": "club night"}, {"book": "fifteen"}]
)
def test_a_game_that_differs_in_anything_is_not_overwritten(changes: dict[str, object]) -> None:
    run("play", "grow", "--board", "1 2/3 4", "--save", "game.json", given="1 1\n")
    before = write("other.json", **changes)
    result = run("resume", "game.json", given="1 2\nsave other.json\n")
    assert "'other.json' holds another game: choose another name.\n" in result.out
    assert json.loads(Path("other.json").read_text()) == before


def test_games_without_an_identity_are_the_same_if_all_else_is() -> None:
    run("play", "grow", "--save", "game.json", given="1 1\n")
    for name in ("one.json", "two.json"):
        write(name, id=None, seed=None, players=None)
    run("resume", "one.json", given="1 2\nsave two.json\n")
    assert moves("two.json") == ["1,1", "1,2"]
    assert "id" not in json.loads(Path("two.json").read_text())


def test_every_game_has_an_identity_of_its_own_and_keeps_it() -> None:
    for name in ("one.json", "two.json"):
        run("play", "chain", "--seed", "1", "--save", name, given="1 1\n")
    one, two = (json.loads(Path(name).read_text())["id"] for name in ("one.json", "two.json"))
    assert one != two
    run("resume", "one.json", given="1 2\n")
    assert json.loads(Path("one.json").read_text())["id"] == one


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no/such/folder/x.json", "Cannot write 'no/such/folder/x.json': No such file"),
        ("letter.txt", "'letter.txt' exists and is not a game: choose another name."),
        (".", "'.' exists and is not a game: choose another name."),
        (
            "~nobody-of-that-name/x",
            "Cannot write '~nobody-of-that-name/x': there is no such",
        ),
        ("a\x00b", "'a\\x00b' is not a file name."),
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
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume\n")
    assert moves(str(kept)) == ["1,1"]
    assert result.status == 0


@pytest.mark.parametrize("answer", ["no", "n", "NO"])
def test_quit_and_no_forgets_the_game(answer: str, games: Path) -> None:
    result = leave(answer)
    assert result.out.endswith("The game was not saved.\n")
    assert list(games.glob("*.json")) == []
    assert result.status == 0


def test_quit_and_a_file_name_saves_the_game_there_and_it_stays_in_the_list(games: Path) -> None:
    result = leave("mine.json")
    assert result.out.endswith("Saved. Continue at any time with: fivesquare resume mine.json\n\n")
    assert moves("mine.json") == ["1,1"]
    (listed,) = games.glob("*.json")
    assert listed.resolve() == Path("mine.json").resolve()  # one game, not two that go apart
    assert ", 1 move, " in run("games").out.replace("  ", ", ")
    assert "Enter continues grow between two people" in run().out


def test_a_game_saved_under_a_name_goes_on_in_that_file_by_its_number(games: Path) -> None:
    leave("mine.json")
    for command in (("resume",), ("resume", "1")):
        result = run(*command, given="undo\n1 5\n")
        assert result.out.endswith("The game is saved. Continue with: fivesquare resume\n")
        assert moves("mine.json") == ["1,5"]
    (listed,) = games.iterdir()
    assert listed.is_symlink()


def test_a_game_saved_under_a_name_stays_in_the_list_whatever_is_answered_later(games: Path) -> None:
    given = "1 1\nsave mine.json\n1 5\nquit\nno\n"
    result = run("play", "grow", given=given)
    assert result.out.endswith("Your saved copy is kept. Continue with: fivesquare resume mine.json\n")
    (listed,) = games.glob("*.json")
    assert moves(str(listed)) == moves("mine.json") == ["1,1"]
    assert ", 1 move, " in run("games").out.replace("  ", ", ")


def test_a_file_that_is_gone_is_no_longer_listed(games: Path) -> None:
    leave("mine.json")
    Path("mine.json").unlink()
    assert run("games").out.startswith("No saved games yet.")
    assert "continue" not in run().out


def test_removing_a_game_from_the_list_leaves_the_file_of_ones_own(games: Path) -> None:
    leave("mine.json")
    run("games", "--delete", "1", "--yes")
    assert list(games.iterdir()) == []
    assert moves("mine.json") == ["1,1"]


@pytest.mark.parametrize("answer", ["cancel", "c", "Back"])
def test_quit_and_cancel_goes_on(answer: str, games: Path) -> None:
    result = leave(answer, "1 5")
    assert "Player 2 claimed cell (1,5)" in result.out
    (kept,) = games.glob("*.json")
    assert moves(str(kept)) == ["1,1", "1,5"]


@pytest.mark.parametrize("word", ["nope", "wait", "1 2"])
def test_quit_and_an_odd_word_makes_no_file_of_it_unless_that_is_meant(word: str, place: Path) -> None:
    result = leave(word, "no", "cancel")
    assert f"Save it in a file named '{word}'? (yes or no) no\n" in result.out
    assert not (place / word).exists()
    result = leave(word, "yes")
    assert result.out.rstrip().endswith(f"fivesquare resume {shlex.quote(word)}")
    assert moves(word) == ["1,1"]


@pytest.mark.parametrize("quoted", ['"c d.json"', "'c d.json'", " c d.json "])
def test_quotes_around_a_file_name_are_not_part_of_it(quoted: str, place: Path) -> None:
    play("1 1", f"save {quoted}")
    assert moves("c d.json") == ["1,1"]
    (place / "c d.json").unlink()
    leave(quoted)
    assert moves("c d.json") == ["1,1"]


@pytest.mark.parametrize("name", ["{}", "state/../{}", "link.json"])
def test_quit_and_the_name_of_the_file_it_is_kept_in_keeps_it(name: str, place: Path, games: Path) -> None:
    leave("yes")
    (kept,) = games.glob("*.json")
    (place / "link.json").symlink_to(kept)
    inside = kept.relative_to(place)
    answer = name.format(inside)
    result = run("resume", str(kept), given=f"1 2\nquit\n{answer}\n")
    assert f"Saved. Continue at any time with: fivesquare resume {answer}\n" in result.out
    assert moves(str(kept)) == ["1,1", "1,2"]
    assert result.status == 0


def test_quit_and_the_name_of_another_game_asks_again(games: Path) -> None:
    play("1 1")
    result = leave("game.json", "no")
    assert "'game.json' holds another game: choose another name.\n" in result.out
    assert moves() == ["1,1"]
    assert list(games.iterdir()) == []


@pytest.mark.parametrize(
    ("answer", "call", "verb"), [("no", "unlink", "remove"), ("mine.json", "symlink_to", "write")]
)
def test_a_game_that_cannot_be_removed_at_quit_is_said_to_stay(
    answer: str, call: str, verb: str, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, call, refuse)
    result = leave(answer)
    (kept,) = games.glob("*.json")
    assert result.err == f"Cannot {verb} {named(kept)}: Permission denied.\n"
    assert "not kept" not in result.out
    assert result.status == 0


def test_quit_with_a_file_of_ones_own_does_not_ask() -> None:
    result = play("1 1", "quit")
    assert "Save this game?" not in result.out
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume game.json\n")


def test_quit_and_end_of_input_keeps_the_game(games: Path) -> None:
    result = leave()
    assert len(list(games.glob("*.json"))) == 1
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume\n")
    assert result.status == 0


def test_quit_where_nothing_can_be_kept_asks_for_a_file_name(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(place / "file"))
    result = leave("yes", "mine.json")
    assert result.err.startswith(
        f"The game cannot be saved: cannot make '{place}/file/fivesquare/games': Not a"
    )
    assert "It cannot be saved automatically: give a file name.\n" in result.out
    assert moves("mine.json") == ["1,1"]
    assert result.status == 0


def test_help_breaks_no_word_on_a_narrow_terminal() -> None:
    terminal = Terminal("play", "grow", columns="40")
    terminal.answer("help")
    terminal.press("d")
    shown = "  save       save FILE: save the game\n             in a file as well\n"
    assert shown in terminal.finish().out
