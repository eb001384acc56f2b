"""--swap and --komi at the terminal, and how swap and komi are told where no transcript shows it."""

import json
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import record
from games import FLIP_BOARD, SWEEP_BOARD
from terminal.running import Result, run

pytestmark = pytest.mark.usefixtures("warm")

SMALL = "5 3/7 4"


def play(*arguments: str, given: str = "") -> Result:
    """A game that is kept in game.json."""
    lines = "".join(f"{line}\n" for line in given.split())
    return run("play", *arguments, "--save", "game.json", given=lines)


def book() -> Any:
    return record.load(Path("game.json")).to_record()["book"]


@pytest.mark.parametrize(
    ("options", "balance", "told"),
    [
        (["--swap"], "swap", "(Player B may swap after the first claim.)"),
        (["--komi", "8"], {"komi": 8}, "(Player B has 8 points of komi at the end.)"),
        (["--komi", "0.5"], {"komi": 0.5}, "(Player B has 0.5 points of komi at the end.)"),
        (["--komi", "fair"], {"komi": 8}, "(Player B has 8 points of komi at the end.)"),
    ],
)
def test_the_options_change_the_book_and_the_game_says_so(
    options: list[str], balance: object, told: str
) -> None:
    result = play("flip", "--board", FLIP_BOARD, *options)
    assert told in result.out
    assert (result.err, result.status) == ("", 0)
    assert book() == {"like": "flip", "balance": balance}


def test_without_them_nothing_is_said_and_nothing_changes() -> None:
    assert "komi" not in play("flip", "--board", FLIP_BOARD).out
    assert book() == "flip"


def test_they_change_a_book_of_ones_own_as_well() -> None:
    Path("book.json").write_text(
        json.dumps({"like": "grow", "tie": "draw", "balance": "swap", "title": "X"})
    )
    play("--book", "book.json", "--board", SMALL, "--komi", "fair")
    assert book() == {"like": "grow", "tie": "draw", "balance": {"komi": 3}, "title": "X"}


@pytest.mark.parametrize("command", ["play", "solve"])
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["flip", "--swap", "--komi", "8"], "Give --swap or --komi, not both."),
        (["flip", "--komi", "7.3"], '"komi" must be a multiple of 0.5 from 0 to 999, not 7.3'),
        (["flip", "--komi", "-1"], '"komi" must be a multiple of 0.5 from 0 to 999, not -1.0'),
        (["flip", "--komi", "nan"], '"komi" must be a multiple of 0.5 from 0 to 999, not nan'),
        (["flip", "--komi", "lots"], "komi is a number of points or fair, not 'lots'"),
        (["chain", "--komi", "3"], 'komi is only for a goal of "points"'),
        (["fifteen", "--komi", "fair"], 'komi is only for a goal of "points"'),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    command: str, arguments: list[str], problem: str
) -> None:
    result = run(command, *arguments)
    assert result.status == 2
    assert result.err.splitlines()[-1].endswith(problem)
    assert result.out == ""


def test_where_the_second_player_wins_no_komi_is_fair() -> None:
    Path("book.json").write_text(json.dumps({"like": "flip", "reach": "adjacent"}))
    result = run("play", "--book", "book.json", "--board", "4 2 3 1", "--komi", "fair")
    assert result.status == 2
    assert "on this board the second player wins by 2 points without any komi" in result.err


def test_the_options_go_with_a_book() -> None:
    for option in (["--swap"], ["--komi", "3"]):
        result = run("solve", *option)
        assert result.status == 2
        assert "--swap, --komi and --moves go with a BOOK" in result.err


def test_solve_says_what_is_done_for_balance() -> None:
    output = run("solve", "sweep", "--board", SWEEP_BOARD, "--komi", "fair").out
    assert "(Player 2 has 17 points of komi at the end.)\nWith perfect play it is a draw.\n" in output
    swap = run("solve", "sweep", "--board", SWEEP_BOARD, "--swap", "--moves", "2,2").out
    assert "\nswap: +17*\n" in swap
    assert (
        "(Player 2 may swap after the first claim.)\nWith perfect play Player 2 wins by 17 points." in swap
    )
    assert swap.endswith("Best: swap.\nLine: swap, (1,3), (3,3), (3,1), (1,1), and it ends 14-31.\n")


