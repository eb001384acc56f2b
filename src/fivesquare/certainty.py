"""What is certain before a game ends: the total that wins, whether it can be a tie, who cannot be caught.

All of it is proved by counting, so it may be noticed late: a search sees more.

A game for points ends when the board is full: a free cell has an owned neighbour, or no cell is owned yet,
so a claim is possible. The sum of both scores is known from the start, and with it the total that wins.
"""

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import (
    ANYWHERE,
    EXACTLY,
    LOWER_ENEMY,
    MAJORITY,
    POINTS,
    SECOND,
    SECOND_WINS,
    Setup,
    State,
    other_player,
)


def enough(setup: Setup) -> tuple[int, int] | None:
    """The smallest total that wins for each player; None if no total is safe before the end.

    Points are not safe where cells can be captured, and no total is where the goal is an exact score.
    """
    if setup.goal == MAJORITY:
        return setup.cells // 2 + 1, setup.cells // 2 + 1
    if setup.goal == EXACTLY or setup.take == LOWER_ENEMY:
        return None
    double = 2 * engine.score(setup, setup.full)
    return (double + setup.komi) // 4 + 1, (double - setup.komi) // 4 + 1


def can_tie(setup: Setup) -> bool:
    """Whether the totals could be equal at the end."""
    if setup.goal == EXACTLY:
        return True
    double = 2 * _weight(setup, setup.full)
    return (double + setup.komi) % 4 == 0 and setup.komi <= double


def decided(setup: Setup, state: State) -> int | None:
    """Who wins whatever both play from here: FIRST or SECOND; None while that is open.

    With an exact score as goal only the end decides.
    """
    if setup.goal == EXACTLY or engine.may_swap(setup, state) or engine.is_before_swap(setup, state):
        return None
    lead = engine.balanced_lead(setup, state)
    for player, own, other, ahead in (
        (state.turn, state.own, state.other, lead),
        (other_player(state.turn), state.other, state.own, -lead),
    ):
        least = ahead + 2 * _least_to_come(setup, own, other)
        if least > 0 or (least == 0 and player == SECOND and setup.tie == SECOND_WINS):
            return player
    return None


def _least_to_come(setup: Setup, own: int, other: int) -> int:
    """A lower bound of the change in `own`'s lead over `other`.

    The other player is given every free cell within reach, now or later, and every cell that can be
    captured; `own` gets only the free cells that the other cannot reach.
    """
    free = setup.full & ~(own | other)
    lost = _reachable(setup, other, free)
    return (
        _weight(setup, free & ~lost)
        - _weight(setup, lost)
        - 2 * _weight(setup, _capturable(setup, own, free))
    )


def _reachable(setup: Setup, own: int, free: int) -> int:
    """The free cells that the owner of `own` might ever claim."""
    if own == 0 or setup.reach == ANYWHERE or setup.take == LOWER_ENEMY:  # captures open new ways
        return free
    reached, more = 0, engine.all_beside(setup, own) & free
    while more != reached:
        reached = more
        more |= engine.all_beside(setup, reached) & free
    return reached


def _capturable(setup: Setup, own: int, free: int) -> int:
    """The cells of `own` that have a free neighbour with a higher value, if that can capture them."""
    if setup.take != LOWER_ENEMY:
        return 0
    captured = 0
    for cell in cells_of(free):
        captured |= own & setup.lower[cell]
    return captured


def _weight(setup: Setup, cells: int) -> int:
    """What counts at the end."""
    return engine.score(setup, cells) if setup.goal == POINTS else cells.bit_count()
