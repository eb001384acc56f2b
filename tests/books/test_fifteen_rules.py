"""Conquer Squares, rule book 004: its worked example, and the ruling fifteen-1."""

import pytest

import fivesquare as fs
from games import play, show

EXAMPLE = ["2,1", "1,2", "3,1", "1,3", "4,1", "1,4", "3,2", "2,3", "4,2"]


@pytest.mark.parametrize(
    ("number", "scores"),
    [
        (1, (5, 0)),
        (2, (5, 4)),
        (3, (9, 4)),
        (4, (9, 6)),
        (5, (12, 6)),
        (6, (12, 9)),
        (7, (13, 9)),
        (8, (13, 12)),
        (9, (15, 12)),
    ],
)
def test_example_scenario_scores(number: int, scores: tuple[int, int]) -> None:
    assert play("fifteen", " ".join(EXAMPLE[:number])).scores == scores


def test_example_scenario_player_1_wins_with_exactly_15() -> None:
    position = play("fifteen", " ".join(EXAMPLE))
    assert show(position) == ".222 1.2. 11.. 11.."
    assert position.outcome == fs.Outcome(1, fs.Reason.EXACT)


@pytest.mark.parametrize(
    ("turn", "in_the_book", "left_out"),
    [
        (3, "1,1 2,2 3,1", ""),
        (4, "1,1 1,3 2,2", ""),
        (5, "2,2 3,2 4,1", "1,1"),
        (6, "1,1 1,4 2,2", "2,3"),
        (7, "3,2 4,2", "1,1 2,2"),
        (8, "2,2 2,3", "1,1 2,4"),
        (9, "4,2", "1,1 2,2"),
    ],
)
def test_fifteen_1_the_rules_decide_what_is_offered(turn: int, in_the_book: str, left_out: str) -> None:
    """Turn by turn: the squares that the book's example lists, and those that it leaves out."""
    position = play("fifteen", " ".join(EXAMPLE[: turn - 1]))
    assert list(position.legal) == sorted(f"{in_the_book} {left_out}".split())


def test_turns_3_the_first_square_may_lie_anywhere() -> None:
    assert len(play("fifteen").legal) == 16
    assert len(play("fifteen", "2,1").legal) == 15


def test_turns_3_diagonal_squares_are_not_adjacent() -> None:
    with pytest.raises(fs.IllegalMoveError, match="cell 3,2 is not beside your own"):
        play("fifteen", "2,1 4,4 3,2")


def test_turns_4_nobody_may_go_above_15() -> None:
    """At 13 points (3,3), worth 5, is beside an own square and still not offered."""
    position = play("fifteen", " ".join(EXAMPLE[:8]))
    assert position.turn == 1
    with pytest.raises(fs.IllegalMoveError, match="cell 3,3 would bring the score above 15"):
        position.play("3,3")


def test_rules_3_a_player_without_a_valid_move_passes() -> None:
    position = play("fifteen", "1,1 1,2 2,1 2,2 3,1 3,2 4,1", board="1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    assert position.play("4,2").turn == 2
    assert position.play("4,2").play("1,3").turn == 2


def test_rules_4_the_higher_score_wins_when_both_pass() -> None:
    position = play("fifteen", "2,4 3,3 3,4 2,3 4,4 4,3 1,4 1,3 4,2 3,2")
    assert position.scores == (10, 14)
    assert position.outcome == fs.Outcome(2, fs.Reason.POINTS)


def test_rules_4_equal_scores_are_won_by_player_2() -> None:
    position = play("fifteen", "1,2 4,2 2,2 3,2 1,3 4,3 2,1 4,1 1,1 4,4 3,4 2,4")
    assert position.scores == (14, 14)
    assert position.outcome == fs.Outcome(2, fs.Reason.TIE_SECOND)


def test_rules_6_a_possible_move_must_be_made() -> None:
    with pytest.raises(fs.IllegalMoveError):
        play("fifteen", "2,1 stop")


def test_fifteen_3_the_square_of_step_6_is_valid() -> None:
    """ "Cannot choose (Row 1, Column 4) ... as 6 + 3 = 9 (still valid)", and then it is chosen."""
    position = play("fifteen", " ".join(EXAMPLE[:5]))
    assert position.scores[1] == 6
    assert "1,4" in position.legal
    assert position.play("1,4").scores[1] == 9
