"""Which games are public, and which are held out.

What is held out is a board: with any rules, turned, mirrored, under any seed that happens to give it. Were
it single names, the same game would stand in both splits: mirrored, by another seed, or under rules that
come to the same on this board, like two answers to a tie that cannot happen.
"""

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from operator import index
from typing import Any, Literal, NamedTuple, SupportsIndex, get_args

from fivesquare.board import Array, Board, symmetries
from fivesquare.errors import quote
from fivesquare.position import Position
from fivesquare.research.family.names import VERSION, FamilyError
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream

Split = Literal["public", "held-out"]
SPLITS: tuple[Split, ...] = get_args(Split)

HELD_OUT_ONE_IN = 5
DEALS = 1000
"""How often a board is dealt until one is in the split that is asked for."""

_SEED_BITS = 32


def split_of(board: Board) -> Split:
    """The split of every game on this board."""
    return "held-out" if int.from_bytes(_hash(board)[:8], "big") % HELD_OUT_ONE_IN == 0 else "public"


def plain_form(board: Board) -> Board:
    """The canonical form of a board under symmetry: the smallest image, by size and values."""
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


class Dealt(NamedTuple):
    """An opening, and the seed of its board."""

    position: Position
    seed: int


def deal(
    book: RuleBook | str | Mapping[str, Any],
    *,
    seed: SupportsIndex | None,
    board: Board | str | Sequence[Sequence[SupportsIndex]] | Array | None = None,
    size: Sequence[SupportsIndex] | Array | None = None,
    split: str | None = None,
) -> Dealt:
    """The opening that `fs.start` gives; with `split`, on the first board of that split.

    Tried are this seed, and then those that follow from it by name, so that the same seed gives the same
    board; None is any. A `board` that is given must be in the split.
    """
    first = random.SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed
    if split is None:
        return Dealt(Position.start(book, seed=first, board=board, size=size), index(first))
    wanted = check_split(split)
    for number in range(DEALS):
        tried = stream(index(first), "split", number).getrandbits(_SEED_BITS) if number else first
        opening = Position.start(book, seed=tried, board=board, size=size)
        if split_of(opening.board) == wanted:
            return Dealt(opening, index(tried))
        if board is not None:
            raise FamilyError(f"this board is not {wanted}: {quote(str(opening.board))}")
    raise no_board(wanted)


def no_board(split: Split) -> FamilyError:
    """What is said if a book has no board in a split: small ones, and those of equal values, have few."""
    return FamilyError(f"{DEALS:,} boards of this book in a row were not {split}: choose another size")
