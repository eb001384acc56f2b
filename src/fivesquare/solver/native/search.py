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

from fivesquare.engine import FIRST, LOWER_ENEMY, NEVER, NONE, SECOND, State
from fivesquare.native.engine import all_beside, claim, claims, has_won, lead, stop, unpack
from fivesquare.native.jit import compiled, look, store
from fivesquare.solver.model import AWARD, GO_ON, MARGIN, REGIONS, RELATIVE, SURE_PICKS, THREATS
from fivesquare.solver.native.bounds import bounds, contested_regions, hits, picks_bounds
from fivesquare.solver.native.frame import (
    DONE,
    FLAGS,
    HISTORY,
    KIND,
    LIMIT,
    NODES,
    PAUSED,
    STATUS,
    value_sum,
)
from fivesquare.solver.native.ordering import list_moves
from fivesquare.solver.native.sameness import what_matters, worth_trying
from fivesquare.solver.native.table import (
    NO_MOVE,
    find,
    keep,
    key_of,
    known_lower,
    known_move,
    known_upper,
    pack_known,
    will_find,
)

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

    # What needs no search. `base` is what is handed over to the players before it.
    base = 0
    awarded = False
    if flags & REGIONS and own != 0 and other != 0:
        mine, theirs, both = contested_regions(setup, own, other)
        certain = 2 * (value_sum(frame, mine) - value_sum(frame, theirs))
        swing = 2 * value_sum(frame, both) + kind
        low, high = certain - swing, certain + swing
        if low >= aim:
            return low
        if high < aim:
            return high
        awarded = flags & AWARD and kind == MARGIN and link == NONE
        if awarded:
            base = certain
            aim -= base
            low -= base
            high -= base
            own |= mine
            other |= theirs
            open_cells = both & all_beside(setup, own)
        else:
            open_cells = claims(setup, State(own, other, FIRST, link))
            if open_cells == 0:
                return _ended(setup, flags, kind, own, other)
    else:
        open_cells = claims(setup, State(own, other, FIRST, link))
        if open_cells == 0:
            return _ended(setup, flags, kind, own, other)
        low, high = bounds(frame, setup, flags, kind, own, other, link)
        if low >= aim:
            return low
        if high < aim:
            return high
        if flags & THREATS:  # win at once; if the other could do so in two ways, all is lost; stop the one
            if hits(setup, own, other) != 0:
                return high
            threats = hits(setup, other, own)
            if threats & (threats - 1) != 0:
                return low
            if threats != 0:
                open_cells &= threats
                if open_cells == 0:
                    return low

    # What the table knows. Positions inside a chain are not kept: they have only a few moves.
    first = NO_MOVE
    key_own, key_other, tag = own, other, kind
    key = 0
    if link == NONE:
        key_own, key_other, tag = what_matters(frame, setup, flags, kind, own, other)
        key = key_of(frame, key_own, key_other, tag)
        will_find(frame, key)
        if awarded and flags & SURE_PICKS:
            low, high = picks_bounds(frame, setup, own, other, aim, low, high)
            if low >= aim:
                return base + low
            if high < aim:
                return base + high
        known = find(frame, key, key_own, key_other, tag)
        if known != 0:
            low = max(low, known_lower(frame, known))
            if low >= aim:
                return base + low
            high = min(high, known_upper(frame, known))
            if high < aim:
                return base + high
            first = known_move(frame, known)
        open_cells = worth_trying(frame, setup, flags, kind, own, other, open_cells)

    # The moves, until one reaches the aim.
    amount = list_moves(frame, setup, own, other, open_cells, first, moves)
    rest = moves + 8 * amount
    best = _WORST
    choice = first
    index = 0
    stops = 0  # stopping is tried last
    if link != NONE and (not flags & GO_ON or kind != MARGIN or amount == 0):
        stops = 1
    while index < amount + stops and best < aim:
        state = State(own, other, FIRST, link)
        if index == amount:
            cell = NO_MOVE
            gain = 0
            after = stop(setup, state)
        else:
            cell = look(moves, index) & 63
            if awarded and setup.again == NEVER:  # both can claim in a contested region: nobody is skipped
                after = State(other, own | (1 << cell), SECOND, link)
                gain = 2 * look(setup.values, cell)
            else:
                after = claim(setup, state, cell)
                gain = claim_gain(frame, setup, flags, state, after)
        index += 1
        if after.turn == FIRST:
            worth = gain + search(frame, after.own, after.other, after.link, aim - gain, rest)
        else:
            worth = gain - search(frame, after.own, after.other, after.link, 1 - aim + gain, rest)
        if look(frame, STATUS) != DONE:
            choice = cell
            break
        if worth > best:
            best = worth
            if best >= aim:
                choice = cell

    # What was learned. After a pause that is no fact, only the move to go on with.
    if look(frame, STATUS) == DONE:
        if best < aim:
            high = min(high, best)
        else:
            low = max(low, best)
            store(frame, HISTORY + choice, look(frame, HISTORY + choice) + amount)
    if link == NONE:
        keep(frame, key, key_own, key_other, tag, pack_known(frame, low, high, choice))
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
def claim_gain(frame, setup, flags, state, after):
    """What a claim adds to a relative worth: the cells won, and once more those that the other lost."""
    if not flags & RELATIVE:
        return 0
    own_after, other_after = after.own, after.other
    if after.turn != state.turn:
        own_after, other_after = other_after, own_after
    gain = value_sum(frame, own_after & ~state.own)
    if setup.take == LOWER_ENEMY:
        gain += value_sum(frame, state.other & ~other_after)
    return 2 * gain
