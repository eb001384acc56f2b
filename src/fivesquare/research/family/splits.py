"""Which games are public, and which are held out.

What is held out is a board: with any rules, turned, mirrored, under any seed that happens to give it. Were
it single names, the same game would stand in both splits: mirrored, by another seed, or under rules that
come to the same on this board, like two answers to a tie that cannot happen.
"""

from hashlib import sha256
from typing import Literal, get_args

from fivesquare.board import Board, symmetries
from fivesquare.errors import quote
from fivesquare.research.family.names import VERSION, FamilyError

Split = Literal["public", "held-out"]
SPLITS: tuple[Split, ...] = get_args(Split)

HELD_OUT_ONE_IN = 5


def split_of(board: Board) -> Split:
    """The split of every game on this board."""
    return "held-out" if int.from_bytes(_hash(board)[:8], "big") % HELD_OUT_ONE_IN == 0 else "public"


def plain_form(board: Board) -> Board:
    """The one that stands for all the ways to turn and mirror a board: the smallest, by size and values."""
    return min(
        (board.mapped(symmetry) for symmetry in symmetries(board.size)),
        key=lambda image: (image.size, image.values),
    )


def check_split(split: object) -> Split:
    for known in SPLITS:
        if split == known:
            return known
    raise FamilyError(f"the splits are {' and '.join(SPLITS)}, not {quote(split)}")


def _hash(board: Board) -> bytes:
    """SHA-256 of a text like "FS-1 2x2 1 5/3 9": the same in every process and every language."""
    plain = plain_form(board)
    return sha256(f"{VERSION} {plain.size} {plain}".encode()).digest()
