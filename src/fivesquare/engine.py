"""The only place where rules run.

Everything here is integers: a `Setup` holds what stays the same during a game (the rule book's answers,
the geometry, the board), a `State` what changes. Rules are written from the point of view of the player to
move: `own` and `other` are the masks of that player's and the other player's cells.

The same source runs twice: as ordinary Python under `Position`, where a move takes a few microseconds, and
as machine code (`native/engine.py`) under search and perft. There masks are signed 64-bit words, so cell 63
is the sign bit, here 2**63. That is why a right shift is always followed by a mask, which removes the sign
bits that it may have shifted in.
"""

from collections.abc import Sequence
from typing import NamedTuple

from fivesquare.bits import count, look, lowest
from fivesquare.board import Board, cells_of, neighbours, outer_edge
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES, Exactly, Komi, RuleBook

FIRST, SECOND = 1, 2
NOBODY = 0

NONE = -1  # no cell

# The numbers of the answers, in the order of the words in rulebook.py.
ANYWHERE, ADJACENT, EDGE = range(3)
NOTHING, LOWER_FREE, LOWER_ENEMY = range(3)
NEVER, CHAIN = range(2)
POINTS, MAJORITY, EXACTLY = range(3)
DRAW, LAST, SECOND_WINS = range(3)


class Setup(NamedTuple):
    """What stays the same during a game."""

    reach: int
    take: int
    again: int
    goal: int
    target: int  # of goal EXACTLY, else 0
    tie: int
    cells: int
    columns: int
    full: int  # all cells
    edge: int  # the outer edge
    not_last_column: int
    not_last_row: int
    swap: int  # 1 if the second player may swap, else 0
    komi: int  # in half points
    values: Sequence[int]  # cell -> value
    beside: Sequence[int]  # cell -> its neighbours
    lower: Sequence[int]  # cell -> its neighbours with a lower value


class State(NamedTuple):
    """What changes during a game. After the end, `own` is still the player who moved last."""

    own: int
    other: int
    turn: int  # whom `own` belongs to: FIRST or SECOND
    link: int  # inside a chain the cell just claimed, else NONE


def set_up(book: RuleBook, board: Board) -> Setup:
    """Translate words into numbers; the board must fit the book."""
    size = board.size
    full = (1 << size.cells) - 1
    beside = neighbours(size)
    last_column = sum(1 << cell for cell in range(size.columns - 1, size.cells, size.columns))
    exactly = isinstance(book.goal, Exactly)
    return Setup(
        reach=REACHES.index(book.reach),
        take=TAKES.index(book.take),
        again=AGAINS.index(book.again),
        goal=EXACTLY if exactly else (POINTS if book.goal == "points" else MAJORITY),
        target=book.goal.target if isinstance(book.goal, Exactly) else 0,
        tie=TIES.index(book.tie),
        cells=size.cells,
        columns=size.columns,
        full=full,
        edge=outer_edge(size),
        not_last_column=full & ~last_column,
        not_last_row=full >> size.columns,
        swap=int(book.balance == "swap"),
        komi=int(2 * book.balance.points) if isinstance(book.balance, Komi) else 0,
        values=board.values,
        beside=beside,
        lower=tuple(
            sum([1 << near for near in cells_of(beside[cell]) if board.values[near] < value])
            for cell, value in enumerate(board.values)
        ),
    )


def opening() -> State:
    """The opening: no cell is owned, and the first player is to move."""
    return State(0, 0, FIRST, NONE)


# --- What may be claimed ------------------------------------------------------------------------


def claims(setup: Setup, state: State) -> int:
    """The cells that may be claimed now; none exactly when the game is over."""
    if has_won(setup, state.own):
        return 0
    if state.link != NONE:
        return chain_claims(setup, state.own, state.other, state.link)
    return turn_claims(setup, state.own, state.other)


def turn_claims(setup: Setup, own: int, other: int) -> int:
    """The legal claims at the start of a turn, if the game is not won."""
    near = setup.full & ~(own | other) & within_reach(setup, own)
    return within_target(setup, own, other, near)


def chain_claims(setup: Setup, own: int, other: int, link: int) -> int:
    """The legal claims after `link` in the same turn, if the game is not won."""
    near = setup.full & ~(own | other) & look(setup.beside, link)
    return within_target(setup, own, other, near)


def within_reach(setup: Setup, own: int) -> int:
    """The cells that the answer to "where may I claim?" allows, free or not."""
    if setup.reach == ANYWHERE:
        return setup.full
    if own != 0:
        return all_beside(setup, own)
    if setup.reach == EDGE:
        return setup.edge
    return setup.full


def all_beside(setup: Setup, cells: int) -> int:
    """Every cell that has a neighbour among `cells`."""
    right = (cells & setup.not_last_column) << 1
    left = (cells >> 1) & setup.not_last_column
    down = (cells & setup.not_last_row) << setup.columns
    up = (cells >> setup.columns) & setup.not_last_row
    return right | left | down | up


