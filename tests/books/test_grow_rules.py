"""Grid Capture, rule book 002: its worked example, and the ruling grow-1."""

import pytest

import fivesquare as fs
from games import play, show

OUTER_EDGE = "1,1 1,2 1,3 1,4 1,5 2,1 2,5 3,1 3,5 4,1 4,5 5,1 5,2 5,3 5,4 5,5"


@pytest.mark.parametrize(
    ("moves", "grid", "scores"),
    [
        ("1,1", "1.... ..... ..... ..... .....", (5, 0)),
        ("1,1 5,5", "1.... ..... ..... ..... ....2", (5, 7)),
        ("1,1 5,5 1,2", "11... ..... ..... ..... ....2", (8, 7)),
        ("1,1 5,5 1,2 4,5", "11... ..... ..... ....2 ....2", (8, 12)),
    ],
)
def test_example_turn_sequence(moves: str, grid: str, scores: tuple[int, int]) -> None:
    position = play("grow", moves)
    assert show(position) == grid
    assert position.scores == scores


def test_example_options_of_the_second_moves() -> None:
    assert play("grow", "1,1 5,5").legal == ("1,2", "2,1")
    assert play("grow", "1,1 5,5 1,2").legal == ("4,5", "5,4")


def test_rules_1_the_first_move_of_each_player_is_on_the_outer_edge() -> None:
    assert " ".join(play("grow").legal) == OUTER_EDGE
    assert " ".join(play("grow", "1,1").legal) == OUTER_EDGE.removeprefix("1,1 ")
    with pytest.raises(fs.IllegalMoveError, match="cell 3,3 is not on the outer edge"):
        play("grow", "3,3")


def test_rules_2_diagonal_adjacency_does_not_count() -> None:
    with pytest.raises(fs.IllegalMoveError, match="cell 2,2 is not beside your own"):
        play("grow", "1,1 5,5 2,2")


def test_rules_4_a_cell_of_the_opponent_cannot_be_claimed() -> None:
    with pytest.raises(fs.IllegalMoveError, match="cell 1,2 is already claimed"):
        play("grow", "1,1 1,2 1,2")


def test_grow_1_a_player_who_cannot_claim_is_skipped() -> None:
    """Player 1 in the first column is walled in by player 2, who then goes on alone."""
    walled = play("grow", "1,1 1,2 2,1 2,2 3,1 3,2 4,1 4,2 5,1 5,2")
    assert show(walled) == "12... 12... 12... 12... 12..."
    assert walled.turn == 2
    assert walled.play("1,3").turn == 2


def test_grow_1_the_game_ends_when_neither_can_claim() -> None:
    position = play("grow", "1,1 1,2 2,1 2,2 3,1 3,2 4,1 4,2 5,1 5,2")
    while not position.is_over:
        position = position.play(position.legal[0])
    assert show(position) == "12222 12222 12222 12222 12222"
    assert position.scores == (24, 90)
    assert position.outcome == fs.Outcome(2, fs.Reason.POINTS)


def test_scoring_2_equal_scores_are_won_by_the_last_to_move() -> None:
    moves = "3,1 2,1 4,1 1,1 3,2 1,2 2,2 1,3 3,3 1,4 4,3 2,4 2,3 2,5 5,1 3,4 5,3 3,5 4,4 4,5 4,2 5,5 5,2"
    position = play("grow", moves + " 1,5 5,4")
    assert position.scores == (57, 57)
    assert position.outcome == fs.Outcome(1, fs.Reason.TIE_LAST)
    assert position.back().turn == 1
