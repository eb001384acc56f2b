"""The menu that knows who plays: what it offers, what it understands, what Enter does."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.terminal.choices import Choices, remember, remembered
from fivesquare.terminal.games import last_left
from fivesquare.terminal.wishes import Wish, example, settings_of

from .running import Terminal, run, run_at_terminal

FIRST_TIME = "Enter plays grow against level 3, you first; or choose: "


def only_game(games: Path) -> dict[str, Any]:
    (path,) = games.glob("*.json")
    kept: dict[str, Any] = json.loads(path.read_text())
    return kept


@pytest.mark.parametrize("command", [[], ["play"], ["--plain"], ["play", "--plain"], ["--plain", "play"]])
def test_the_menu_opens_without_a_book(command: list[str]) -> None:
    result = run(*command)
    assert "  1  play    a game: which one, against whom, in which seat\n" in result.out
    assert result.out.endswith(f"\n{FIRST_TIME}\n")
    assert "go on" not in result.out
    assert "review" not in result.out
    assert (result.err, result.status) == ("", 0)


def test_plain_before_a_command_counts_for_it() -> None:
    terminal = Terminal("--plain", "play", "grow", TERM="xterm-256color")
    terminal.press("d")
    terminal.finish()
    assert "\x1b" not in terminal.raw


@pytest.mark.usefixtures("warm")
def test_enter_alone_plays_against_level_3(games: Path) -> None:
    result = run(given="\n1 1\n")
    assert result.err == ""
    kept = only_game(games)
    assert (kept["book"], kept["players"], kept["moves"][0]) == ("grow", ["human", "level:3"], "1,1")


def test_three_answers_make_a_game_and_are_remembered(games: Path) -> None:
    result = run(given="play\nFlip\nGreedy\nsecond\n")
    kept = only_game(games)
    assert (kept["book"], kept["players"], len(kept["moves"])) == ("flip", ["greedy", "human"], 1)
    assert remembered() == Choices("flip", "greedy", "second")
    assert "the first seat wins" in result.out
    again = run(given="play\n\nback\n")
    assert "Which game? [flip] " in again.out
    assert "Against whom? A number is a level. [greedy] " in again.out


def test_enter_alone_does_again_what_was_chosen() -> None:
    remember(Choices("chain", "greedy", "lot"))
    assert "Enter plays chain against greedy, the seats by lot; or choose: " in run().out
    remember(Choices("sweep", "human", "lot"))
    result = run(given="\n2 2\n")
    assert "Enter plays sweep with a friend; or choose: " in result.out
    assert "The lot falls" not in result.out
    assert "Player 2, " in result.out


def test_the_lot_decides_who_begins() -> None:
    said: set[str] = set()
    for _ in range(40):
        out = run(given="play\ngrow\ngreedy\nBy Lot\n").out
        said.update(line for line in out.splitlines() if line.startswith("The lot falls"))
        if len(said) == 2:
            break
    assert said == {"The lot falls on you, to play first.", "The lot falls on greedy, to play first."}


@pytest.mark.parametrize("style", ["book", "clear"])
def test_the_style_is_remembered(style: str) -> None:
    run(given=f"play\ngrow\nfriend\nmore\nstyle {style}\n\n\n")
    run(given=f"flip\nmore\n{style}\n\nfriend\n1 1\n")
    assert remembered().style == style


def test_a_friend_is_not_asked_for_a_seat(games: Path) -> None:
    result = run(given="play\nsweep\nfriend\n2 2\n")
    assert "Do you play first" not in result.out
    assert only_game(games)["players"] == ["human", "human"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("p", "'p' could be play or puzzle."),
        ("dance", "'dance' is none of these: play, puzzle, rules, quit, flip,"),
        ("play\ncheckers", f"'checkers' is none of these: {', '.join(NAMED)}."),
        ("play\nf", "'f' could be flip or fifteen or forty-two."),
        ("play\nflip\nlevel 11", "'level 11' is no opponent; there are level 1 to level 10, friend,"),
        ("play\nflip\ngreedy\nthird", "'third' is no seat: type first, second or lot."),
        ("play\nmore\ncolour", "'colour' is none of these: type one of board, size, balance,"),
        ("play\nmore\nsize 9x9", "A board has 1x2 to 8x8 cells, not 9x9."),
        ("play\nmore\ntutor much", "'much' is no tutor: type on, off or a number of points."),
        ("play\nmore\nkomi many", "komi is a number of points or fair, not 'many'."),
        ("chain\nmore\nfair", 'komi is only for a goal of "points".'),
        ("play\nmore\nrules nowhere.json", "Cannot read 'nowhere.json': No such file or directory."),
        ("play\nmore\nboard 1 2/3", "Row 2 of the board has 1 value, the first 2."),
    ],
)
def test_what_is_not_understood_gets_one_sentence_and_is_asked_again(typed: str, said: str) -> None:
    result = run(given=f"{typed}\n")
    assert said in result.out.replace("\n", " ")
    assert (result.err, result.status) == ("", 0)


def test_back_goes_one_question_back_and_then_to_the_menu() -> None:
    result = run(given="play\nflip\ngreedy\nback\nback\nback\n")
    assert [result.out.count(words) for words in ("or choose:", "Which game?", "Against whom?")] == [
        2,
        2,
        2,
    ]


def test_the_name_of_a_game_is_the_first_answer(games: Path) -> None:
    result = run(given="CHAIN\ngreedy\nsecond\n")
    assert "Which game?" not in result.out
    assert only_game(games)["book"] == "chain"


# --- A game that was left, and one that is over ---


def test_enter_goes_on_with_the_game_that_was_left(games: Path) -> None:
    run("play", "flip", "--second", "greedy", given="1 1\n")
    before = only_game(games)
    result = run(given="\n")
    assert "  1  go on   flip against greedy, 2 moves, you " in result.out
    assert "Enter goes on with flip against greedy; or choose: \n" in result.out
    assert "(Player B is played by the computer: greedy.)\n" in result.out
    assert only_game(games) == before


@pytest.mark.parametrize("word", ["go", "go on", "1", "g", "RESUME", "continue"])
def test_going_on_has_many_names(word: str) -> None:
    run("play", "flip", "--second", "greedy", given="1 1\n")
    assert "(Player B is played by the computer: greedy.)\n" in run(given=f"{word}\n").out


def test_a_game_that_is_taken_meanwhile_is_not_gone_on_with(games: Path) -> None:
    run("play", "flip", given="1 1\n")
    terminal = Terminal()
    terminal.wait()
    _, kept = last_left()
    terminal.child.send("\r")
    terminal.answer("", "q")
    kept.close()
    result = terminal.finish()
    assert "There is no game to go on with but what is being played elsewhere.\n" in result.out
    assert result.status == 0


@pytest.mark.usefixtures("warm")
def test_the_last_game_can_be_walked_through_and_then_one_is_back() -> None:
    run("play", "sweep", "--size", "1x3", "--second", "greedy", given="1 1\n1 2\n1 3\n1 1\n")
    result = run(given="review\n\nquit\nq\n")
    assert "  3  review  your last game: sweep against greedy, " in result.out
    assert "[Enter: next; " in result.out
    assert result.out.count("or choose: ") == 2
    assert (result.err, result.status) == ("", 0)


def test_the_rules_are_read_and_then_one_is_back() -> None:
    result = run(given="rules\nchain\nrules\n\n")
    assert f"\n{CATALOGUE['chain'].title} (chain)\n" in result.out
    assert "\nGrid Capture (grow)\n" in result.out
    assert result.out.count("or choose: ") == 3


@pytest.mark.usefixtures("warm")
def test_a_puzzle_of_the_chosen_game_and_then_one_is_back() -> None:
    result = run(given="puzzle\nsweep\nquit\n")
    assert "Capture Squares: a puzzle, medium, seed " in result.out
    assert result.out.count("or choose: ") == 2
    assert result.status == 0


# --- Variants ---


def test_a_variant_is_remembered_and_called_by_its_name() -> None:
    run(given="play\nraid\nfriend\n1,1\n")
    assert remembered().book == "raid"
    assert "Enter goes on with raid between two people; or choose: " in run().out
    (path,) = run("games").out.splitlines()
    assert path.split()[3] == "raid"
    remember(Choices("twenty-one", "greedy"))
    assert "Which game? [Twenty-one] " in run(given="play\n").out


def test_enter_alone_plays_a_variant_again() -> None:
    remember(Choices("twenty-one", "greedy"))
    assert "Enter plays twenty-one against greedy, you first; or choose: " in run().out


def test_nobody_is_told_that_the_first_seat_wins_a_fair_game() -> None:
    assert "the first seat wins" in run(given="play\ngrow\n3\n").out
    assert "the first seat wins" not in run(given="play\ntwenty-one\n3\n").out


@pytest.mark.usefixtures("warm")
def test_a_puzzle_of_a_variant_is_of_that_variant() -> None:
    assert "Twenty-one: a puzzle, medium, seed " in run(given="puzzle\ntwenty-one\nquit\n").out


# --- More ---


def test_more_changes_board_balance_and_rules(games: Path) -> None:
    run(given="play\nsweep\nmore\nboard 2 1/4 3\nbalance swap\n\nfriend\n1 2\n")
    kept = only_game(games)
    assert kept["board"] == [[2, 1], [4, 3]]
    assert kept["book"] == {"like": "sweep", "balance": "swap"}


def test_more_asks_for_what_is_missing(games: Path) -> None:
    result = run(given="play\nsweep\nmore\nsize\n2x3\nkomi 4.5\n\nfriend\n1 2\n")
    assert "Size: rows x columns, like 4x4? [3x3] 2x3\n" in result.out
    assert "  balance  [4.5]" in result.out
    kept = only_game(games)
    assert [len(kept["board"]), len(kept["board"][0])] == [2, 3]
    assert kept["book"]["balance"] == {"komi": 4.5}


@pytest.mark.usefixtures("warm")
def test_a_fair_komi_or_none_if_there_is_none_on_this_board(games: Path) -> None:
    run(given="play\nsweep\nmore\nfair\n\nfriend\n1 2\n")
    assert only_game(games)["book"]["balance"]["komi"] > 0
    Path("mine.json").write_text(json.dumps({"like": "grow", "take": "lower-enemy"}))
    result = run(given="play\nmore\nrules mine.json\nboard 2 2 3\nfair\n\n\nfriend\n")
    said = "the second player wins by 1 point without any komi. So there is none.)"
    assert said in result.out.replace("\n", " ")


def test_rules_of_ones_own_are_played_and_not_remembered(games: Path) -> None:
    Path("my rules.json").write_text(json.dumps({"like": "grow", "size": [2, 2], "title": "Mine"}))
    result = run(given='play\nmore\nrules "my rules.json"\n\n\nfriend\n1 1\n')
    assert "Which game? [Mine] " in result.out
    assert only_game(games)["book"]["title"] == "Mine"
    assert remembered() == Choices()


def test_what_does_not_fit_another_game_is_let_go(games: Path) -> None:
    run(given="play\nflip\nmore\nboard 1 2/3 4\nkomi 3\n\nback\nchain\nfriend\n1 1\n")
    kept = only_game(games)
    assert (kept["book"], len(kept["board"])) == ("chain", 5)


@pytest.mark.usefixtures("warm")
def test_the_tutor_sits_beside() -> None:
    result = run(given="play\nsweep\nmore\nboard 1 2/3 4\ntutor on\n\nfriend\n1 1\n")
    assert "[on]" in result.out
    assert "throws away" in result.out or "costs" in result.out


OWN = [
    {"like": "fifteen", "take": "lower-enemy"},
    {"like": "grow", "values": [0, 999], "size": [1, 2]},
    {"like": "sweep", "values": "ones"},
]


@pytest.mark.parametrize("answers", [*CATALOGUE, *OWN], ids=str)
def test_the_examples_fit_the_very_book(answers: Any) -> None:
    book = find_book(answers)
    settings = settings_of(Wish(book, "level:3", "first"))
    assert ("board" in settings) == (book.values != "ones")
    assert ("fair" in settings["balance"][1]) == (book.goal == "points")
    if "board" in settings:
        book.check_board(example(book))
        assert str(example(book)) in settings["board"][1]
    assert str(book.size) not in settings["size"][1]


# --- At a terminal ---


@pytest.mark.parametrize("columns", ["80", "40"])
def test_every_question_fits_the_terminal_with_what_belongs_to_it(columns: str) -> None:
    terminal = Terminal(rows="24", columns=columns)
    terminal.answer("play", "grow", "more", "", "", "quit")
    result = terminal.finish()
    assert result.status == 0
    assert max(map(len, result.out.splitlines())) <= int(columns)
    for before in ("or choose: play", "[grow] grow", "[level 3] more", "[nothing]"):
        asked = result.out.partition(before)[2].partition("] ")[0]
        assert 0 < len(asked.splitlines()) <= 24
    for words in LEVEL_WORDS:
        assert words in result.out


def test_at_a_terminal_what_was_read_stays_until_enter() -> None:
    result = run_at_terminal(lines=["rules", "grow", "", "q"])
    assert "(Enter goes back to the menu) " in result.out
    assert result.status == 0
