"""Looking some moves ahead, for boards that are too large to solve in the time at hand.

A plain alpha-beta search to a fixed depth. Where it ends, a position is taken to be worth the middle
between its proved bounds: what is certain counts in full, what is open counts for nobody. The result is
a guess, and whoever asks is told so.
"""

from fivesquare.engine import FIRST, NONE, State
from fivesquare.native.engine import claim, claims, has_won, lead, stop, unpack
from fivesquare.native.jit import linked, look, store
from fivesquare.solver.frame import DONE, FLAGS, HISTORY, LIMIT, NODES, PAUSED, STATUS
from fivesquare.solver.model import DECIDED, REGIONS, RELATIVE
from fivesquare.solver.native.bounds import bounds, contested_regions
from fivesquare.solver.native.ordering import list_moves
from fivesquare.solver.native.search import claim_gain
from fivesquare.solver.native.slices import value_sum


@linked
def look_ahead(frame, moves, own, other, link, depth, alpha, beta):
    """One estimate from outside, seen by `own`: within the window, or a bound beyond it."""
    store(frame, STATUS, DONE)
    return _look(frame, moves, own, other, link, depth, alpha, beta)


@linked
def _look(frame, moves, own, other, link, depth, alpha, beta):
    nodes = look(frame, NODES) + 1
    store(frame, NODES, nodes)
    if nodes > look(frame, LIMIT):
        store(frame, STATUS, PAUSED)
        return 0
    setup = unpack(frame)
    flags = look(frame, FLAGS)
    state = State(own, other, FIRST, link)
    open_cells = claims(setup, state)
    if open_cells == 0:
        return _final(setup, flags, state)
    if depth <= 0:
        return _middle(frame, setup, flags, own, other, link)
    amount = list_moves(frame, setup, own, other, open_cells, 64, HISTORY, moves)
    best = -2 * DECIDED
    index = 0
    while index <= amount and best < beta:
        if index == amount:
            if link == NONE:
                break
            after = stop(setup, state)
            cell = -1
        else:
            cell = look(moves, index) & 63
            after = claim(setup, state, cell)
        index += 1
        same = after.turn == FIRST
        gain = claim_gain(frame, setup, flags, state, after)
        floor = max(alpha, best) - gain
        roof = beta - gain
        if same:
            worth = gain + _look(
                frame, moves + 8 * amount, after.own, after.other, after.link, depth - 1, floor, roof
            )
        else:
            worth = gain - _look(
                frame, moves + 8 * amount, after.own, after.other, after.link, depth - 1, -roof, -floor
            )
        if look(frame, STATUS) != DONE:
            return 0
        if worth > best:
            best = worth
            if best >= beta and cell >= 0:
                store(frame, HISTORY + cell, look(frame, HISTORY + cell) + depth)
    return best


@linked
def _final(setup, flags, state):
    if flags & RELATIVE:
        return 0
    if has_won(setup, state.own):
        return DECIDED
    ahead = lead(setup, state)
    if ahead > 0:
        return DECIDED
    if ahead < 0:
        return -DECIDED
    return 0


@linked
def _middle(frame, setup, flags, own, other, link):
    if not flags & RELATIVE:
        return 2 * lead(setup, State(own, other, FIRST, NONE))
    if flags & REGIONS and own != 0 and other != 0:
        mine, theirs, _ = contested_regions(setup, own, other)
        return 2 * (value_sum(frame, mine) - value_sum(frame, theirs))
    low, high = bounds(frame, setup, flags, 0, own, other, link)
    return (low + high) >> 1
