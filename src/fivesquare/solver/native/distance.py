"""Whether a won game can be ended within a number of moves. solver/distance.py asks."""

from fivesquare.engine import NONE, State
from fivesquare.native.engine import claim, claims, may_swap, stop, swap, unpack
from fivesquare.native.engine import winner as winner_of
from fivesquare.native.jit import linked, look, lowest, store
from fivesquare.solver.frame import NO, UNKNOWN, YES


@linked
def can_win(address, budget, own, other, turn, link, winner, moves):
    """Whether `winner` can force a win within `moves`; the word at `budget` says for how many positions one
    may still look.
    """
    left = look(budget, 0) - 1
    store(budget, 0, left)
    if left < 0:
        return UNKNOWN
    setup = unpack(address)
    state = State(own, other, turn, link)
    open_cells = claims(setup, state)
    if open_cells == 0:
        if winner_of(setup, state) == winner:
            return YES
        return NO
    if moves == 0:
        return NO
    wanted = NO
    if turn == winner:
        wanted = YES
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        after = claim(setup, state, cell)
        answer = can_win(address, budget, after.own, after.other, after.turn, after.link, winner, moves - 1)
        if answer in (wanted, UNKNOWN):
            return answer
    if link != NONE or may_swap(setup, state):
        after = stop(setup, state) if link != NONE else swap(setup, state)
        return can_win(address, budget, after.own, after.other, after.turn, after.link, winner, moves - 1)
    return YES + NO - wanted
