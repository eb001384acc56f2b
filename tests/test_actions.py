"""Moves as numbers, and positions as arrays: the same as the words and lists of the position."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare import actions
from fivesquare.errors import quote
from games import Answers, books, play, random_game, seeds

# --- Numbers ---


def test_cells_are_numbered_in_reading_order_and_stop_comes_after_them() -> None:
    sweep, chain = play("sweep"), play("chain", board="1 1 1/1 1 1")
    assert sweep.all_moves == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3")
    assert chain.all_moves == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "stop")
    assert (actions.count(sweep), actions.count(chain)) == (9, 7)
    assert [actions.action_of(chain, move) for move in ("1,1", "2,3", "stop")] == [0, 5, 6]


def test_swap_has_the_last_number() -> None:
    grow, chain = ({"like": name, "balance": "swap"} for name in ("grow", "chain"))
    assert play(grow, board="1 2").all_moves == ("1,1", "1,2", "swap")
    opening = play(chain, board="1 1 1/1 1 1")
    assert opening.all_moves[5:] == ("2,3", "stop", "swap")
    assert (actions.count(opening), actions.action_of(opening, "swap")) == (8, 7)
    assert [actions.mask(position)[7] for position in (opening, opening.play("1,1"))] == [False, True]
    assert opening.play("1,1").play_action(7) == opening.play("1,1").play("swap")
    with pytest.raises(fs.IllegalMoveError, match='"swap" is only a move on the second player'):
        opening.play_action(7)


@given(books, seeds)
def test_every_move_is_found_again_by_its_number(book: Answers, seed: int) -> None:
    for position in random_game(book, seed, longest=3):
        numbers = range(actions.count(position))
        moves = [actions.move_of(position, number) for number in numbers]
        assert tuple(moves) == position.all_moves
        assert [actions.action_of(position, move) for move in moves] == list(numbers)
        assert set(position.legal) <= set(moves)


@given(books, seeds)
def test_numbers_play_the_same_game_as_words(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        for move in position.legal:
            after = position.play_action(actions.action_of(position, move))
            assert after == position.play(move)
            assert after.moves == position.play(move).moves


def test_a_number_may_be_numpy_s() -> None:
    position = play("chain", "3,3 3,4 3,2")
    assert position.play_action(np.argmax(actions.mask(position))) == position.play("2,2")
    assert position.play_action(np.uint8(25)) == position.play("stop")
    assert actions.move_of(position, np.int64(25)) == "stop"


@pytest.mark.parametrize("action", [-1, 25, 10**5000], ids=quote)
def test_a_number_that_no_move_has(action: int) -> None:
    for ask in (play("grow").play_action, lambda number: actions.move_of(play("grow"), number)):
        with pytest.raises(fs.NotationError, match=r"there is no move number .*: they go from 0 to 24"):
            ask(action)


@pytest.mark.parametrize(
    "action", [None, True, 1.0, np.float32(1), "1", b"1", [1], np.array([1, 2])], ids=quote
)
def test_what_is_no_number_of_a_move(action: Any) -> None:
    for ask in (play("grow").play_action, lambda number: actions.move_of(play("grow"), number)):
        with pytest.raises(fs.NotationError, match="the number of a move is a whole number, not "):
            ask(action)


def test_an_illegal_number_is_refused_like_its_move() -> None:
    with pytest.raises(
        fs.IllegalMoveError, match="cell 2,2 is not on the outer edge, after 0 moves of grow"
    ):
        play("grow").play_action(6)
    with pytest.raises(fs.IllegalMoveError, match='"stop" is only a move inside a chain'):
        play("chain").play_action(25)


@pytest.mark.parametrize("move", [None, 5, "", "9,9", "STOP", ["1,1"]], ids=quote)
def test_what_is_no_move_has_no_number(move: Any) -> None:
    with pytest.raises(fs.NotationError):
        actions.action_of(play("grow"), move)


def test_a_move_of_another_book_has_no_number() -> None:
    for move in ("stop", "swap"):
        with pytest.raises(fs.IllegalMoveError, match=f'"{move}" is not a move of this game'):
            actions.action_of(play("grow"), move)


# --- Arrays ---


@given(books, seeds)
def test_the_mask_has_the_legal_moves_and_no_others(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        mask = actions.mask(position)
        assert (str(mask.dtype), mask.shape) == ("bool", (actions.count(position),))
        allowed = tuple(position.all_moves[number] for number in np.flatnonzero(mask))
        assert allowed == (position.all_moves if position.is_over else position.legal)


@given(books, seeds)
def test_the_planes_are_what_a_player_sees(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        owners, values = np.array(position.owners), np.array(position.board.rows)
        cells = np.array(position.all_moves[: position.size.cells]).reshape(position.size)
        for player in (1, 2):
            own, other, value, legal, link, first = planes = actions.planes(position, player)
            assert (str(planes.dtype), planes.shape) == ("float32", (6, *position.size))
            acts = position.turn == player
            assert (own == (owners == player)).all()
            assert (other == (owners == 3 - player)).all()
            assert np.allclose(value, values / max(1, values.max()))
            assert (legal == (np.isin(cells, position.legal) & acts)).all()
            assert link.sum() == (position.in_chain and acts)
            assert link.sum() == 0 or cells[link == 1] == [position.moves[-1]]
            assert (first == (player == 1)).all()


def test_the_planes_are_the_first_player_s_unless_told_otherwise() -> None:
    position = play("chain", "3,3 3,4 3,2")
    assert (actions.planes(position) == actions.planes(position, 1)).all()
    assert (actions.planes(position, np.int8(2)) == actions.planes(position, 2)).all()
    assert actions.planes(position)[4, 2, 1] == 1


def test_a_board_of_zeros_has_planes_too() -> None:
    position = play({**fs.CATALOGUE["grow"].answers, "values": [0, 0]}, board="0 0/0 0")
    assert actions.planes(position)[2].tolist() == [[0, 0], [0, 0]]


def test_arrays_are_the_reader_s_own() -> None:
    """Whoever writes into one changes nothing for the next."""
    position = play("grow")
    actions.mask(position)[:] = False
    actions.planes(position)[:] = 7
    assert actions.mask(position).sum() == 16
    assert actions.planes(position)[2].max() == 1


@pytest.mark.parametrize("player", [0, 3, None, True, 1.0, "1", 10**5000], ids=quote)
def test_a_player_who_is_none(player: Any) -> None:
    with pytest.raises(fs.PlayerError, match="a player is 1 or 2, not "):
        actions.planes(play("grow"), player)


def test_playing_numbers_does_without_numpy() -> None:
    code = "import sys, fivesquare as fs; fs.start('grow').play_action(0); sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
