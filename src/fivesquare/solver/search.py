"""The search: is a position worth at least `aim`?

    worth = search(frame, own, other, link, aim, moves)

On entry `own` acts; `link` is the cell just claimed inside a chain, else NONE; a game that is over may be
handed in as well, then `own` made the last claim. On return

    worth >= aim   the position is worth at least `worth`: a lower bound
    worth <  aim   the position is worth at most `worth`: an upper bound

seen by `own`, in the scale of model.py. Nobody looks at the result when the frame's STATUS is not DONE:
then the search was told to pause, came back at once, and wrote nothing down on its way.

Every question is a null window, as in Plaat's MTD(f) (1996): a position is only ever compared with one
number. So every entry of the table is a fact, never a matter of the window it was found in.
"""

from fivesquare.compiled import all_beside, claim, claims, has_won, lead, stop, unpack
from fivesquare.engine import ANYWHERE, CHAIN, FIRST, LOWER_ENEMY, NEVER, NONE, State
from fivesquare.jit import compiled, count, look, store
from fivesquare.solver.bounds import bounds, contested_regions, sure_picks
from fivesquare.solver.frame import (
    BESIDE,
    DONE,
    FLAGS,
    HISTORY,
    KIND,
    LIMIT,
    LOWER,
    MIRRORED,
    NODES,
    PAUSED,
    STATUS,
    sliced_union,
    smallest_image,
    value_sum,
)
from fivesquare.solver.model import AWARD, FORGET, GO_ON, REGIONS, RELATIVE, SINGLES, SURE_PICKS, TWINS
from fivesquare.solver.ordering import list_moves
from fivesquare.solver.table import find, keep, key_of, known_lower, known_move, known_upper, pack_known

_NO_MOVE = 63  # as a remembered move: there may be none, and trying cell 63 first harms nobody
_WORST = -(1 << 40)


@compiled
def ask(frame, moves, own, other, link, aim):
    """One question from outside."""
    store(frame, STATUS, DONE)
    return search(frame, own, other, link, aim, moves)


