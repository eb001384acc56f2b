"""A plain UCT, to measure strength beside: random games by the compiled rules, and a tree in one array.

    Uct(position, seed=1).choose(position, seconds=0.1)

Each round goes down the tree by UCB1 (Kocsis and Szepesvári, 2006) to a node without children, gives
it children if it was tried before, plays a random game from where it got to, and adds the result to all
nodes on its way. The move that was tried most often is played. A result is who won, or half of it is by how
much: that was the stronger of the two, with these constants. The tree of one move is not kept for the next.
Seconds are CPU time of the thread.
"""

import time
from array import array

import numba
import numpy as np

import fivesquare as fs
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
from fivesquare.packed import address_of, pack, words_of
from fivesquare.research.native.chance import below, nth, word

BREADTH = 0.3  # the constant of UCB1 where a margin is part of a result
BREADTH_OF_WINS = 0.7  # and where it is not
ROUNDS = 100  # between two looks at the clock
NODES = 1 << 20  # then the tree grows no further
WIDEST = 70  # more children than any node has
LONGEST = 200  # more moves than any game has
FULL = 1 << 20  # the result of a game won with all points
WORDS = 8
OWN, OTHER, TURN, LINK, CHILDREN, AMOUNT, VISITS, TOTAL = range(WORDS)


class Uct:
    """Chooses moves in the positions of one game."""

    def __init__(self, position: fs.Position, seed: int, by_margin: bool = True) -> None:
        self._setup = pack(position.setup)
        self._tree = array("q", bytes(8 * (WORDS * NODES + LONGEST)))
        self._drawn = seed << 40  # how many words of chance were drawn
        self._margin, self._breadth = (0.5, BREADTH) if by_margin else (0.0, BREADTH_OF_WINS)

    def choose(self, position: fs.Position, seconds: float) -> str:
        begun = time.thread_time()
        self._tree[:WORDS] = array("q", [*words_of(position.state), 0, 0, 1, 0])
        used = 1
        while used == 1 or time.thread_time() - begun < seconds:
            addresses = address_of(self._setup), address_of(self._tree)
            self._drawn, used = _rounds(*addresses, used, self._drawn, self._margin, self._breadth)
        first = WORDS * self._tree[CHILDREN]
        visits = self._tree[first + VISITS : first + WORDS * len(position.legal) : WORDS]
        return position.legal[visits.index(max(visits))]


@numba.njit(nogil=True, error_model="numpy")
def _rounds(packed, tree, used, drawn, margin, breadth):  # type: ignore[no-untyped-def]
    """A number of rounds. Children are in the order of the legal moves."""
    setup = unpack(packed)
    path = tree + 8 * WORDS * NODES
    most = 1
    for cell in range(setup.cells):
        most += 2 * look(setup.values, cell)
    for _ in range(ROUNDS):
        node, length = tree, 0
        while True:
            store(path, length, node)
            length += 1
            if look(node, AMOUNT) == 0 and look(node, VISITS) > 0 and used + WIDEST < NODES:
                used = _expand(setup, tree, node, used)
            if look(node, AMOUNT) == 0:
                break
            node = _by_ucb1(tree, node, breadth)
        drawn, end = _random_game(setup, _state(node), drawn)
        won, ahead = winner(setup, end), balanced_lead(setup, end) / most
        for index in range(length):
            mover = look(look(path, max(0, index - 1)), TURN)  # a result is as the one sees it who moved
            result = margin * (ahead if mover == end.turn else -ahead)
            if won != 0:
                result += (1 - margin) * (1 if mover == won else -1)
            node = look(path, index)
            store(node, VISITS, look(node, VISITS) + 1)
            store(node, TOTAL, look(node, TOTAL) + int(FULL * (1 + result) / 2))
    return drawn, used


@inlined
def _state(node):  # type: ignore[no-untyped-def]
    return State(look(node, OWN), look(node, OTHER), look(node, TURN), look(node, LINK))


@linked
def _expand(setup, tree, node, used):  # type: ignore[no-untyped-def]
    """Give a node its children, behind all others; none if the game is over."""
    state = _state(node)
    open_cells = claims(setup, state)
    amount = 0
    may = may_swap(setup, state)
    while open_cells != 0:
        after, _ = claim_and_look(setup, state, lowest(open_cells))
        _write(tree + 8 * WORDS * (used + amount), after)
        open_cells &= open_cells - 1
        amount += 1
    if state.link != NONE:
        _write(tree + 8 * WORDS * (used + amount), stop(setup, state))
        amount += 1
    if may:
        _write(tree + 8 * WORDS * (used + amount), swap(setup, state))
        amount += 1
    store(node, CHILDREN, used)
    store(node, AMOUNT, amount)
    return used + amount


@inlined
def _write(node, state):  # type: ignore[no-untyped-def]
    store(node, OWN, state.own)
    store(node, OTHER, state.other)
    store(node, TURN, state.turn)
    store(node, LINK, state.link)
    for place in range(CHILDREN, WORDS):
        store(node, place, 0)


@linked
def _by_ucb1(tree, node, breadth):  # type: ignore[no-untyped-def]
    """The child with the highest upper confidence bound; one that was never tried comes first."""
    first = tree + 8 * WORDS * look(node, CHILDREN)
    logarithm = np.log(look(node, VISITS))
    best, choice = -1.0, first
    for index in range(look(node, AMOUNT)):
        child = first + 8 * WORDS * index
        visits = look(child, VISITS)
        if visits == 0:
            return child
        bound = look(child, TOTAL) / (FULL * visits) + breadth * np.sqrt(logarithm / visits)
        if bound > best:
            best, choice = bound, child
    return choice


@linked
def _random_game(setup, state, drawn):  # type: ignore[no-untyped-def]
    """The end of a game in which both claim, or stop, by lot."""
    open_cells = claims(setup, state)
    while open_cells != 0:
        drawn += 1
        number = below(count(open_cells) + int(state.link != NONE), word(0, drawn))
        if number == count(open_cells):
            state, open_cells = hand_over(setup, state.own, state.other, state.turn)
        else:
            state, open_cells = claim_and_look(setup, state, nth(open_cells, number))
    return drawn, state
