"""Every move of many positions valued by one call: what `analysis.py` does for one position, compiled.

    label(frame, moves, job)

A *job* (solver/frame.py) holds the positions, and room for the values. Several threads may work on one job
with one table, each with a frame of its own: each takes the next position that nobody has taken. A thread
that is told to pause leaves its position without a value, and whoever calls next takes it again; the table
still knows what was found.

Values are those of scale.py, and so are the questions: this is the same arithmetic on the same rules, in
the cells of the search. What is written down is seen from the tie: `Worth.value` of the player to move.
"""

from fivesquare.engine import DRAW, FIRST, LAST, NOBODY, NONE, POINTS, SECOND, Setup, State
from fivesquare.native.engine import (
    claim,
    claims,
    is_before_swap,
    lead,
    may_swap,
    stop,
    swap,
    unpack,
    winner,
)
from fivesquare.native.jit import inlined, linked, look, look_shared, lowest, store, store_shared, take
from fivesquare.solver.frame import (
    AMOUNT,
    DONE,
    FLAGS,
    GOAL,
    INNER,
    KIND,
    LABEL_STATES,
    MOST,
    MOVES,
    NEXT,
    NOT_KNOWN,
    OUTER,
    STATUS,
)
from fivesquare.solver.model import LAST_CLAIM, MARGIN, RELATIVE
from fivesquare.solver.native.search import search
from fivesquare.solver.native.slices import value_sum


@linked
def label(frame, moves, job):
    """Value positions that have no value yet, until there is none left or the search must pause."""
    store(frame, STATUS, DONE)
    amount = look(job, AMOUNT)
    worths = job + 8 * (LABEL_STATES + 4 * amount)
    number = take(job, NEXT)
    while number < amount:
        if look_shared(worths, number) == NOT_KNOWN:
            values = worths + 8 * (amount + number * look(job, MOVES))
            worth = _label_one(frame, moves, job, _state_at(job, number), values)
            if look(frame, STATUS) != DONE:
                store_shared(job, NEXT, number)
                return 0
            store_shared(worths, number, worth)
        number = take(job, NEXT)
    return 0


@linked
def _label_one(frame, moves, job, state, values):
    """Write down what each move is worth, as seen from the tie; return what the position is worth."""
    rules = _rules(frame, job)
    tie = _tie(rules, state.turn)
    open_cells = claims(rules, state)
    if open_cells == 0:
        return _final(rules, state) - tie
    most = look(job, MOST)
    guess = most
    if rules.goal == POINTS:
        guess = _owned(frame, state.own, state.other)
    best = _value(frame, moves, job, state, -most, most, guess)
    total = 0
    amount = 0
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        after = claim(rules, state, cell)
        guess = _guess(frame, rules, state.turn, after, best, total, amount)
        value = _value_after(frame, moves, job, state.turn, after, best, guess)
        _write(frame, values, look(job, OUTER + cell), value - tie)
        total += value
        amount += 1
    if state.link != NONE:
        value = _value_after(frame, moves, job, state.turn, stop(rules, state), best, best)
        _write(frame, values, rules.cells, value - tie)
    if may_swap(rules, state):
        value = _value_after(frame, moves, job, state.turn, swap(rules, state), best, best)
        _write(frame, values, look(job, MOVES) - 1, value - tie)
    return best - tie


