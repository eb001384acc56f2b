"""How soon a won game can be ended: the shortest forced win, as far as one can see.

The search proper knows that a position is won, not how far away the win is. Here the question is asked by
depth: can `winner` force the end within one move, two, three, and so on, counting the moves of both. There
is no table and no ordering, so it is for the last moves of a game, and it gives up after so many positions.
"""

from fivesquare.engine import NONE, Setup, State
from fivesquare.native.engine import claim, claims, may_swap, pack, stop, swap, unpack, words
from fivesquare.native.engine import winner as winner_of
from fivesquare.native.jit import compiled, lowest

_POSITIONS = 50_000  # some thousandths of a second

NO, YES, UNKNOWN = range(3)


def moves_to_win(setup: Setup, state: State, winner: int, positions: int = _POSITIONS) -> int | None:
    """The number of moves within which `winner` can force a win; None if it lies too far to be seen.

    0 if the game is over and won.
    """
    packed = pack(setup)
    free = setup.cells - (state.own | state.other).bit_count()
    for moves in range(2 * free + 1):
        answer, positions = _can_win(packed.ctypes.data, *words(state), winner, moves, positions)
        if answer == YES:
            return moves
        if answer == UNKNOWN:
            return None
    return None


@compiled
def _can_win(address, own, other, turn, link, winner, moves, positions):
    """Whether `winner` can force a win within `moves`, and how many positions may still be looked at."""
    positions -= 1
    if positions < 0:
        return UNKNOWN, positions
    setup = unpack(address)
    state = State(own, other, turn, link)
    open_cells = claims(setup, state)
    if open_cells == 0:
        if winner_of(setup, state) == winner:
            return YES, positions
        return NO, positions
    if moves == 0:
        return NO, positions
    wanted = NO
    if turn == winner:
        wanted = YES
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        after = claim(setup, state, cell)
        answer, positions = _can_win(
            address, after.own, after.other, after.turn, after.link, winner, moves - 1, positions
        )
        if answer in (wanted, UNKNOWN):
            return answer, positions
    if link != NONE or may_swap(setup, state):
        after = stop(setup, state) if link != NONE else swap(setup, state)
        return _can_win(
            address, after.own, after.other, after.turn, after.link, winner, moves - 1, positions
        )
    return YES + NO - wanted, positions
