"""Capture Squares, with recapture (flip).

The board is 4x4. It holds the numbers 1 to 16, each once, in random order.

Player A starts, and the players take turns. On your turn claim any free cell. Every neighbour of it
(up, down, left, right) that belongs to your opponent and has a lower number becomes yours. A cell
may change hands any number of times.

The game ends when all cells are claimed. The higher sum of numbers wins; 68 to 68 is a draw.
"""

from fivesquare.board import Size
from fivesquare.rulebook import RuleBook

BOOK = RuleBook(
    name="flip",
    title="Capture Squares",
    size=Size(4, 4),
    values="shuffled",
    reach="anywhere",
    take="lower-enemy",
    again="never",
    goal="points",
    tie="draw",
)
