"""From a game to the question that the search answers, and which shortcuts are proved for it.

The search knows one scale, *worth*: two for each point of the final margin, seen by the player to move. It
is asked questions of one form, "is this position worth at least `aim`?", of two kinds:

    MARGIN      the worth is twice the margin, an even number
    LAST_CLAIM  one more for the player who claims last, one less for the other: an odd number

That is all any book needs. Whether a tie is a draw or the second player's is a matter of reading: the
second player's worth is at least 0 exactly when the first player's is not at least 2. Only where the last
claim decides a tie, and only to tell a tie won from a tie lost, is the other kind asked: at least 1?
So nothing in the search depends on who is first.

In most games the worth is *relative*: it counts what is still to come, not what the players own already,
so that positions which differ only in points already made share one entry of the table. A majority is
such a game, with every cell worth 1: owned cells are never lost there, so the player with more than half of
the cells has more at the end as well. If cells can be lost, or the goal is an exact score, the game can
end at once and the worth is *absolute*: a win 2, a draw 0, a loss -2 (of LAST_CLAIM: 1 and -1).
"""

from functools import lru_cache
from typing import NamedTuple

from fivesquare import engine
from fivesquare.board import Board, cells_of, symmetries
from fivesquare.engine import (
    ANYWHERE,
    CHAIN,
    EXACTLY,
    LOWER_ENEMY,
    LOWER_FREE,
    MAJORITY,
    NEVER,
    NOTHING,
    POINTS,
    Setup,
    State,
)

MARGIN, LAST_CLAIM = range(2)

DECIDED = 1_000_000  # what looking ahead says of a game won at once, in games that can be

# What is proved for a game, as bits. The proofs stand where the bits are used.
RELATIVE = 1  # the worth counts what is to come
FORGET = 2  # who owns a cell that can no longer matter is left out of the key
REGIONS = 4  # a free region that only one player can reach is that player's
AWARD = 8  # ... and may be handed over at once
GO_ON = 16  # a second claim is never worse than stopping
PICKS = 32  # the highest free cell is kept by the player who takes it
DOUBLES = 64  # how often a turn can bring two cells
SINGLES = 128  # free cells without a free neighbour are all alike
SURE_PICKS = 256  # of the contested cells beside their own, each player is sure of every second
THREATS = 512  # a player who can hit the target next turn must be stopped
SWEEPS = 1024  # a claim of the highest free cell secures some, though claims take others along
WHOLE_TURNS = 2048  # the claims of one turn are one move; rests on GO_ON

SWITCHES = {
    "forget": FORGET,
    "regions": REGIONS,
    "award": AWARD,
    "go on": GO_ON,
    "picks": PICKS,
    "doubles": DOUBLES,
    "singles": SINGLES,
    "sure picks": SURE_PICKS,
    "threats": THREATS,
    "sweeps": SWEEPS,
    "whole turns": WHOLE_TURNS,
}

IDEAS = (*SWITCHES, "mirrors")


