"""The analysis board: what is set up by hand, undone and made again."""

import random
from functools import partial

import pytest

import fivesquare as fs
from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.errors import BoardError, FivesquareError, IllegalMoveError, RecordError
from fivesquare.table.analysis_board import AnalysisBoard
from games import play, show
from solver_oracle import random_book

SWEEP = play("sweep", "1,2 1,3")


def test_the_moves_that_led_here_can_be_undone_and_made_again() -> None:
    board = AnalysisBoard(SWEEP)
    board.undo()
    board.undo()
    assert board.position == SWEEP.history()[0]
    assert not board.may_undo
    board.undo()
    board.redo()
    board.redo()
    assert board.position.moves == SWEEP.moves
    assert not board.may_redo
    board.redo()
    assert board.position.moves == SWEEP.moves


def test_cells_are_given_and_freed_and_the_moves_are_gone() -> None:
    board = AnalysisBoard(play("sweep"))
    board.paint(0, 1)
    board.paint(1, 2)
    assert show(board.position) == "12. ... ..."
    assert board.position.moves == ()
    board.paint(0, 0)
    assert show(board.position) == ".2. ... ..."
    board.paint(0, 0)
    board.undo()
    assert show(board.position) == "12. ... ..."  # what changed nothing is not remembered
    board.clear()
    assert board.position == play("sweep")


def test_the_turn_is_given() -> None:
    board = AnalysisBoard(SWEEP)
    board.give_turn(2)
    assert board.position.turn == 2
    assert board.position.owners == SWEEP.owners


def test_numbers_are_exchanged_where_each_is_there_once() -> None:
    board = AnalysisBoard(SWEEP)
    board.write(0, 9)
    assert board.position.board.rows == [[9, 3, 8], [2, 5, 1], [6, 4, 7]]
    with pytest.raises(BoardError):
        board.write(0, 10)
    board = AnalysisBoard(play("grow"))
    board.write(0, 9)
    assert board.position.board.values[:2] == (9, 3)
    with pytest.raises(BoardError):
        board.write(0, 10)
    assert board.position.board.values[0] == 9


def test_a_link_is_marked_and_taken_away() -> None:
    board = AnalysisBoard(fs.start("chain", seed=1))
    with pytest.raises(RecordError):
        board.mark_link(0)
    board.paint(0, 1)
    board.paint(1, 1)
    board.mark_link(1)
    assert board.position.in_chain
    board.mark_link(1)
    assert not board.position.in_chain
    with pytest.raises(RecordError):
        board.mark_link(5)


def test_moves_are_played() -> None:
    board = AnalysisBoard(SWEEP)
    board.play("2,2")
    assert board.position == SWEEP.play("2,2")
    with pytest.raises(IllegalMoveError):
        board.play("2,2")


@pytest.mark.parametrize("name", NAMED)
def test_a_random_board_of_any_book_and_size(name: str) -> None:
    board = AnalysisBoard(SWEEP)
    board.deal(NAMED[name], Size(4, 3))
    assert (board.position.book, board.position.size) == (NAMED[name], (4, 3))
    before = board.position.board
    board.deal()
    assert board.position.size == (4, 3)
    assert board.position.board != before or before.values == (1,) * 12


@pytest.mark.parametrize("number", range(60))
def test_whatever_is_done_it_stays_a_position_that_a_record_can_hold(number: int) -> None:
    chance = random.Random(f"edits {number}")
    board = AnalysisBoard(fs.start(random_book(chance, most_cells=12), seed=number))
    for _ in range(60):
        cell = chance.randrange(board.position.size.cells)
        changes = (
            partial(board.paint, cell, chance.randrange(3)),
            partial(board.write, cell, chance.randrange(12)),
            partial(board.mark_link, cell),
            partial(board.give_turn, chance.choice((1, 2))),
            partial(board.play, chance.choice(board.position.all_moves)),
            partial(board.undo),
            partial(board.redo),
        )
        before = board.position
        try:
            chance.choice(changes)()
        except FivesquareError:
            assert board.position is before
        assert fs.Position.from_record(board.position.to_record()) == board.position
        if not board.position.moves:
            assert fs.start(before.book, board=board.position.board, setup=board.setup) == board.position
