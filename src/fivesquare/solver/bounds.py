"""Bounds: what a position is worth at least and at most, without searching.

Each bound has its switch in model.py, which is on only for the games where its proof holds.
"""

from fivesquare.compiled import all_beside
from fivesquare.engine import LOWER_ENEMY
from fivesquare.jit import compiled
from fivesquare.solver.frame import LOWER, sliced_union, value_sum
from fivesquare.solver.model import RELATIVE


@compiled
def bounds(frame, setup, flags, kind, own, other):
    """Lower and upper bound.

    What is to come cannot be more than all free cells and all that may be captured, nor less than
    losing them. An absolute worth is a win or a loss at the extremes.
    """
    if not flags & RELATIVE:
        return kind - 2, 2 - kind
    free = setup.full & ~(own | other)
    at_stake = 2 * value_sum(frame, free) + kind
    if setup.take != LOWER_ENEMY:
        return -at_stake, at_stake
    loose = sliced_union(frame + 8 * LOWER, free)
    return -at_stake - 4 * value_sum(frame, own & loose), at_stake + 4 * value_sum(frame, other & loose)


@compiled
def contested_regions(setup, own, other):
    """The free cells that only `own` can ever reach, that only `other` can, and that both can.

    Where claims spread from cell to cell and nothing changes hands, a free region that touches cells of one
    player only is that player's: nobody else ever gets there, and no claim elsewhere hinders them.
    """
    free = setup.full & ~(own | other)
    reached = _spread(setup, own, free)
    reached_by_other = _spread(setup, other, free)
    both = reached & reached_by_other
    return reached & ~both, reached_by_other & ~both, both


@compiled
def _spread(setup, cells, free):
    """The free cells that are connected with `cells` through free cells."""
    reached = free & all_beside(setup, cells)
    while True:
        further = reached | (free & all_beside(setup, reached))
        if further == reached:
            return reached
        reached = further
