"""The machine code for batches and playouts, loaded or compiled when it is first called.

Before something is compiled, one warning a process goes to the logger "fivesquare". Python writes that to
standard error, unless a program has set up its logging otherwise. To silence it:
`logging.getLogger("fivesquare").setLevel(logging.ERROR)`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache, partial
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from fivesquare.arrays import np
from fivesquare.background import Work, finish
from fivesquare.engine import Setup
from fivesquare.loader import Function, functions
from fivesquare.packed import PACKED_WORDS, TABLE_WORDS, pack, signed
from fivesquare.research.layout import (
    BOARD_KEY,
    CHOICE_KEY,
    PLAYOUT_WORDS,
    TOTALS,
    TWIN_VALUES,
    WAY,
    Way,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GAMES_AT_ONCE = 1 << 12  # about a millisecond

Frame: TypeAlias = "NDArray[np.int64]"


class BatchCode(NamedTuple):
    """What is compiled once for all books."""

    advance: Function
    begin: Function
    draw: Function
    first_illegal: Function
    grow: Function
    measure_leads: Function
    reset: Function
    show: Function
    turn: Function
    write_words: Function


GENERAL = {
    "advance": 4,
    "begin": 2,
    "draw": 3,
    "first_illegal": 3,
    "grow": 2,
    "measure_leads": 2,
    "reset": 2,
    "show": 4,
    "turn": 3,
    "write_words": 3,
}
SPECIAL = {"step": 3, "reply": 1, "play": 3}


@cache
def batch_code() -> BatchCode:
    """The functions that serve every rule book and size."""
    return BatchCode(**functions("batches", GENERAL, _general, on_compile=_tell))


def _general() -> Mapping[str, Any]:
    from fivesquare.research.native import ENTRIES  # Numba: only who compiles waits for it

    return ENTRIES


def for_kind(name: str, setup: Setup) -> Function:
    """`step`, `reply` or `play`, compiled for books with these answers on boards of this size.

    What a book does not ask for costs nothing then, and the compiler knows how long its loops are.
    """
    kind = (
        *(setup.reach, setup.take, setup.again, setup.goal, setup.cells, setup.columns),
        *(setup.full, setup.edge, setup.not_last_column, setup.not_last_row, setup.swap),
    )
    return _for_kind(name, tuple(signed(number) for number in kind))


@cache
def _for_kind(name: str, kind: tuple[int, ...]) -> Function:
    def sources() -> Mapping[str, Any]:
        from fivesquare.research.native import special  # Numba: only who compiles waits for it

        return {name: special(name, kind)}

    found = functions("batches", {name: SPECIAL[name]}, sources, kind=f"{name} {kind}", on_compile=_tell)
    return found[name]


@cache
def _tell() -> None:
    """Once a process."""
    logging.getLogger("fivesquare").warning(
        "Compiling the code of games, once, and of batches for each kind of book and size: some seconds ..."
    )


def words_of(key: int, amount: int) -> NDArray[np.int64]:
    """The first words of the random stream that has this key."""
    words = np.empty(amount, np.int64)
    batch_code().write_words(key, amount, words.ctypes.data)
    return words


def play(setup: Setup, way: Way, keys: tuple[int, int], games: int, threads: int) -> list[int]:
    """Play random games: draws, wins of the first, wins of the second, and moves. Ctrl-C is heard."""
    play = finish(partial(for_kind, "play", setup))
    starts = range(0, games, _GAMES_AT_ONCE)
    frames = [_make_frame(setup, way, keys) for _ in range(min(threads, len(starts)))]
    parts, enough = iter(starts), Event()  # the first thread that is ready takes the next part

    def work(frame: Frame) -> None:
        for start in parts:
            if enough.is_set():
                break
            play(frame.ctypes.data, start, min(start + _GAMES_AT_ONCE, games))

    others = [Work(partial(work, frame), "playouts") for frame in frames[1:]]
    try:
        work(frames[0])
        for other in others:
            other.result()
    finally:
        enough.set()  # also after Ctrl-C
    totals = np.sum([frame[TOTALS : TOTALS + 4] for frame in frames], axis=0)
    return [int(total) for total in totals]


def _make_frame(setup: Setup, way: Way, keys: tuple[int, int]) -> Frame:
    """What `play` works with, one for each thread."""
    frame = np.zeros(PLAYOUT_WORDS, np.int64)
    packed = pack(setup)
    frame[:PACKED_WORDS] = packed
    frame[WAY : WAY + 3] = way
    frame[BOARD_KEY : CHOICE_KEY + 1] = keys
    values, lower = packed[-3 * TABLE_WORDS : -2 * TABLE_WORDS], packed[-TABLE_WORDS:]
    frame[TWIN_VALUES:] = np.concatenate([values, lower])
    return frame
