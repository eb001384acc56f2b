"""Where everything is: the words of a frame, and the words of each of its games.

A frame is one array of words, a packed setup first; machine code is handed its address. Each game has words
of its own:

    own | other | turn | link | claims | other move | result | viewer | keys and counters | values | lower

`other move` is the number of "stop" or "swap" where that is legal, else NONE; `result` is who has won a
game that is over, else NONE; `viewer` is the seat whose eyes a game is shown through, 0 for whoever acts.
"""

from fivesquare.engine import NOTHING, Setup, State
from fivesquare.native.jit import inlined, look, store
from fivesquare.packed import PACKED_WORDS
from fivesquare.research.native.chance import word
from fivesquare.research.native.kinds import on_board

# Words of a frame, behind a packed setup.
WAY = PACKED_WORDS  # to deal a board, and two more
AMOUNT = PACKED_WORDS + 3  # of games
WIDTH = PACKED_WORDS + 4  # words of a game
GAMES = PACKED_WORDS + 5  # from here on addresses
MASKS, PLANES, REWARDS, DONE, TURNS = range(GAMES + 1, GAMES + 6)
FRAME_WORDS = TURNS + 1

# Words of a game.
OWN, OTHER, TURN, LINK, OPEN, MORE, RESULT, VIEWER = range(8)
BOARDS, CHOICES = 8, 9  # the keys of its boards and of its moves by lot
EPISODE = 10  # how many boards it was dealt before this one
DRAWN = 11  # how many moves were drawn by lot on this board
VALUES = 12


def width_of(setup: Setup) -> int:
    """How many words a game has; nobody looks at lower neighbours where nothing is taken."""
    return VALUES + setup.cells * (1 if setup.take == NOTHING else 2)


@inlined
def game_at(frame, number):
    """The address of a game's words."""
    return look(frame, GAMES) + 8 * number * look(frame, WIDTH)


@inlined
def state_of(game):
    return State(look(game, OWN), look(game, OTHER), look(game, TURN), look(game, LINK))


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
