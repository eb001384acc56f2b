"""The null-window search: is a position worth at least `aim`?

    worth = search(frame, own, other, link, aim, moves)

On entry `own` acts; `link` is the cell just claimed inside a chain, else NONE; a game that is over may be
handed in as well, then `own` made the last claim. On return

    worth >= aim   the position is worth at least `worth`: a lower bound
    worth <  aim   the position is worth at most `worth`: an upper bound

seen by `own`, in the scale of model.py. The result has no meaning when the frame's STATUS is not DONE:
then the search was told to pause and came back at once. On its way it kept where it was, but no result.

Every question is a null window, as in Plaat's MTD(f) (1996): a position is only ever compared with one
number. So every entry of the table is a fact, never a matter of the window it was found in.
"""

from typing import NamedTuple

from fivesquare.engine import FIRST, LOWER_ENEMY, NEVER, NONE, SECOND, State
from fivesquare.native.engine import all_beside, claim, claims, has_won, lead, stop, unpack
from fivesquare.native.jit import inlined, linked, look, store
from fivesquare.solver.frame import DONE, FLAGS, KIND, LIMIT, NODES, PAUSED, STATUS
from fivesquare.solver.model import (
    AWARD,
    GO_ON,
    MARGIN,
    REGIONS,
    RELATIVE,
    SURE_PICKS,
    SWEEPS,
    THREATS,
)
from fivesquare.solver.native.abdada import begin, end, marks_for
from fivesquare.solver.native.bounds import bounds, contested_regions, hits, picks_bounds, sweeps_bounds
from fivesquare.solver.native.canonical import what_matters, worth_trying
from fivesquare.solver.native.ordering import list_moves, turn_cells
from fivesquare.solver.native.slices import value_sum
from fivesquare.solver.native.table import (
    NO_MOVE,
    Key,
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


class Sight(NamedTuple):
    """A position, and what is known of it before it is searched. All of it seen by `own`."""

    base: int  # what is handed over to the players already, in worth; the rest is about what is left
    own: int
    other: int
    low: int  # bounds: the worth of what is left is at least this ...
    high: int  # ... and at most this
    claims: int  # the cells to try; without meaning if the bounds decide
    awarded: bool  # whether everything that is left is contested by both


@linked
def ask(frame, moves, own, other, link, aim):
    """One question from outside."""
    store(frame, STATUS, DONE)
    return search(frame, own, other, link, aim, moves)


@linked
def search(frame, own, other, link, aim, moves):
    """Answer by bounds, by threats, by the table, or by trying the moves; and keep what was learned."""
    if is_stopped(frame):
        return 0
    setup, flags, kind = unpack(frame), look(frame, FLAGS), look(frame, KIND)

    # Bounds and threats.
    sight = at_first_sight(frame, setup, flags, kind, own, other, link, aim)
    base, own, other, low, high, open_cells, awarded = sight
    aim -= base
    if _is_decided(low, high, aim):
        return base + _decision(low, high, aim)

    # The table. Positions inside a chain are not kept: they have only a few moves.
    first = NO_MOVE
    key = Key(0, own, other, kind)
    if link == NONE:
        key = key_of(frame, *what_matters(frame, setup, flags, kind, own, other))
        low, high, first = _remembered(frame, setup, flags, key, sight, aim)
        if _is_decided(low, high, aim):
            return base + _decision(low, high, aim)
        open_cells = worth_trying(frame, setup, flags, kind, own, other, open_cells)

    # The moves, until one reaches the aim.
    state = State(own, other, FIRST, link)
    by_turns, amount = list_moves(frame, setup, flags, kind, state, open_cells, first, moves)
    rest = moves + 8 * amount
    best, choice, index = _WORST, first, 0
    while index < amount + stops(flags, kind, link) and best < aim:
        marks = marks_for(frame, setup, own, other, link)
        if marks != 0:
            begin(marks, key, moves, index, amount)
        cell, gain, after = make_move(frame, setup, flags, state, awarded, by_turns, moves, index, amount)
        index += 1
        if after.turn == FIRST:
            worth = gain + search(frame, after.own, after.other, after.link, aim - gain, rest)
        else:
            worth = gain - search(frame, after.own, after.other, after.link, 1 - aim + gain, rest)
        marks = marks_for(frame, setup, own, other, link)
        if marks != 0:
            end(marks, key, look(moves, index - 1))
        if look(frame, STATUS) != DONE:
            choice = cell
            break
        if worth > best:
            best = worth
            if best >= aim:
                choice = cell

    # What was learned.
    low, high = _learned(frame, low, high, best, aim)
    if link == NONE:
        keep(frame, key, pack_known(frame, low, high, choice))
    return base + best


@inlined
def is_stopped(frame):
    """Count a position; true if it is one too many."""
    nodes = look(frame, NODES) + 1
    store(frame, NODES, nodes)
    if nodes <= look(frame, LIMIT):
        return False
    store(frame, STATUS, PAUSED)
    return True


@inlined
def _is_decided(low, high, aim):
    """Whether bounds answer the question."""
    return low >= aim or high < aim


@inlined
def _decision(low, high, aim):
    """The bound that answers it."""
    if low >= aim:
        return low
    return high


@inlined
def at_first_sight(frame, setup, flags, kind, own, other, link, aim):
    """What is known of a position without the table and without trying moves."""
    if flags & REGIONS and own != 0 and other != 0:
        return _regions(frame, setup, flags, kind, own, other, link, aim)
    open_cells = claims(setup, State(own, other, FIRST, link))
    if open_cells == 0:
        worth = _ended(setup, flags, kind, own, other)
        return Sight(0, own, other, worth, worth, 0, False)
    low, high = bounds(frame, setup, flags, kind, own, other, link)
    if flags & THREATS and not _is_decided(low, high, aim):
        low, high, open_cells = _threats(setup, own, other, low, high, open_cells)
    return Sight(0, own, other, low, high, open_cells, False)


@inlined
def _regions(frame, setup, flags, kind, own, other, link, aim):
    """Only the contested regions are open; where it is proved, all others are handed over here."""
    mine, theirs, both = contested_regions(setup, own, other)
    certain = 2 * (value_sum(frame, mine) - value_sum(frame, theirs))
    swing = 2 * value_sum(frame, both) + kind
    if flags & AWARD and kind == MARGIN and link == NONE:
        own |= mine
        other |= theirs
        return Sight(certain, own, other, -swing, swing, both & all_beside(setup, own), True)
    low, high = certain - swing, certain + swing
    open_cells = claims(setup, State(own, other, FIRST, link))
    if open_cells == 0 and not _is_decided(low, high, aim):
        low = high = _ended(setup, flags, kind, own, other)
    return Sight(0, own, other, low, high, open_cells, False)


@inlined
def _threats(setup, own, other, low, high, open_cells):
    """Win at once; if the other could do so in two ways, all is lost; stop the one."""
    if hits(setup, own, other) != 0:
        return high, high, open_cells
    threats = hits(setup, other, own)
    if threats != 0:
        open_cells &= threats
        if open_cells == 0 or threats & (threats - 1) != 0:
            return low, low, open_cells
    return low, high, open_cells


@inlined
def _remembered(frame, setup, flags, key, sight, aim):
    """Bounds and the move to try first, from the table.

    While the processor fetches the entry there is time to work out another bound.
    """
    low, high = sight.low, sight.high
    will_find(frame, key)
    if sight.awarded and flags & SURE_PICKS:
        low, high = picks_bounds(frame, setup, sight.own, sight.other, aim, low, high)
    elif flags & SWEEPS:
        low, high = sweeps_bounds(frame, setup, sight.own, sight.other, aim, low, high)
    if _is_decided(low, high, aim):
        return low, high, NO_MOVE
    known = find(frame, key)
    if known == 0:
        return low, high, NO_MOVE
    low = max(low, known_lower(frame, known))
    high = min(high, known_upper(frame, known))
    return low, high, known_move(frame, known)


@inlined
def stops(flags, kind, link):
    """1 if stopping is a move here, to be tried after all claims, else 0."""
    if link != NONE and (not flags & GO_ON or kind != MARGIN):
        return 1
    return 0


@inlined
def make_move(frame, setup, flags, state, awarded, by_turns, moves, index, amount):
    """A move's first cell, what it adds to the worth, and the state after it. Stopping comes last."""
    if index == amount:
        return NO_MOVE, 0, stop(setup, state)
    cell = look(moves, index) & 63
    if by_turns:  # if that was the last free cell, nothing is to come for either
        cells = turn_cells(look(moves, index))
        return cell, 2 * value_sum(frame, cells), State(state.other, state.own | cells, SECOND, NONE)
    if awarded and setup.again == NEVER:  # both can claim in a contested region: neither is skipped
        after = State(state.other, state.own | (1 << cell), SECOND, state.link)
        return cell, 2 * look(setup.values, cell), after
    after = claim(setup, state, cell)
    return cell, claim_gain(frame, setup, flags, state, after), after


@inlined
def _learned(frame, low, high, best, aim):
    """The bounds as the moves have left them. After a pause that is nothing new."""
    if look(frame, STATUS) == DONE:
        if best < aim:
            high = min(high, best)
        else:
            low = max(low, best)
    return low, high


@linked
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


@linked
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
