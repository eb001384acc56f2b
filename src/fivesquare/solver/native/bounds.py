"""Bounds: what a position is worth at least and at most, without searching.

Each bound has its switch in model.py, which is on only for the games where its proof holds.
"""

from fivesquare.engine import LOWER_ENEMY, LOWER_FREE, NONE
from fivesquare.native.engine import all_beside, score, within_reach
from fivesquare.native.jit import count, linked, look, lowest
from fivesquare.solver.frame import DARK, LEVEL_MASKS, LEVEL_VALUES, LOWER, TURNS
from fivesquare.solver.model import DOUBLES, PICKS, RELATIVE
from fivesquare.solver.native.slices import alternating_sum, sliced_union, value_sum


@linked
def bounds(frame, setup, flags, kind, own, other, link):
    """Lower and upper bound.

    What is to come cannot be more than all free cells and all that may be captured, nor less than
    losing them. An absolute worth is a win or a loss at the extremes.
    """
    if not flags & RELATIVE:
        return kind - 2, 2 - kind
    free = setup.full & ~(own | other)
    if flags & PICKS and (setup.take != LOWER_FREE or sliced_union(frame + 8 * LOWER, free) & free == 0):
        low, high = _picks(frame, kind, free)
    elif flags & DOUBLES:
        low, high = _doubles(frame, setup, own, other, link)
        value = 2 * look(setup.values, 0)
        low, high = value * low - kind, value * high + kind
    else:
        high = 2 * value_sum(frame, free) + kind
        low = -high
    if setup.take == LOWER_ENEMY:
        loose = sliced_union(frame + 8 * LOWER, free)
        low -= 4 * value_sum(frame, own & loose)
        high += 4 * value_sum(frame, other & loose)
    return low, high


@linked
def _picks(frame, kind, free):
    """Taking turns with the free cells, the highest first. Exact but for captures of owned cells.

    A claim of the highest free cell is for good: a higher neighbour could capture it, but none is free.
    So by always claiming the highest, `own` gets at least the first, third, fifth ... of the free cells in
    falling order, whatever the other does, and the other likewise at least the second, fourth, sixth ... .
    A cell owned already can only be lost if a higher neighbour is free, which the caller accounts for.
    Every claim is one cell, so their number says who claims last. If claims take lower free cells along,
    this holds when no free cell has a lower free neighbour: then none ever will.
    """
    worth = 2 * alternating_sum(frame + 8 * TURNS, free)
    if count(free) & 1:
        worth += kind
    else:
        worth -= kind
    return worth, worth


@linked
def _doubles(frame, setup, own, other, link):
    """Cells of equal value, one or two a turn: a *double* is a turn with two.

    If n cells are claimed in turns, d of one's own turns and e of the other's being doubles, the mover
    first ends d - e ahead, and one more if the number of turns, n - d - e, is odd. So bounds follow from
    how many doubles a player is sure of, and how many the other can be held to.

    The two cells of a double are neighbours. If every pair of free neighbours has a cell in some set, the
    *cover*, each double uses up a cell of it. Consider a player who each turn makes a double if one can be
    made, else claims a cell of the cover: either way the cover shrinks. This leaves the opponent at most
    half of the cover for doubles: rounded up if the opponent acts first, and one turn fewer if they own
    nothing from which a double could start now, since the other cannot change that. The same player is sure
    of a double for every three that could be made side by side now, for the opponent spoils at most two a
    turn.

    Inside a chain one more cell is claimed, which is never worse than stopping, and then the other acts.
    """
    free = setup.full & ~(own | other)
    cells = count(free)
    cover, pairing = _cover(frame, setup, free)
    if link != NONE:
        cells -= 1
        most = (cover + 1) >> 1
        least = cover >> 1
        return 1 - most - ((cells - most) & 1), 1 + least - ((cells - least) & 1)
    ready = pairing & all_beside(setup, own)
    other_ready = pairing & all_beside(setup, other)
    pairs = side_by_side(setup, pairing, ready)
    other_pairs = side_by_side(setup, pairing, other_ready)
    if ready != 0:
        most = (cover + 1) >> 1
        other_sure = other_pairs // 3
    else:
        most = cover >> 1
        other_sure = (other_pairs + 1) // 3
    other_most = cover >> 1 if other_ready != 0 else max(0, (cover - 1) >> 1)
    sure = (pairs + 2) // 3
    low = sure - other_most + ((cells - sure - other_most) & 1)
    high = most - other_sure + ((cells - most - other_sure) & 1)
    return low, high


@linked
def side_by_side(setup, pairing, ready):
    """How many doubles can be made without getting in each other's way, found one by one."""
    pairs = 0
    while ready != 0:
        cell = lowest(ready)
        pairing &= ~(1 << cell)
        near = pairing & look(setup.beside, cell)
        if near != 0:
            pairing &= ~(near & -near)
            pairs += 1
        ready &= pairing
    return pairs


