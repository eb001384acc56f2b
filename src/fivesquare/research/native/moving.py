"""One move of a game, by its number or by lot."""

from fivesquare.engine import NEVER, NONE
from fivesquare.native.engine import claim_and_look, claims, hand_over, may_swap, swap
from fivesquare.native.jit import count, inlined
from fivesquare.research.native.chance import below, nth


@inlined
def other_move(setup, state, open_cells):
    """The number of the move that is no claim, "stop" or "swap", if there is one now; else NONE."""
    if open_cells == 0:
        return NONE
    if state.link != NONE:
        return setup.cells
    if may_swap(setup, state):
        return setup.cells + setup.again
    return NONE


@inlined
def move(setup, state, open_cells, action):
    """The state after the legal move that has this number, and the claims there."""
    has_only_claims = setup.again == NEVER and setup.swap == 0  # known to the compiler
    if has_only_claims or action < setup.cells:
        return claim_and_look(setup, state, action)
    if state.link != NONE:
        return hand_over(setup, state.own, state.other, state.turn)
    after = swap(setup, state)
    return after, claims(setup, after)


@inlined
def drawn_move(setup, state, open_cells, drawn):
    """The number of one of the legal moves, each as likely as the next, by a word that was drawn."""
    return drawn_of(open_cells, other_move(setup, state, open_cells), drawn)


@inlined
def drawn_of(open_cells, other, drawn):
    """The same of these claims and this other move, if it is not NONE."""
    amount = count(open_cells)
    if other == NONE:
        return nth(open_cells, below(amount, drawn))
    choice = below(amount + 1, drawn)
    if choice < amount:
        return nth(open_cells, choice)
    return other
