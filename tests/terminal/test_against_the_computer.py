"""A computer's turn at the terminal: one line, in the third person, in the book's words (all-2)."""

import json
from pathlib import Path

import pytest

from fivesquare.books import CATALOGUE

from .running import run

FLIP = "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7"
SWEEP = "5 3 8/2 9 1/6 4 7"
GROW = "5 3/7 4"
FIFTEEN = "1 4/5 2"


def replay(book: object, board: str, moves: str, players: tuple[str, str], *options: str) -> str:
    """A game shown again, in which these have played these moves."""
    rows = [[int(value) for value in row.split()] for row in board.split("/")]
    kept = {"book": book, "board": rows, "moves": moves.split(), "players": list(players)}
    Path("game.json").write_text(json.dumps(kept))
    result = run("replay", "game.json", *options)
    assert (result.err, result.status) == ("", 0)
    return result.out


@pytest.mark.parametrize(
    ("book", "board", "moves", "line"),
    [
        ("flip", FLIP, "1,4 3,4", "Player B (level 3) claims (3,4) with number 15."),
        (
            "flip",
            FLIP,
            "1,1 1,2",
            "Player B (level 3) claims (1,2) with number 12 and captures (1,1) from you.",
        ),
        (
            "sweep",
            SWEEP,
            "2,2 3,3",
            "Player 2 (level 3) selects number 7 at position (3,3). Turn score: 7.",
        ),
        ("grow", GROW, "1,1 2,1", "Player 2 (level 3) claims (2,1) worth 7 points. Total score: 7."),
        ("chain", "1 1 1", "1,1 1,3", "Player 2 (O, level 3) claims (1,3)."),
        ("fifteen", FIFTEEN, "1,1 2,1", "Player 2 (level 3) conquers (2,1) with value 5. Total score: 5."),
    ],
)
def test_all_2_a_computers_turn_is_one_line(book: str, board: str, moves: str, line: str) -> None:
    output = replay(book, board, moves, ("human", "level:3"))
    assert f"\n{line}" in output


def test_all_2_what_comes_along_in_sweep_is_told_with_its_numbers() -> None:
    output = replay("sweep", SWEEP, "1,3 2,2", ("human", "greedy"))
    assert (
        "\nPlayer 2 (greedy) selects number 9 at position (2,2) and captures (2,1)=2,\n(3,2)=4 "
        "with it. Turn score: 15.\nYou: 12, Player 2: 15; 23 points win.\n\nUpdated Grid:\n"
    ) in output


def test_all_2_a_whole_turn_of_a_chain() -> None:
    line = "1 1 1 1 1 1 1"
    moves = "1,7 1,1 1,6 stop 1,2 1,3"
    output = replay("chain", line, moves, ("human", "perfect"))
    assert (
        "\nPlayer 2 (O, perfect) claims (1,2).\n"
        "Player 2 (O, perfect) makes a chain claim beside (1,2): (1,3).\n\n(1,1) O  "
    ) in output
    stopped = replay("chain", line, "1,7 1,1 1,5 1,2 stop", ("human", "perfect"))
    assert "claims (1,2).\nPlayer 2 (O, perfect) makes no chain claim.\n\n(1,1) O  " in stopped


@pytest.mark.parametrize(
    ("players", "victim"),
    [(("human", "greedy"), "you"), (("random", "greedy"), "Player A"), (("Ann", "greedy"), "you")],
)
def test_all_2_you_is_the_only_person(players: tuple[str, str], victim: str) -> None:
    output = replay("flip", FLIP, "1,1 1,2", players)
    assert f"Player B (greedy) claims (1,2) with number 12 and captures (1,1) from {victim}.\n" in output


def test_all_2_a_swap_and_komi_are_told_in_the_third_person() -> None:
    for name, word in (("flip", "(1,1)"), ("sweep", "(1,1)=1"), ("grow", "(1,1)"), ("chain", "(1,1)")):
        board = "1 1" if name == "chain" else "1 2"
        output = replay({"like": name, "balance": "swap"}, board, "1,1 swap", ("human", "random"))
        assert f", random) swaps and owns {word} now.\n" in output.replace(" (random)", ", random)")
        assert "You have swapped" not in output
    output = replay({"like": "flip", "balance": {"komi": 1}}, "2 1", "1,1", ("greedy", "human"))
    assert "\nPlayer A (greedy) claims (1,1) with number 2.\n" in output
    assert "Player A: 2, You: 0 (+1); most points on the full board win.\n" in output


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("book", CATALOGUE)
def test_all_2_nobody_is_asked_and_nobody_is_you_where_only_computers_play(book: str, style: str) -> None:
    seats = ("--first", "greedy", "--second", "random")
    played = run("play", book, "--seed", "3", "--style", style, "--save", "game.json", *seats)
    shown = run("replay", "game.json", "--style", style)
    for output in (played.out, shown.out):
        assert "You " not in output
        assert "Your " not in output
        assert "nter the" not in output
        assert "(greedy" in output or ", greedy" in output
    moves = json.loads(Path("game.json").read_text())["moves"]
    told = [line for line in shown.out.splitlines() if "greedy) " in line or "random) " in line]
    assert len(told) == len(moves)
    assert all(line in played.out for line in told)


@pytest.mark.parametrize("book", CATALOGUE)
def test_all_2_the_book_still_speaks_to_the_person(book: str) -> None:
    alone = run("play", book, "--seed", "4", "--save", "one.json", given="1,1\n").out
    against = run(
        "play", book, "--seed", "4", "--save", "two.json", "--second", "random", given="1,1\n"
    ).out
    asked = alone.partition("\n\n")[2]
    answer = asked[: asked.index("win")].rpartition("\n")[0]  # up to the line that says how it stands
    assert answer in against


def test_all_2_the_example_of_a_prompt_is_for_the_first_person_asked() -> None:
    output = run("play", "sweep", "--first", "random", "--seed", "1", given="quit\nno\n").out
    assert output.count("(e.g., 2 2 for row 2, column 2)") == 1
    shown = replay("sweep", SWEEP, "2,2 1,3", ("random", "human"))
    assert shown.count("(e.g., 2 2 for row 2, column 2)") == 1
