"""The menu that knows who plays: what it offers, what it understands, what Enter does."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.table.saved_games import last_left
from fivesquare.table.settings import Choices, remember, remembered
from fivesquare.terminal.game_wishes import GameWish, example, settings_of

from .running import Terminal, run, run_at_terminal

FIRST_TIME = "Enter plays grow against level 3, you first; or choose: "


def only_game(games: Path) -> dict[str, Any]:
    (path,) = games.glob("*.json")
    kept: dict[str, Any] = json.loads(path.read_text())
    return kept


@pytest.mark.parametrize("command", [[], ["play"], ["--plain"], ["play", "--plain"], ["--plain", "play"]])
def test_the_menu_opens_without_a_book(command: list[str]) -> None:
    result = run(*command)
    assert "  1  play    a game: which one, against whom, who begins\n" in result.out
    assert result.out.endswith(f"\n{FIRST_TIME}\n")
    assert "continue" not in result.out
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
    remember(Choices("chain", "greedy", "random"))
    assert "Enter plays chain against greedy, in random order; or choose: " in run().out
    remember(Choices("sweep", "human", "second"))
    result = run(given="\n2 2\n")
    assert "Enter plays sweep with a friend, your friend first; or choose: " in result.out
    assert "\nYour friend plays first.\n" in result.out
    assert "Player 2, " in result.out


@pytest.mark.parametrize(
    ("opponent", "other"), [("greedy", "Greedy plays"), ("friend", "Your friend plays")]
)
@pytest.mark.parametrize("word", ["random", "3", "By Lot"])
def test_who_begins_can_be_drawn(opponent: str, other: str, word: str) -> None:
    said: set[str] = set()
    for _ in range(40):
        out = run(given=f"play\ngrow\n{opponent}\n{word}\n").out
        said.update(line for line in out.splitlines() if line.endswith("(drawn at random)."))
        if len(said) == 2:
            break
    assert said == {"You play first (drawn at random).", f"{other} first (drawn at random)."}


@pytest.mark.parametrize("style", ["book", "clear"])
def test_the_style_is_remembered(style: str) -> None:
    run(given=f"play\ngrow\nfriend\nmore\nstyle {style}\n\n\n")
    run(given=f"flip\nmore\n{style}\n\nfriend\n\n1 1\n")
    assert remembered().style == style


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "(Playing sweep with a friend, you first.)"),
        ("you", "(Playing sweep with a friend, you first.)"),
        ("first", "(Playing sweep with a friend, you first.)"),
        ("friend", "\nYour friend plays first.\n"),
        ("2", "\nYour friend plays first.\n"),
    ],
)
def test_two_people_are_asked_who_begins(typed: str, said: str, games: Path) -> None:
    result = run(given=f"play\nsweep\nfriend\n{typed}\n2 2\n")
    assert "Who plays first: you, your friend, or at random? [you] " in result.out
    assert said in result.out
    assert only_game(games)["players"] == ["human", "human"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("p", "'p' could be play or puzzle."),
        ("dance", "I don't know 'dance': choose play, puzzle, daily, rules, quit, flip,"),
        ("puzle", "I don't know 'puzle' (did you mean puzzle?): choose"),
        ("4", "I don't know '4': choose play,"),
        ("play\ncheckers", f"I don't know 'checkers': choose {', '.join(NAMED)}, or type help."),
        ("play\nforty-tow", "I don't know 'forty-tow' (did you mean forty-two?): choose"),
        ("play\ncapture squares", "'capture squares' is the title of flip and sweep: choose one of them."),
        ("play\ncapture", "'capture' could be flip or sweep or chain."),
        ("play\nf", "'f' could be flip or fifteen or forty-two."),
        ("play\nflip\nlevel 11", "I don't know 'level 11': choose level 1 to level 10, friend,"),
        ("play\nflip\ngredy", "I don't know 'gredy' (did you mean greedy?): choose level 1"),
        ("play\nflip\ngreedy\nthird", "I don't know 'third': choose first, second, random, or type help."),
        ("play\nflip\nfriend\nthird", "I don't know 'third': choose you, friend, random, or type help."),
        ("play\nmore\ncolour", "I don't know 'colour': choose board, size, balance,"),
        ("play\nmore\nbaord", "I don't know 'baord' (did you mean board?): choose"),
        ("play\nmore\nsize 9x9", "A board has 1x2 to 8x8 cells, not 9x9."),
        ("play\nmore\ntutor much", "'much' does not set the tutor: type on, off or a number of points."),
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


@pytest.mark.parametrize("word", ["q", "qu", "qui", "Quit", "exit"])
def test_quit_leaves_however_it_is_begun(word: str) -> None:
    result = run(given=f"{word}\n")
    assert result.out.count("or choose: ") == 1
    assert result.status == 0


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


# --- What it lists ---


def test_the_games_are_listed_with_their_titles_and_the_variants_with_them() -> None:
    out = run(given="play\n").out
    for number, (name, book) in enumerate(NAMED.items(), 1):
        assert f"\n  {number}  {name:<10}  {book.size}  {book.title}" in out
    assert "\n  8  raid        4x4  Raid, a fair variant of grow\n" in out
    assert "(Playing raid against level 3, you first.)" in run(given="play\n8\n\n\n").out


@pytest.mark.parametrize("typed", ["Grid Capture", "grid", "3", "gr", "grow"])
def test_a_game_is_chosen_by_number_name_title_or_their_beginning(typed: str) -> None:
    assert "(Playing grow against greedy, you first.)" in run(given=f"play\n{typed}\ngreedy\n\n").out


@pytest.mark.parametrize("typed", ["play chain", "Play Cha", "play 2x2", "play checkers"])
def test_play_and_a_game_in_one_line(typed: str) -> None:
    out = run(given=f"{typed}\nfriend\n\n").out
    assert ("(Playing chain with a friend, you first.)" in out) == ("cha" in typed.lower())
    assert ("I don't know" in out) == ("cha" not in typed.lower())


@pytest.mark.parametrize(
    "typed",
    ["Conquer Squares", '"Conquer Squares"', "'conquer'", 'play "Conquer Squares"', 'play\n"fifteen"'],
)
def test_the_title_of_a_game_can_be_typed_at_once(typed: str) -> None:
    """In quotes too, as at the command line."""
    assert "(Playing fifteen against greedy, you first.)" in run(given=f"{typed}\ngreedy\n\n").out


def test_the_chosen_size_is_shown() -> None:
    result = run(given="play\nmore\nsize 4x4\n\nchain\ngreedy\n\n")
    before, _, after = result.out.partition("Change what? ")
    assert "\n  4  chain       5x5  Capture" in before
    assert "\n  4  chain       4x4  Capture" in after
    assert "Which game? [grow] more" in before
    assert "Which game? [grow 4x4] chain" in after
    assert "(Playing chain 4x4 against greedy, you first.)" in after


def test_a_number_means_the_same_whatever_else_is_there() -> None:
    always = [f"  {number}  {word}" for number, word in enumerate(("play", "puzzle", "rules"), 1)]
    fresh = run().out
    run("play", "flip", "--second", "greedy", given="1 1\n")
    run("play", "sweep", "--size", "1x3", "--second", "greedy", given="1 1\n1 2\n1 3\n1 1\n")
    later = run().out
    for out in (fresh, later):
        assert [line for line in always if f"\n{line} " in out] == always
    assert "\n  c  continue  flip" in later
    assert "\n  4  review    your last game: sweep" in later
    assert "continue" not in fresh


def test_a_game_without_a_person_is_not_yours() -> None:
    run("play", "sweep", "--first", "greedy", "--second", "random")
    assert "review" not in run().out
    assert "Capture Squares" in run("replay").out
    moved = {"book": "flip", "board": [[1, 2], [3, 4]], "moves": ["1,1"], "players": ["greedy", "random"]}
    folder = Path("state/fivesquare/games")
    (folder / "watched.json").write_text(json.dumps(moved))
    assert "continue" not in run().out
    (folder / "played.json").write_text(json.dumps({**moved, "players": ["greedy", "human"]}))
    assert "\n  c  continue  flip " in run().out


# --- Help ---


@pytest.mark.parametrize("word", ["help", "?", " HELP "])
@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("", "Type a word of the menu,"),
        ("play\n", "Type the number, name or title of a game;"),
        ("play\nflip\n", "Type a number or a word of the list;"),
        ("play\nflip\n3\n", "The first player makes the first claim."),
        ("play\nflip\nfriend\n", "The first player makes the first claim."),
        ("play\nmore\n", "Type a word of the list and what you want,"),
        ("play\nmore\nsize\n", "Size: rows x columns, like 3x3."),
        ("rules\n", "Type the number, name or title of a game;"),
        ("puzzle\n", "Type the number, name or title of a game;"),
    ],
)
def test_help_is_there_at_every_question(before: str, said: str, word: str) -> None:
    result = run(given=f"{before}{word}\n")
    assert said in result.out
    assert "quit leaves." in result.out.replace("\n", " ")
    assert "I don't know" not in result.out
    last = result.out.rstrip("\n").splitlines()[-1].strip()
    assert result.out.count(last) >= 2  # and it is asked again


# --- A game that was left, and one that is over ---


def test_enter_goes_on_with_the_game_that_was_left(games: Path) -> None:
    run("play", "flip", "--second", "greedy", given="1 1\n")
    before = only_game(games)
    result = run(given="\n")
    assert "  c  continue  flip against greedy, 2 moves, you " in result.out
    assert "Enter continues flip against greedy; or choose: \n" in result.out
    assert "(You are Player A. Player B is played by the computer: greedy.)\n" in result.out
    assert only_game(games) == before


@pytest.mark.parametrize("word", ["Go on", "c", "con", "RESUME", "continue"])
def test_going_on_has_many_names(word: str) -> None:
    run("play", "flip", "--second", "greedy", given="1 1\n")
    assert "(You are Player A. Player B is played by the computer: greedy.)\n" in run(given=f"{word}\n").out


def test_a_game_that_is_taken_meanwhile_is_not_gone_on_with(games: Path) -> None:
    run("play", "flip", given="1 1\n")
    terminal = Terminal()
    terminal.wait()
    _, kept = last_left()
    terminal.child.send("\r")
    terminal.answer("", "q")
    kept.close()
    result = terminal.finish()
    assert "There is no game to continue but what is being played elsewhere.\n" in result.out
    assert result.status == 0


@pytest.mark.usefixtures("warm")
def test_the_last_game_can_be_walked_through_and_then_one_is_back() -> None:
    run("play", "sweep", "--size", "1x3", "--second", "greedy", given="1 1\n1 2\n1 3\n1 1\n")
    result = run(given="review\n\nquit\nq\n")
    assert "  4  review  your last game: sweep against greedy, " in result.out
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
    run(given="play\nraid\nfriend\n\n1,1\n")
    assert remembered().book == "raid"
    assert "Enter continues raid between two people; or choose: " in run().out
    (path,) = run("games").out.splitlines()
    assert path.split()[3] == "raid"
    remember(Choices("twenty-one", "greedy"))
    assert "Which game? [twenty-one] " in run(given="play\n").out


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
    run(given="play\nsweep\nmore\nboard 2 1/4 3\nbalance swap\n\nfriend\n\n1 2\n")
    kept = only_game(games)
    assert kept["board"] == [[2, 1], [4, 3]]
    assert kept["book"] == {"like": "sweep", "balance": "swap"}


def test_more_asks_for_what_is_missing(games: Path) -> None:
    result = run(given="play\nsweep\nmore\nsize\n2x3\nkomi 4.5\n\nfriend\n\n1 2\n")
    assert "Size: rows x columns, like 4x4? [3x3] 2x3\n" in result.out
    assert "  balance  [4.5]" in result.out
    kept = only_game(games)
    assert [len(kept["board"]), len(kept["board"][0])] == [2, 3]
    assert kept["book"]["balance"] == {"komi": 4.5}


@pytest.mark.usefixtures("warm")
def test_a_fair_komi_or_none_if_there_is_none_on_this_board(games: Path) -> None:
    run(given="play\nsweep\nmore\nfair\n\nfriend\n\n1 2\n")
    assert only_game(games)["book"]["balance"]["komi"] > 0
    Path("mine.json").write_text(json.dumps({"like": "grow", "take": "lower-enemy"}))
    result = run(given="play\nmore\nrules mine.json\nboard 2 2 3\nfair\n\n\nfriend\n\n")
    said = "the second player wins by 1 point without any komi. This game has no komi.)"
    assert said in result.out.replace("\n", " ")


def test_rules_of_ones_own_are_played_and_not_remembered(games: Path) -> None:
    Path("my rules.json").write_text(json.dumps({"like": "grow", "size": [2, 2], "title": "Mine"}))
    result = run(given='play\nmore\nrules "my rules.json"\n\n\nfriend\n\n1 1\n')
    assert "Which game? [Mine] " in result.out
    assert only_game(games)["book"]["title"] == "Mine"
    assert remembered() == Choices()


def test_what_does_not_fit_another_game_is_let_go(games: Path) -> None:
    run(given="play\nflip\nmore\nboard 1 2/3 4\nkomi 3\n\nback\nchain\nfriend\n\n1 1\n")
    kept = only_game(games)
    assert (kept["book"], len(kept["board"])) == ("chain", 5)


@pytest.mark.usefixtures("warm")
def test_the_tutor_sits_beside() -> None:
    result = run(given="play\nsweep\nmore\nboard 1 2/3 4\ntutor on\n\nfriend\n\n1 1\n")
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
    settings = settings_of(GameWish(book, "level:3", "first"))
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
    assert "(Enter returns to the menu) " in result.out
    assert result.status == 0
