"""Depth-limited search, for boards that are too large to solve in the time at hand.

Alpha-beta to a fixed depth, in which all moves but the first of a position are only asked whether they are
better (principal variation search, Marsland and Campbell 1982). It begins like the proper search, by what
is proved at first sight, and tries the same moves. Where it ends, a position is *judged*: what is certain
counts in full, and what is contested goes to the player who is likely to get it. The result is an estimate.

What was found out about a position is noted, for other ways to it and as the move to try first when one
looks further. A *note* is good for one depth only, so notes change no estimate; and they are kept apart
from the table, which holds nothing but facts. A note has four words:

    own | other | depth + 1, kind 2 bits, move 6 bits | worth

An empty one is all zeros, a depth that is never asked for.
"""

from fivesquare.engine import ANYWHERE, EXACTLY, FIRST, LOWER_ENEMY, MAJORITY, NONE, State
from fivesquare.native.engine import all_beside, lead, unpack
from fivesquare.native.jit import count, inlined, linked, look, store
from fivesquare.solver.frame import DONE, FLAGS, JUDGED, LOWER, NOTE_BITS, NOTE_WORDS, NOTES, STATUS, TURNS
from fivesquare.solver.model import DECIDED, DOUBLES, MARGIN, RELATIVE
from fivesquare.solver.native.bounds import side_by_side
from fivesquare.solver.native.canonical import worth_trying
from fivesquare.solver.native.ordering import list_moves
from fivesquare.solver.native.search import Sight, at_first_sight, is_stopped, make_move, stops
from fivesquare.solver.native.slices import alternating_sum, sliced_union, value_sum
from fivesquare.solver.native.table import NO_MOVE

_EXACT, _AT_LEAST, _AT_MOST = range(3)
_WORST = -(1 << 40)
_ODD = 0x1E3779B97F4A7C15
_ODD_TOO = 0x3F58476D1CE4E5B9


@linked
def look_ahead(frame, moves, own, other, link, depth, alpha, beta):
    """One estimate from outside, seen by `own`: within the window, or a bound beyond it."""
    store(frame, STATUS, DONE)
    return _look(frame, moves, own, other, link, depth, alpha, beta)


@linked
def _look(frame, moves, own, other, link, depth, alpha, beta):
    """`depth` counts turns: a chain that has begun is played to its end."""
    if is_stopped(frame):
        return 0
    setup, flags = unpack(frame), look(frame, FLAGS)

    # What is proved, or judged.
    sight = _at_first_sight(frame, setup, flags, own, other, link)
    base, own, other, low, high, open_cells, awarded = sight
    alpha -= base
    beta -= base
    if low == high or low >= beta:
        return base + low
    if high <= alpha:
        return base + high
    if depth <= 0 and link == NONE:
        return base + max(low, min(high, _judged(frame, setup, flags, own, other)))

    # What is noted. Positions inside a chain are not: they have only a few moves.
    first = NO_MOVE
    note = look(frame, NOTES) + 8 * NOTE_WORDS * _place(own, other)
    if link == NONE:
        if look(note, 0) == own and look(note, 1) == other:
            first = look(note, 2) & 63
            if _is_enough(note, depth, alpha, beta):
                return base + look(note, 3)
        open_cells = worth_trying(frame, setup, flags, MARGIN, own, other, open_cells)

    # The moves, until one is too good for the other to let it happen.
    state = State(own, other, FIRST, link)
    by_turns, amount = list_moves(frame, setup, flags, MARGIN, state, open_cells, first, moves)
    rest = moves + 8 * amount
    best, choice, index = _WORST, first, 0
    while index < amount + stops(flags, MARGIN, link) and best < beta:
        cell, gain, after = make_move(frame, setup, flags, state, awarded, by_turns, moves, index, amount)
        index += 1
        floor = max(alpha, best)
        roof = beta if index == 1 else floor + 1
        is_open = True
        while is_open:
            sign, left, under, over = _seen_after(after, depth, floor - gain, roof - gain)
            worth = gain + sign * _look(frame, rest, after.own, after.other, after.link, left, under, over)
            is_open = roof <= worth and roof < beta and look(frame, STATUS) == DONE
            floor, roof = worth - 1, beta  # better indeed: how much?
        if look(frame, STATUS) != DONE:
            return 0
        if worth > best:
            best = worth
            if best > alpha:
                choice = cell

    # What was learned; no estimate goes beyond what is proved.
    best = max(low, min(high, best))
    if link == NONE:
        _write_note(note, own, other, depth, _kind(best, alpha, beta), choice, best)
    return base + best


