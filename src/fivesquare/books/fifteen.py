"""Conquer Squares (fifteen).

The board is 4x4. Each square holds a random number from 1 to 5.

Player 1 starts, and the players take turns. Your first square may lie anywhere. From then on conquer a
free square beside (up, down, left, right) one of your own. You may never go above 15 points. A player
who cannot conquer a square passes.

The first to have exactly 15 points wins at once. If neither player can go on, the higher score wins;
if the scores are equal, Player 2.
"""

from fivesquare.board import Size
from fivesquare.rulebook import Between, Exactly, RuleBook

BOOK = RuleBook(
    name="fifteen",
    title="Conquer Squares",
    size=Size(4, 4),
    values=Between(1, 5),
    reach="adjacent",
    take="nothing",
    again="never",
    goal=Exactly(15),
    tie="second",
)
