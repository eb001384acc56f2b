"""A plain UCT as machine code: a tree in one array, grown by random games.

Each round goes down the tree by UCB1 (Kocsis and Szepesvári, 2006) to a node without children, gives it
children if it was tried before, plays a random game from there, and adds its result to the nodes on the
way.
"""

from math import sqrt

from fivesquare.engine import NONE, State
from fivesquare.native.engine import (
    balanced_lead,
    claim_and_look,
    claims,
    hand_over,
    may_swap,
    stop,
    swap,
    unpack,
    winner,
)
from fivesquare.native.jit import count, inlined, linked, look, lowest, store
from fivesquare.research.layout import (
    FULL_RESULT,
    MARGIN_PERCENT,
    NODE_AMOUNT,
    NODE_CHILDREN,
    NODE_LINK,
    NODE_OTHER,
    NODE_OWN,
    NODE_TOTAL,
    NODE_TURN,
    NODE_VISITS,
    NODE_WORDS,
    TREE_DRAWN,
    TREE_KEY,
    TREE_LOGS,
    TREE_NODES,
    TREE_ROOM,
    TREE_USED,
    UNIT,
    WIDEST_NODE,
)
from fivesquare.research.native.chance import below, nth, word


@linked
def grow(frame, rounds):
    """Play a number of rounds. Children are in the order of the legal moves."""
    setup = unpack(frame)
    tree, room = look(frame, TREE_NODES), look(frame, TREE_ROOM)
    path, logs = tree + 8 * NODE_WORDS * room, look(frame, TREE_LOGS)
    margin = look(frame, MARGIN_PERCENT) / 100
    breadth = 0.3 if margin > 0 else 0.7
    most = 1
    for cell in range(setup.cells):
        most += 2 * look(setup.values, cell)
    for _ in range(rounds):
        node, length = tree, 0
        while True:
            store(path, length, node)
            length += 1
            is_known = look(node, NODE_AMOUNT) != 0
            if not is_known and look(node, NODE_VISITS) > 0 and look(frame, TREE_USED) + WIDEST_NODE < room:
                _expand(setup, frame, node)
            if look(node, NODE_AMOUNT) == 0:
                break
            node = _by_ucb1(tree, node, logs, breadth)
        end = _random_game(setup, frame, _state(node))
        won, ahead = winner(setup, end), balanced_lead(setup, end) / most
        for index in range(length):
            mover = look(look(path, max(0, index - 1)), NODE_TURN)  # who sees the result
            result = margin * (ahead if mover == end.turn else -ahead)
            if won != 0:
                result += (1 - margin) * (1 if mover == won else -1)
            node = look(path, index)
            store(node, NODE_VISITS, look(node, NODE_VISITS) + 1)
            store(node, NODE_TOTAL, look(node, NODE_TOTAL) + int(FULL_RESULT * (1 + result) / 2))


@inlined
def _state(node):
    return State(look(node, NODE_OWN), look(node, NODE_OTHER), look(node, NODE_TURN), look(node, NODE_LINK))


@linked
def _expand(setup, frame, node):
    """Give a node its children, behind all others; none if the game is over."""
    state, used = _state(node), look(frame, TREE_USED)
    place = look(frame, TREE_NODES) + 8 * NODE_WORDS * used
    open_cells, amount = claims(setup, state), 0
    while open_cells != 0:
        after, _ = claim_and_look(setup, state, lowest(open_cells))
        _write(place + 8 * NODE_WORDS * amount, after)
        open_cells &= open_cells - 1
        amount += 1
    if state.link != NONE:
        _write(place + 8 * NODE_WORDS * amount, stop(setup, state))
        amount += 1
    if may_swap(setup, state):
        _write(place + 8 * NODE_WORDS * amount, swap(setup, state))
        amount += 1
    store(node, NODE_CHILDREN, used)
    store(node, NODE_AMOUNT, amount)
    store(frame, TREE_USED, used + amount)


@inlined
def _write(node, state):
    store(node, NODE_OWN, state.own)
    store(node, NODE_OTHER, state.other)
    store(node, NODE_TURN, state.turn)
    store(node, NODE_LINK, state.link)
    for place in range(NODE_CHILDREN, NODE_WORDS):
        store(node, place, 0)


@linked
def _by_ucb1(tree, node, logs, breadth):
    """The child with the highest upper confidence bound; one that was never tried comes first."""
    first = tree + 8 * NODE_WORDS * look(node, NODE_CHILDREN)
    logarithm = look(logs, look(node, NODE_VISITS)) / UNIT
    best, choice = -1.0, first
    for index in range(look(node, NODE_AMOUNT)):
        child = first + 8 * NODE_WORDS * index
        visits = look(child, NODE_VISITS)
        if visits == 0:
            return child
        bound = look(child, NODE_TOTAL) / (FULL_RESULT * visits) + breadth * sqrt(logarithm / visits)
        if bound > best:
            best, choice = bound, child
    return choice


@linked
def _random_game(setup, frame, state):
    """The end of a game in which both claim, or stop, at random."""
    key, drawn = look(frame, TREE_KEY), look(frame, TREE_DRAWN)
    open_cells = claims(setup, state)
    while open_cells != 0:
        drawn += 1
        number = below(count(open_cells) + int(state.link != NONE), word(key, drawn))
        if number == count(open_cells):
            state, open_cells = hand_over(setup, state.own, state.other, state.turn)
        else:
            state, open_cells = claim_and_look(setup, state, nth(open_cells, number))
    store(frame, TREE_DRAWN, drawn)
    return state
