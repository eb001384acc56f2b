"""What a glance shows: the lead after a turn or two, as far as the eye reaches.

The short-sighted part of a player, in ordinary Python and without the solver. It counts what is owned when
the turns are over that it looks ahead, and sees only some of the cells: one that it overlooks is claimed by
nobody and counts for nobody.
"""

from collections.abc import Iterator

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import NOBODY, NONE, Setup, State

_WON = 1_000_000  # more than any lead


def outlook(setup: Setup, state: State, player: int, turns: int, seen: int) -> int:
    """The lead of `player` after so many turns more, each side doing its best at a glance.

    A turn that has begun is played to its end. Both sides see the cells of the mask `seen` only.
    """
    claims = engine.claims(setup, state)
    if claims == 0:
        return _final(setup, state, player)
    if turns == 0 and state.link == NONE:
        return _lead(setup, state, player, seen)
    worths = [
        outlook(setup, after, player, turns - (state.link == NONE), seen)
        for after in _ways_on(setup, state, claims & seen)
    ]
    if not worths:  # nothing to claim here, as far as one sees
        return _lead(setup, state, player, seen)
    return max(worths) if state.turn == player else min(worths)


def _ways_on(setup: Setup, state: State, cells: int) -> Iterator[State]:
    for cell in cells_of(cells):
        yield engine.claim(setup, state, cell)
    if state.link != NONE:
        yield engine.stop(setup, state)
    if engine.may_swap(setup, state):
        yield engine.swap(setup, state)


def _lead(setup: Setup, state: State, player: int, seen: int) -> int:
    lead = engine.lead(setup, state._replace(own=state.own & seen, other=state.other & seen))
    return lead if state.turn == player else -lead


def _final(setup: Setup, state: State, player: int) -> int:
    winner = engine.winner(setup, state)
    won = 0 if winner == NOBODY else _WON if winner == player else -_WON
    return won + _lead(setup, state, player, setup.full)
