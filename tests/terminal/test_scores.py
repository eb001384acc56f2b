"""Both scores and the goal, beside the board after every turn, and true for every rule book."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.engine import FIRST, NONE, State
from fivesquare.terminal.voices import voice_for
from fivesquare.words.goal import goal

from .running import run

LAST = "a tie goes to the last to claim"
NAMES = ("Player 1", "Player 2")


def book(**answers: object) -> dict[str, object]:
    plain = {"size": [2, 3], "values": [0, 4], "reach": "anywhere", "take": "nothing", "again": "never"}
    return {**plain, "goal": "points", "tie": "draw", **answers}


def finished(rules: dict[str, object], chance: random.Random) -> fs.Position:
    position = fs.start(rules, seed=chance.randrange(10_000))
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position


@pytest.mark.parametrize(
    ("answers", "board", "each", "both"),
    [
        ({}, "3 3 3", ("", ""), "5 points win"),
        ({}, "3 3", ("", ""), "4 points win"),
        ({}, "1 0", ("", ""), "1 point wins"),
        ({}, "0 0", ("", ""), ""),
        ({"tie": "last"}, "3 3", ("", ""), "4 points win, a tie goes to the last to claim"),
        ({"tie": "last"}, "3 2", ("", ""), "3 points win"),
        ({"tie": "second"}, "3 3", ("", ""), "4 points win, a tie goes to Player 2"),
        ({"tie": "second"}, "0 0", ("", ""), "Player 2 can't be caught; play on for the margin"),
        ({"balance": {"komi": 2}}, "3 3", ("wins with 5", "wins with 3"), ""),
        ({"balance": {"komi": 0.5}}, "3 3", ("wins with 4", "wins with 3"), ""),
        ({"balance": {"komi": 2}, "tie": "last"}, "3 3", ("wins with 5", "wins with 3"), LAST),
        ({"balance": {"komi": 6}}, "3 3", ("", "wins with 1"), ""),
        ({"balance": {"komi": 7}}, "3 3", ("", "+7"), "Player 2 can't be caught; play on for the margin"),
        ({"take": "lower-enemy"}, "3 3", ("", ""), "most points on the full board win"),
        (
            {"take": "lower-enemy", "balance": {"komi": 2.5}},
            "3 3",
            ("", "+2.5"),
            "most points on the full board win",
        ),
        ({"goal": "majority"}, "3 3 3", ("", ""), "first to 2 cells wins"),
        (
            {"goal": "majority", "tie": "second"},
            "3 3",
            ("", ""),
            "first to 2 cells wins, a tie goes to Player 2",
        ),
        ({"goal": "majority", "tie": "second"}, "3 3 3", ("", ""), "first to 2 cells wins"),
        ({"goal": {"exactly": 4}}, "3 3", ("needs 4 more", "needs 4 more"), "exactly 4 wins"),
    ],
)
def test_the_goal_in_words(
    answers: dict[str, object], board: str, each: tuple[str, str], both: str
) -> None:
    told = goal(fs.start(book(**answers), board=board), NAMES)
    assert told == (each, both)


LINES = {
    "flip": "Player A: {}, Player B: {}",
    "sweep": "Player 1: {}, Player 2: {}",
    "grow": "Player 1: {}, Player 2: {}",
    "chain": "Claimed cells: Player 1 (X) {}, Player 2 (O) {}",
    "fifteen": "Player 1: {} (needs {} more), Player 2: {} (needs {} more)",
}


def line(position: fs.Position, style: str, seats: tuple[str, str] = ("human", "human")) -> str:
    """What is said of the scores."""
    told = _line(position, style)
    if seats == ("human", "human"):
        return told
    you = "you" if position.book.name == "chain" and style == "book" else "You"
    return re.sub("Player [A1]", you, told, count=1)


def _line(position: fs.Position, style: str) -> str:
    name = position.book.name or ""
    first, second = position.counts if name == "chain" else position.scores
    numbers = (first, 15 - first, second, 15 - second) if name == "fifteen" else (first, second)
    if style == "book":
        return LINES[name].format(*numbers)
    needs = "Player 1 (A): {} (needs {} more), Player 2 (B): {} (needs {} more)"
    return (needs if name == "fifteen" else "Player 1 (A): {}, Player 2 (B): {}").format(*numbers)


@pytest.mark.parametrize("seats", [("human", "human"), ("human", "greedy")])
@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_both_scores_stand_after_every_turn_once(name: str, style: str, seats: tuple[str, str]) -> None:
    chance = random.Random(name)
    position = fs.start(name, seed=5)
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    Path("game.json").write_text(json.dumps({**position.to_record(), "players": seats}))
    rest = run("replay", "game.json", "--style", style).out
    turns = [now for now in position.history()[1:-1] if not now.in_chain]
    goals = r"(?i)[;.]\s(?:first to|exactly|\d+ points|most points|(?:you|player \w) can't be caught)"
    assert len(re.findall(goals, rest)) == len(turns) + (style == "clear")
    for now in turns:
        _, found, rest = rest.partition(f"\n{line(now, style, seats)}")
        assert found, now
        assert rest.startswith(("; ", ".\n")), now


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_resume_says_how_it_stands(name: str, style: str) -> None:
    run("play", name, "--seed", "5", "--save", "game.json", given="1,1\n")
    position = fs.Position.from_record(json.loads(Path("game.json").read_text()))
    assert line(position, style) in run("resume", "game.json", "--style", style).out


@pytest.mark.parametrize("name", CATALOGUE)
def test_nothing_is_said_of_the_goal_once_the_game_is_over(name: str) -> None:
    position = fs.start(name, seed=5)
    while not position.is_over:
        position = position.play(position.legal[0])
    for style in ("book", "clear"):
        voice = voice_for(position.book, lambda text, _position, _cell: text, style)
        assert " win" not in voice.after_turn(position)


# --- Why somebody is passed over ---


@pytest.mark.parametrize(
    ("owned", "answers", "why"),
    [
        ("AAA/A.A/AAA", {"reach": "edge"}, "No free cell on the outer edge."),
        ("BAA/A.A/AAA", {"reach": "edge"}, "No free cell beside their own."),
        ("BAA/A.A/AAA", {"reach": "adjacent"}, "No free cell beside their own."),
        ("BBB/A.A/AAA", {"goal": {"exactly": 3}}, "All in reach would exceed 3."),
        ("BBB/AAA/AAA", {"goal": {"exactly": 30}}, "No cell is free."),
    ],
)
def test_a_skip_says_why(owned: str, answers: dict[str, object], why: str) -> None:
    masks = {
        who: sum(1 << cell for cell, mark in enumerate(owned.replace("/", "")) if mark == who)
        for who in "AB"
    }
    opening = fs.start(book(**answers), board="1 1 1/1 1 1/1 1 1")
    position = replace(opening, state=State(masks["A"], masks["B"], FIRST, NONE))
    voice = voice_for(position.book, lambda text, _position, _cell: text, "clear")
    assert voice.skipped(position, 2) == f"Player 2 cannot claim and is skipped. ({why})\n"


def test_resuming_inside_a_chain_says_who_is_asked_and_beside_which_cell() -> None:
    run("play", "chain", "--save", "game.json", given="3 3\n1 1\n3 2\n")
    output = run("resume", "game.json").out
    assert (
        "\n\n(Player 1 (X) has claimed (3,2) and may claim one more cell beside it.)\n\n"
        "Enter the row and column of the adjacent cell you want to claim: "
    ) in output
    clear = run("resume", "game.json", "--style", "clear").out
    assert "\n\nPlayer 1, one more beside (3,2), or stop: " in clear


def test_taking_back_into_a_chain_says_it_too() -> None:
    output = run("play", "chain", given="3 3\n1 1\n3 2\n2 2\nundo\nundo\n").out
    assert "(Player 1 (X) has claimed (3,2) and may claim one more cell beside it.)" in output
