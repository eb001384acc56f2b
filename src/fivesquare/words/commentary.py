"""What is said at each place of a reviewed game: the move, its verdict, and what perfect play leads to."""

from collections.abc import Sequence

from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.words.lines import answered, continued, told
from fivesquare.words.listener import Listener, capital
from fivesquare.words.worths import better, in_words

_MOST_LISTED = 12

NO_MORE_TO_KNOW = "The game is over here: there are no moves left."
NOTHING_FOLLOWS = "The game is over here: nothing follows."
NOT_SOLVED = "Not solved."
IS_OVER = "The game is over here. Go back first, then play on from there."


class Commentary:
    """The sentences about a reviewed game; a place in it is the number of moves made."""

    def __init__(self, review: Review, listener: Listener) -> None:
        self.review = review
        self._listener = listener
        self._positions = review.position.history()

    @property
    def end(self) -> int:
        """The place after the last move."""
        return len(self._positions) - 1

    @property
    def mistakes(self) -> list[int]:
        """The numbers of the moves that were mistakes."""
        return [move.number for move in self.review.moves if move.is_mistake]

    @property
    def _is_solved(self) -> bool:
        return all(move.is_solved for move in self.review.moves)

    # --- About the whole game ---

    def overview(self) -> str:
        """The game, its mistakes and its turning point."""
        mistakes, turning = self.mistakes, self.review.turning_point
        text = f"{self.review.position.book.title}, {many(self.end, 'move')}."
        if not self._is_solved:
            text += " Not every move was solved in time."
        elif self.end and not mistakes:
            text += " No mistakes."
        if mistakes:
            text += f" Mistakes: {numbers(mistakes)}."
        if turning is not None:
            text += f" The turning point: {turning.number}."
        return text

    def nothing_wrong(self) -> str:
        """That there is no mistake, as far as is known."""
        if self._is_solved:
            return "No mistakes."
        return "No mistake is known; not every move was solved in time."

    def no_more(self) -> str:
        """That no mistake follows, and where to find the others."""
        if self.mistakes:
            return f"No more mistakes. To see one again, type {numbers(self.mistakes)}."
        return self.nothing_wrong()

    def accuracy(self, player: int) -> str:
        """A player's accuracy as a sentence; empty if no move mattered."""
        is_you = player == self._listener.you
        whose = "Your accuracy" if is_you else f"Accuracy of {self._listener.name(player)}"
        share = self.share(player)
        return f"{whose}: {share}." if share else ""

    def share(self, player: int) -> str:
        """A player's accuracy as a number: "83%"; empty if no move mattered."""
        accuracy = self.review.accuracy(player)
        return "" if accuracy is None else f"{accuracy:.0%}"

    # --- About a place ---

    def moved(self, at: int) -> str:
        """The move just made, and what it gave away; at the start, what that is."""
        if at == 0:
            return "The position as it was set up." if self._positions[0].is_set_up else "The opening."
        return f"Move {at} of {self.end}: {self.deed(at)} {self.judged(at)}"

    def deed(self, at: int) -> str:
        """Who made the move just made, and what it did."""
        return deed(
            Step(self._positions[at - 1], self._positions[at].moves[-1], self._positions[at]),
            self._listener,
        )

    def judged(self, at: int) -> str:
        """The verdict on the move just made, and what would have been best."""
        move = self.review.moves[at - 1]
        best = better(self._positions[at - 1], move, self._listener)
        return f"{capital(f'{move.verdict}; best was {best}' if best else move.verdict)}."

    def standing(self, at: int) -> str:
        """The result of perfect play from here, or how the game ended."""
        position = self._positions[at]
        if position.is_over:
            return f"The game is over. {self._listener.result(position)}"
        acts = capital(self._listener.who(position.state.turn, "is"))
        known = self.prospect(at)
        return f"{known}{' ' if known else ''}{acts} to act{self._how(position)}."

    def prospect(self, at: int) -> str:
        """The result of perfect play from here; empty if it is not known."""
        worth = self.review.curve[at]
        return "" if worth is None else f"With perfect play {in_words(worth, self._listener)}."

    def _how(self, position: Position) -> str:
        if position.in_chain:
            return f" again, beside {self._listener.place(position, position.state.link)}"
        return ", or to swap" if position.may_swap else ""

    # --- About lines ---

    def line(self, at: int) -> str:
        """Perfect play from here."""
        said = told(self._positions[at], self.review.line_after(at), self._listener)
        return f"From here, with perfect play: {said}."

    def refuted(self, at: int) -> str:
        """What answers the mistake just made."""
        before, move = self._positions[at - 1], self.review.moves[at - 1]
        return f"{capital(answered(before, move.move, self.review.line_after(at), self._listener))}."

    def improved(self, at: int) -> str:
        """What would have been right instead of the mistake just made, and best play after that."""
        before, known = self._positions[at - 1], self.review.line_after(at - 1)
        best = known[0] if known else self.review.moves[at - 1].best[0]
        then = f" {continued(before.play(best), known[1:], self._listener)}." if known else ""
        return f"Better was {self._listener.named(before, best)}.{then}"


def deed(step: Step, listener: Listener) -> str:
    """Who made a move, what it did, and who is skipped after it."""
    text = f"{listener.called(step.player)} {listener.did(step)}"
    return text if step.skipped is None else f"{text} {capital(listener.skip(step.skipped))}"


def progress(done: int, total: int) -> str:
    """How far a review has come."""
    return f"reviewing: {done} of {total} moves"


def numbers(those: Sequence[int]) -> str:
    """The numbers of moves, shortened if there are many."""
    more = len(those) - _MOST_LISTED
    shown = ", ".join(map(str, those[:_MOST_LISTED]))
    return f"{shown} and {more} more" if more > 0 else shown
