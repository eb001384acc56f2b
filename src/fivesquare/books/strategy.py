"""What helps to win each book of the catalogue, on the board that its book describes.

docs/NAME.md has the same list; a test keeps the two equal.
"""


def _tips(text: str) -> tuple[str, ...]:
    """The entries of a list, each in one line."""
    return tuple(" ".join(tip.split()) for tip in text.split("\n- ")[1:])


STRATEGY: dict[str, tuple[str, ...]] = {
    "flip": _tips(
        """
- The highest number that is still free can never be captured once you have claimed it: nothing higher
  is left to claim. Claiming it is always safe, and taking turns at that gives the first player 16 + 14
  + ... + 2 = 72 and the second 64.
- A cell is safe once no free neighbour has a higher number. Look for claims that are safe and capture
  something.
- A low number beside a free high one is a gift: the player who claims the high one takes both.
"""
    ),
    "sweep": _tips(
        """
- Add up what each square would bring, its lower neighbours included. The centre has four neighbours, a
  corner two.
- What you leave matters as much: a capture that splits the rest into single squares leaves your
  opponent only one square a turn.
- Few squares are left after two or three turns: count who will select last.
"""
    ),
    "grow": _tips(
        """
- Begin in the middle of an edge: on a thousand random boards almost nothing else ever won against
  perfect play.
- Cells that only you can still reach are yours for the rest of the game: leave them for later, and
  fight for the others first.
- A wall across the grid is worth more than a high number in a corner. Cut your opponent off from the
  large side.
- When each player's region is closed, only the sums count; equal sums go to the player who claims last,
  so count the cells as well.
"""
    ),
    "chain": _tips(
        """
- Begin anywhere but in a corner: with perfect play the first player wins from all 21 other cells, and
  loses from a corner.
- A chain claim doubles a turn, so always have a cell of your own with free cells around it.
- Declining a chain claim never helps: one more cell of your own cannot hurt you.
- Crowd your opponent's cells: a claim beside them takes away the free neighbour that the second claim
  needs.
"""
    ),
    "fifteen": _tips(
        """
- Begin in the middle: each of the four middle squares wins on more than four boards of ten, a corner on
  one of a hundred.
- Count backwards from 15: which two or three squares beside each other give exactly what you lack?
- Keep two ways to 15 open. Your opponent can only block one.
- Being stuck is a loss only if you are behind: sometimes 14 and a blocked opponent is enough. A tie is
  enough for Player 2.
"""
    ),
}
