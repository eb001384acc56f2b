"""How many bits and words an entry of the table takes, and a note of a look ahead; native/ draws them."""

MOVE_BITS = 6
WIDE_WORDS = 4

NOTE_WORDS = 4
NOTE_BITS = 16  # two to this many notes: 2 MiB


def key_bits(cells: int, tags: int) -> int:
    """Bits of a narrow key; 0 if there is none."""
    bits = (tags * 3**cells - 1).bit_length()
    return bits if bits <= 63 else 0


def bound_bits(span: int) -> int:
    """A bound lies within a point of the span."""
    return (2 * span + 4).bit_length()


def fewest_table_bits(key: int, span: int) -> int:
    """The smallest table whose narrow entries, with keys of so many bits, fit into a word."""
    return key + 1 + MOVE_BITS + 2 * bound_bits(span) - 64