def test_a_fair_komi_is_said_beside_the_object() -> None:
    result = run("solve", "sweep", "--board", SWEEP_BOARD, "--komi", "fair", "--json", "--value-only")
    assert json.loads(result.out).items() >= {"winner": 0, "margin": 0}.items()
    assert result.err == "(Player 2 has 17 points of komi at the end.)\n"


def test_the_computer_swaps_in_the_words_of_the_book() -> None:
    output = play("grow", "--board", SMALL, "--swap", "--second", "greedy", given="2,1").out
    assert "\nPlayer 2 (greedy) swaps and owns (2,1) now.\n" in output
    assert "(row column): swap" not in output
    assert "(Or type swap" not in output


def test_a_hint_may_be_to_swap() -> None:
    output = play("sweep", "--board", SWEEP_BOARD, "--swap", given="2,2 hint eval swap").out
    assert "Hint: swap keeps the win by 17 points: any other move would cost at least" not in output
    assert "Hint: swap keeps the win. Best play goes on (1,3), (3,3), (3,1), (1,1) and ends\n" in output
    assert "\n14-31. Any other move would give away the win.\n" in output
    assert "swap: +17*" in output


def test_a_replay_shows_the_swap() -> None:
    played = play("grow", "--board", SMALL, "--swap", given="1,1 swap 2,1 1,2 2,2").out
    shown = run("replay", "game.json").out.replace("): 1 ", "): 1,").replace("): 2 ", "): 2,")
    assert "(Or type swap: it makes (1,1) yours, and Player 1 moves next.)\nPlayer 2, enter" in shown
    assert shown.partition("Grid Capture")[2] == played.partition("Grid Capture")[2].rpartition("\nShow")[0]


def test_the_general_voice_tells_of_swap_and_komi() -> None:
    own = {"like": "grow", "tie": "draw"}
    Path("book.json").write_text(json.dumps({**own, "balance": "swap"}))
    output = play("--book", "book.json", "--board", SMALL, given="1,1 swap swap").out
    assert "Player 2 swaps and owns (1,1) now.\n" in output
    assert "\n\nPlayer 1 (A): 0, Player 2 (B): 5; " in output
    assert "Only Player 2 may swap, and only on the first turn.\n" in output
    Path("book.json").write_text(json.dumps({**own, "balance": {"komi": 3}}))
    output = run("play", "--book", "book.json", "--board", SMALL, given="2,1\n1,1\n2,2\n1,2\n").out
    assert "With 3 points of komi Player 2 has 11 points.\nIt is a draw.\n" in output


def test_swap_is_no_word_where_there_is_no_swap() -> None:
    assert "'swap' is not a cell.\n" in play("grow", "--board", SMALL, given="1,1 swap").out


def test_inside_a_chain_the_word_swap_does_not_forfeit_the_claim() -> None:
    output = play("chain", "--size", "1x6", "--swap", given="1,1 1,6 1,2 swap 1,3").out
    assert "Only Player 2 (O) may swap, and only on the first turn." in output
    assert record.load(Path("game.json")).moves == ("1,1", "1,6", "1,2", "1,3")


def test_a_review_judges_a_swap() -> None:
    position = fs.start({"like": "sweep", "balance": "swap"}, board=SWEEP_BOARD).play("2,2").play("1,3")
    record.save(Path("game.json"), position.to_record())
    output = run("review", "game.json").out
    assert "Best was swap. After (1,3) Player 1 takes " in output


def test_a_kept_game_with_balance_is_named_after_its_book(games: Path) -> None:
    run("play", "grow", "--board", SMALL, "--swap", given="1,1\n")
    assert [path.name.split("-")[2] for path in games.iterdir()] == ["grow"]
