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

_LARGE = 12  # free cells: what can be found out about fewer is not worth a mark
_ODD = 0x1E3779B97F4A7C15
_ODD_TOO = 0x3F58476D1CE4E5B9
_HALF = (1 << 32) - 1
_NEVER_0 = 1 << 62
_CELLS = (1 << 12) - 1  # of an entry in a list of moves
_PLACES = MARKS_WORDS - 1


@inlined
def marks_for(frame, setup, own, other, link):
    """The address of the marks, for a position whose moves are marked, else 0."""
    marks = look(frame, MARKS)
    if marks != 0 and (link != NONE or count(setup.full & ~(own | other)) < _LARGE):
        return 0
    return marks


@linked
def put_off(marks, key, moves, index, fresh):
    """Make the move at `index` one that nobody tries, if there is one before `fresh`.

    Those that others try go behind it, in front of the moves put off before, and all others keep their
    order. Returns where the moves begin that were put off.
    """
    while index < fresh:
        entry = look(moves, index)
        mark = _mark(key, entry)
        if look_shared(marks, mark & _PLACES) != mark:
            break
        fresh -= 1
        for place in range(index, fresh):
            store(moves, place, look(moves, place + 1))
        store(moves, fresh, entry)
    return fresh


@inlined
def begin(marks, key, entry):
    """Mark a move as being tried; the mark is what `end` wants."""
    mark = _mark(key, entry)
    store_shared(marks, mark & _PLACES, mark)
    return mark


@inlined
def end(marks, mark):
    """Take a mark back."""
    store_shared(marks, mark & _PLACES, 0)


@linked
def _mark(key, entry):
    """A number for a move in a position; hardly ever the same for two."""
    mark = (key.word + (entry & _CELLS) * _ODD_TOO) * _ODD
    return (mark ^ ((mark >> 32) & _HALF)) | _NEVER_0