def within_target(setup: Setup, own: int, other: int, cells: int) -> int:
    """Those of the free `cells` whose claim does not bring the score above the target."""
    if setup.goal != EXACTLY:
        return cells
    room = setup.target - score(setup, own)
    fitting = 0
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        points = look(setup.values, cell)
        if setup.take != NOTHING:
            points += score(setup, taken(setup, own, other, cell))
        if points <= room:
            fitting |= 1 << cell
    return fitting


# --- What a claim does --------------------------------------------------------------------------


def taken(setup: Setup, own: int, other: int, cell: int) -> int:
    """What comes along when `own` claims `cell`."""
    if setup.take == LOWER_ENEMY:
        return other & look(setup.lower, cell)
    if setup.take == LOWER_FREE:
        return setup.full & ~(own | other) & look(setup.lower, cell)
    return 0


def is_linked(setup: Setup, own: int, cell: int) -> bool:
    """Whether claiming `cell` allows a second claim, given the cells owned before."""
    return setup.again == CHAIN and own & look(setup.beside, cell) != 0


def claim(setup: Setup, state: State, cell: int) -> State:
    """The state after claiming `cell`, which must be one of `claims`."""
    return claim_and_look(setup, state, cell)[0]


def claim_and_look(setup: Setup, state: State, cell: int) -> tuple[State, int]:
    """The state after claiming `cell`, and its `claims`, which are needed to compute it."""
    along = taken(setup, state.own, state.other, cell)
    own = state.own | (1 << cell) | along
    other = state.other & ~along
    if has_won(setup, own):
        return State(own, other, state.turn, NONE), 0
    if state.link == NONE and is_linked(setup, state.own, cell):
        open_cells = chain_claims(setup, own, other, cell)
        if open_cells != 0:
            return State(own, other, state.turn, cell), open_cells
    return hand_over(setup, own, other, state.turn)


def stop(setup: Setup, state: State) -> State:
    """The state after declining the second claim of a chain."""
    return hand_over(setup, state.own, state.other, state.turn)[0]


def hand_over(setup: Setup, own: int, other: int, turn: int) -> tuple[State, int]:
    """The state after a turn that did not win, and the claims there.

    The other player is to move, unless they are skipped or the game is over.
    """
    open_cells = turn_claims(setup, other, own)
    if open_cells != 0:
        return State(other, own, other_player(turn), NONE), open_cells
    return State(own, other, turn, NONE), turn_claims(setup, own, other)


# --- Swapping -----------------------------------------------------------------------------------


def may_swap(setup: Setup, state: State) -> bool:
    """Whether the player to move may take over the first claim."""
    return setup.swap != 0 and is_first_reply(setup, state) and claims(setup, state) != 0


def is_first_reply(setup: Setup, state: State) -> bool:
    """Whether it is the second player's first turn, if the game is not over.

    A player who owns nothing has never moved, unless cells can be lost. If they can: once both have moved,
    at least two cells are owned. Before that the first player owns only one, because a second player who
    cannot answer the first claim never can: every further cell of the first player adds to what a claim
    would take, and so to the score that must not exceed the target.
    """
    if state.turn != SECOND or state.own != 0 or state.other == 0:
        return False
    return setup.take != LOWER_ENEMY or count(state.other) == 1


def is_before_swap(setup: Setup, state: State) -> bool:
    """Whether the first player is to move, and the second player may still get to swap."""
    if setup.swap == 0 or state.turn != FIRST:
        return False
    if state.own | state.other == 0:
        return True
    return is_first_reply(setup, State(state.other, state.own, SECOND, NONE))


def swap(setup: Setup, state: State) -> State:
    """The state after a swap: the same cells, with the player who now owns none to move."""
    return State(state.own, state.other, other_player(state.turn), NONE)


# --- How it ends --------------------------------------------------------------------------------


def other_player(player: int) -> int:
    return FIRST + SECOND - player


def score(setup: Setup, cells: int) -> int:
    """The sum of the values of `cells`."""
    total = 0
    while cells != 0:
        total += look(setup.values, lowest(cells))
        cells &= cells - 1
    return total


def has_won(setup: Setup, own: int) -> bool:
    """Whether `own`, the cells of the player who just moved, ends the game immediately."""
    if setup.goal == MAJORITY:
        return 2 * count(own) > setup.cells
    if setup.goal == EXACTLY:
        return score(setup, own) == setup.target
    return False


def lead(setup: Setup, state: State) -> int:
    """What counts at the end, own minus other: cells if the goal is a majority, else points."""
    if setup.goal == MAJORITY:
        return count(state.own) - count(state.other)
    return score(setup, state.own) - score(setup, state.other)


def balanced_lead(setup: Setup, state: State) -> int:
    """Twice the lead, after komi."""
    if state.turn == FIRST:
        return 2 * lead(setup, state) - setup.komi
    return 2 * lead(setup, state) + setup.komi


def winner(setup: Setup, state: State) -> int:
    """The winner of a finished game: FIRST, SECOND or NOBODY."""
    if has_won(setup, state.own):
        return state.turn
    ahead = balanced_lead(setup, state)
    if ahead > 0:
        return state.turn
    if ahead < 0:
        return other_player(state.turn)
    if setup.tie == SECOND_WINS:
        return SECOND
    if setup.tie == LAST and state.own | state.other != 0:
        return state.turn
    return NOBODY
