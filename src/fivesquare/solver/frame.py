"""One array of words holds everything a search reads and writes; the search is handed its address.

    packed setup | control words | weights | levels of value | slice tables | lists of moves

A *slice table* gives a sum over any mask with one look per eight cells: it holds, for each byte of the
mask and each of its 256 contents, the sum of that byte's cells. Five sums are kept so: of the values, of
the key's digits, of values with alternating sign, and the unions of neighbours and lower neighbours.
"""

from array import array
from collections.abc import Sequence

from fivesquare.engine import Setup
from fivesquare.packed import PACKED_WORDS, Words, pack, signed

# Control words.
FLAGS = PACKED_WORDS  # which proofs hold in this game, as bits of model.py
KIND = FLAGS + 1  # the question: 0 for the margin alone, 1 if the last claim wins a tie
NODES = FLAGS + 2  # positions entered so far
LIMIT = FLAGS + 3  # the search pauses when NODES passes this; 0 stops it at once, from any thread
STATUS = FLAGS + 4  # why the search came back: DONE, PAUSED or FULL
TABLE = FLAGS + 5  # the address of the table
TABLE_BITS = FLAGS + 6  # two to this many slots
FILLED = FLAGS + 7  # slots in use
FILL_LIMIT = FLAGS + 8  # beyond this many the table should grow
KEY_BITS = FLAGS + 9  # bits of a key; 0 if keys are wide
BOUND_BITS = FLAGS + 10  # bits of one bound in an entry
SPAN = FLAGS + 11  # no position is worth more than this
TAGS = FLAGS + 12  # how many tags there are
DARK = FLAGS + 13  # the dark cells, if the board is coloured like a chessboard
MIRRORS = FLAGS + 14  # how many symmetries the board has, besides the identity
MIRRORED = FLAGS + 15  # symmetries are used up to this many owned cells
MARKS = FLAGS + 16  # the address of the marks of threads that search together (abdada.py); 0 if alone
NOTES = FLAGS + 17  # the address of the notes of a look ahead, while there is one
JUDGED = FLAGS + 18  # how many positions a look ahead had to judge
WEIGHTS = FLAGS + 19  # cell -> its move-ordering weight: how promising it looks before anything is known
LEVEL_MASKS = WEIGHTS + 64  # level, highest value first -> the cells of that value
LEVEL_VALUES = LEVEL_MASKS + 64
SLICES = LEVEL_VALUES + 64

DONE, PAUSED, FULL = range(3)

NO, YES, UNKNOWN = range(3)  # whether a win can be forced

MARKS_WORDS = 4096

MIRRORED_CELLS = 16  # beyond this many owned cells few positions have an image that was met before

SLICE = 256  # words for one byte of a mask
SLICE_TABLE = 8 * SLICE
SUMS = SLICES
DIGITS = SUMS + SLICE_TABLE
TURNS = DIGITS + SLICE_TABLE  # values with alternating sign, in the order of the cells
BESIDE = TURNS + SLICE_TABLE
LOWER = BESIDE + SLICE_TABLE
IMAGES = LOWER + SLICE_TABLE  # mask -> its image, one slice table a symmetry

# A job of many positions to be labelled (native/label.py):
#
#     control words | cells to cells of the search | and back | states, 4 words each | worths | values
NEXT = 0  # the first position that no thread has taken
AMOUNT = 1  # of the positions
MOVES = 2  # how many moves the game has, legal or not: so many values for each position
GOAL = 3  # of the rule book
MOST = 4  # no value is further from 0
INNER = 5  # cell -> cell of the search
OUTER = INNER + 64  # the inverse
LABEL_STATES = OUTER + 64
NOT_KNOWN = -(1 << 62)  # a worth not known yet, and the value of what is no move

# Entries of the transposition table, and notes of a look ahead; native/ draws them.
MOVE_BITS = 6
WIDE_WORDS = 4
NOTE_WORDS = 4
NOTE_BITS = 16  # two to this many notes: 2 MiB


def make_frame(setup: Setup, dark: int, mirrors: Sequence[Sequence[int]]) -> Words:
    """A frame for this game, without a table yet; `fill_slices` is still to fill the slice tables."""
    frame = array("q", bytes(8 * (moves_start(len(mirrors)) + _move_words(setup.cells))))
    frame[:PACKED_WORDS] = pack(setup)
    frame[DARK] = signed(dark)
    frame[MIRRORS] = len(mirrors)
    frame[MIRRORED] = MIRRORED_CELLS if mirrors else -1
    for number, mirror in enumerate(mirrors):
        for cell, image in enumerate(mirror):
            frame[IMAGES + number * SLICE_TABLE + slice_word(cell)] = signed(1 << image)
    levels: dict[int, int] = {}
    for cell, value in enumerate(setup.values):
        levels[value] = levels.get(value, 0) | 1 << cell
    for level, (value, cells) in enumerate(sorted(levels.items(), reverse=True)):
        frame[LEVEL_MASKS + level] = signed(cells)
        frame[LEVEL_VALUES + level] = value
    return frame


def slice_word(cell: int) -> int:
    """Where a slice table has what belongs to one cell alone."""
    return SLICE * (cell >> 3) + (1 << (cell & 7))


def moves_start(mirrors: int) -> int:
    """Where the lists of moves of the positions being searched begin, one behind the other."""
    return IMAGES + mirrors * SLICE_TABLE


def make_job(
    goal: int, most: int, moves: int, inner: Sequence[int], outer: Sequence[int], states: Sequence[int]
) -> Words:
    """A job of these states, packed one behind the other, of a game with so many moves."""
    amount = len(states) // 4
    job = array("q", [0, amount, moves, goal, most])
    for cells in (inner, outer):
        job.extend([*cells, *[0] * (64 - len(cells))])
    job.extend(states)
    job.extend(array("q", [NOT_KNOWN]) * (amount * (1 + moves)))
    return job


def label_worths(job: Words) -> slice:
    """Where a job has the worths of its positions; the values of their moves come behind them."""
    start = LABEL_STATES + 4 * job[AMOUNT]
    return slice(start, start + job[AMOUNT])


def _move_words(cells: int) -> int:
    """Each claim leaves one cell fewer to claim; inside a chain there are up to four more.

    Turns of two claims are pairs of neighbours, fewer than two for each cell.
    """
    return 3 * (cells + 1) * (cells + 8) // 2


def key_bits(cells: int, tags: int) -> int:
    """Bits of a narrow key; 0 if there is none."""
    bits = (tags * 3**cells - 1).bit_length()
    return bits if bits <= 63 else 0


def bound_bits(span: int) -> int:
    """A bound lies within a point of the span."""
    return (2 * span + 4).bit_length()


def fewest_table_bits(key: int, span: int) -> int:
    """The smallest table whose narrow entries, with keys of this many bits, fit into a word."""
    return key + 1 + MOVE_BITS + 2 * bound_bits(span) - 64
