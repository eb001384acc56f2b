"""Conquer Squares, as its book speaks: a numbered menu of squares, and a board of brackets.

The book shows the board only before the first claim. Afterwards the shape of the brackets says whose
a square is, so that the values stay readable: [free], <Player 1>, {Player 2}.
"""

from fivesquare.board import cells_of, parse_cell
from fivesquare.engine import other_player
from fivesquare.errors import NotationError
from fivesquare.match import Step
from fivesquare.position import SWAP, Position, Reason
from fivesquare.terminal.screen import filled
from fivesquare.terminal.voices.base import Voice, paragraphs
from fivesquare.words.listener import capital, outcome_of

_LINES_OF_QUESTION = 5  # without the list
_BRACKETS = (("[", "]"), ("<", ">"), ("{", "}"))


class FifteenVoice(Voice):
    cell_word = "square"
    claim_word = "conquer"

    def board(self, position: Position) -> str:
        return self.lines(position, self._square, between="")

    def _square(self, position: Position, cell: int) -> str:
        return self.paint(self.owned(position, cell), position, cell)

    def owned(self, position: Position, cell: int) -> str:
        left, right = _BRACKETS[position.owner(cell)]
        return f"{left}{position.board.values[cell]}{right}"

    def key(self) -> str:
        return "[ ] unclaimed, < > Player 1, { } Player 2"

    def after_turn(self, position: Position) -> str:
        parts = (self.board(position), filled(self.key()), self.standing(position))
        return paragraphs("\n".join(part for part in parts if part))

    def prompt(self, position: Position, is_first: bool) -> str:
        player = position.state.turn
        lines = [
            f"{self.name(player)}'s Turn:",
            f"Your current score: {position.scores[player - 1]}",
            f"Your claimed squares: {self._claimed(position, player)}",
            self.menu(position),
        ]
        return "\n".join([*lines, self.prompt_again(position)])

    def _claimed(self, position: Position, player: int) -> str:
        """A player's squares in the order of claiming (fifteen-4); those of a setup come first."""
        claimed = [parse_cell(move, position.size) for move in position.moves if move != SWAP]
        cells = [*cells_of(position.origin.own | position.origin.other), *claimed]
        own = [self.place(position, cell) for cell in cells if position.owner(cell) == player]
        return ", ".join(own) or "none"

    def menu(self, position: Position, spare: int = 0) -> str:
        return "\n".join(["Available squares to conquer:", *self._listed(position, spare)])

    def _listed(self, position: Position, spare: int) -> list[str]:
        """The list as the book has it; in columns if it would push the board off the screen."""
        offered, room = self._offered(position, " - Value: {}"), self.room()
        if room is None:
            return offered
        columns, lines = room[0], max(1, room[1] - spare - self._beside_the_list(position))
        if len(offered) <= lines:
            return offered
        for form in (": {}", ""):  # shorter, and then without the values, which the board shows as well
            if _rows(offered, columns, lines) > lines:
                offered = self._offered(position, form)
        rows, width = _rows(offered, columns, lines), _width(offered)
        return [
            "".join(f"{entry:<{width}}" for entry in offered[row::rows]).rstrip() for row in range(rows)
        ]

    def _offered(self, position: Position, form: str) -> list[str]:
        cells = enumerate(cells_of(position.claims), 1)
        values = position.board.values
        return [
            f"{number}. {self.place(position, cell)}{form.format(values[cell])}" for number, cell in cells
        ]

    def _beside_the_list(self, position: Position) -> int:
        """The lines shown together with the list: the board, the score and the question."""
        shown = self.after_turn(position).strip("\n") if position.moves else self.board(position)
        is_again = bool(position.moves) and position.back().state.turn == position.state.turn
        told = self.skipped(position, other_player(position.state.turn)) if is_again else ""
        offer = filled(self.offer(position))
        counts = [part.count("\n") + 1 for part in (shown, told, offer) if part]
        return sum(counts) + 1 + _LINES_OF_QUESTION

    def prompt_again(self, position: Position) -> str:
        """The prompt without the list, which is already on screen."""
        return "Enter the number of the square you wish to conquer: "

    def typed(self, position: Position, move: str) -> str:
        return move if move == SWAP else str(position.legal.index(move) + 1)

    def swapped(self, step: Step) -> str:
        return (
            f"You have swapped: square {self.swappable(step.before)} is yours now.\n"
            f"Your new total score: {step.after.scores[step.player - 1]}"
        )

    def reply(self, step: Step) -> str:
        return (
            f"You have conquered square {self.place(step.before, step.cell)} with value {step.value}.\n"
            f"Your new total score: {step.after.scores[step.player - 1]}"
        )

    def claims(self, step: Step) -> str:
        total, conquers = step.after.scores[step.player - 1], self.verb(step.player, "conquers")
        place = self.place(step.before, step.cell)
        return f"{conquers} {place} with value {step.value}. Total score: {total}."

    def numbered(self, position: Position, number: int) -> int:
        """A number of the menu."""
        cells = tuple(cells_of(position.claims))
        if not 1 <= number <= len(cells):
            raise NotationError(f"The list goes from 1 to {len(cells)}.")
        return cells[number - 1]

    def claim_advice(self, position: Position) -> str:
        return f"Type a number from the list, or row and column, like {position.legal[0]}."

    def skip(self, player: int) -> str:
        return f"{self.who(player, 'has')} no valid moves and must pass."

    def over(self, position: Position) -> str:
        outcome = outcome_of(position)
        if outcome.reason == Reason.EXACT:
            return capital(f"{self.who(outcome.winner, 'has')} exactly {position.setup.target} points.")
        next_player = other_player(position.state.turn)
        passes = [
            self.skipped(position, player).rstrip("\n") for player in (next_player, position.state.turn)
        ]
        return "\n".join([*passes, "Both players have passed. The game ends."])

    def scores(self, position: Position) -> str:
        pairs = zip(self.names, position.scores, strict=True)
        return "\n".join(f"{name}'s Total Score: {score}" for name, score in pairs)

    def tally(self, position: Position) -> str:
        squares = [
            f"{name}'s claimed squares: {self._claimed(position, player)}"
            for player, name in enumerate(self.names, 1)
        ]
        return "\n".join([self.scores(position), *squares])


def _width(entries: list[str]) -> int:
    return max(map(len, entries)) + 2


def _rows(entries: list[str], columns: int, lines: int) -> int:
    """The rows of a list in the fewest columns that fit, or in as many as the screen has."""
    most = max(1, (columns + 1) // _width(entries))
    return -(-len(entries) // min(most, -(-len(entries) // lines)))
