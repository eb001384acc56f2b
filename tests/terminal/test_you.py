"""Against the computer the program says you in its own lines; the books' own words stay as they are."""

import json
import re
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.terminal.voices import voice_for

from .running import run

SWEEP = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]]}
WON = ["2,2", "1,3", "3,3", "3,1", "1,1"]
"""The first player wins by 17, and nobody errs before the third move."""


def kept(players: tuple[str, str], moves: list[str] = WON, **more: object) -> None:
    Path("game.json").write_text(json.dumps({**SWEEP, "moves": moves, "players": players, **more}))


def voice(book: str | fs.RuleBook, seats: tuple[str, str], style: str = "book"):  # type: ignore[no-untyped-def]
    rules = CATALOGUE[book] if isinstance(book, str) else book
    return voice_for(rules, lambda text, _position, _cell: text, style, seats=seats)


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize(("seats", "place"), [(("human", "greedy"), 0), (("greedy", "human"), 1)])
def test_the_score_line_says_you(book: str, style: str, seats: tuple[str, str], place: int) -> None:
    line = voice(book, seats, style).standing(fs.start(book, seed=1))
    names = re.findall(r"(?i)\b(you|player \w)\b", line)[:2]
    assert [name.lower() == "you" for name in names] == [place == 0, place == 1]


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize("seats", [("human", "human"), ("greedy", "perfect")])
def test_nobody_is_you_where_two_people_play_or_none(book: str, style: str, seats: tuple[str, str]) -> None:
    speaker = voice(book, seats, style)
    position = fs.start(book, seed=1)
    assert "you" not in speaker.standing(position).lower()
    while not position.is_over:
        position = position.play(position.legal[0])
    assert "you" not in speaker.ending(position).lower()


@pytest.mark.parametrize("book", [name for name in CATALOGUE if name != "sweep"])
def test_who_has_won_is_told_to_the_one_who_plays(book: str) -> None:
    position = fs.start(book, seed=1)
    while not position.is_over:
        position = position.play(position.legal[0])
    assert position.outcome is not None
    winner = position.outcome.winner
    seats = [("human", "greedy"), ("greedy", "human")]
    assert voice(book, seats[winner - 1]).result(position).endswith("ou win!")
    lost = voice(book, seats[2 - winner]).result(position)
    assert lost == voice(book, ("human", "human")).result(position)


def test_the_winner_as_the_book_of_sweep_names_it() -> None:
    kept(("human", "greedy"))
    assert run("replay", "game.json").out.endswith("Winner: Player 1\n")
    assert run("replay", "game.json", "--style", "clear").out.endswith("You win!\n")


def test_the_tie_and_the_majority_are_yours() -> None:
    chain = fs.start("chain", size=(1, 3)).play("1,1").play("1,3").play("1,2")
    assert voice("chain", ("human", "greedy")).ending(chain) == (
        "You have claimed a majority: 2 of 3 cells.\nYou win!"
    )
    tie = fs.start("grow", board="2 2").play("1,1").play("1,2")
    speaker = voice("grow", ("greedy", "human"))
    assert speaker.result(tie) == "The scores are equal. You claimed last and win!"
    assert "a tie goes to you" in voice("fifteen", ("greedy", "human"), "clear").standing(
        fs.start({**CATALOGUE["grow"].answers, "tie": "second"}, board="2 2")
    )


def test_a_skip_is_yours() -> None:
    position = fs.start("grow", board="1 1 1/1 1 1")
    for move in ("1,2", "1,1", "2,2", "2,1"):
        position = position.play(move)
    assert voice("grow", ("greedy", "human")).skipped(position, 2) == (
        "You have no valid move and are skipped. (No free cell beside your own.)\n"
    )


@pytest.mark.usefixtures("warm")
def test_hints_speak_to_you() -> None:
    kept(("human", "level:3"), [])
    out = run("resume", "game.json", given="hint\neval\n").out.replace("\n", " ")
    assert "Hint: (2,2) keeps your win by 17 points. Best play goes on " in out
    assert "What each claim leads to, as you see it; * is best." in out
    assert "With perfect play you win by 17 points." in out
    kept(("level:3", "human"), ["2,2"])
    out = run("resume", "game.json", given="hint\neval\n").out.replace("\n", " ")
    assert "Hint: (1,3) limits your loss to 17 points. Best play goes on " in out
    assert "With perfect play Player 1 wins by 17 points." in out


@pytest.mark.usefixtures("warm")
def test_a_review_speaks_to_you() -> None:
    kept(("human", "level:3"), ["1,2", "2,2", "1,3", "3,3", "1,1", "3,1"])
    out = run("review", "game.json").out
    assert re.search(r"^1  You       \(1,2\)  ", out, re.MULTILINE)
    assert re.search(r"^2  Player 2  \(2,2\)  ", out, re.MULTILINE)
    assert "After (1,2) Player 2 takes (2,2) and wins by " in out.replace("\n    ", " ")
    assert "(1,2) by you: gives away the win." in out.replace("\n", " ")
    assert re.search(r"^Your accuracy: \d+%\.\nAccuracy of Player 2: \d+%\.$", out, re.MULTILINE)
    assert "up is good for you:" in out
    kept(("level:3", "human"), ["1,2", "2,2", "1,3", "3,3", "1,1", "3,1"])
    out = run("review", "game.json").out
    assert "After (1,2) you take (2,2) and win by " in out.replace("\n    ", " ")


@pytest.mark.usefixtures("warm")
def test_a_walk_speaks_to_you() -> None:
    kept(("human", "level:3"))
    out = run("review", "game.json", "--walk", given="1\n2\n").out.replace("\n", " ")
    assert "Move 1 of 5: you select number 9 at position (2,2) and capture (1,2)=3," in out
    assert "With perfect play you win by 17 points. Player 2 is to act." in out
    assert "You are to act." in out


def test_the_clear_style_speaks_to_you() -> None:
    kept(("human", "greedy"), [])
    out = run("resume", "game.json", "--style", "clear", given="2 2\n").out
    assert "\nYour claim (row,col): 2 2\n" in out
    assert "\nYou claim (2,2) worth 9 and take (1,2), (2,1), (2,3), (3,2).\n" in out
    assert "\nYou (A): 19, Player 2 (B): 0; 23 points win.\n" in out
    assert "(You are Player 1. Player 2 is played by the computer: greedy.)\n" in out


def test_balance_is_told_to_you() -> None:
    rules = {"like": "sweep", "balance": {"komi": 4}}
    kept(("greedy", "human"), [], book=rules)
    assert "(You have 4 points of komi at the end.)" in run("resume", "game.json").out
    kept(("greedy", "human"), [], book={"like": "sweep", "balance": "swap"})
    assert "(You may swap after the first claim.)" in run("resume", "game.json").out
