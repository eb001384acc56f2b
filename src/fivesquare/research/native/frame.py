"""Frames and games in memory, and setups of which the compiler knows the most."""

from fivesquare.engine import NONE, Setup, State
from fivesquare.native.engine import unpack
from fivesquare.native.jit import inlined, look, store
from fivesquare.research.layout import (
    CHOICES,
    DRAWN,
    EPISODE,
    GAMES,
    LINK,
    MORE,
    OPEN,
    OTHER,
    OWN,
    TURN,
    VALUES,
    WIDTH,
)
from fivesquare.research.native.chance import word


@inlined
def game_at(frame, number):
    """The address of a game's words."""
    return look(frame, GAMES) + 8 * number * look(frame, WIDTH)


@inlined
def state_of(game):
    return State(look(game, OWN), look(game, OTHER), look(game, TURN), look(game, LINK))


@inlined
def lay_state(game, state):
    store(game, OWN, state.own)
    store(game, OTHER, state.other)
    store(game, TURN, state.turn)
    store(game, LINK, state.link)


@inlined
def is_legal(game, cells, action):
    if 0 <= action < cells:
        return look(game, OPEN) >> action & 1 != 0
    return action != NONE and action == look(game, MORE)


@inlined
def on_own_board(setup, game):
    """A game's own setup."""
    values = game + 8 * VALUES
    return on_board(setup, values, values + 8 * setup.cells)


@inlined
def next_word(game):
    """The next word of chance for the moves on this board."""
    drawn = look(game, DRAWN)
    store(game, DRAWN, drawn + 1)
    return word(word(look(game, CHOICES), look(game, EPISODE)), drawn)


@inlined
def answered(address, kind):
    """The setup that is packed at this address, with what is known of it, constants, in their places."""
    packed = unpack(address)
    return Setup(*kind[:4], packed.target, packed.tie, *kind[4:], *packed[13:])


@inlined
def on_board(setup, values, lower):
    """The same setup with another board: the addresses of its two tables."""
    return Setup(*setup[:14], values, setup.beside, lower)
