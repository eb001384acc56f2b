"""The rulings: what we decided where a book is silent or contradicts itself. Rule text beats examples.

docs/rulings.md is this list with its reasons; a test keeps the two equal.
"""

from typing import NamedTuple


class Ruling(NamedTuple):
    """A decision and its reason; one `of_prompts` is about what is shown and typed, not about the game."""

    id: str
    ruling: str
    reason: str
    of_prompts: bool = False

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
        of_prompts=True,
    ),
    Ruling(
        "flip-4",
        "Only cells that share an edge are neighbours.",
        "Turn 2 of the book's example checks (1,4) as if it were adjacent to (3,4). It is not, and nothing "
        "follows from it.",
    ),
    Ruling(
        "sweep-1",
        "Taking the lower neighbours is automatic.",
        'The book\'s Capture Phase says "captures the selected square and any eligible adjacent squares". '
        '"May" in the rule gives the right, and nothing ever asks.',
    ),
    Ruling(
        "sweep-2",
        "A square may also be named by its position, 1 to 9 in reading order, if it holds that very "
        "number; a lone number that may mean two squares is answered with where they are.",
        'The book labels the squares "positions 1 to 9 or coordinates" and then shows only coordinates. '
        "The numbers on the squares are 1 to 9 as well.",
        of_prompts=True,
    ),
    Ruling(
        "sweep-3",
        "Both totals stand in a line of their own after the turn score, before the grid.",
        "The book wants a cumulative total after each turn and shows none in its example, in which its "
        "prompt follows the grid.",
        of_prompts=True,
    ),
    Ruling(
        "sweep-4",
        "On boards whose numbers have an even total, equal sums are a draw.",
        "The 45 points of the book's board cannot be halved, so the book names no tie.",
    ),
    Ruling(
        "grow-1",
        "A player who cannot claim is skipped while the other still can; the game ends when neither can.",
        "The book ends the game only when neither player can move, and says nothing of one who is shut in.",
    ),
    Ruling(
        "grow-2",
        "The player in the first seat is Player 1; the option --toss and the menu can draw at random who "
        "that is.",
        "The book leaves it to chance or agreement who begins, and so do those of chain and fifteen.",
    ),
    Ruling(
        "chain-1",
        'The chain claim is optional: an empty line or "stop" declines it.',
        'The book says "you may immediately claim one additional cell", but shows no way to decline.',
    ),
    Ruling(
        "chain-2",
        "A cell that may not be claimed is refused at the chain prompt, the cells that may are named, and "
        "the player is asked again. Nothing is lost by it, at the terminal, in the browser and over HTTP.",
        'The book says "they must choose a different cell". The additional claim is forfeited only where '
        "there is no valid adjacent cell.",
    ),
    Ruling(
        "chain-3",
        "If no free cell lies beside the cell just claimed, the additional claim is forfeited: the turn "
        "ends, and the player is told why.",
        'The book says so: "without having a valid adjacent cell, they forfeit the additional claim".',
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
        "A pass is announced and made for the player, who need not type it.",
        "The book allows a pass only where there is nothing else to do.",
        of_prompts=True,
    ),
    Ruling(
        "fifteen-3",
        "A square whose value keeps the score at 15 or below may be chosen, as in step 6 of the example.",
        'That step says "cannot choose ... (still valid)" of a square and then chooses it: it is valid.',
    ),
    Ruling(
        "fifteen-4",
        "Angle brackets < > mark the first player's squares, braces { } the second's; claimed squares are "
        "listed in the order of claiming.",
        "The book shows no claimed square, and lists those of its example in the order of claiming.",
        of_prompts=True,
    ),
    Ruling(
        "all-1",
        "Invalid input is explained, with what would be right, and the same player is asked again. "
        "Nothing is lost.",
        "The books show no refusals, or only say that another cell must be chosen.",
        of_prompts=True,
    ),
    Ruling(
        "all-2",
        "A seat that the computer holds tells its turn in one line, in the third person, in the book's "
        "words for places and captures.",
        'The books describe two people at one keyboard; their prompts and answers ("You ...") are for '
        "people.",
        of_prompts=True,
    ),
    Ruling(
        "all-3",
        "Both scores stand in a line of their own after every turn. A sum that wins is named only where "
        "points can never be lost again, and a game is called decided only where that is proved.",
        "The books want running totals and say little about how to show them; in flip a player with more "
        "than half of the points can still lose.",
        of_prompts=True,
    ),
    Ruling(
        "all-4",
        "A cell may be typed as 2,3 or 2 3 or (2, 3) or row 2 column 3, in every game.",
        "Each book shows a form of its own, and none forbids another. The command reference lists what "
        "else is accepted.",
        of_prompts=True,
    ),
)


def rulings_for(book: str | None) -> tuple[Ruling, ...]:
    """The rulings about the rules of a book; none for one that is like no named book."""
    return tuple(ruling for ruling in RULINGS if ruling.book == book and not ruling.of_prompts)
