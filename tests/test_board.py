"""Geometry: cells and text, masks, neighbours, the outer edge, symmetries, boards."""

import copy
import json
import pickle
import re
from array import array
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.board import (
    Board,
    Size,
    cell_at,
    cell_name,
    cells_of,
    check_size,
    listed,
    mask_of,
    neighbours,
    outer_edge,
    parse_cell,
    parse_size,
    size_of,
    symmetries,
    whole,
)
from fivesquare.errors import quote
from games import sizes

ALL_SIZES = [Size(rows, columns) for rows in range(1, 9) for columns in range(1, 9) if rows * columns > 1]

boards = sizes.flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 999), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
).map(Board.of)


# --- Text and back ---


@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
def test_every_cell_is_read_back_from_its_name(size: Size) -> None:
    assert [parse_cell(cell_name(cell, size), size) for cell in range(size.cells)] == list(
        range(size.cells)
    )


@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
def test_every_size_is_read_back_from_its_text(size: Size) -> None:
    assert parse_size(str(size)) == size


def test_a_size_may_have_spaces_and_a_capital_x() -> None:
    assert parse_size(" 4 X 5 ") == Size(4, 5)


@given(boards)
def test_every_board_is_read_back_from_its_text_and_its_rows(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert Board.of(board.rows) == board


def test_a_board_may_be_written_with_lines_and_commas() -> None:
    assert Board.parse("5, 3, 8,\n2,9,1\n\n6 4\t7\n") == Board.parse("5 3 8/2 9 1/6 4 7")


def test_names_count_rows_and_columns_from_1_in_reading_order() -> None:
    assert [cell_name(cell, Size(3, 5)) for cell in (0, 4, 5, 14)] == ["1,1", "1,5", "2,1", "3,5"]
    assert cell_at(2, 1, Size(3, 5)) == 5


@given(st.sets(st.integers(0, 63)))
def test_a_mask_gives_its_cells_in_reading_order_and_back(cells: set[int]) -> None:
    mask = mask_of(sorted(cells))
    assert list(cells_of(mask)) == sorted(cells)


# --- Around a cell ---


@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
def test_neighbours_are_the_cells_one_step_away(size: Size) -> None:
    around = neighbours(size)
    for one in range(size.cells):
        for two in range(size.cells):
            steps = abs(one // size.columns - two // size.columns) + abs(
                one % size.columns - two % size.columns
            )
            assert (around[one] >> two & 1) == (steps == 1)


@pytest.mark.parametrize(
    ("size", "cells"),
    [
        (Size(1, 2), [0, 1]),
        (Size(3, 3), [0, 1, 2, 3, 5, 6, 7, 8]),
        (Size(3, 4), [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]),
        (Size(8, 1), list(range(8))),
    ],
)
def test_the_outer_edge(size: Size, cells: list[int]) -> None:
    assert list(cells_of(outer_edge(size))) == cells


# --- Symmetries ---


@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
def test_symmetries_are_permutations_that_keep_neighbours(size: Size) -> None:
    assert symmetries(size)[0] == (size, tuple(range(size.cells)))
    for symmetry in symmetries(size):
        assert sorted(symmetry.goes_to) == list(range(size.cells))
        for cell, around in enumerate(neighbours(size)):
            moved = mask_of([symmetry.goes_to[near] for near in cells_of(around)])
            assert moved == neighbours(symmetry.size)[symmetry.goes_to[cell]]


def test_a_board_without_symmetry_has_eight_images() -> None:
    board = Board.parse("1 2 3/4 5 6")
    images = {str(board.mapped(symmetry)) for symmetry in symmetries(board.size)}
    assert images == {
        "1 2 3/4 5 6",
        "3 2 1/6 5 4",
        "4 5 6/1 2 3",
        "6 5 4/3 2 1",
        "1 4/2 5/3 6",
        "4 1/5 2/6 3",
        "3 6/2 5/1 4",
        "6 3/5 2/4 1",
    }


# --- What is refused ---


@pytest.mark.parametrize(
    "text", ["", "1", "1;1", "A1", "1,1,1", " 1,1", "1,1\n", "01,1", "0,1", "1,0", "-1,1"], ids=quote
)
def test_text_that_is_no_cell(text: str) -> None:
    with pytest.raises(
        fs.NotationError, match=re.escape(f'a cell is written "row,col", like "1,2", not {text!r}')
    ):
        parse_cell(text, Size(4, 4))


def test_a_cell_outside_the_board_is_refused_with_the_board_s_limits() -> None:
    with pytest.raises(fs.NotationError, match="no cell 5,1: rows go from 1 to 4, columns from 1 to 3"):
        parse_cell("5,1", Size(4, 3))
    with pytest.raises(fs.NotationError, match="no cell 1,99"):
        parse_cell("1,99", Size(4, 3))
    with pytest.raises(fs.NotationError, match="no cell a huge number,1"):
        cell_at(10**5000, 1, Size(4, 3))


@pytest.mark.parametrize("text", ["", "4", "4x", "x4", "4 by 5", "4x5x6", "1000x2", "-1x2", "٤x٤"])
def test_text_that_is_no_size(text: str) -> None:
    with pytest.raises(fs.BoardError, match='a size is written like "4x5", rows x columns'):
        parse_size(text)


@pytest.mark.parametrize("text", ["1x1", "0x5", "5x0", "9x1", "1x9", "9x9"])
def test_sizes_outside_1x2_to_8x8(text: str) -> None:
    with pytest.raises(fs.BoardError, match=f"a board has 1x2 to 8x8 cells, not {text}"):
        parse_size(text)


def test_sizes_that_are_not_numbers() -> None:
    with pytest.raises(fs.BoardError, match="rows and columns are whole numbers, not true and 4"):
        check_size(True, 4)
    with pytest.raises(fs.BoardError, match=re.escape("a size is (rows, columns), not 4")):
        size_of(4)


def test_sizes_may_be_whole_numbers_of_any_kind() -> None:
    assert (
        check_size(np.int64(4), np.uint8(5)) == size_of(np.array([4, 5])) == size_of([4, 5]) == Size(4, 5)
    )
    assert str(size_of(np.array([4, 5]))) == "4x5"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "a board is a list of rows, not a list of 0"),
        ({}, "a board is a list of rows, not an object"),
        ("1 2", "a board is a list of rows, not '1 2'"),
        (None, "a board is a list of rows, not null"),
        ([[1, 2], 3], "row 2 of the board is 3, not a list of values"),
        ([[1, 2], [3]], "row 2 of the board has 1 value, the first 2"),
        ([[1]], "a board has 1x2 to 8x8 cells, not 1x1"),
        ([[]], "a board has 1x2 to 8x8 cells, not 1x0"),
        ([[1] * 9], "a board has 1x2 to 8x8 cells, not 1x9"),
        ([[1, "2"]], "the value of cell 1,2 must be a whole number from 0 to 999, not '2'"),
        ([[1, 2.0]], "the value of cell 1,2 must be a whole number from 0 to 999, not 2.0"),
        ([[True, 2]], "the value of cell 1,1 must be a whole number from 0 to 999, not true"),
        ([[1, -1]], "the value of cell 1,2 must be a whole number from 0 to 999, not -1"),
        ([[1], [1000]], "the value of cell 2,1 must be a whole number from 0 to 999, not 1000"),
        ([[1, 10**5000]], "the value of cell 1,2 must be a whole number from 0 to 999, not a huge number"),
    ],
)
def test_rows_that_are_no_board(rows: object, message: str) -> None:
    with pytest.raises(fs.BoardError, match="^" + re.escape(message) + "$"):
        Board.of(rows)


