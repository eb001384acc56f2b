"""The tutor says what a move would cost before it is made, and not what would be better."""

import json
from pathlib import Path

import pytest

from fivesquare import solve, start
from terminal.running import Terminal, run

BOARD = ["--board", "5 3 8/2 9 1/6 4 7", "--save", "game.json"]
QUESTION = "Play it anyway? (yes, no, or another move) "


def kept() -> list[str]:
    moves: list[str] = json.loads(Path("game.json").read_text())["moves"]
    return moves


def test_a_move_that_throws_away_the_win_is_objected_to(warm: None) -> None:
    result = run("play", "sweep", *BOARD, "--tutor", given="1 2\nno\n2 2\n")
    assert f"(1,2) would give away the win.\n{QUESTION}no\n\n" in result.out
    assert kept() == ["2,2"]
    assert (result.err, result.status) == ("", 0)


@pytest.mark.parametrize("answer", ["yes", "y", "Y", " yes "])
def test_it_may_be_made_all_the_same(answer: str, warm: None) -> None:
    run("play", "sweep", *BOARD, "--tutor", given=f"1 2\n{answer}\n")
    assert kept() == ["1,2"]


def test_another_move_may_be_typed_at_once(warm: None) -> None:
    result = run("play", "sweep", *BOARD, "--tutor", given="1 2\nhint\n1 2\n2 2\n")
    assert result.out.count(QUESTION) == 2
    assert "Hint: (2,2) keeps the win" in result.out
    assert kept() == ["2,2"]


@pytest.mark.parametrize("answer", ["", "no", "n", "what?"])
def test_anything_else_asks_for_a_move_again(answer: str, warm: None) -> None:
    result = run("play", "sweep", *BOARD, "--tutor", given=f"1 2\n{answer}\n2 2\n")
    assert kept() == ["2,2"]
    assert result.out.count(QUESTION) == 1


def test_points_count_only_if_one_asks_for_it(warm: None) -> None:
    position = start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    solution = solve(position.play("2,2"))
    lost = {move: solution.regret(move).lost for move in solution.each}
    assert lost == {"1,1": 4, "1,3": 0, "3,1": 2, "3,3": 2}
    for points, is_told in (([], False), (["5"], False), (["4"], True), (["0.5"], True)):
        Path("game.json").unlink(missing_ok=True)
        result = run("play", "sweep", *BOARD, "--tutor", *points, given="2 2\n1 1\n")
        assert ("(1,1) would give away 4 points.\n" in result.out) == is_told


def test_no_word_about_a_best_move(warm: None) -> None:
    assert QUESTION not in run("play", "sweep", *BOARD, "--tutor", "1", given="2 2\n1 3\n").out


def test_an_illegal_chain_claim_is_refused_before_the_tutor_looks(warm: None) -> None:
    moves = "3 3\n1 1\n3 2\n5 5\n"
    result = run("play", "chain", "--save", "game.json", "--tutor", given=moves)
    assert "Cell (5,5) is not beside the cell just claimed." in result.out
    assert kept()[-1] == "3,2"


def test_where_it_cannot_judge_the_tutor_says_so_once(warm: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.table.advice.Advice.solve", lambda *_: None)
    result = run("play", "sweep", *BOARD, "--tutor", given="1 2\n1 3\n")
    assert result.out.count("(Too large to solve in time: the tutor cannot judge this move.)\n") == 1
    assert kept() == ["1,2", "1,3"]


def test_resume_takes_a_tutor_too(warm: None) -> None:
    run("play", "sweep", *BOARD, given="1 2\n")
    result = run("resume", "game.json", "--tutor", given="1 3\nno\n")
    assert "(1,3) would give away the win.\n" in result.out
    assert kept() == ["1,2"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [(["--tutor", "grow"], "grow is not a number of points"), (["grow", "--tutor", "0"], "0")],
)
def test_what_is_no_number_of_points_is_refused(given: list[str], problem: str) -> None:
    result = run("play", *given)
    assert problem in result.err
    assert result.status == 2


def test_a_tutor_who_cannot_judge_breaks_no_word(warm: None) -> None:
    terminal = Terminal("play", "chain", "--size", "8x8", "--tutor", columns="40")
    terminal.answer("1 1")
    terminal.press("d")
    text = "(Too large to solve in time: the tutor\ncannot judge this move.)\n"
    assert text in terminal.finish().out
