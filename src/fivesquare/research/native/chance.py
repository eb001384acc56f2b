"""Chance as machine code: words of 64 bits, each found from a key and its number alone.

They are the words of SplitMix64 (Steele, Lea and Flood, 2014), whose state is a counter: word number `n` of
the stream that has this key is `mixed(key + (n + 1) * STEP)`. So any word can be drawn at any time, by any
thread, and a word can be the key of a stream below it.
"""

import numpy as np
from numpy.typing import NDArray

from fivesquare.native.jit import compiled, count, deposit, has_fast_deposit, inlined, lowest, store
from fivesquare.packed import signed

STEP = signed(0x9E3779B97F4A7C15)
_FIRST_FACTOR = signed(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = signed(0x94D049BB133111EB)
_33_BITS, _34_BITS, _37_BITS = ((1 << bits) - 1 for bits in (33, 34, 37))
_32_BITS = (1 << 32) - 1


@inlined
def word(key, number):
    """Word number `number` of the stream that has this key."""
    return mixed(key + (number + 1) * STEP)


def words_of(key: int, amount: int) -> NDArray[np.int64]:
    """The first words of the stream that has this key, as an array."""
    words = np.empty(amount, np.int64)
    _write_words(key, amount, words.ctypes.data)
    return words


@compiled
def _write_words(key, amount, place):
    for number in range(amount):
        store(place, number, word(key, number))


@inlined
def mixed(counter):
    """What SplitMix64 makes of its counter. An arithmetic shift draws in signs, which the masks cut off."""
    half = (counter ^ (counter >> 30 & _34_BITS)) * _FIRST_FACTOR
    whole = (half ^ (half >> 27 & _37_BITS)) * _SECOND_FACTOR
    return whole ^ (whole >> 31 & _33_BITS)


@inlined
def below(bound, drawn):
    """A number from 0 up to, not including, a small `bound`, from the upper half of a word."""
    return (drawn >> 32 & _32_BITS) * bound >> 32


@inlined
def nth_by_deposit(mask, number):
    """The cell that has this many cells of the mask before it."""
    return lowest(deposit(1 << number, mask))


@inlined
def nth_by_halves(mask, number):
    """The same on any processor: is it in the lower or the upper half, and then again."""
    cell = 0
    for width in (32, 16, 8, 4, 2, 1):
        below_here = count(mask & ((1 << width) - 1))
        is_above = int(number >= below_here)
        number -= below_here * is_above
        mask >>= width * is_above
        cell += width * is_above
    return cell


nth = nth_by_deposit if has_fast_deposit() else nth_by_halves