@pytest.mark.parametrize(
    ("size", "values", "message"),
    [
        (Size(9, 9), (1,) * 81, "a board has 1x2 to 8x8 cells, not 9x9"),
        (Size(1, 1), (1,), "a board has 1x2 to 8x8 cells, not 1x1"),
        (Size(-2, -2), (1,) * 4, "a board has 1x2 to 8x8 cells, not -2x-2"),
        (Size(2.0, 2), (1,) * 4, "rows and columns are whole numbers, not 2.0 and 2"),  # type: ignore[arg-type]
        (Size(True, 2), (1,) * 2, "rows and columns are whole numbers, not true and 2"),
        ("2x2", (1,) * 4, "a size is (rows, columns), not '2x2'"),
        (None, (1,) * 4, "a size is (rows, columns), not null"),
        (Size(2, 2), (1,) * 5, "a 2x2 board has 4 values, not 5"),
        (Size(2, 2), (), "a 2x2 board has 4 values, not 0"),
        (Size(2, 2), None, "the values of a board are a list, not null"),
        (Size(2, 2), "1234", "the values of a board are a list, not '1234'"),
        (Size(2, 2), {1: 2}, "the values of a board are a list, not an object"),
        (Size(2, 2), ([1, 2], [3, 4]), "a 2x2 board has 4 values, not 2"),
        (
            Size(1, 2),
            (1, [2]),
            "the value of cell 1,2 must be a whole number from 0 to 999, not a list of 1",
        ),
        (Size(1, 2), (1, 2.0), "the value of cell 1,2 must be a whole number from 0 to 999, not 2.0"),
        (Size(1, 2), (1, 1000), "the value of cell 1,2 must be a whole number from 0 to 999, not 1000"),
        (Size(1, 2), (-1, 1), "the value of cell 1,1 must be a whole number from 0 to 999, not -1"),
    ],
)
def test_a_board_checks_itself(size: Any, values: Any, message: str) -> None:
    with pytest.raises(fs.BoardError, match="^" + re.escape(message) + "$"):
        Board(size, values)


