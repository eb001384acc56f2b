"""A position as an array of colours."""

import numpy as np
import pytest
from hypothesis import given, settings

import fivesquare as fs
from fivesquare.board import cell_name
from fivesquare.pictures.shapes import Frame
from fivesquare.pictures.styles import CELL, LIGHT, MARGIN
from fivesquare.research.pixels import Pixels, pixels, shape
from games import Answers, books, play, random_game, seeds


def colour(name: str) -> list[int]:
    return [int(LIGHT[name][place : place + 2], 16) for place in (1, 3, 5)]


def at(picture: Pixels, position: fs.Position, cell: int) -> list[int]:
    """The colour of a cell, low on its face, where neither number nor ring nor shape is."""
    x, y = Frame(position.size, with_sides=True).corner(cell)
    return [int(part) for part in picture[int(y) + CELL - 15, int(x) + CELL // 2]]


@given(books, seeds)
@settings(max_examples=25)
def test_every_cell_has_the_colour_of_its_owner(book: Answers, seed: int) -> None:
    """And what may be claimed looks like a key; all of it for every size and at every moment."""
    for position in list(random_game(book, seed))[::7]:
        picture = pixels(position)
        assert picture.dtype == np.uint8
        assert picture.shape == shape(position.size)
        for cell in range(position.size.cells):
            claimable = "surface" if position.claims >> cell & 1 else "tray"
            name = (claimable, "first", "second")[position.owner(cell)]
            assert at(picture, position, cell) == colour(name), cell_name(cell, position.size)


@pytest.mark.parametrize("size", [(1, 2), (3, 4), (5, 5), (8, 8)])
def test_both_sides_are_even_as_films_want_it(size: tuple[int, int]) -> None:
    rows, columns, colours = shape(fs.Size(*size))
    assert rows % 2 == columns % 2 == 0
    assert colours == 3


def test_positions_that_differ_look_different() -> None:
    """Values, owners, whose turn it is, the last claim, a komi, a chain and its end."""
    komi = {"like": "grow", "balance": {"komi": 2.5}}
    shown = [
        play("grow", board="1 2 3/4 5 6"),
        play("grow", board="1 2 3/4 5 7"),
        play("grow", "1,1", board="1 2 3/4 5 6"),
        play("grow", "1,1 2,3", board="1 2 3/4 5 6"),
        play(komi, board="1 2 3/4 5 6"),
        play("grow", "1,1 2,3 1,2 1,3 2,1 2,2", board="1 2 3/4 5 6"),
        play("chain", "1,1 2,3 1,2", board="1 1 1/1 1 1"),
        play("chain", "1,1 2,3 1,2 stop", board="1 1 1/1 1 1"),
        play({"like": "chain", "balance": "swap"}, "1,1", board="1 1 1/1 1 1"),
        play("chain", "1,1", board="1 1 1/1 1 1"),
        play("chain", "1,1 2,3 1,2 1,3", board="1 1 1/1 1 1"),
    ]
    assert len({pixels(position).tobytes() for position in shown}) == len(shown)


def test_the_last_claim_has_a_ring() -> None:
    first, second = (
        play("grow", "1,1 2,3 1,2", board="1 2 3/4 5 6"),
        play("grow", "1,2 2,3 1,1", board="1 2 3/4 5 6"),
    )
    assert first == second
    assert (pixels(first) != pixels(second)).any()


def test_it_is_written_who_wins() -> None:
    """The same cells and scores three times: a draw, won by the first and won by the second."""
    grow = {**fs.CATALOGUE["grow"].answers, "values": [0, 9]}
    ends = [play({**grow, "tie": tie}, "1,1 1,3 1,2", board="3 0 3") for tie in ("draw", "last", "second")]
    assert [end.outcome.winner for end in ends if end.outcome is not None] == [0, 1, 2]
    assert len({pixels(end).tobytes() for end in ends}) == 3


def test_the_same_position_looks_the_same() -> None:
    assert (pixels(play("flip", "1,1 1,2")) == pixels(play("flip", "1,1 1,2"))).all()


def test_beneath_the_board_the_first_player_is_on_the_left_and_the_second_on_the_right() -> None:
    position = play("flip", "1,1 1,2")
    frame = Frame(position.size, with_sides=True)
    beneath = pixels(position)[int(frame.top + frame.tray_height) + 8 :]
    for name, is_on_its_side in (("first", np.less), ("second", np.greater)):
        _, columns = (beneath == colour(name)).all(axis=2).nonzero()
        assert len(columns) > 0
        assert is_on_its_side(columns, frame.width / 2).all()
        assert MARGIN <= columns.min() <= columns.max() <= frame.width - MARGIN
