"""Several threads that answer one question: who tries which moves.

All of them run the same search of the same position, each in a frame of its own, with one table. What one
has found the others read there. So all there is to arrange is that they do not look for the same thing at
the same time: a thread marks the move that it is trying, and puts off the moves that others have marked
until it has tried the rest. By then they are mostly in the table; if not, it goes in as well and helps,
where the same holds one move further down. The first move is never put off, for it mostly decides. This is
Weill's ABDADA (1996), with the marks in a list of their own, as Kerrigan has them.

A mark is only a hint. One that is lost, left over or mistaken for another changes the order of moves, and
the order changes no fact.
"""

from fivesquare.engine import NONE
from fivesquare.native.jit import count, inlined, linked, look, look_shared, store, store_shared
from fivesquare.solver.frame import MARKS, MARKS_WORDS

_LARGE = 20  # free cells: what can be found out about fewer is not worth a mark
_CELLS = (1 << 12) - 1  # of an entry in a list of moves
_PUT_OFF = -(1 << 62)  # an entry below this was put off

_ODD = 0x1E3779B97F4A7C15
_ODD_TOO = 0x3F58476D1CE4E5B9
_HALF = (1 << 32) - 1
_NEVER_0 = 1 << 62
_PLACES = MARKS_WORDS - 1


@inlined
def marks_for(frame, setup, own, other, link):
    """The address of the marks, for a position whose moves are marked, else 0."""
    marks = look(frame, MARKS)
    if marks != 0 and (link != NONE or count(setup.full & ~(own | other)) < _LARGE):
        return 0
    return marks


@linked
def begin(marks, key, moves, index, amount):
    """Make the move at `index` one that no thread tries, if any is left, and mark it.

    Those that others try go to the end of the list. Unless it is the first, which stays.
    """
    entry = look(moves, index)
    mark = _mark(key, entry)
    while index > 0 and entry > _PUT_OFF and look_shared(marks, mark & _PLACES) == mark:
        for place in range(index + 1, amount):
            store(moves, place - 1, look(moves, place))
        store(moves, amount - 1, (entry & _CELLS) + 2 * _PUT_OFF)
        entry = look(moves, index)
        mark = _mark(key, entry)
    store_shared(marks, mark & _PLACES, mark)


@linked
def end(marks, key, entry):
    """Take the mark of a move back."""
    store_shared(marks, _mark(key, entry) & _PLACES, 0)


@linked
def _mark(key, entry):
    """A number for a move in a position; hardly ever the same for two."""
    mark = (key.word + (entry & _CELLS) * _ODD_TOO) * _ODD
    return (mark ^ ((mark >> 32) & _HALF)) | _NEVER_0
