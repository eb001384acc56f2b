"""Capture Squares, rule book 001: its worked example, and the ruling sweep-1."""

import pytest

import fivesquare as fs
from games import play, show


@pytest.mark.parametrize(
    ("moves", "grid", "scores"),
    [
        ("2,2", ".1. 111 .1.", (19, 0)),
        ("2,2 1,3", ".12 111 .1.", (19, 8)),
        ("2,2 1,3 3,3", ".12 111 .11", (26, 8)),
        ("2,2 1,3 3,3 3,1", ".12 111 211", (26, 14)),
        ("2,2 1,3 3,3 3,1 1,1", "112 111 211", (31, 14)),
    ],
)
def test_examples_sample_turns(moves: str, grid: str, scores: tuple[int, int]) -> None:
    position = play("sweep", moves)
    assert show(position) == grid
    assert position.scores == scores


def test_examples_final_scores_player_1_wins() -> None:
    position = play("sweep", "2,2 1,3 3,3 3,1 1,1")
    assert position.outcome == fs.Outcome(1, fs.Reason.POINTS)
    assert sum(position.scores) == 45


def test_sweep_1_taking_is_automatic() -> None:
    """ "You may also capture" in one place, "all ... are captured" in another: nobody is asked."""
    position = play("sweep", "3,1")
    assert show(position) == "... 1.. 11."
    assert position.scores == (12, 0)
    assert position.turn == 2
    assert not position.in_chain


def test_rules_2_a_square_already_captured_is_not_captured_again() -> None:
    position = play("sweep", "1,2 2,2")
    assert show(position) == ".1. 222 .2."
    assert position.scores == (3, 16)


def test_rules_2_higher_squares_stay() -> None:
    assert show(play("sweep", "2,3")) == "... ..1 ..."


def test_rules_1_a_captured_square_cannot_be_selected() -> None:
    with pytest.raises(fs.IllegalMoveError, match="cell 1,2 is already claimed"):
        play("sweep", "2,2 1,2")


def test_rules_5_ties_are_impossible_on_the_board_of_the_book() -> None:
    """All 45 points are shared out, and 45 is odd."""
    for seed in range(50):
        position = fs.start("sweep", seed=seed)
        while not position.is_over:
            position = position.play(position.legal[seed % len(position.legal)])
        assert sum(position.scores) == 45
        assert position.outcome is not None
        assert position.outcome.winner in (1, 2)


def test_sweep_4_equal_sums_are_a_draw_on_boards_with_an_even_total() -> None:
    position = play("sweep", "1,3 1,1", board="3 1 2")
    assert position.scores == (3, 3)
    assert position.outcome == fs.Outcome(0, fs.Reason.DRAW)
