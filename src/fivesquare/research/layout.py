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

# How a board is dealt: one of these, and two numbers. LAID: the game's own words have the values already.
AS_IT_IS, SHUFFLED, BETWEEN, LAID = range(4)

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

# Words of a state that stands for itself: the first of a game, and the numbers of the legal moves.
LEGAL_MOVES = 7  # how many; NONE if the move to this state was not legal
LEGAL = 8
STATE_WORDS = LEGAL + 65  # 64 claims, or 63 and another move


def width_of(setup: Setup) -> int:
    """How many words a game has; lower neighbours are left out where nothing is taken."""
    return VALUES + setup.cells * (1 if setup.take == NOTHING else 2)


def way_to_deal(values: Values) -> Way:
    """How to deal a board of these values, a rule book's answer: three numbers for `deal`."""
    if isinstance(values, Between):
        return BETWEEN, values.low, values.high - values.low + 1
    return (SHUFFLED if values == "shuffled" else AS_IT_IS), 0, 0


# Words of the frame of a search tree, behind a packed setup.
TREE_NODES, TREE_ROOM, TREE_USED = range(PACKED_WORDS, PACKED_WORDS + 3)  # where, for how many, how many
TREE_KEY, TREE_DRAWN = PACKED_WORDS + 3, PACKED_WORDS + 4  # of its random games, and the words drawn so far
TREE_LOGS = PACKED_WORDS + 5  # where the logarithms of numbers are, in units
MARGIN_PERCENT = PACKED_WORDS + 6  # how much of a result is the margin, and not who has won
TREE_FRAME_WORDS = PACKED_WORDS + 7
NODE_WORDS = 8
NODE_OWN, NODE_OTHER, NODE_TURN, NODE_LINK = range(4)
NODE_CHILDREN, NODE_AMOUNT, NODE_VISITS, NODE_TOTAL = range(4, NODE_WORDS)
WIDEST_NODE = 70  # more children than any node has
MOST_MOVES = 200  # more than any game has
FULL_RESULT = 1 << 20  # a game won with all points
UNIT = 1 << 32  # of logarithms
