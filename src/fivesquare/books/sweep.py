"""Capture Squares, with removal (sweep).

The board is 3x3. It holds the numbers 1 to 9, each once, in random order.

Player 1 starts, and the players take turns. On your turn select any square that is left. You capture
it together with every square that is left beside it (up, down, left, right) and has a lower number.
Captured squares are gone; their numbers are your points.

The game ends when no square is left. The player with more points wins; 45 points cannot be halved.
"""

from fivesquare.board import Size
from fivesquare.rulebook import RuleBook

BOOK = RuleBook(
    name="sweep",
    title="Capture Squares",
    size=Size(3, 3),
    values="shuffled",
    reach="anywhere",
    take="lower-free",
    again="never",
    goal="points",
    tie="draw",
)
