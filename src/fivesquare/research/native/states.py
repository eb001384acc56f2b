"""States that stand for themselves, each in words of its own (`layout.py`), which never change again."""

from fivesquare.engine import NONE
from fivesquare.native.engine import claims, unpack, winner
from fivesquare.native.jit import inlined, linked, look, lowest, store
from fivesquare.research.layout import LEGAL, LEGAL_MOVES, MORE, OPEN, RESULT
from fivesquare.research.native.chance import move, other_move
from fivesquare.research.native.frame import is_legal, lay_state, state_of
from fivesquare.research.native.observations import show_planes, show_values


@linked
def begin(setup, state):
    """Complete a state of which only the first four words are laid."""
    rules, now = unpack(setup), state_of(state)
    _complete(rules, now, claims(rules, now), state)


@linked
def advance(setup, state, action, after):
    """Lay the state after this move; if it is not legal, only say so."""
    rules = unpack(setup)
    if is_legal(state, rules.cells, action):
        now, open_cells = move(rules, state_of(state), look(state, OPEN), action)
        _complete(rules, now, open_cells, after)
    else:
        store(after, LEGAL_MOVES, NONE)


@linked
def show(setup, state, viewer, planes):
    """Lay the planes of a state as this player sees it."""
    rules = unpack(setup)
    show_planes(planes, rules, state_of(state), viewer, look(state, OPEN))
    show_values(planes, rules)


@inlined
def _complete(setup, state, open_cells, place):
    lay_state(place, state)
    more, amount = other_move(setup, state, open_cells), 0
    store(place, OPEN, open_cells)
    store(place, MORE, more)
    store(place, RESULT, NONE if open_cells != 0 else winner(setup, state))
    while open_cells != 0:
        store(place, LEGAL + amount, lowest(open_cells))
        open_cells &= open_cells - 1
        amount += 1
    if more != NONE:
        store(place, LEGAL + amount, more)
        amount += 1
    store(place, LEGAL_MOVES, amount)
