"""Capture Squares: A Two-Player Tactical Grid Game (chain).

The board is 5x5. All cells are alike.

Player 1 starts, and the players take turns. On your turn claim any free cell. If it lies beside (up,
down, left, right) a cell that you owned before, you may claim one more: a free cell beside the one
just claimed.

The first to own more than half of the cells, 13 of 25, wins at once.
"""

from fivesquare.board import Size
from fivesquare.rulebook import RuleBook

BOOK = RuleBook(
    name="chain",
    title="Capture Squares: A Two-Player Tactical Grid Game",
    size=Size(5, 5),
    values="ones",
    reach="anywhere",
    take="nothing",
    again="chain",
    goal="majority",
    tie="draw",
)
