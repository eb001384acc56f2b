"""`fivesquare review`: as text, as JSON, as a picture."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.fullscreen.program import Farewell
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.solver import Worth
from fivesquare.terminal.review_report import curve, review_text
from fivesquare.terminal.voices import voice_for
from games import play, random_game
from terminal.running import Result, Terminal, run

pytestmark = pytest.mark.usefixtures("warm")


def review(position: fs.Position, *options: str) -> Result:
    Path("game.json").write_text(json.dumps(position.to_record()))
    result = run("review", "game.json", *options)
    assert (result.err, result.status) == ("", 0)
    return result


def with_curve(*worths: Worth | None) -> Review:
    """A review of a game that took this course."""
    moves = tuple(
        ReviewedMove(number, 1 + (number + 1) % 2, "1,1", worth, worth, ("1,1",), {})
        for number, worth in enumerate(worths[1:], 1)
    )
    return Review(fs.start("sweep", seed=1), worths[0], moves)


# --- Text ---


def test_a_game_with_mistakes() -> None:
    assert review(play("sweep", "1,2 1,3 2,2")).out == (
        "At the start, with perfect play Player 1 wins by 17 points.\n"
        "\n"
        "1  Player 1  (1,2)  Player 2 wins by 11 points  gives away the win\n"
        "    Best was (2,2). After (1,2) Player 2 takes (2,2) and wins by 11.\n"
        "2  Player 2  (1,3)  Player 1 wins by 3 points   gives away the win\n"
        "    Best was (2,2). After (1,3) Player 1 takes (2,2) and wins by 3.\n"
        "3  Player 1  (2,2)  Player 1 wins by 3 points   best\n"
        "\n"
        "Turning point: move 2, (1,3) by Player 2: gives away the win.\n"
        "Accuracy of Player 1: 56%.\n"
        "Accuracy of Player 2: 46%.\n"
        "The game is not over.\n"
        "\n"
        "The course of the game; up is good for Player 1:\n"
        "+16 |*\n"
        "+12 |\n"
        " +8 |\n"
        " +4 |  **\n"
        "  0 |----\n"
        " -4 |\n"
        " -8 |\n"
        "-12 | *\n"
    )


def test_a_game_without_mistakes() -> None:
    output = review(play("sweep", "2,2 1,3 3,3 3,1 1,1")).out
    assert "\nNo mistakes.\nAccuracy of Player 1: 100%.\n" in output
    assert "\n5  Player 1  (1,1)  Player 1 wins by 17 points  forced\n" in output
    assert "\nWinner: Player 1\n" in output
    assert "Turning point" not in output


def test_a_chain_that_was_stopped() -> None:
    output = review(play("chain", "1,1 1,4 1,2 stop", board="1 1 1 1")).out
    assert "  stop   it is a draw       gives away the win\n" in output
    assert "\n    Best was (1,3). After stop Player 2 (O) takes (1,3) and has a draw.\n" in output
    assert " first wins |  **\n       draw |**--*\nsecond wins |" in output


def test_many_best_moves_are_not_all_named() -> None:
    position = play("chain", "1,1")
    move = fs.review(position).moves[0]
    assert move.verdict == "gives away the win"
    assert len(move.best) > 3
    assert f" or ({move.best[2]}) (and {len(move.best) - 3} more). After (1,1) " in review(position).out


def test_a_game_without_moves() -> None:
    assert review(play("sweep")).out == (
        "At the start, with perfect play Player 1 wins by 17 points.\n\nThe game is not over.\n"
    )


def test_moves_that_were_not_solved_in_time() -> None:
    output = review(fs.start("chain", size=(8, 8)).play("1,1").play("8,8"), "--time", "0").out
    assert output.startswith("The opening could not be solved in time.\n")
    assert "1  Player 1 (X)  (1,1)  ?  not solved\n" in output
    assert "       draw |???\n" in output
    assert "Accuracy" not in output
    assert "No mistakes" not in output


@pytest.mark.parametrize("book", CATALOGUE)
def test_a_whole_game_of_every_book(book: str) -> None:
    *_, end = random_game(CATALOGUE[book].answers, seed=5)
    lines = review(end).out.splitlines()
    numbers = [int(line.split()[0]) for line in lines if re.match(r" ?\d+  \S", line)]
    assert numbers == list(range(1, len(end.moves) + 1))
    assert max(map(len, lines)) <= 79


@pytest.mark.parametrize("book", CATALOGUE)
def test_a_narrow_terminal_breaks_rows_between_words_and_sets_them_in(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, end = random_game(CATALOGUE[book].answers, seed=5)
    wide = " ".join(review(end).out.split("The course")[0].split())
    monkeypatch.setattr("fivesquare.terminal.review_report.width", lambda: 39)
    monkeypatch.setattr("fivesquare.terminal.screen.width", lambda: 39)
    narrow = review(end).out
    assert max(map(len, narrow.splitlines())) <= 39
    words = " ".join(narrow.split("The course")[0].split())
    assert sorted(re.findall(r"[(\w,)]+", words)) == sorted(re.findall(r"[(\w,)]+", wide))
    table = narrow.split("\n\n")[1].split("\n")
    assert all(re.match(r" ?\d+  |    \S", line) for line in table)


def test_a_loss_that_could_have_been_held_out_longer() -> None:
    move = ReviewedMove(
        1,
        1,
        "1,1",
        Worth(2, None),
        Worth(2, None),
        ("1,1", "1,2"),
        {"1,1": Worth(2, None), "1,2": Worth(2, None)},
    )
    move = replace(move, soon={"1,1": 2, "1,2": 6})
    text = review_text(
        Review(fs.start("fifteen", seed=1).play("1,1"), Worth(2, None), (move,)),
        voice_for(CATALOGUE["fifteen"], lambda text, _position, _cell: text),
    )
    assert "  already lost; loses 4 moves sooner\n    Best was (1,2).\n" in text


def test_mistakes_are_coloured_and_the_text_is_the_same() -> None:
    Path("game.json").write_text(json.dumps(play("sweep", "1,2 1,3 2,2").to_record()))
    terminal = Terminal("review", "game.json", TERM="xterm-256color")
    result = terminal.finish()
    assert "\x1b[1;31mgives away the win\x1b[0m" in terminal.raw
    assert result.out == run("review", "game.json").out


def test_without_a_file_it_is_the_last_game_that_was_finished(games: Path) -> None:
    games.mkdir(parents=True)
    (games / "one.json").write_text(json.dumps(play("sweep", "2,2 1,3 3,3 3,1 1,1").to_record()))
    assert "No mistakes." in run("review").out


def test_without_any_game() -> None:
    result = run("review")
    assert (result.out, result.status) == ("", 1)
    assert result.err == "fivesquare: there is no finished game to show\n"


@pytest.mark.parametrize(
    "text", ["", "{}", "no game", '{"book": "sweep", "board": [[1,2]], "moves": ["7,7"]}']
)
def test_a_file_that_is_no_game(text: str) -> None:
    Path("game.json").write_text(text)
    result = run("review", "game.json")
    assert result.err.startswith("fivesquare: ")
    assert (result.out, result.status, result.err.count("\n")) == ("", 1, 1)


def test_a_long_review_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", 0.0)
    monkeypatch.setattr("fivesquare.terminal.progress._NEXT_WORD", 0.0)
    Path("game.json").write_text(json.dumps(play("sweep", "2,2 1,3").to_record()))
    result = run("review", "game.json")
    lines = result.err.splitlines()
    assert lines[0] == "(reviewing: 0 of 2 moves)"
    assert lines[-1] == "(reviewing: 2 of 2 moves)"


# --- The curve ---


def test_the_curve_has_a_column_for_the_start_and_one_for_each_move() -> None:
    text = curve(with_curve(Worth(1, 2), Worth(0, 0), Worth(2, -2), None, Worth(1, 1)))
    assert text == "+2 |*\n+1 |    *\n 0 |-*-?-\n-1 |\n-2 |  *"


def test_a_narrow_win_is_never_drawn_as_a_draw() -> None:
    text = curve(with_curve(Worth(1, 1), Worth(2, -80), Worth(2, -1)))
    assert text.startswith("+11 |*\n  0 |---\n-11 |  *\n")


def test_a_curve_that_is_too_wide_comes_in_parts() -> None:
    worths = [Worth(1, None), Worth(2, None), Worth(0, None)] * 3
    text = curve(with_curve(*worths), 18)
    assert text == (
        " first wins |*  *\n       draw |--*--\nsecond wins | *  *\n\n"
        " first wins | *\n       draw |*--*\nsecond wins |  *"
    )


def test_a_steep_curve_stays_small() -> None:
    lines = curve(with_curve(Worth(1, 400), Worth(2, -333))).splitlines()
    assert len(lines) <= 10
    assert sum(line.count("*") for line in lines) == 2


def test_without_margins_there_are_three_heights() -> None:
    text = curve(with_curve(Worth(1, None), Worth(2, None), Worth(0, None)))
    assert text == " first wins |*\n       draw |--*\nsecond wins | *"


# --- JSON and pictures ---


def test_json() -> None:
    position = play("sweep", "1,2 1,3 2,2")
    assert json.loads(review(position, "--json").out) == fs.review(position).to_json()


def test_the_picture_is_that_of_the_notebook() -> None:
    end = play("sweep", "1,2 1,3 2,2")
    assert review(end, "--svg", "curve.svg").out.startswith("At the start, ")
    assert Path("curve.svg").read_text(encoding="utf-8") == fs.review(end)._repr_svg_()


def test_the_picture_alone_on_standard_output() -> None:
    end = play("sweep", "1,2 1,3 2,2")
    assert review(end, "--svg", "-").out == fs.review(end).to_svg()
    assert not Path("-").exists()


def test_json_and_a_picture_cannot_both_have_standard_output() -> None:
    result = run("review", "game.json", "--json", "--svg", "-")
    assert result.status == 2
    assert "--json and --svg - both write to standard output." in result.err


@pytest.mark.parametrize("content", ["", "{}", "<svg/>", '<svg xmlns="http://www.w3.org/2000/svg">'])
def test_the_picture_replaces_no_file_of_anybody_else(
    content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("game.json").write_text(content or json.dumps(play("sweep", "2,2").to_record()))
    before = Path("game.json").read_bytes()
    monkeypatch.setattr("fivesquare.solver.Solver.solve", None)  # nothing is solved before that is known
    result = run("review", "--svg", "game.json")
    assert (result.out, result.status) == ("", 1)
    assert result.err == (
        "fivesquare: 'game.json' exists and was not drawn by Fivesquare: "
        "choose another name, or - for standard output\n"
    )
    assert Path("game.json").read_bytes() == before


def test_a_picture_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.json").write_text(json.dumps(play("sweep", "2,2").to_record()))
    monkeypatch.setattr("fivesquare.solver.Solver.solve", None)
    result = run("review", "game.json", "--svg", "no/such/folder.svg")
    assert (result.out, result.status) == ("", 1)
    assert result.err == "fivesquare: cannot write 'no/such/folder.svg': there is no such folder\n"


# --- Which mode ---


@pytest.mark.parametrize(
    ("options", "is_usual"), [(("--walk",), True), ((), False), (("--style", "full"), False)]
)
def test_a_walk_opens_the_full_screen_where_it_can(
    options: tuple[str, ...], is_usual: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str | None, bool]] = []

    def is_full(style: str | None, _plain: bool, is_usual: bool) -> bool:
        asked.append((style, is_usual))
        return True

    monkeypatch.setattr("fivesquare.cli.modes.is_full", is_full)
    end = len(play("sweep", "1,2 1,3 2,2").moves)
    monkeypatch.setattr(
        "fivesquare.fullscreen.program.run",
        lambda first: Farewell(7 if first().end == end else 1, None, None),
    )
    Path("game.json").write_text(json.dumps(play("sweep", "1,2 1,3 2,2").to_record()))
    assert run("review", "game.json", *options) == Result("", "", 7)
    assert asked == [("full" if "--style" in options else None, is_usual)]


def test_a_program_that_reads_a_review_gets_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.cli.modes.is_full", lambda *_, **__: pytest.fail("no one looks"))
    assert json.loads(review(play("sweep", "1,2"), "--json").out)["book"] == "sweep"