@inlined
def _guess(frame, rules, turn, after, best, total, amount):
    """About what a claim that leads to `after` is worth: where to ask first.

    Most are worth much less than the best one. Between what the player is ahead by after it and what the
    claims before it were worth there are fewer questions to ask, and easier ones.
    """
    if rules.goal != POINTS:
        return best
    ahead = _owned(frame, after.own, after.other)
    if after.turn != turn:
        ahead = -ahead
    if amount == 0:
        return ahead
    return (2 * ahead + total // amount) // 3


@inlined
def _write(frame, values, move, value):
    """Write a value down, unless the search has paused: by then another thread may have found it."""
    if look(frame, STATUS) == DONE:
        store(values, move, value)


@inlined
def _rules(frame, job):
    """The rules of the game, in the cells of the search, to which a majority may be most points."""
    packed = unpack(frame)
    return Setup(*packed[:3], look(job, GOAL), *packed[4:])


@inlined
def _state_at(job, number):
    words = job + 8 * (LABEL_STATES + 4 * number)
    link = look(words, 3)
    if link != NONE:
        link = look(job, INNER + link)
    return State(_inside(job, look(words, 0)), _inside(job, look(words, 1)), look(words, 2), link)


@linked
def _inside(job, mask):
    """A mask in the cells of the search."""
    moved = 0
    while mask != 0:
        moved |= 1 << look(job, INNER + lowest(mask))
        mask &= mask - 1
    return moved


@linked
def _value_after(frame, moves, job, turn, after, ceiling, guess):
    """What a move is worth to `turn` that leads to `after`; no move is worth more than `ceiling`."""
    most = look(job, MOST)
    if after.turn == turn:
        return _value(frame, moves, job, after, -most, ceiling, guess)
    return -_value(frame, moves, job, after, -ceiling, most, -guess)


@linked
def _value(frame, moves, job, state, low, high, guess):
    """The value of a state, which is between `low` and `high`: MTD(f), which aims at the last answer."""
    rules = _rules(frame, job)
    while low < high and look(frame, STATUS) == DONE:
        aim = _aim(rules, state.turn, low, high, guess)
        guess = _bound(frame, moves, job, state.own, state.other, state.turn, state.link, aim)
        if guess >= aim:
            low = guess
        else:
            high = guess
    return low


@linked
def _bound(frame, moves, job, own, other, turn, link, aim):
    """Whether a state is worth at least `aim`: a lower bound if it is, else an upper bound.

    The search proper knows nothing of swapping, so what comes before that is looked at here.
    """
    rules, state = _rules(frame, job), State(own, other, turn, link)
    open_cells = claims(rules, state)
    if open_cells == 0:
        return _final(rules, state)
    best = -look(job, MOST)
    if rules.swap != 0 and is_before_swap(rules, state):
        may_stop = link != NONE
        while best < aim and (open_cells != 0 or may_stop):
            if open_cells != 0:
                after = claim(rules, state, lowest(open_cells))
                open_cells &= open_cells - 1
            else:
                after = stop(rules, state)
                may_stop = False
            if after.turn == turn:
                worth = _bound(frame, moves, job, after.own, after.other, after.turn, after.link, aim)
            else:
                worth = -_bound(frame, moves, job, after.own, after.other, after.turn, after.link, 1 - aim)
            best = max(best, worth)
        return best
    if may_swap(rules, state):
        after = swap(rules, state)
        best = -_bound(frame, moves, job, after.own, after.other, after.turn, after.link, 1 - aim)
        if best >= aim:
            return best
    return max(best, _bound_by_search(frame, moves, rules, state, aim))


@linked
def _bound_by_search(frame, moves, rules, state, aim):
    kind, inner_aim = _question(rules, state.turn, aim)
    owned = _owned(frame, state.own, state.other)
    store(frame, KIND, kind)
    answer = owned + search(frame, state.own, state.other, state.link, inner_aim - owned, moves)
    return _answered(rules, state.turn, kind, answer, answer >= inner_aim)


@inlined
def _owned(frame, own, other):
    """What the player to move is ahead by already, where the search counts only what is to come."""
    if look(frame, FLAGS) & RELATIVE == 0:
        return 0
    return 2 * (value_sum(frame, own) - value_sum(frame, other))


# --- The scale: see scale.py, where each of these has its twin ---


@inlined
def _tie(rules, turn):
    """Where the players are even, as one of them sees it."""
    if turn == FIRST:
        return rules.komi
    return -rules.komi


@inlined
def _tied(rules, turn):
    """The value of a tie, if the last claim does not decide it."""
    tie = _tie(rules, turn)
    if rules.tie == DRAW:
        return tie
    if turn == SECOND:
        return tie + 1
    return tie - 1


@linked
def _final(rules, state):
    """The value of a game that is over."""
    won_by = winner(rules, state)
    sign = -1
    if won_by == NOBODY:
        sign = 0
    elif won_by == state.turn:
        sign = 1
    if rules.goal != POINTS:
        return sign
    margin = 2 * lead(rules, state)
    if margin == _tie(rules, state.turn):
        margin += sign
    return margin


@inlined
def _aim(rules, turn, low, high, guess):
    """What to ask next: the guess, or what is closest to it and not known; the last claim comes last."""
    aim = max(low + 1, min(high, guess))
    kind, _ = _question(rules, turn, aim)
    if kind == LAST_CLAIM:
        tie = _tie(rules, turn)
        if low < tie - 1:
            return tie - 1
        if high > tie + 1:
            return tie + 2
    return aim


@inlined
def _question(rules, turn, value):
    """The kind and the aim of the question whose answer says whether a value is reached."""
    tie = _tie(rules, turn)
    if tie & 1 != 0 or value < tie or value > tie + 1:
        return MARGIN, value + (value & 1)
    if rules.tie == LAST:
        return LAST_CLAIM, tie + 1
    if _tied(rules, turn) >= value:
        return MARGIN, tie
    return MARGIN, tie + 2


@inlined
def _answered(rules, turn, kind, answer, is_lower):
    """What the answer to such a question says about the value."""
    tie = _tie(rules, turn)
    if kind == LAST_CLAIM or (answer == tie and rules.tie == LAST):
        if is_lower == (kind == LAST_CLAIM):
            return tie + 1
        return tie - 1
    if answer == tie:
        return _tied(rules, turn)
    if rules.goal == POINTS:
        return answer
    if answer > tie:
        return 1
    return -1
