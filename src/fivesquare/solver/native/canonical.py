"""Canonical positions, by symmetry reduction and by what no longer matters; and moves not worth trying."""

from fivesquare.engine import ANYWHERE, CHAIN, LOWER_ENEMY
from fivesquare.native.engine import all_beside
from fivesquare.native.jit import count, linked, look
from fivesquare.solver.frame import BESIDE, LOWER, MIRRORED
from fivesquare.solver.model import FORGET, GO_ON, MARGIN, SINGLES
from fivesquare.solver.native.slices import sliced_union, smallest_image

# A tag is the kind of the question, plus these.
_RAW = 2  # the owners of all cells are in the key
_SINGLE = 4  # so much for each free cell without a free neighbour


@linked
def what_matters(frame, setup, flags, kind, own, other):
    """The own cells, other cells and tag for the key of a position.

    Cells whose owner no longer matters count as the other's. Players who own nothing may claim in more
    places than others; so that owning nothing can be told from owning nothing that matters, such
    positions are kept as they are. Symmetric positions are kept as one.
    """
    tag = kind
    key_own, key_other = own, other
    if flags & FORGET:
        if setup.reach == ANYWHERE or (own != 0 and other != 0 and setup.take != LOWER_ENEMY):
            free = setup.full & ~(own | other)
            if flags & SINGLES:
                singles = free & ~sliced_union(frame + 8 * BESIDE, free)
                tag += _SINGLE * count(singles)
                key_other |= singles
            key_own = own & _still_matters(frame, setup, free)
            key_other |= own & ~key_own
        else:
            tag += _RAW
    if count(own | other) <= look(frame, MIRRORED):
        key_own, key_other = smallest_image(frame, key_own, key_other)
    return key_own, key_other, tag


@linked
def _still_matters(frame, setup, free):
    """The owned cells whose owner can still make a difference to what is to come.

    A cell that cannot change hands counts no more in a relative worth; it matters only as a neighbour:
    of a free cell that could take it, of one that it brings into reach, or of one from which a chain
    could go on, which needs a further free cell beside that one.
    """
    matters = 0
    if setup.take == LOWER_ENEMY:
        matters = sliced_union(frame + 8 * LOWER, free)
    if setup.reach != ANYWHERE:
        matters |= all_beside(setup, free)
    if setup.again == CHAIN:
        beside = frame + 8 * BESIDE
        matters |= sliced_union(beside, free & sliced_union(beside, free))
    return matters


@linked
def worth_trying(frame, setup, flags, kind, own, other, open_cells):
    """The claims that are not beaten by another claim of the same turn, whatever happens next.

    Where nothing is taken, one more own cell never hurts a player who owns a cell: they can follow the plan
    that they would have had without it, and claim anything, or be skipped, where it wants the extra cell.
    So inside a chain going on is never worse than stopping, and a claim x that lies beside no own cell need
    not be tried if x lies beside a cell y that does: claiming y and then x brings both. (If the last claim
    decides a tie, an extra cell can hurt: it may have been the last.)

    Free cells without a free neighbour are alike where all cells have the same value: one is tried.
    """
    if not flags & (GO_ON | SINGLES) or setup.again != CHAIN:
        return open_cells
    free = setup.full & ~(own | other)
    beside = frame + 8 * BESIDE
    if flags & SINGLES:
        singles = free & ~sliced_union(beside, free)
        open_cells &= ~(singles & (singles - 1))
    if flags & GO_ON and kind == MARGIN:
        linked = free & sliced_union(beside, own)
        open_cells &= linked | ~sliced_union(beside, linked)
    return open_cells
