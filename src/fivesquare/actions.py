"""Moves as numbers, and positions as arrays, for programs that learn.

The moves of a game are numbered from 0: its cells in reading order, then "stop" if the book has chains,
then "swap" if it has swap. `Position.all_moves` is that list, and `Position.play_action` plays a number.

>>> import fivesquare as fs
>>> from fivesquare import actions
>>> position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
>>> actions.action_of(position, "2,2"), actions.move_of(position, 4)
(4, '2,2')
>>> actions.mask(position.play_action(4)).nonzero()[0].tolist()
[0, 2, 6, 8]
"""

from functools import lru_cache
from typing import SupportsIndex

from fivesquare.board import Board, parse_cell, whole
from fivesquare.engine import FIRST, NONE, SECOND
from fivesquare.errors import IllegalMoveError, PlayerError, needing, quote
from fivesquare.position import STOP, SWAP, Position

with needing("Positions as arrays", "arrays"):
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PLANES", "action_of", "count", "mask", "move_of", "planes"]

PLANES = 6
"""How many planes a position has."""


def count(position: Position) -> int:
    """The number of moves of the game, legal now or not: the length of a mask."""
    return len(position.all_moves)


def action_of(position: Position, move: str) -> int:
    """The number of a move, legal now or not; the inverse of `move_of`."""
    if isinstance(move, str) and move in (STOP, SWAP):
        if move not in position.all_moves:
            raise IllegalMoveError(f'"{move}" is not a move of this game')
        return position.all_moves.index(move)
    return parse_cell(move, position.size)


def move_of(position: Position, action: SupportsIndex) -> str:
    """The move that has this number, legal now or not."""
    return position.move_of(action)


def mask(position: Position) -> NDArray[np.bool_]:
    """Which moves are legal, by number; all of them after the end of the game.

    An empty mask there would only make a softmax over it undefined.
    """
    bits = position.claims
    if position.is_over:
        bits = (1 << count(position)) - 1
    elif position.in_chain:
        bits |= 1 << position.setup.cells
    elif position.may_swap:
        bits |= 1 << count(position) - 1
    return np.frombuffer(_unpacked(bits, count(position)), np.bool_)


def planes(position: Position, player: SupportsIndex = FIRST) -> NDArray[np.float32]:
    """The position from `player`'s point of view, as a stack of six boards.

    Own cells; the other's; value / highest value of the board; the legal claims, and the cell that a chain
    continues from (both all 0 unless `player` is to move); all 1 if `player` is the first.
    """
    seat = whole(player)
    if seat not in (FIRST, SECOND):
        raise PlayerError(f"a player is 1 or 2, not {quote(player)}")
    own, other, turn, link = position.state
    cells = position.setup.cells
    if turn == seat:
        bits = own | other << cells | position.claims << 3 * cells
        if link != NONE:
            bits |= 1 << 4 * cells + link
    else:
        bits = other | own << cells
    if seat == FIRST:
        bits |= position.setup.full << 5 * cells
    flat = np.frombuffer(_unpacked(bits, PLANES * cells), np.uint8).astype(np.float32)
    stack = flat.reshape(PLANES, *position.size)
    stack[2] = _shares(position.board)
    return stack


_TO_BYTES = bytes.maketrans(b"01", b"\0\1")


def _unpacked(bits: int, length: int) -> bytearray:
    """The lowest bits of a number, the very lowest first, a byte each; half the time of `np.unpackbits`."""
    return bytearray(f"{bits:0{length}b}"[::-1].encode().translate(_TO_BYTES))


@lru_cache(maxsize=1024)
def _shares(board: Board) -> NDArray[np.float32]:
    """Each value as a share of the highest; on a board of zeros, zeros."""
    highest = max(board.values) or 1
    return (np.array(board.values, np.float32) / np.float32(highest)).reshape(board.size)
