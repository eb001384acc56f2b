"""The listener: what players, cells and moves are called in a sentence, and what a step did.

Every sentence is made by a function of a position and a listener. The terminal's voices are listeners that
add the books' own prompts and boards.
"""

from fivesquare.board import cell_name, cells_of, parse_cell
from fivesquare.engine import NOBODY, other_player
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Outcome, Position, Reason
from fivesquare.rulebook import RuleBook

_SECOND_PERSON = {"has": "have", "is": "are", "was": "were"}


class Listener:
    """The reader of sentences about games of one book; `you` is the player addressed, if any."""

    names: tuple[str, str] = ("Player 1", "Player 2")
    between = ", "
    """Separates the moves of a line."""

    dots = "..."
    """Replaces moves that are left out."""

    def __init__(self, book: RuleBook, you: int = NOBODY) -> None:
        self.book = book
        self.you = you

    # --- Names ---

    def name(self, player: int) -> str:
        return self.names[player - 1]

    def called(self, player: int) -> str:
        """A player in a sentence: "you" if addressed, else the book's name."""
        return "you" if player == self.you else self.name(player)

    def verb(self, player: int, verb: str) -> str:
        """A verb inflected for a player: "wins", but "win" after "you"."""
        return _SECOND_PERSON.get(verb, verb.removesuffix("s")) if player == self.you else verb

    def who(self, player: int, verb: str) -> str:
        """A player and a verb: "Player 1 wins", "you win"."""
        return f"{self.called(player)} {self.verb(player, verb)}"

    def place(self, position: Position, cell: int) -> str:
        return f"({cell_name(cell, position.size)})"

    def named(self, position: Position, move: str) -> str:
        """A move in a sentence: the place it claims, or its word."""
        return move if move in (STOP, SWAP) else self.place(position, parse_cell(move, position.size))

    def swappable(self, position: Position) -> str:
        """What a swap would bring, or has brought."""
        return self.between.join(self.place(position, cell) for cell in cells_of(position.state.other))

    def link(self, position: Position) -> str:
        """Inside a chain, the cell just claimed."""
        return self.place(position, position.state.link)

    # --- Steps and endings ---

    def did(self, step: Step) -> str:
        """What a move did, as the rest of a sentence that starts with the player."""
        if step.move == SWAP:
            swaps, owns = self.verb(step.player, "swaps"), self.verb(step.player, "owns")
            return f"{swaps} and {owns} {self.swappable(step.before)} now."
        return self.claims(step) if step.is_claim else self.stops(step.player)

    def stops(self, player: int) -> str:
        """That a player ends a chain, as the rest of a sentence."""
        return f"{self.verb(player, 'stops')}."

    def claims(self, step: Step) -> str:
        text = f"{self.verb(step.player, 'claims')} {self.place(step.before, step.cell)}"
        if self.book.values != "ones":
            text += f" worth {step.value}"
        if step.before.in_chain:
            text += f" as well, beside {self.link(step.before)}"
        if step.taken:
            places = self.between.join(self.place(step.before, cell) for cell in step.taken)
            victim = self.called(other_player(step.player))
            loss = f" from {victim}" if self.book.captures else ""
            text += f" and {self.verb(step.player, 'takes')} {places}{loss}"
        return f"{text}."

    def skip(self, player: int) -> str:
        """A sentence saying that a player could not claim."""
        return f"{self.called(player)} cannot claim and {self.verb(player, 'is')} skipped."

    def result(self, position: Position) -> str:
        outcome = outcome_of(position)
        if outcome.winner == NOBODY:
            return "It is a draw."
        wins = capital(self.who(outcome.winner, "wins"))
        if outcome.reason == Reason.TIE_LAST:
            name = capital(self.called(outcome.winner))
            return f"The scores are equal. {name} claimed last and {self.verb(outcome.winner, 'wins')}!"
        return f"The scores are equal. {wins}!" if outcome.reason == Reason.TIE_SECOND else f"{wins}!"


class BareListener(Listener):
    """Writes a cell as a move is written: 2,3 instead of (2,3)."""

    between = "; "

    def place(self, position: Position, cell: int) -> str:
        return cell_name(cell, position.size)


class NumberListener(BareListener):
    """Calls a cell by its number: "the 11", or "the 8 at 4,4" where another cell has an 8 too."""

    dots = "…"

    def __init__(self, book: RuleBook, you: int = NOBODY, names: tuple[str, str] = Listener.names) -> None:
        super().__init__(book, you)
        self.names = names

    def place(self, position: Position, cell: int) -> str:
        where = cell_name(cell, position.size)
        if position.book.values == "ones":
            return where
        values = position.board.values
        return f"the {values[cell]}" + ("" if values.count(values[cell]) == 1 else f" at {where}")


def capital(text: str) -> str:
    """Text with its first letter in upper case."""
    return f"{text[:1].upper()}{text[1:]}"


def outcome_of(position: Position) -> Outcome:
    """The outcome of a finished game."""
    assert position.outcome is not None
    return position.outcome
