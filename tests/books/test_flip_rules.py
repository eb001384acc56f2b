"""Capture Squares, rule book 000: its worked examples, and the rulings flip-1 to flip-3."""

import random

import pytest

import fivesquare as fs
from fivesquare.board import Board, Size, cells_of, mask_of, neighbours
from fivesquare.engine import FIRST, NONE, State
from games import FLIP_BOARD, play, show


@pytest.mark.parametrize(
    ("moves", "grid", "scores"),
    [
        ("1,4", "...1 .... .... ....", (16, 0)),
        ("1,4 3,4", "...1 .... ...2 ....", (16, 15)),
        ("1,4 3,4 2,3", "...1 ..1. ...2 ....", (30, 15)),
        ("1,4 3,4 2,3 4,2", "...1 ..1. ...2 .2..", (30, 28)),
    ],
)
def test_examples_sample_game_play(moves: str, grid: str, scores: tuple[int, int]) -> None:
    position = play("flip", moves)
    assert show(position) == grid
    assert position.scores == scores


def test_flip_1_interaction_example_a_lower_number_never_captures_a_higher_one() -> None:
    """The book's sample turn says that 1 captures 10; its rules say four times that it does not."""
    claimed = play("flip", "1,4 3,4 2,3 4,2 2,1")
    assert show(claimed) == "...1 1.1. ...2 .2.."
    assert show(claimed.play("2,2")) == "...1 121. ...2 .2.."


def test_turns_2_an_adjacent_lower_number_of_the_opponent_is_captured() -> None:
    assert show(play("flip", "2,2 1,2")) == ".2.. .2.. .... ...."


def test_rules_2_several_cells_can_be_captured_in_one_turn() -> None:
    """14 at (2,3) captures 1, 3 and 6 and leaves its own 2 alone."""
    before = play("flip", "2,2 3,3 1,3 4,4 2,4")
    assert show(before) == "..1. .1.1 ..2. ...2"
    assert show(before.play("2,3")) == "..2. .222 ..2. ...2"


def test_rules_2_diagonal_cells_are_not_adjacent() -> None:
    assert show(play("flip", "2,2 3,3 1,1 2,3")) == "1... .22. ..2. ...."
    assert show(play("flip", "1,1 4,4 2,1 1,2 3,3 2,2")) == "22.. 12.. ..1. ...2"


def test_rules_2_free_cells_are_not_captured() -> None:
    assert show(play("flip", "1,4")) == "...1 .... .... ...."


def test_rules_3_a_cell_can_be_captured_again_and_again() -> None:
    once = play("flip", "2,2 3,2")
    assert show(once) == ".... .2.. .2.. ...."
    twice = once.play("2,1")
    assert show(twice) == ".... 11.. .2.. ...."
    assert show(twice.play("1,2")) == ".2.. 12.. .2.. ...."


def test_rules_1_a_claimed_cell_cannot_be_selected() -> None:
    with pytest.raises(fs.IllegalMoveError, match=r"cell 1,4 is already claimed.* after 2 moves of flip"):
        play("flip", "1,4 3,4 1,4")


def test_rules_4_captures_can_still_occur_on_the_last_turn() -> None:
    before = play("flip", "1,1 1,2 1,3 1,4 2,1 2,2 2,4 3,1 3,2 3,3 3,4 4,1 4,2 4,3 4,4")
    assert show(before) == "1222 21.1 2121 1111"
    last = before.play("2,3")
    assert show(last) == "1222 2222 2121 1111"
    assert last.scores == (61, 75)
    assert last.outcome == fs.Outcome(2, fs.Reason.POINTS)


def test_scoring_3_example_34_to_102() -> None:
    board = Board.parse(FLIP_BOARD)
    first = mask_of([cell for cell, value in enumerate(board.values) if value in (2, 4, 7, 9, 12)])
    second = (1 << 16) - 1 & ~first
    position = fs.Position(fs.CATALOGUE["flip"], board, State(first, second, FIRST, NONE))
    assert position.scores == (34, 102)
    assert position.outcome == fs.Outcome(2, fs.Reason.POINTS)


def test_flip_2_68_to_68_is_a_draw() -> None:
    position = play("flip", "2,4 1,4 4,4 4,3 3,4 2,2 4,2 1,3 3,2 1,2 3,3 2,3 1,1 2,1 3,1 4,1")
    assert position.scores == (68, 68)
    assert position.outcome == fs.Outcome(0, fs.Reason.DRAW)


def test_flip_2_about_one_random_game_in_fifty_is_drawn() -> None:
    drawn = 0
    for seed in range(500):
        chance = random.Random(seed)
        position = fs.start("flip", seed=seed)
        while not position.is_over:
            position = position.play(chance.choice(position.legal))
        assert position.outcome is not None
        drawn += position.outcome.winner == 0
    assert 2 <= drawn <= 25


def test_flip_3_neighbours_are_checked_in_reading_order() -> None:
    """Up, left, right, down: that is what reading order means around a cell."""
    assert list(cells_of(neighbours(Size(4, 4))[5])) == [1, 4, 6, 9]
    assert play("flip").legal[:5] == ("1,1", "1,2", "1,3", "1,4", "2,1")


def test_flip_4_only_cells_that_share_an_edge_are_neighbours() -> None:
    """Turn 2 of the example checks (1,4) for the claim of (3,4): two rows away."""
    position = play("flip", "1,4 3,4")
    assert position.last_taken == ()
    assert list(cells_of(neighbours(Size(4, 4))[11])) == [7, 10, 15]  # (2,4), (3,3), (4,4)