@inlined
def _at_first_sight(frame, setup, flags, own, other, link):
    """What is proved of a position, in the scale of estimates.

    Inside a chain one looks at what it leads to, not at its bounds.
    """
    sight = at_first_sight(frame, setup, flags, MARGIN, own, other, link, 0)
    base, own, other, low, high, open_cells, awarded = sight
    if link != NONE:
        low, high = _WORST, -_WORST
    elif not flags & RELATIVE:
        low, high = (DECIDED >> 1) * low, (DECIDED >> 1) * high
    if open_cells == 0 and low != high:
        low, high = 0, 0
    return Sight(base, own, other, low, high, open_cells, awarded)


@inlined
def _seen_after(after, depth, floor, roof):
    """After a move: the sign of worths, the turns that are left, and the window. A chain is one turn."""
    left = depth - 1
    if after.link != NONE:
        left = depth
    if after.turn == FIRST:
        return 1, left, floor, roof
    return -1, left, -roof, -floor


# --- Notes ---


@inlined
def _place(own, other):
    mixed = (own * _ODD) ^ (other * _ODD_TOO)
    mixed ^= mixed >> 31
    return ((mixed * _ODD) >> 40) & ((1 << NOTE_BITS) - 1)


@inlined
def _kind(worth, alpha, beta):
    if worth >= beta:
        return _AT_LEAST
    if worth <= alpha:
        return _AT_MOST
    return _EXACT


@inlined
def _is_enough(note, depth, alpha, beta):
    """Whether a note, of the right position, answers what is asked."""
    known, worth = look(note, 2), look(note, 3)
    kind = (known >> 6) & 3
    if known >> 8 != depth + 1:
        return False
    return kind == _EXACT or (kind == _AT_LEAST and worth >= beta) or (kind == _AT_MOST and worth <= alpha)


@inlined
def _write_note(note, own, other, depth, kind, move, worth):
    store(note, 0, own)
    store(note, 1, other)
    store(note, 2, ((depth + 1) << 8) | (kind << 6) | move)
    store(note, 3, worth)


# --- Judgement ---


@linked
def _judged(frame, setup, flags, own, other):
    """What a position looks worth to `own`, who begins a turn.

    Where claims spread from cell to cell, a free cell goes to the nearer player; elsewhere the free cells
    go to both in turns; and where it is about turns that bring two, those at hand count. In games that can
    be won at once, all this is added to the lead.
    """
    store(frame, JUDGED, look(frame, JUDGED) + 1)
    if flags & DOUBLES:
        return _at_hand(setup, own, other)
    ahead = 0
    if not flags & RELATIVE:
        ahead = 2 * lead(setup, State(own, other, FIRST, NONE))
    if setup.reach != ANYWHERE and own != 0 and other != 0:
        mine, theirs = _nearer(setup, own, other)
        if setup.goal == MAJORITY:
            return ahead + 2 * (count(mine) - count(theirs))
        if setup.goal == EXACTLY:  # no score goes above the target
            most, most_of_other = value_sum(frame, own | mine), value_sum(frame, other | theirs)
            return ahead + 2 * (min(most, setup.target) - min(most_of_other, setup.target))
        return 2 * (value_sum(frame, mine) - value_sum(frame, theirs))
    if flags & RELATIVE:
        return _in_turns(frame, setup, own, other)
    return ahead


@inlined
def _at_hand(setup, own, other):
    """The player to move ends a cell ahead, and a quarter of one more for each double more at hand.

    A double is a turn of two cells; it is at hand if it could be made now, side by side with the others.
    The weights are learned (bench/judgement.py): in games of a look ahead with itself on 8x8, the player to
    move ended 0.94 cells ahead, 0.27 more for each own double at hand, 0.25 less for each of the other's.
    """
    free = setup.full & ~(own | other)
    pairing = free & all_beside(setup, free)
    mine = side_by_side(setup, pairing, pairing & all_beside(setup, own))
    theirs = side_by_side(setup, pairing, pairing & all_beside(setup, other))
    return (look(setup.values, 0) * (4 + mine - theirs)) >> 1


@inlined
def _nearer(setup, own, other):
    """The free cells that `own` is nearer to, and those that `other` is: two floods in turns.

    Those to which both are as near are `own`'s, who acts.
    """
    free = setup.full & ~(own | other)
    mine, theirs = 0, 0
    reached, reached_by_other = own, other
    while reached | reached_by_other != 0:
        reached = free & all_beside(setup, reached)
        free ^= reached
        reached_by_other = free & all_beside(setup, reached_by_other)
        free ^= reached_by_other
        mine |= reached
        theirs |= reached_by_other
    return mine, theirs


@inlined
def _in_turns(frame, setup, own, other):
    """The free cells claimed in turns, the highest first. Cells that may be captured count for neither."""
    free = setup.full & ~(own | other)
    worth = 2 * alternating_sum(frame + 8 * TURNS, free)
    if setup.take == LOWER_ENEMY:
        loose = sliced_union(frame + 8 * LOWER, free)
        worth += 2 * (value_sum(frame, other & loose) - value_sum(frame, own & loose))
    return worth
