"""Titles are understood, and whatever is not understood is answered with the nearest word there is."""

import pytest

from fivesquare.books import CATALOGUE, NAMED
from fivesquare.errors import did_you_mean
from fivesquare.words.typed import read_book
from terminal.running import run


def error(*arguments: str) -> str:
    result = run(*arguments)
    assert result.status == 2
    return result.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("paly", "There is no command 'paly'. Did you mean play?"),
        ("grow", "There is no command 'grow'. Did you mean fivesquare play grow?"),
        ("fliip", "There is no command 'fliip'. Did you mean fivesquare play flip?"),
        ("zzz", "There is no command 'zzz'."),
        ("play gorw", "'gorw' is not a book (did you mean grow?); the books are flip, sweep,"),
        ("rules Fiveteen", "'Fiveteen' is not a book (did you mean fifteen?); the books are"),
        ("play chess", "'chess' is not a book; the books are flip, sweep,"),
        (
            "solve sweeep",
            "'sweeep' is neither a book nor a file with a game (did you mean sweep?); the books are",
        ),
        ("study gorw", "'gorw' is neither a book nor a file with one (did you mean grow?); the books are"),
        ("play grow --second prefect", "there is no player 'prefect' (did you mean perfect?); choose from"),
        ("play grow --first hal", "there is no player 'hal'; choose from"),
        ("play grow --secnd 3", "'--second'"),
        ("games --delte 3", "'--delete'"),
    ],
)
def test_the_nearest_command_book_player_or_option_is_suggested(typed: str, said: str) -> None:
    assert said in error(*typed.split())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Grid Capture", "grow"),
        ("grid  capture", "grow"),
        ("Conquer Squares", "fifteen"),
        ("Capture Squares: A Two-Player Tactical Grid Game", "chain"),
        ("Raid", "raid"),
    ],
)
def test_a_title_that_only_one_book_has_is_as_good_as_its_name(title: str, name: str) -> None:
    assert read_book(title) == name
    assert run("rules", title).out == run("rules", name).out
    assert run("play", title, "--seed", "1").out == run("play", name, "--seed", "1").out


@pytest.mark.parametrize("command", ["play", "rules", "puzzle", "solve", "study"])
def test_a_title_that_two_books_have_names_both(command: str) -> None:
    said = "'Capture Squares' is the title of flip and sweep: choose one of them"
    assert said in error(command, "Capture Squares")


def test_a_slip_in_a_title_is_seen() -> None:
    assert "(did you mean Grid Capture?)" in error("play", "Gird Capture")


def test_every_book_is_read_by_its_name() -> None:
    assert [read_book(name.upper()) for name in NAMED] == list(NAMED)
    assert read_book("whist") is None
    titles = [book.title for book in CATALOGUE.values()]
    assert titles.count("Capture Squares") == 2


def test_only_what_is_near_is_suggested() -> None:
    assert did_you_mean("gorw", NAMED) == " (did you mean grow?)"
    assert did_you_mean("GORW", ["Grow"]) == " (did you mean Grow?)"
    assert did_you_mean("raid", ["raid", "Raid"]) == " (did you mean raid?)"
    assert did_you_mean("", NAMED) == did_you_mean(None, NAMED) == did_you_mean("whist", NAMED) == ""


@pytest.mark.usefixtures("warm")
def test_an_odd_word_between_two_puzzles_is_told_of_help() -> None:
    out = run("puzzle", "sweep", "--seed", "1", given="hnit\nshow\ndance\nquit\n").out.replace("\n", " ")
    assert (
        "'hnit' is not a square. Did you mean hint? Type your move, or hint, show, skip, help, quit." in out
    )
    assert "I don't know 'dance'. Enter shows the next puzzle; quit quits. Or type help." in out


@pytest.mark.usefixtures("warm")
def test_an_odd_word_on_a_walk_is_told_of_help_and_the_nearest_one() -> None:
    run("play", "sweep", "--board", "2 1 4 3", "--save", "game.json", given="1 3\n1 1\n")
    given = "mistke\nplay\nprefect\nback\nquit\n"
    out = run("review", "game.json", "--walk", given=given).out.replace("\n", " ")
    assert "I don't know 'mistke' (did you mean mistake?). Enter shows the next move," in out
    assert "There is no player 'prefect' (did you mean perfect?); choose from" in out
    assert "perfect. Or type help." in out
