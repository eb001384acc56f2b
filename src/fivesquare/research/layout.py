"""Where batches and playouts share memory with machine code: the words of their frames and of each game.

A frame is one array of words, a packed setup first; machine code is handed its address. Each game of a
batch has words of its own:

    own | other | turn | link | claims | other move | result | viewer | keys and counters | values | lower

`other move` is the number of "stop" or "swap" where that is legal, else NONE; `result` is who has won a
game that is over, else NONE; `viewer` is the seat whose eyes a game is shown through, 0 for the player to
move.
"""

from fivesquare.engine import NOTHING, Setup
from fivesquare.packed import PACKED_WORDS
from fivesquare.rulebook import Between, Values

# How a board is dealt: one of these, and two numbers.
AS_IT_IS, SHUFFLED, BETWEEN = range(3)

Way = tuple[int, int, int]

# Words of a batch's frame, behind a packed setup.
WAY = PACKED_WORDS  # to deal a board, and two more
AMOUNT = PACKED_WORDS + 3  # of games
WIDTH = PACKED_WORDS + 4  # words of a game
GAMES = PACKED_WORDS + 5  # from here on addresses
MASKS, PLANES, REWARDS, DONE, TURNS = range(GAMES + 1, GAMES + 6)
FRAME_WORDS = TURNS + 1

# Words of a game.
OWN, OTHER, TURN, LINK, OPEN, MORE, RESULT, VIEWER = range(8)
BOARDS, CHOICES = 8, 9  # the keys of its boards and of its random moves
EPISODE = 10  # how many boards it was dealt before this one
DRAWN = 11  # how many random moves were drawn on this board
VALUES = 12

# Words of a frame of playouts, behind a packed setup and the way to deal.
BOARD_KEY = PACKED_WORDS + 3  # of all boards ...
CHOICE_KEY = PACKED_WORDS + 4  # ... and of all moves
TOTALS = PACKED_WORDS + 5  # draws, wins of the first, wins of the second, moves
TWIN_VALUES = PACKED_WORDS + 9  # the board of the second of two games
TWIN_LOWER = TWIN_VALUES + 64
PLAYOUT_WORDS = TWIN_LOWER + 64


def width_of(setup: Setup) -> int:
    """How many words a game has; lower neighbours are left out where nothing is taken."""
    return VALUES + setup.cells * (1 if setup.take == NOTHING else 2)


def way_to_deal(values: Values) -> Way:
    """How to deal a board of these values, a rule book's answer: three numbers for `deal`."""
    if isinstance(values, Between):
        return BETWEEN, values.low, values.high - values.low + 1
    return (SHUFFLED if values == "shuffled" else AS_IT_IS), 0, 0
