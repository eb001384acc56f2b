"""How a game is described to a language model, and how its answers are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fivesquare.board import Size, parse_cell
from fivesquare.books.explain import paragraphs
from fivesquare.engine import NOBODY
from fivesquare.errors import NotationError, RecordError, many, quote
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.research.wording.places import Places, normal
from fivesquare.research.wording.renderings import RENDERINGS, Rendering, rendered
from fivesquare.research.wording.words import Words
from fivesquare.rulebook import Komi, RuleBook


@dataclass(frozen=True)
class Wording:
    """The names of the cells, the rendering of the board, and the words."""

    places: Places = field(default_factory=Places)
    rendering: Rendering = "grid"
    words: Words = field(default_factory=Words)

    def __post_init__(self) -> None:
        if not isinstance(self.places, Places) or not isinstance(self.words, Words):
            raise TypeError(f"a wording has Places and Words, not {quote((self.places, self.words))}")
        if self.rendering not in RENDERINGS:
            raise ValueError(f"a board is shown as {', '.join(RENDERINGS)}, not as {quote(self.rendering)}")

    # --- Telling ---

    def rules(self, book: RuleBook, size: Size) -> str:
        """The whole game in sentences, and what its words mean: they may be new to the reader."""
        rules = "\n\n".join(f"{title}: {text}" for title, text in paragraphs(book, size))
        beside = " Beside is directly above, below, left or right." if "beside" in rules else ""
        return self.words.told(f"Words: {_meanings(book)}{beside}\n\n{rules}")

    def board(self, position: Position, seat: int) -> str:
        """What is to be seen from a seat: the board with its owners, the scores, and whose turn it is."""
        board = rendered(self.rendering, position, self.places, self.words.marks)
        you = f"You are {_name(seat)} ({self.words.marks[seat - 1]})."
        return self.words.told(
            "\n\n".join([you, board, self._scores(position), self._situation(position, seat)])
        )

    def legal(self, position: Position) -> str:
        """The legal moves, in reading order."""
        moves = " ".join(self._name_of(position.size, move) for move in position.legal)
        return self.words.told(f"Legal moves: {moves}")

    def how_to_answer(self, position: Position) -> str:
        """The form of an answer. None of its own lines has that form: who repeats them chooses nothing."""
        told = [
            "The last line of your answer must be MOVE: and your move, and nothing else.",
            self.places.explained(position.size),
            f"To claim that cell, the line would be MOVE: {self.places.names(position.size)[1]}",
        ]
        if position.book.again == "chain":
            told.append("When you may claim one more cell and do not want to, answer MOVE: stop")
        if position.book.balance == "swap":
            told.append("When you may swap and want to, answer MOVE: swap")
        return self.words.told("\n".join([*told, "No other line of your answer may begin with MOVE:"]))

    def tell(self, position: Position, move: str) -> str:
        """A move as it is written in this wording; the inverse of `read`."""
        return self.words.told(self._name_of(position.size, move))

    def told(self, step: Step, seat: int) -> str:
        """What a move did, seen from a seat."""
        size, player = step.before.size, step.player
        who = "You" if player == seat else _at_the_front(_name(player))
        text = f"{who} played {self._name_of(size, step.move)}."
        if step.is_claim and step.taken:
            names = self.places.names(size)
            text += f" With it came {', '.join(names[cell] for cell in step.taken)}."
        if step.skipped is not None:
            skipped = (
                "You cannot claim and are"
                if step.skipped == seat
                else f"{_name(step.skipped)} cannot claim and is"
            )
            text += f" {_at_the_front(skipped)} skipped."
        return self.words.told(text)

    def refusal(self, position: Position, move: str) -> str | None:
        """Why a move is not legal here, in a sentence; None if it is."""
        refusal = position.refusal(move)
        if refusal is None:
            return None
        return self.words.told(f"{self._name_of(position.size, move)} {refusal}.")

    # --- Reading ---

    def read(self, position: Position, text: str) -> str:
        """The move that is written so, legal or not; NotationError if that is not a move at all."""
        text = normal(text)
        for move, written in ((STOP, self.words.stop), (SWAP, self.words.swap)):
            if text == normal(written):
                return move
        try:
            return position.all_moves[self.places.read(text, position.size)]
        except NotationError as error:
            problem, quoted, more = str(error).partition(quote(text))  # what was written stays as it is
            raise NotationError(self.words.told(problem) + quoted + self.words.told(more)) from None

    # --- As data ---

    def to_json(self) -> dict[str, Any]:
        return {"places": self.places.to_json(), "rendering": self.rendering, "words": self.words.to_json()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Wording":
        """The inverse of `to_json`."""
        try:
            return cls(Places.from_json(told["places"]), told["rendering"], Words.from_json(told["words"]))
        except (KeyError, TypeError) as error:
            raise RecordError(f"this is not a wording: {error}") from None

    @classmethod
    def drawn(cls, chance: Random) -> "Wording":
        return cls(Places.drawn(chance), chance.choice(RENDERINGS), Words.drawn(chance))

    # --- In plain words ---

    def _name_of(self, size: Size, move: str) -> str:
        return move if move in (STOP, SWAP) else self.places.names(size)[parse_cell(move, size)]

    def _scores(self, position: Position) -> str:
        unit = "cell" if position.book.goal == "majority" else "point"
        first, second = (many(number, unit) for number in position.totals)
        komi = position.book.balance
        more = f" + {komi.points:g} komi" if isinstance(komi, Komi) else ""
        return f"The first player has {first}, the second player {second}{more}."

    def _situation(self, position: Position, seat: int) -> str:
        if position.outcome is not None:
            winner = position.outcome.winner
            result = (
                "It is a draw"
                if winner == NOBODY
                else "You have won"
                if winner == seat
                else "You have lost"
            )
            return f"The game is over. {result} ({position.outcome.reason})."
        if position.turn != seat:
            return f"It is the turn of {_name(position.state.turn)}."
        if position.in_chain:
            link = self.places.names(position.size)[position.state.link]
            return (
                f"It is your turn: you have claimed {link} and may claim one more cell beside it, or stop."
            )
        return "It is your turn: claim a cell, or swap." if position.may_swap else "It is your turn."


def _meanings(book: RuleBook) -> str:
    """What the words of a game mean, as far as its book does not say so."""
    told = (
        "The two players are the first player and the second player, each the opponent of the other. "
        "The board is a grid of cells, and the number in a cell is its value. "
        "To claim a cell is to make it your own. A cell that nobody owns is free."
    )
    if book.reach == "edge":
        told += " The outer edge is the first and the last row and column."
    if book.goal == "majority":
        return told
    return f"{told} The values of the cells that you own, added together, are your sum, counted in points."


def _name(player: int) -> str:
    return "the first player" if player == 1 else "the second player"


def _at_the_front(text: str) -> str:
    return text[0].upper() + text[1:]


PLAIN = Wording()
