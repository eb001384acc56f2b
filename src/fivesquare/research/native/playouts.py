"""Whole random games, one after the other, and how they ended.

Two games are played at once: while the one waits for a result, the processor works on the other.
"""

from functools import partial
from threading import Event

import numpy as np

from fivesquare.background import Work, finish
from fivesquare.engine import FIRST, NONE, Setup, State
from fivesquare.native.engine import claims, winner
from fivesquare.native.jit import inlined, look, store
from fivesquare.packed import PACKED_WORDS, pack
from fivesquare.research.native.chance import word
from fivesquare.research.native.dealing import Way, deal
from fivesquare.research.native.kinds import answered, for_kind, on_board
from fivesquare.research.native.moving import drawn_move, move

KIND = (0,) * 11  # of the book and size that `_play` is compiled for

# Words of a frame, behind a packed setup.
WAY = PACKED_WORDS  # to deal a board, and two more
BOARDS = PACKED_WORDS + 3  # the keys of all boards ...
CHOICES = PACKED_WORDS + 4  # ... and of all moves
TOTALS = PACKED_WORDS + 5  # draws, wins of the first, wins of the second, moves
_VALUES = PACKED_WORDS + 9  # the board of the second of two games
_LOWER = _VALUES + 64
FRAME_WORDS = _LOWER + 64

_GAMES_AT_ONCE = 1 << 12  # about a millisecond


def play(setup: Setup, way: Way, keys: tuple[int, int], games: int, threads: int) -> list[int]:
    """Play so many games: draws, wins of the first, wins of the second, and moves. Ctrl-C is heard."""
    play = for_kind(_play, setup)
    starts = range(0, games, _GAMES_AT_ONCE)
    frames = [_make_frame(setup, way, keys) for _ in range(min(threads, len(starts)))]
    parts, enough = iter(starts), Event()  # whoever is ready takes the next part

    def work(frame):
        for start in parts:
            if enough.is_set():
                break
            play(frame.ctypes.data, start, min(start + _GAMES_AT_ONCE, games))

    if not play.signatures:
        finish(partial(play, frames[0].ctypes.data, 0, 0))  # compiled once, not by each of them
    others = [Work(partial(work, frame), "playouts") for frame in frames[1:]]
    try:
        work(frames[0])
        for other in others:
            other.result()
    finally:
        enough.set()  # also after Ctrl-C
    totals = np.sum([frame[TOTALS : TOTALS + 4] for frame in frames], axis=0)
    return [int(total) for total in totals]


def _make_frame(setup, way, keys):
    """What `_play` works with, one for each thread."""
    frame = np.zeros(FRAME_WORDS, np.int64)
    frame[:PACKED_WORDS] = pack(setup)
    frame[WAY : WAY + 3] = way
    frame[BOARDS : CHOICES + 1] = keys
    frame[_VALUES:] = np.concatenate([pack(setup)[-3 * 64 : -2 * 64], pack(setup)[-64:]])
    return frame


def _play(frame, start, end):
    """Play the games with these numbers, and add how they ended to the frame's totals."""
    setup = answered(frame, KIND)
    twin = on_board(setup, frame + 8 * _VALUES, frame + 8 * _LOWER)
    moves = 0
    for game in range(start, end, 2):
        state, open_cells, key = _begin(frame, setup, game)
        other, other_open, other_key = _begin(frame, twin, game + 1)
        if game + 1 == end:
            other_open = 0
        turn = 0
        while open_cells != 0 and other_open != 0:
            state, open_cells = _go_on(setup, state, open_cells, word(key, turn))
            other, other_open = _go_on(twin, other, other_open, word(other_key, turn))
            turn += 1
        moves += 2 * turn
        first = turn
        while open_cells != 0:
            state, open_cells = _go_on(setup, state, open_cells, word(key, turn))
            turn += 1
        while other_open != 0:
            other, other_open = _go_on(twin, other, other_open, word(other_key, turn))
            turn += 1
        moves += turn - first
        _count(frame, setup, state)
        if game + 1 < end:
            _count(frame, twin, other)
    store(frame, TOTALS + 3, look(frame, TOTALS + 3) + moves)


@inlined
def _begin(frame, setup, game):
    """Deal: the opening, the claims there, and the key of the moves."""
    key = word(word(look(frame, BOARDS), game), 0)
    deal(setup, look(frame, WAY), look(frame, WAY + 1), look(frame, WAY + 2), key)
    state = State(0, 0, FIRST, NONE)
    return state, claims(setup, state), word(word(look(frame, CHOICES), game), 0)


@inlined
def _go_on(setup, state, open_cells, drawn):
    return move(setup, state, open_cells, drawn_move(setup, state, open_cells, drawn))


@inlined
def _count(frame, setup, state):
    result = TOTALS + winner(setup, state)
    store(frame, result, look(frame, result) + 1)