@linked
def _cover(frame, setup, free):
    """The size of some cover, and the free cells that have a free neighbour.

    Three covers are tried: all such cells of one colour of a chessboard, of the other colour, and all cells
    with two or more free neighbours together with one of each two that have only each other.
    """
    right = free & ((free & setup.not_last_column) << 1)
    left = free & ((free >> 1) & setup.not_last_column)
    down = free & ((free & setup.not_last_row) << setup.columns)
    up = free & ((free >> setup.columns) & setup.not_last_row)
    pairing = right | left | down | up
    many = (right & left) | (down & up) | ((right | left) & (down | up))
    ends = pairing & ~many
    third = count(many) + (count(ends & all_beside(setup, ends)) >> 1)
    dark = count(pairing & look(frame, DARK))
    return min(third, dark, count(pairing) - dark), pairing


@linked
def picks_bounds(frame, setup, own, other, aim, low, high):
    """Better bounds where claims spread, if all free regions are contested.

    Of the free cells that a player could claim now, every second is sure. Each side of that is only worked
    out if the aim is on that side of the middle, where it may decide.
    """
    free = setup.full & ~(own | other)
    if 2 * aim <= low + high:
        low += 4 * _sure_picks(frame, free & all_beside(setup, own), 0)
    else:
        high -= 4 * _sure_picks(frame, free & all_beside(setup, other), 1)
    return low, high


@linked
def _sure_picks(frame, cells, turn):
    """The sum of every second of these cells in falling order, from the first (`turn` 0) or the second (1).

    A player who can claim all of them at once is sure of this much, now or after one claim of the other:
    always claim the highest that is left; the other can take away only one a turn.
    """
    total = 0
    level = 0
    while cells != 0:
        here = look(frame, LEVEL_MASKS + level) & cells
        if here != 0:
            cells ^= here
            amount = count(here)
            total += look(frame, LEVEL_VALUES + level) * ((amount + 1 - turn) >> 1)
            turn ^= amount & 1
        level += 1
    return total


@linked
def sweeps_bounds(frame, setup, own, other, aim, low, high):
    """Better bounds where claims take free cells along. Again each side only where it may decide.

    `low` and `high` are those of losing and of winning all that is free. The other, who acts after one
    claim, is sure of some of it. So is the player to move, after a first claim of the highest cell
    with all that this takes.
    """
    free = setup.full & ~(own | other)
    if 2 * aim <= low + high:
        cell = lowest(free)
        swept = (1 << cell) | (look(setup.lower, cell) & free)
        low += 4 * (value_sum(frame, swept) + _sure_after_sweeps(frame, setup, free & ~swept))
    else:
        high -= 4 * _sure_after_sweeps(frame, setup, free)
    return low, high


@linked
def _sure_after_sweeps(frame, setup, free):
    """What the second to act is sure of by always claiming the highest free cell.

    What a claim takes only shrinks while cells are claimed, and each claim is of another cell. So k claims
    of the opponent take no more than the k largest claims would now: s cells, say. After k turns of each,
    the player has at least k of the k + s highest cells. For the opponent took at most s of those; if none
    of them is free any more, the player took the others; and if one is, then it was free all the time, and
    each of the k claims, of the highest free cell, was one of them as well.

    So the player's highest cell is at least as high as the one in place 1 + s(1), the next as the one in
    place 2 + s(2), and so on. If no claim takes anything along, that is every second cell.
    """
    sizes = _sweep_sizes(setup, free)
    size = 5
    total = 0
    while free != 0:
        while (sizes >> (8 * size)) & 255 == 0:
            size -= 1
        sizes -= 1 << (8 * size)
        for _ in range(size):
            free &= free - 1
        sure = free & -free
        total += value_sum(frame, sure)
        free ^= sure
    return total


@linked
def _sweep_sizes(setup, free):
    """How many claims would bring one cell, two, ... five: a byte for each number."""
    sizes = 0
    cells = free
    while cells != 0:
        brought = 1 + count(look(setup.lower, lowest(cells)) & free)
        sizes += 1 << (8 * brought)
        cells &= cells - 1
    return sizes


@linked
def hits(setup, own, other):
    """The free cells with which `own`, if it were their turn, would score exactly the target."""
    room = setup.target - score(setup, own)
    cells = setup.full & ~(own | other) & within_reach(setup, own)
    hitting = 0
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        if look(setup.values, cell) == room:
            hitting |= 1 << cell
    return hitting


@linked
def contested_regions(setup, own, other):
    """The free cells that only `own` can ever reach, that only `other` can, and that both can.

    Where claims spread from cell to cell and nothing changes hands, a free region that touches cells of one
    player only is that player's: the other never gets there, and no claim elsewhere hinders them.

    It may even be handed over at once (AWARD), unless the last claim matters. A claim in one's own region
    changes nothing elsewhere: it is a way to pass. To pass is to be without a cell that one could have had,
    and one more own cell never hurts (canonical.py). So while a contested region is left, in which both
    players can claim, there is a best move in one of those; and then all the rest goes to its owners.
    """
    free = setup.full & ~(own | other)
    reached = _spread(setup, own, free)
    reached_by_other = _spread(setup, other, free)
    both = reached & reached_by_other
    return reached & ~both, reached_by_other & ~both, both


@linked
def _spread(setup, cells, free):
    """The free cells that are connected with `cells` through free cells."""
    reached = free & all_beside(setup, cells)
    while True:
        further = reached | (free & all_beside(setup, reached))
        further |= free & all_beside(setup, further)
        if further == reached:
            return reached
        reached = further
