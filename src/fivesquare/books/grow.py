"""Grid Capture (grow).

The board is 5x5. Each cell holds a random number from 1 to 9.

Player 1 starts, and the players take turns. Your first claim is any free cell on the outer edge. From
then on claim a free cell beside (up, down, left, right) one of your own. A player who cannot claim is
skipped.

The game ends when neither player can claim. The higher sum wins; if the sums are equal, the player who
claimed last wins.
"""

from fivesquare.board import Size
from fivesquare.rulebook import Between, RuleBook

BOOK = RuleBook(
    name="grow",
    title="Grid Capture",
    size=Size(5, 5),
    values=Between(1, 9),
    reach="edge",
    take="nothing",
    again="never",
    goal="points",
    tie="last",
)
