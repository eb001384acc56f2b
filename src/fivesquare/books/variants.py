"""Variants: fair games of the same space, beside the catalogue of five.

In the five books the first player wins nearly every board. In these each side wins about half of them, with
perfect play and between equals of every level. docs/fair.md tells how they were found and measured.
"""

from dataclasses import replace

from fivesquare.board import Size
from fivesquare.books import fifteen, grow
from fivesquare.rulebook import Exactly, RuleBook

VARIANTS: dict[str, RuleBook] = {
    "twenty-one": replace(
        fifteen.BOOK,
        name=None,
        like="fifteen",
        title="Twenty-one",
        take="lower-enemy",
        goal=Exactly(21),
    ),
    "forty-two": replace(
        fifteen.BOOK,
        name=None,
        like="fifteen",
        title="Forty-two",
        values="shuffled",
        take="lower-enemy",
        goal=Exactly(42),
        tie="draw",
    ),
    "raid": replace(
        grow.BOOK,
        name=None,
        like="grow",
        title="Raid",
        size=Size(4, 4),
        values="shuffled",
        take="lower-enemy",
    ),
}
"""A record writes each as a change to the book that it is like, so that every program can read it."""
