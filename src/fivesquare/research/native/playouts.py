"""Whole random games, one after the other, and how they ended.

Two games are played at once: while the one waits for a result, the processor works on the other.
"""

from fivesquare.engine import FIRST, NONE, State
from fivesquare.native.engine import claims, winner
from fivesquare.native.jit import inlined, look, store
from fivesquare.research.layout import BOARD_KEY, CHOICE_KEY, TOTALS, TWIN_LOWER, TWIN_VALUES, WAY
from fivesquare.research.native.chance import deal, drawn_move, move, word
from fivesquare.research.native.frame import answered, on_board

KIND = (0,) * 11  # of the book and size that `play` is compiled for


def play(frame, start, end):
    """Play the games with these numbers, and add how they ended to the frame's totals."""
    setup = answered(frame, KIND)
    twin = on_board(setup, frame + 8 * TWIN_VALUES, frame + 8 * TWIN_LOWER)
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
    key = word(word(look(frame, BOARD_KEY), game), 0)
    deal(setup, look(frame, WAY), look(frame, WAY + 1), look(frame, WAY + 2), key)
    state = State(0, 0, FIRST, NONE)
    return state, claims(setup, state), word(word(look(frame, CHOICE_KEY), game), 0)


@inlined
def _go_on(setup, state, open_cells, drawn):
    return move(setup, state, open_cells, drawn_move(setup, state, open_cells, drawn))


@inlined
def _count(frame, setup, state):
    result = TOTALS + winner(setup, state)
    store(frame, result, look(frame, result) + 1)
