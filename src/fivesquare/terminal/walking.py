"""A walk through a game that was gone over: on the board, move by move, with what each was worth.

Anywhere on the way one can ask for more: every move's worth, the perfect line, and to play on from there.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import PlayerError, many, quote
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.reviews import review as review_game
from fivesquare.solver import Solution
from fivesquare.terminal import games
from fivesquare.terminal.advising import Advice
from fivesquare.terminal.entry import read_number
from fivesquare.terminal.lines import answered, continued, told
from fivesquare.terminal.screen import Screen, filled, listed, sentence
from fivesquare.terminal.session import Setting
from fivesquare.terminal.verdicts import better, is_mistake, tinted
from fivesquare.terminal.voices import Voice, voice_for
from fivesquare.terminal.waiting import Teller, thinking, warm_up_aloud
from fivesquare.terminal.words import read_player
from fivesquare.terminal.worths import in_words

Choice = TypeVar("Choice")

_PROMPT = "[Enter: next; back, mistake, line, play, help]"
_USUAL = "3"
_MOST_LISTED = 12
_WORDS_TO_CANCEL = ("back", "b", "cancel", "c", "quit", "q")


class Command(NamedTuple):
    """Something to say on the way."""

    summary: str
    run: Callable[["Walk", str], None]
    takes_number: bool = False
    is_long: bool = False  # and Ctrl-C only puts an end to it


def go_over(game: Position, screen: Screen, seconds: float | None = None) -> Review:
    """What every move of a game was worth; whoever waits is told how far it is."""
    warm_up_aloud(screen)
    teller = Teller(screen)
    return review_game(
        game,
        seconds=seconds,
        progress=lambda done, total: teller.say(lambda: f"reviewing: {done} of {total} moves"),
    )


def scene(position: Position, voice: Voice) -> str:
    """The board, what its signs mean unless that is said once in a legend, and how it stands."""
    key = "" if voice.legend() else filled(voice.key())
    standing = [voice.standing(position)]
    if position.is_over:
        standing = [filled(voice.scores(position)), filled(voice.komi(position))]
    return "\n".join(part for part in (voice.board(position), key, *standing) if part)


def walk(review: Review, screen: Screen, style: str = "book") -> Setting | None:
    """Go through a game as the person at the screen likes; the game that is to be played on, if any is."""
    return Walk(review, screen, style).go()


class Walk:
    """Where somebody stands in a game."""

    def __init__(self, review: Review, screen: Screen, style: str = "book") -> None:
        self.review = review
        self.screen = screen
        self.style = style
        self.voice = voice_for(review.position.book, screen.paint, style, screen.room)
        self._positions = review.position.history()
        self._at = 0
        self._is_left = False
        self._setting: Setting | None = None

    # --- The loop ---

    def go(self) -> Setting | None:
        """Ask and answer until somebody leaves."""
        self.screen.write(filled(self._overview()) + "\n")
        self._draw()
        try:
            while not self._is_left:
                self._obey(self.screen.ask(filled(_PROMPT) + " ").strip())
        except EOFError:
            return None
        return self._setting

    def _obey(self, text: str) -> None:
        number = read_number(text)
        if number is not None:
            self._go_to(number)
            return
        command, rest = _found(text.lower())
        if command is None:
            self._say(
                f"{quote(text)} is nothing to type here. Type Enter for the next move, "
                f"a number from 0 to {self._end} for a move, or help."
            )
            return
        try:
            command.run(self, rest)
        except KeyboardInterrupt:
            if not command.is_long or not self.screen.is_terminal:
                raise
            self.__dict__.pop("_advice", None)  # it was left in the middle, and is not asked again
            self._say("\nInterrupted.")

    # --- What is shown ---

    @property
    def _position(self) -> Position:
        return self._positions[self._at]

    @property
    def _end(self) -> int:
        return len(self._positions) - 1

    @property
    def _mistakes(self) -> list[int]:
        return [move.number for move in self.review.moves if is_mistake(move)]

    def _overview(self) -> str:
        mistakes, turning = self._mistakes, self.review.turning_point
        text = f"{self.review.position.book.title}, {many(self._end, 'move')}."
        if not all(move.is_solved for move in self.review.moves):
            text += " Not every move was solved in time."
        elif self._end and not mistakes:
            text += " Nobody made a mistake."
        if mistakes:
            text += f" Mistakes: {_numbers(mistakes)}."
        if turning is not None:
            text += f" The turning point: {turning.number}."
        return "\n".join(part for part in (text, self.voice.legend(), self.voice.balance()) if part)

    def _draw(self) -> None:
        """The board, and the move that led to it with its verdict."""
        self.screen.write(scene(self._position, self.voice))
        text = filled(f"{self._moved()} {self._standing()}")
        if self._at:
            text = tinted(text, self.review.moves[self._at - 1], self.screen.tint)
        self.screen.write(f"{text}\n")

    def _say(self, text: str) -> None:
        self.screen.write(filled(text) + "\n")

    def _moved(self) -> str:
        """The move just made, and what it gave away."""
        if self._at == 0:
            return "The opening."
        move = self.review.moves[self._at - 1]
        before = self._positions[self._at - 1]
        step = Step(before, move.move, self._position)
        did = self.voice.did(step, self.voice.name(other_player(step.player)))
        text = f"Move {move.number} of {self._end}: {self.voice.name(step.player)} {did}"
        if step.skipped is not None:
            text += f" {self.voice.skip(step.skipped)}"
        best = better(before, move, self.voice)
        judged = f"{move.verdict}; best was {best}" if best else move.verdict
        return f"{text} {judged[:1].upper()}{judged[1:]}."

    def _standing(self) -> str:
        """What perfect play leads to from here, or how it has ended."""
        if self._position.is_over:
            return f"The game is over. {self.voice.result(self._position)}"
        worth = self.review.curve[self._at]
        name = self.voice.name(self._position.state.turn)
        known = "" if worth is None else f"With perfect play {in_words(worth, self.voice)}. "
        return f"{known}{name} is to act{self._how()}."

    def _how(self) -> str:
        position = self._position
        if position.in_chain:
            return f" again, beside {self.voice.place(position, position.state.link)}"
        return ", or to swap" if position.may_swap else ""

    # --- Going ---

    def _go_to(self, number: int) -> None:
        if number > self._end:
            self._say(f"There is no move {number}: the last is {self._end}, and 0 is the opening.")
            return
        self._at = number
        self._draw()

    def next(self, rest: str) -> None:
        """One move on, or so many."""
        if self._at == self._end:
            self._say("That was the last move. Type back, a number, line, play, or quit.")
            return
        self._go_to(min(self._end, self._at + (read_number(rest) or 1)))

    def back(self, rest: str) -> None:
        """One move back, or so many."""
        if self._at == 0:
            self._say("This is the opening. Type Enter for the first move, or last for the end.")
            return
        self._go_to(max(0, self._at - (read_number(rest) or 1)))

    def mistake(self, _rest: str) -> None:
        """To the next mistake."""
        later = [number for number in self._mistakes if number > self._at]
        if later:
            self._go_to(later[0])
        elif self._mistakes:
            self._say(f"No mistake comes after this. To see one again, type {_numbers(self._mistakes)}.")
        else:
            self._say(self._nothing_wrong())

    def turn(self, _rest: str) -> None:
        """To the turning point."""
        turning = self.review.turning_point
        if turning is None:
            self._say(self._nothing_wrong())
        else:
            self._go_to(turning.number)

    def _nothing_wrong(self) -> str:
        if all(move.is_solved for move in self.review.moves):
            return "Nobody made a mistake."
        return "No mistake is known; not every move was solved in time."

    def first(self, _rest: str) -> None:
        """To the opening."""
        self._go_to(0)

    def last(self, _rest: str) -> None:
        """To the end."""
        self._go_to(self._end)

    def show(self, _rest: str) -> None:
        """The board again."""
        self._draw()

    # --- Asking the solver ---

    def eval(self, _rest: str) -> None:
        """What every move is worth here."""
        position = self._position
        if position.is_over:
            self._say("The game is over here: no move is left.")
        elif not self._is_known:
            self._say("Not solved.")
        else:
            with thinking(self.screen, "Thinking ..."):
                text = self._evaluated()
            self.screen.write(f"{text}\n")

    def _evaluated(self) -> str:
        if self._at == self._end:
            return self._advice.eval(self._position)
        move = self.review.moves[self._at]
        solution = Solution(self._position, move.best_worth, move.best, move.alternatives)
        return self._advice.shown(solution, self._line(self._at))

    @property
    def _is_known(self) -> bool:
        """Whether it was found out what the position is worth."""
        if self._at < self._end:
            return self.review.moves[self._at].is_solved
        return self.review.curve[self._at] is not None

    @cached_property
    def _advice(self) -> Advice:
        return Advice(self.screen, self.voice)

    def line(self, _rest: str) -> None:
        """How it goes on with perfect play; after a mistake, how that is answered."""
        position, line = self._position, self._line(self._at)
        if position.is_over:
            self._say("The game is over here: nothing follows.")
        elif not line:
            self._say("Not solved.")
        else:
            refuted = (
                self._refuted(line) if self._at and is_mistake(self.review.moves[self._at - 1]) else ""
            )
            self._say(f"{refuted}From here, with perfect play: {told(position, line, self.voice)}.")

    def _refuted(self, line: Sequence[str]) -> str:
        """What answers the mistake that was just made, and what would have been right."""
        before, move = self._positions[self._at - 1], self.review.moves[self._at - 1]
        answer = answered(before, move.move, line, self.voice)
        known = self._line(self._at - 1)
        best = known[0] if known else move.best[0]
        then = f": {continued(before.play(best), known[1:], self.voice)}" if known else ""
        return f"{answer[:1].upper()}{answer[1:]}. Better was {self.voice.named(before, best)}{then}.\n"

    def _line(self, at: int) -> tuple[str, ...]:
        """A perfect continuation after so many moves; empty if none was found, or the game is over."""
        return self.review.moves[at - 1].line if at else self.review.line

    # --- Playing on ---

    def play(self, _rest: str) -> None:
        """Play on from here, as a new game."""
        if self._position.is_over:
            self._say("The game is over here. Go back first, then play on from there.")
            return
        seats = self._ask_seats()
        if seats is None:
            self._draw()
            return
        fresh = replace(self._position, extra={"seed": secrets.randbits(32)})
        self._setting = Setting(games.with_identity(fresh), seats, self.style)
        self._is_left = True
        self._say("A new game begins here; the one that you have walked through stays as it is.")

    def _ask_seats(self) -> tuple[str, str] | None:
        """Who plays on, and on which side; None if rather nobody does."""
        opponent = self._ask(
            f"Against whom? (level 1 to 10, perfect, or a friend; back) [{_USUAL}] ",
            lambda text: read_player(text or _USUAL),
        )
        if opponent is None:
            return None
        if opponent == "human":
            return "human", "human"
        acts = self._position.state.turn
        names = f"1: {self.voice.name(FIRST)}, 2: {self.voice.name(SECOND)}"
        side = self._ask(f"Which side is yours? ({names}) [{acts}] ", lambda text: _read_side(text, acts))
        if side is None:
            return None
        return ("human", opponent) if side == FIRST else (opponent, "human")

    def _ask(self, question: str, read: Callable[[str], Choice]) -> Choice | None:
        """An answer that can be used; None if there is to be none."""
        while True:
            text = self.screen.ask(filled(question) + " ").strip().lower()
            if text in _WORDS_TO_CANCEL:
                return None
            try:
                return read(text)
            except PlayerError as error:
                self.screen.write(filled(sentence(error)))

    # --- The rest ---

    def help(self, _rest: str) -> None:
        """Show what can be typed."""
        self.screen.write(filled("On the way you can type, by the first letter too:"))
        words = [(word, command.summary) for word, command in COMMANDS.items()]
        words.append((f"0 to {self._end}", "that move; 0 is the opening"))
        self.screen.write(f"{listed(words, 8)}\n")

    def quit(self, _rest: str) -> None:
        """Leave."""
        self._is_left = True


COMMANDS: dict[str, Command] = {
    "next": Command("one move on; Enter alone too", Walk.next, takes_number=True),
    "back": Command("one move back; back 3: three", Walk.back, takes_number=True),
    "mistake": Command("to the next mistake", Walk.mistake),
    "turn": Command("to the turning point", Walk.turn),
    "first": Command("to the opening", Walk.first),
    "last": Command("to the end", Walk.last),
    "eval": Command("what each move is worth here", Walk.eval, is_long=True),
    "line": Command("how it goes on, played best", Walk.line),
    "play": Command("play on here, as a new game", Walk.play),
    "show": Command("show the board again", Walk.show),
    "help": Command("show this", Walk.help),
    "quit": Command("leave", Walk.quit),
}
_OTHER_WORDS = {
    "": "next",
    "forward": "next",
    "next mistake": "mistake",
    "turning point": "turn",
    "start": "first",
    "end": "last",
    "l": "line",
    "?": "help",
    "exit": "quit",
}


def _found(text: str) -> tuple[Command | None, str]:
    """The command that is meant, by its first letters too, and the number behind it, if it takes one."""
    if text in _OTHER_WORDS:
        return COMMANDS[_OTHER_WORDS[text]], ""
    word, _, rest = text.partition(" ")
    for name, command in COMMANDS.items():
        if name.startswith(word) and (not rest or (command.takes_number and read_number(rest))):
            return command, rest
    return None, ""


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers of moves; only some of them, if there are many."""
    more = len(numbers) - _MOST_LISTED
    shown = ", ".join(map(str, numbers[:_MOST_LISTED]))
    return f"{shown} and {more} more" if more > 0 else shown


def _read_side(text: str, usual: int) -> int:
    """Which side to take."""
    sides = {"": usual, "1": FIRST, "first": FIRST, "2": SECOND, "second": SECOND}
    if text not in sides:
        raise PlayerError(f"{quote(text)} is no side: type 1 or 2")
    return sides[text]