def test_what_a_board_holds_is_plain() -> None:
    board = Board([np.int8(1), 2], np.array([3, 4]))  # type: ignore[arg-type]
    assert board == Board(Size(1, 2), (3, 4))
    assert (type(board.size), type(board.size.rows)) == (Size, int)
    assert (type(board.values), {type(value) for value in board.values}) == (tuple, {int})


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_a_board_survives_pickling_and_copying(again: Any) -> None:
    board = Board.parse("5 3 8/2 9 1/6 4 7")
    assert again(board) == board
    assert hash(again(board)) == hash(board)


@pytest.mark.parametrize(
    "rows",
    [
        np.array([[5, 3], [2, 9]]),
        np.array([[5, 3], [2, 9]], dtype=np.uint8),
        [np.array([5, 3]), array("B", [2, 9])],
        [[np.int64(5), 3], (2, np.uint16(9))],
        memoryview(b"\5\3\2\11").cast("B", (2, 2)),
    ],
    ids=["array", "bytes", "rows", "values", "memory"],
)
def test_a_board_may_be_an_array(rows: object) -> None:
    assert Board.of(rows) == Board.parse("5 3/2 9")
    assert json.dumps(Board.of(rows).rows) == "[[5, 3], [2, 9]]"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.array([[1.0, 2.0]]), "the value of cell 1,1 must be a whole number from 0 to 999, not 1.0"),
        (np.array([[True, False]]), "the value of cell 1,1 must be a whole number from 0 to 999, not true"),
        (np.array([["1", "2"]]), "the value of cell 1,1 must be a whole number from 0 to 999, not '1'"),
        (np.array([1, 2]), "row 1 of the board is 1, not a list of values"),
        (np.array([[[1, 2]]]), "a board has 1x2 to 8x8 cells, not 1x1"),
        (np.array([[[1, 2]], [[1, 2]]]), "the value of cell 1,1 must be a whole number"),
        (np.array(5), "a board is a list of rows, not 5"),
        (np.array([]), "a board is a list of rows, not a list of 0"),
        (np.ones((9, 9), int), "a board has 1x2 to 8x8 cells, not 9x9"),
        (np.ndarray, "a board is a list of rows, not <class 'numpy.ndarray'>"),
        ([b"12", b"34"], "row 1 of the board is b'12', not a list of values"),
        (({1, 2}, {3, 4}), "row 1 of the board is {1, 2}, not a list of values"),
        ((row for row in [[1, 2]]), "a board is a list of rows, not <generator object"),
    ],
    ids=[str(number) for number in range(13)],
)
def test_arrays_that_are_no_board(rows: object, message: str) -> None:
    with pytest.raises(fs.BoardError, match="^" + re.escape(message)):
        Board.of(rows)


@pytest.mark.parametrize(
    "text", ["", "/", "x", "1 2/3 x", "1 -2", "1 2.5", "1 ٢", "1 2\x00", "1 9999999999"], ids=quote
)
def test_text_that_is_no_board(text: str) -> None:
    with pytest.raises(fs.BoardError):
        Board.parse(text)


@pytest.mark.parametrize("text", [None, 5, b"1 2", [[1, 2]]], ids=quote)
def test_a_board_is_read_from_text_only(text: Any) -> None:
    with pytest.raises(fs.BoardError, match="a board is read from text, not from "):
        Board.parse(text)


@pytest.mark.parametrize("text", [None, 5, b"1,1", (1, 1)], ids=quote)
def test_cells_and_sizes_are_read_from_text_only(text: Any) -> None:
    with pytest.raises(fs.NotationError, match='a cell is written "row,col"'):
        parse_cell(text, Size(4, 4))
    with pytest.raises(fs.BoardError, match='a size is written like "4x5"'):
        parse_size(text)


def test_a_word_that_is_no_value_is_quoted() -> None:
    with pytest.raises(fs.BoardError, match="'x' is not a value"):
        Board.parse("1 2/3 x")


# --- Whole numbers and arrays of any kind ---


class Seven(IntEnum):
    SEVEN = 7


@pytest.mark.parametrize("number", [7, np.int8(7), np.uint64(7), np.array(7), Seven.SEVEN], ids=repr)
def test_whole_numbers_of_any_kind_become_plain(number: object) -> None:
    assert whole(number) == 7
    assert type(whole(number)) is int


@pytest.mark.parametrize(
    "thing", [None, True, np.True_, 7.0, np.float64(7), "7", b"7", [7], np.array([7]), 7 + 0j], ids=repr
)
def test_what_is_no_whole_number(thing: object) -> None:
    assert whole(thing) is None


@pytest.mark.parametrize("things", [np.array([1, 2]), array("i", [1, 2]), memoryview(b"\1\2"), [1, 2]])
def test_arrays_become_lists(things: object) -> None:
    assert listed(things) == [1, 2]


@pytest.mark.parametrize("thing", [None, 5, "12", (1, 2), np.ndarray], ids=repr)
def test_what_is_no_array_stays_as_it_is(thing: object) -> None:
    assert listed(thing) is thing
