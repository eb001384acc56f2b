"""How soon a won game can be ended: the shortest forced win, within a depth limit.

The search proper knows that a position is won, not how far away the win is. Here the question is asked by
depth: can `winner` force the end within one move, two, three, and so on, counting the moves of both. There
is no table and no ordering, so it is for the last moves of a game, and it gives up after some positions.
"""

from array import array

from fivesquare.engine import Setup, State
from fivesquare.packed import address_of, pack, words_of
from fivesquare.solver.code import code
from fivesquare.solver.frame import UNKNOWN, YES

_POSITIONS = 50_000  # some thousandths of a second


def moves_to_win(setup: Setup, state: State, winner: int, positions: int = _POSITIONS) -> int | None:
    """The number of moves within which `winner` can force a win; None if it lies too far to be seen.

    0 if the game is over and won.
    """
    packed, budget = pack(setup), array("q", [positions])
    places = address_of(packed), address_of(budget)
    can_win = code().can_win
    free = setup.cells - (state.own | state.other).bit_count()
    for moves in range(2 * free + 1):
        answer = can_win(*places, *words_of(state), winner, moves)
        if answer == YES:
            return moves
        if answer == UNKNOWN:
            return None
    return None