@compiled
def search(frame, own, other, link, aim, moves):
    nodes = look(frame, NODES) + 1
    store(frame, NODES, nodes)
    if nodes > look(frame, LIMIT):
        store(frame, STATUS, PAUSED)
        return 0
    setup = unpack(frame)
    flags = look(frame, FLAGS)
    kind = look(frame, KIND)

    base = 0
    open_cells = 0
    awarded = False
    if flags & REGIONS and own != 0 and other != 0:
        mine, theirs, both = contested_regions(setup, own, other)
        certain = 2 * (value_sum(frame, mine) - value_sum(frame, theirs))
        swing = 2 * value_sum(frame, both) + kind
        if certain - swing >= aim:
            return certain - swing
        if certain + swing < aim:
            return certain + swing
        if flags & SURE_PICKS and link == NONE:
            if aim <= certain:
                low = certain - swing + 4 * sure_picks(frame, both & all_beside(setup, own), 0)
                if low >= aim:
                    return low
            else:
                high = certain + swing - 4 * sure_picks(frame, both & all_beside(setup, other), 1)
                if high < aim:
                    return high
        if flags & AWARD and kind == 0 and link == NONE:
            awarded = True
            base = certain
            aim -= base
            own |= mine
            other |= theirs
            open_cells = both & all_beside(setup, own)
    if not awarded:
        open_cells = claims(setup, State(own, other, FIRST, link))
        if open_cells == 0:
            return _ended(setup, flags, kind, own, other)
        low, high = bounds(frame, setup, flags, kind, own, other, link)
        if low >= aim:
            return low
        if high < aim:
            return high

    known = 0
    known_low = _WORST
    known_high = -_WORST
    first = _NO_MOVE
    key = 0
    tag = kind
    key_own = own
    key_other = other
    if link == NONE:
        if flags & SINGLES:
            free = setup.full & ~(own | other)
            singles = free & ~sliced_union(frame + 8 * BESIDE, free)
            key_other |= singles
            tag += 4 * count(singles)
            open_cells &= ~(singles & (singles - 1))
        if setup.again == CHAIN and flags & GO_ON and kind == 0:
            beside = frame + 8 * BESIDE
            linked = setup.full & ~(own | other) & sliced_union(beside, own)
            open_cells &= linked | ~sliced_union(beside, linked)
        if flags & FORGET:
            if setup.reach == ANYWHERE or (own != 0 and other != 0 and setup.take != LOWER_ENEMY):
                key_own = own & _still_matters(frame, setup, own, other)
                key_other = (own | key_other) & ~key_own
            else:
                tag += 2
        if count(own | other) <= look(frame, MIRRORED):
            key_own, key_other = smallest_image(frame, key_own, key_other)
        key = key_of(frame, key_own, key_other, tag)
        known = find(frame, key, key_own, key_other, tag)
        if known != 0:
            known_low = known_lower(frame, known)
            if known_low >= aim:
                return base + known_low
            known_high = known_upper(frame, known)
            if known_high < aim:
                return base + known_high
            first = known_move(frame, known)
    elif flags & TWINS:
        open_cells &= ~_done_before(frame, setup, own, link)

    amount = list_moves(frame, setup, own, other, open_cells, first, moves)
    best = _WORST
    choice = _NO_MOVE
    index = 0
    while index < amount and best < aim:
        cell = look(moves, index) & 63
        index += 1
        gain = 0
        if awarded and setup.again == NEVER:
            gain = 2 * value_sum(frame, 1 << cell)
            worth = gain - search(frame, other, own | (1 << cell), link, 1 - aim + gain, moves + 8 * amount)
        else:
            state = State(own, other, FIRST, link)
            after = claim(setup, state, cell)
            if flags & RELATIVE:
                gain = claim_gain(frame, setup, state, after)
            if after.turn == FIRST:
                worth = gain + search(
                    frame, after.own, after.other, after.link, aim - gain, moves + 8 * amount
                )
            else:
                worth = gain - search(
                    frame, after.own, after.other, after.link, 1 - aim + gain, moves + 8 * amount
                )
        if look(frame, STATUS) != DONE:
            if link == NONE:  # no new fact, but whoever comes back goes on with this move
                if known == 0:
                    known_low, known_high = bounds(frame, setup, flags, kind, own, other, link)
                keep(frame, key, key_own, key_other, tag, pack_known(frame, known_low, known_high, cell))
            return 0
        if worth > best:
            best = worth
            choice = cell
    if link != NONE and best < aim and (not flags & GO_ON or kind != 0 or best == _WORST):
        after = stop(setup, State(own, other, FIRST, link))
        if after.turn == FIRST:
            worth = search(frame, after.own, after.other, after.link, aim, moves + 8 * amount)
        else:
            worth = -search(frame, after.own, after.other, after.link, 1 - aim, moves + 8 * amount)
        if look(frame, STATUS) != DONE:
            return 0
        best = max(best, worth)
    if best >= aim and choice != _NO_MOVE:
        store(frame, HISTORY + choice, look(frame, HISTORY + choice) + amount)
    if link == NONE:
        if known == 0:
            known_low, known_high = bounds(frame, setup, flags, kind, own, other, link)
        if best >= aim:
            known_low = max(known_low, best)
        else:
            known_high = min(known_high, best)
            choice = first
        keep(frame, key, key_own, key_other, tag, pack_known(frame, known_low, known_high, choice))
    return base + best


@compiled
def _ended(setup, flags, kind, own, other):
    """The worth of a game that is over; `own` made the last claim."""
    if flags & RELATIVE:
        return kind
    if has_won(setup, own):
        return 2 - kind
    ahead = lead(setup, State(own, other, FIRST, NONE))
    if ahead == 0:
        return kind
    if ahead > 0:
        return 2 - kind
    return kind - 2


@compiled
def claim_gain(frame, setup, state, after):
    """What a claim adds to a relative worth: the cells won, and once more those that the other lost."""
    own_after, other_after = after.own, after.other
    if after.turn != state.turn:
        own_after, other_after = other_after, own_after
    gain = value_sum(frame, own_after & ~state.own)
    if setup.take == LOWER_ENEMY:
        gain += value_sum(frame, state.other & ~other_after)
    return 2 * gain


@compiled
def _still_matters(frame, setup, own, other):
    """The owned cells whose owner can still make a difference to what is to come.

    A cell that cannot change hands counts no more in a relative worth; it matters only as a neighbour:
    of a free cell that could take it, of one that it brings into reach, or of one from which a chain
    could go on, which needs a further free cell beside that one.
    """
    free = setup.full & ~(own | other)
    matters = 0
    if setup.take == LOWER_ENEMY:
        matters = sliced_union(frame + 8 * LOWER, free)
    if setup.reach != ANYWHERE:
        matters |= all_beside(setup, free)
    if setup.again == CHAIN:
        beside = frame + 8 * BESIDE
        matters |= sliced_union(beside, free & sliced_union(beside, free))
    return matters


@compiled
def _done_before(frame, setup, own, link):
    """Second claims that lead to a position which the other order of the two claims leads to as well.

    If both cells lie beside what was owned before the turn, either may come first: the one with the lower
    number does. Nothing is taken in such a game, so the two orders end in the same position.
    """
    before = own & ~(1 << link)
    return sliced_union(frame + 8 * BESIDE, before) & ((1 << link) - 1)
