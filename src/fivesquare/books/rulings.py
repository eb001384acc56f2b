"""The rulings: what we decided where a book is silent or contradicts itself. Rule text beats examples.

docs/rulings.md is this list with its reasons, and a test holds the two together.
"""

from typing import NamedTuple


class Ruling(NamedTuple):
    id: str
    ruling: str
    reason: str

    @property
    def book(self) -> str:
        """The book it is about, or "all"."""
        return self.id.partition("-")[0]


RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "flip-1",
        "A lower number never captures a higher one.",
        "The book's sample turn in which 1 captures 10 breaks the rule that the book states four times.",
    ),
    Ruling(
        "flip-2",
        "68 to 68 is a draw.",
        "The book says that a tie cannot happen, but 136 is even: about 2% of random games end 68 to 68.",
    ),
    Ruling(
        "flip-3",
        "Neighbours are checked and reported in reading order: up, left, right, down.",
        "The book names no order, and its own examples differ.",
    ),
    Ruling(
        "sweep-1",
        "Taking the lower neighbours is automatic.",
        'The book says "you may also capture" once, but "all adjacent numbers less than 9 are captured" '
        "in its example, and nowhere asks the player.",
    ),
    Ruling(
        "sweep-2",
        "A square may also be named by its position, 1 to 9 in reading order, if it holds that very "
        "number; a lone number that may mean two squares is answered with where they are.",
        'The book labels the squares "positions 1 to 9 or coordinates" and then shows only coordinates. '
        "The numbers on the squares are 1 to 9 as well.",
    ),
    Ruling(
        "sweep-3",
        "Both totals stand in a line of their own after the turn score, before the grid.",
        "The book wants a cumulative total after each turn and shows none in its example, in which its "
        "prompt follows the grid.",
    ),
    Ruling(
        "grow-1",
        "A player who cannot claim is skipped while the other still can; the game ends when neither can.",
        "The book ends the game only when neither player can move, and says nothing of one who is shut in.",
    ),
    Ruling(
        "grow-2",
        "Whoever sits in the first seat is Player 1; the option --toss draws lots.",
        "The book leaves it to chance or agreement who begins.",
    ),
    Ruling(
        "chain-1",
        'The chain claim is optional: an empty line or "stop" declines it.',
        'The book says "you may immediately claim one additional cell", but shows no way to decline.',
    ),
    Ruling(
        "chain-2",
        "A chain claim of a cell that may not be claimed forfeits the chain claim; text that names no cell "
        "of the board is asked for again.",
        "The book forfeits an invalid chain claim. A slip of the fingers is not a claim.",
    ),
    Ruling(
        "chain-3",
        "If no free cell lies beside the cell just claimed, the turn ends, and the player is told why.",
        "The book does not say what happens to a player who is eligible and has no cell to claim.",
    ),
    Ruling(
        "chain-4",
        "A majority ends the game at once, also after the first claim of a turn.",
        'The book says "immediately" in one place and "at the end of their turn" in another; '
        "the winner is the same.",
    ),
    Ruling(
        "chain-5",
        "On a board with an even number of cells, half and half is a draw.",
        "The book's board has 25 cells, where a tie is impossible.",
    ),
    Ruling(
        "fifteen-1",
        "Every square that the rules allow is offered.",
        "The option lists in the book's worked example leave out squares that its rules allow.",
    ),
    Ruling(
        "fifteen-2",
        "A pass is announced and made for the player; nobody is asked to type it.",
        "The book allows a pass only where there is nothing else to do.",
    ),
    Ruling(
        "all-1",
        "A line that cannot be used is answered with what is wrong and what would be right; the same "
        "player is asked again, and nothing is lost.",
        "The books show no refusals, or only say that another cell must be chosen.",
    ),
    Ruling(
        "all-2",
        "A seat that the computer holds tells its turn in one line, in the third person, in the book's "
        "words for places and captures.",
        'The books describe two people at one keyboard; their prompts and answers ("You ...") are for '
        "people.",
    ),
)


def rulings_for(book: str | None) -> tuple[Ruling, ...]:
    """The rulings about a book, and those about all."""
    return tuple(ruling for ruling in RULINGS if ruling.book in (book, "all"))