class Model(NamedTuple):
    """A game as the search sees it."""

    setup: Setup
    flags: int
    inner: tuple[int, ...]  # cell of the board -> cell of the search
    outer: tuple[int, ...]  # the inverse
    mirrors: tuple[tuple[int, ...], ...]  # the symmetries of the board, in cells of the search

    @property
    def is_relative(self) -> bool:
        return bool(self.flags & RELATIVE)

    @property
    def tags(self) -> int:
        """How many tags a key may have: see canonical.py."""
        return 4 * (self.setup.cells // 2 + 2) if self.flags & SINGLES else 4

    @property
    def dark(self) -> int:
        """Every second cell: neighbours are never both dark or both light."""
        return _moved(_dark_cells(self.setup.cells, self.setup.columns), self.inner)

    @property
    def weights(self) -> list[int]:
        """Move-ordering weights: cell -> how promising it looks at first, by depth, then by value."""
        depths = _depths(self.setup.cells, self.setup.columns)
        cells = range(self.setup.cells)
        order = sorted(cells, key=lambda cell: (depths[self.outer[cell]], self.setup.values[cell], cell))
        return sorted(cells, key=order.__getitem__)  # the inverse

    @property
    def span(self) -> int:
        """No margin is larger, counted as the search counts it."""
        if not self.is_relative:
            return 1
        return sum(self.setup.values) * (2 if self.setup.take == LOWER_ENEMY else 1)

    def state(self, state: State) -> State:
        """A state in the cells of the search."""
        if self.inner is self.outer:  # no cell has another number there
            return state
        link = state.link if state.link < 0 else self.inner[state.link]
        return State(_moved(state.own, self.inner), _moved(state.other, self.inner), state.turn, link)

    def inner_state(self, state: State) -> tuple[State, int]:
        """The same, and what the actor is ahead by already where worths are relative."""
        inner = self.state(state)
        return inner, 2 * self.lead(inner) if self.is_relative else 0

    def lead(self, state: State) -> int:
        """What the actor is ahead by, in a state of the search."""
        return engine.lead(self.setup, state)


@lru_cache(maxsize=64)
def _dark_cells(cells: int, columns: int) -> int:
    return sum(1 << cell for cell in range(cells) if (cell // columns + cell % columns) & 1)


@lru_cache(maxsize=64)
def _depths(cells: int, columns: int) -> tuple[int, ...]:
    """Cell -> its distance from the nearest edge, across and down together."""
    rows = cells // columns
    return tuple(
        min(row, rows - 1 - row) + min(column, columns - 1 - column)
        for row, column in (divmod(cell, columns) for cell in range(cells))
    )


def _moved(mask: int, goes_to: tuple[int, ...]) -> int:
    return sum([1 << goes_to[cell] for cell in cells_of(mask)])


def make_model(setup: Setup, board: Board, without: frozenset[str] = frozenset()) -> Model:
    """The model of a game; the shortcuts named in `without` are switched off."""
    setup = _as_points(setup)
    flags = _proved(setup)
    for name in without - {"mirrors"}:
        flags &= ~SWITCHES[name]
    if not flags & GO_ON:
        flags &= ~WHOLE_TURNS
    mirrors = () if "mirrors" in without else mirrors_of(board)
    outer = _order(setup)
    if outer == tuple(range(setup.cells)):
        return Model(setup, flags, outer, outer, mirrors)
    inner = tuple(map(outer.index, range(setup.cells)))
    moved = tuple(tuple(inner[mirror[cell]] for cell in outer) for mirror in mirrors)
    return Model(_relabelled(setup, inner, outer), flags, inner, outer, moved)


def mirrors_of(board: Board) -> tuple[tuple[int, ...], ...]:
    """The ways to lay the board onto itself that leave every value where it is, but for the identity."""
    values = board.values
    return tuple(
        symmetry.goes_to
        for symmetry in symmetries(board.size)[1:]
        if symmetry.size == board.size
        and all(values[cell] == values[image] for cell, image in enumerate(symmetry.goes_to))
    )


def _as_points(setup: Setup) -> Setup:
    """A majority of cells that are never lost is the same as most points, every cell worth 1."""
    if setup.goal == MAJORITY and setup.take != LOWER_ENEMY:
        return setup._replace(goal=POINTS, values=(1,) * setup.cells)
    return setup


def _proved(setup: Setup) -> int:
    """The shortcuts whose proofs hold in this game."""
    if setup.goal == EXACTLY and setup.take == NOTHING and setup.again == NEVER:
        return THREATS
    if setup.goal != POINTS:
        return 0
    flags = RELATIVE | FORGET
    chain = setup.again == CHAIN
    if setup.reach == ANYWHERE:
        if not chain:
            flags |= PICKS | (SWEEPS if setup.take == LOWER_FREE else 0)
        elif setup.take == NOTHING and len(set(setup.values)) == 1:
            flags |= DOUBLES | SINGLES | WHOLE_TURNS
    elif setup.take == NOTHING:
        flags |= REGIONS | AWARD | (0 if chain else SURE_PICKS)
    if chain and setup.take == NOTHING:
        flags |= GO_ON
    return flags


def _order(setup: Setup) -> tuple[int, ...]:
    """Where geometry does not matter, cells go by falling value: a mask is then a sorted list."""
    cells = range(setup.cells)
    if setup.reach != ANYWHERE:
        return tuple(cells)
    return tuple(sorted(cells, key=lambda cell: -setup.values[cell]))


def _relabelled(setup: Setup, inner: tuple[int, ...], outer: tuple[int, ...]) -> Setup:
    """The same game with other numbers for the cells; only what its rules look at is worked out."""
    setup = setup._replace(values=tuple(setup.values[cell] for cell in outer))
    if setup.again == CHAIN:
        setup = setup._replace(beside=tuple(_moved(setup.beside[cell], inner) for cell in outer))
    if setup.take != NOTHING:
        setup = setup._replace(lower=tuple(_moved(setup.lower[cell], inner) for cell in outer))
    return setup
