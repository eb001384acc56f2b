"""Capture Squares: A Two-Player Tactical Grid Game, rule book 003: its example, and chain-1, -4, -5."""

import pytest

import fivesquare as fs
from games import play, show


@pytest.mark.parametrize(
    ("moves", "grid", "acts"),
    [
        ("3,3", "..... ..... ..1.. ..... .....", 2),
        ("3,3 3,4", "..... ..... ..12. ..... .....", 1),
        ("3,3 3,4 3,2", "..... ..... .112. ..... .....", 1),
        ("3,3 3,4 3,2 2,2", "..... .1... .112. ..... .....", 2),
    ],
)
def test_example_turn_sequence(moves: str, grid: str, acts: int) -> None:
    position = play("chain", moves)
    assert show(position) == grid
    assert position.turn == acts


def test_example_eligibility() -> None:
    """Not with nothing claimed before, not beside the opponent's cell, but beside one's own."""
    assert not play("chain", "3,3").in_chain
    assert not play("chain", "3,3 3,4").in_chain
    assert play("chain", "3,3 3,4 3,2").in_chain


def test_claiming_2_the_additional_cell_is_adjacent_to_the_first_claimed_in_the_turn() -> None:
    position = play("chain", "3,3 3,4 3,2")
    assert position.legal == ("2,2", "3,1", "4,2", "stop")
    with pytest.raises(
        fs.IllegalMoveError, match=r"cell 2,3 is not beside the cell just claimed, .*, stop$"
    ):
        position.play("2,3")


def test_claiming_2_only_one_additional_cell() -> None:
    position = play("chain", "3,3 3,4 3,2 2,2")
    assert (position.turn, position.in_chain) == (2, False)


def test_claiming_2_diagonal_adjacency_does_not_count() -> None:
    assert not play("chain", "3,3 1,5 2,2").in_chain


def test_chain_1_the_chain_claim_is_optional() -> None:
    position = play("chain", "3,3 3,4 3,2 stop")
    assert show(position) == "..... ..... .112. ..... ....."
    assert (position.turn, position.in_chain) == (2, False)
    assert position.moves[-1] == "stop"


def test_chain_1_stop_is_no_move_outside_a_chain() -> None:
    with pytest.raises(fs.IllegalMoveError, match='"stop" is only a move inside a chain'):
        play("chain", "3,3 stop")


def test_a_first_claim_without_a_free_neighbour_ends_the_turn() -> None:
    """(1,1) lies beside (1,2), but both of its neighbours are claimed."""
    position = play("chain", "1,2 2,1 1,1")
    assert (position.turn, position.in_chain) == (2, False)


TEN_EACH = "1,1 5,5 1,2 1,3 5,4 5,3 1,4 1,5 5,2 5,1 2,1 2,2 4,5 4,4 2,3 2,4 4,3 4,2 2,5 stop 4,1 stop"


def test_chain_4_thirteen_cells_end_the_game_at_the_first_claim_of_a_turn() -> None:
    """(3,3) lies beside an own cell and has a free neighbour, but no chain is offered any more."""
    before = play("chain", TEN_EACH + " 3,1 3,2 3,5 stop")
    assert show(before) == "11111 11111 11..2 22222 22222"
    assert before.counts == (12, 11)
    won = before.play("3,3")
    assert not won.in_chain
    assert won.legal == ()
    assert won.outcome == fs.Outcome(1, fs.Reason.MAJORITY)


def test_chain_4_thirteen_cells_end_the_game_at_the_second_claim_of_a_turn() -> None:
    before = play("chain", TEN_EACH + " 3,1 stop 3,5 stop 3,2")
    assert before.counts == (12, 11)
    assert before.in_chain
    assert before.play("3,3").outcome == fs.Outcome(1, fs.Reason.MAJORITY)
    assert not before.play("stop").is_over


def test_chain_5_half_and_half_on_an_even_board_is_a_draw() -> None:
    position = play("chain", "1,1 1,4 1,2 stop 1,3", board="1 1 1 1")
    assert position.counts == (2, 2)
    assert position.outcome == fs.Outcome(0, fs.Reason.DRAW)


def test_forfeiting_turns_nobody_may_skip_a_turn() -> None:
    with pytest.raises(fs.IllegalMoveError):
        play("chain", "stop")
