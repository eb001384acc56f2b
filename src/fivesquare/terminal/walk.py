"""A walk through a reviewed game: on the board, move by move, with what each move was worth.

At every move one can ask for the worth of all moves or the best line, or play on from there.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import PlayerError, did_you_mean, many, quote
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.reviews import review as review_game
from fivesquare.solver import Solution
from fivesquare.table import saved_games
from fivesquare.table.advice import Advice
from fivesquare.table.table import TableSetting
from fivesquare.terminal.dialogue import Command, Dialogue, command
from fivesquare.terminal.progress import Teller, thinking, warm_up_aloud
from fivesquare.terminal.review_report import tinted
from fivesquare.terminal.screen import Screen, filled, sentence
from fivesquare.terminal.voices import Voice, voice_for
from fivesquare.terminal.worth_board import evaluation_text
from fivesquare.words.lines import answered, continued, told
from fivesquare.words.listener import capital
from fivesquare.words.players import seats_of
from fivesquare.words.typed import read_number, read_player
from fivesquare.words.worths import better, in_words

Choice = TypeVar("Choice")

_PROMPT = "[Enter: next; back, mistake, line, play, help]"
_USUAL = "3"
_MOST_LISTED = 12
_WORDS_TO_CANCEL = ("back", "b", "cancel", "c", "quit", "q")


def go_over(game: Position, screen: Screen, seconds: float | None = None) -> Review:
    """Review a game, reporting progress."""
    warm_up_aloud(screen)
    teller = Teller(screen)
    return review_game(
        game,
        seconds=seconds,
        progress=lambda done, total: teller.say(lambda: f"reviewing: {done} of {total} moves"),
    )


def scene(position: Position, voice: Voice) -> str:
    """The board, its key unless a legend has explained it, and the score."""
    key = "" if voice.legend() else filled(voice.key())
    standing = [voice.standing(position)]
    if position.is_over:
        standing = [filled(voice.scores(position)), filled(voice.komi(position))]
    return "\n".join(part for part in (voice.board(position), key, *standing) if part)


def walk(review: Review, screen: Screen, style: str = "book") -> TableSetting | None:
    """ReviewWalk through a game; returns the game to play on from here, if the user wants one."""
    return ReviewWalk(review, screen, style).go()


class ReviewWalk(Dialogue):
    """A place in a reviewed game, and the commands there."""

    def __init__(self, review: Review, screen: Screen, style: str = "book") -> None:
        super().__init__(screen)
        self.review = review
        self.style = style
        game = review.position
        self.voice = voice_for(game.book, screen.paint, style, screen.room, seats_of(game))
        self._positions = review.position.history()
        self._at = 0
        self._is_left = False
        self._setting: TableSetting | None = None

    # --- The loop ---

    def go(self) -> TableSetting | None:
        """Ask and answer until the user leaves."""
        self.screen.write(filled(self._overview()) + "\n")
        self._draw()
        try:
            while not self._is_left:
                self._obey(self.screen.ask(filled(_PROMPT) + " ", None).strip())
        except EOFError:
            return None
        return self._setting

    def _obey(self, text: str) -> None:
        number = read_number(text)
        if number is not None:
            self._go_to(number)
            return
        found, rest = self._found(text.lower())
        if found is None:
            self.say(
                f"I don't know {quote(text)}{did_you_mean(text, self.commands)}. Enter shows the next "
                f"move, a number from 0 to {self._end} that move, and help what else you can type."
            )
            return
        try:
            found.run(self, rest)
        except KeyboardInterrupt:
            if not found.is_long or not self.screen.is_terminal:
                raise
            self.__dict__.pop("_advice", None)  # it was interrupted, and cannot be used again
            self.say("\nInterrupted.")

    def _found(self, text: str) -> tuple[Command | None, str]:
        """The command for a word or its first letters, and its number, if it takes one."""
        if text in self.aliases:
            return self.commands[self.aliases[text]], ""
        word, _, rest = text.partition(" ")
        for name, each in self.commands.items():
            if name.startswith(word) and (not rest or (each.takes_number and read_number(rest))):
                return each, rest
        return None, ""

    # --- What is shown ---

    @property
    def _position(self) -> Position:
        return self._positions[self._at]

    @property
    def _end(self) -> int:
        return len(self._positions) - 1

    @property
    def _mistakes(self) -> list[int]:
        return [move.number for move in self.review.moves if move.is_mistake]

    def _overview(self) -> str:
        mistakes, turning = self._mistakes, self.review.turning_point
        text = f"{self.review.position.book.title}, {many(self._end, 'move')}."
        if not all(move.is_solved for move in self.review.moves):
            text += " Not every move was solved in time."
        elif self._end and not mistakes:
            text += " No mistakes."
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

    def _moved(self) -> str:
        """The move just made, and what it gave away."""
        if self._at == 0:
            return "The position as it was set up." if self._position.is_set_up else "The opening."
        move = self.review.moves[self._at - 1]
        before = self._positions[self._at - 1]
        step = Step(before, move.move, self._position)
        who = self.voice.called(step.player)
        text = f"Move {move.number} of {self._end}: {who} {self.voice.did(step)}"
        if step.skipped is not None:
            text += f" {capital(self.voice.skip(step.skipped))}"
        best = better(before, move, self.voice)
        judged = f"{move.verdict}; best was {best}" if best else move.verdict
        return f"{text} {capital(judged)}."

    def _standing(self) -> str:
        """The result of perfect play from here, or how the game ended."""
        if self._position.is_over:
            return f"The game is over. {self.voice.result(self._position)}"
        worth = self.review.curve[self._at]
        acts = capital(self.voice.who(self._position.state.turn, "is"))
        known = "" if worth is None else f"With perfect play {in_words(worth, self.voice)}. "
        return f"{known}{acts} to act{self._how()}."

    def _how(self) -> str:
        position = self._position
        if position.in_chain:
            return f" again, beside {self.voice.place(position, position.state.link)}"
        return ", or to swap" if position.may_swap else ""

    # --- Going ---

    def _go_to(self, number: int) -> None:
        if number > self._end:
            self.say(f"There is no move {number}: the last is {self._end}; 0 is the opening.")
            return
        self._at = number
        self._draw()

    @command("go one move forward; Enter alone too", "", "forward", takes_number=True)
    def next(self, rest: str) -> None:
        """Go one move forward, or several."""
        if self._at == self._end:
            self.say("That was the last move. Type back, a number, line, play, or quit.")
            return
        self._go_to(min(self._end, self._at + (read_number(rest) or 1)))

    @command("go one move back; back 3: three", takes_number=True)
    def back(self, rest: str) -> None:
        """Go one move back, or several."""
        if self._at == 0:
            self.say("This is the opening. Press Enter for the first move, or type last for the end.")
            return
        self._go_to(max(0, self._at - (read_number(rest) or 1)))

    @command("go to the next mistake", "next mistake")
    def mistake(self, _rest: str) -> None:
        """Go to the next mistake."""
        later = [number for number in self._mistakes if number > self._at]
        if later:
            self._go_to(later[0])
        elif self._mistakes:
            self.say(f"No more mistakes. To see one again, type {_numbers(self._mistakes)}.")
        else:
            self.say(self._nothing_wrong())

    @command("go to the turning point", "turning point")
    def turn(self, _rest: str) -> None:
        """Go to the turning point."""
        turning = self.review.turning_point
        if turning is None:
            self.say(self._nothing_wrong())
        else:
            self._go_to(turning.number)

    def _nothing_wrong(self) -> str:
        if all(move.is_solved for move in self.review.moves):
            return "No mistakes."
        return "No mistake is known; not every move was solved in time."

    @command("go to the opening", "start")
    def first(self, _rest: str) -> None:
        """Go to the opening."""
        self._go_to(0)

    @command("go to the end", "end")
    def last(self, _rest: str) -> None:
        """Go to the end."""
        self._go_to(self._end)

    # --- Asking the solver ---

    @command("show what each move is worth here", is_long=True)
    def eval(self, _rest: str) -> None:
        """Show what every move is worth here."""
        position = self._position
        if position.is_over:
            self.say("The game is over here: there are no moves left.")
        elif not self._is_known:
            self.say("Not solved.")
        else:
            with thinking(self.screen, "Thinking ..."):
                text = self._evaluated()
            self.screen.write(f"{text}\n")

    def _evaluated(self) -> str:
        if self._at == self._end:
            evaluation = self._advice.evaluate(self._position)
        else:
            move = self.review.moves[self._at]
            solution = Solution(self._position, move.best_worth, move.best, move.alternatives)
            evaluation = self._advice.evaluated(solution, self._line(self._at))
        return evaluation_text(evaluation, self.voice, self.screen.tint)

    @property
    def _is_known(self) -> bool:
        """Whether the position was solved."""
        if self._at < self._end:
            return self.review.moves[self._at].is_solved
        return self.review.curve[self._at] is not None

    @cached_property
    def _advice(self) -> Advice:
        return Advice(self.voice, lambda: warm_up_aloud(self.screen))

    @command("show best play from here", "l")
    def line(self, _rest: str) -> None:
        """Show perfect play from here; after a mistake, what refutes it."""
        position, line = self._position, self._line(self._at)
        if position.is_over:
            self.say("The game is over here: nothing follows.")
        elif not line:
            self.say("Not solved.")
        else:
            refuted = self._refuted(line) if self._at and self.review.moves[self._at - 1].is_mistake else ""
            self.say(f"{refuted}From here, with perfect play: {told(position, line, self.voice)}.")

    def _refuted(self, line: Sequence[str]) -> str:
        """What refutes the mistake just made, and what would have been right."""
        before, move = self._positions[self._at - 1], self.review.moves[self._at - 1]
        answer = answered(before, move.move, line, self.voice)
        known = self._line(self._at - 1)
        best = known[0] if known else move.best[0]
        then = f" {continued(before.play(best), known[1:], self.voice)}." if known else ""
        return f"{capital(answer)}. Better was {self.voice.named(before, best)}.{then}\n"

    def _line(self, at: int) -> tuple[str, ...]:
        """Perfect play after `at` moves; empty if it was not solved, or the game is over."""
        return self.review.moves[at - 1].line if at else self.review.line

    # --- Playing on ---

    @command("play on from here, as a new game")
    def play(self, _rest: str) -> None:
        """Play on from here, as a new game."""
        if self._position.is_over:
            self.say("The game is over here. Go back first, then play on from there.")
            return
        seats = self._ask_seats()
        if seats is None:
            self._draw()
            return
        fresh = replace(self._position, extra={"seed": secrets.randbits(32)})
        self._setting = TableSetting(saved_games.with_identity(fresh), seats, self.style)
        self._is_left = True
        self.say("A new game starts here; the one you reviewed stays as it is.")

    def _ask_seats(self) -> tuple[str, str] | None:
        """Ask who plays on, and on which side; None if the user cancels."""
        opponent = self._ask(
            f"Against whom? (level 1 to 10, perfect, or a friend; back) [{_USUAL}] ",
            lambda text: read_player(text or _USUAL),
            "A number is a level: 1 has just read the rules, 10 is never wrong. perfect is never wrong "
            "either; friend is a second person at this keyboard. back returns to the walk.",
        )
        if opponent is None:
            return None
        if opponent == "human":
            return "human", "human"
        acts = self._position.state.turn
        names = f"1: {self.voice.name(FIRST)}, 2: {self.voice.name(SECOND)}"
        side = self._ask(
            f"Which side is yours? ({names}) [{acts}] ",
            lambda text: _read_side(text, acts),
            f"Type 1 or 2. It is {self.voice.name(acts)}'s turn here. back returns to the walk.",
        )
        if side is None:
            return None
        return ("human", opponent) if side == FIRST else (opponent, "human")

    def _ask(self, question: str, read: Callable[[str], Choice], advice: str) -> Choice | None:
        """A valid answer; None if the user cancels."""
        while True:
            text = self.screen.ask(filled(question) + " ", advice).strip().lower()
            if text in _WORDS_TO_CANCEL:
                return None
            try:
                return read(text)
            except PlayerError as error:
                self.screen.write(filled(f"{sentence(error)} Or type help."))

    # --- The rest ---

    @command("show the board again")
    def show(self, _rest: str) -> None:
        """Show the board again."""
        self._draw()

    @command("show this", "?")
    def help(self, _rest: str) -> None:
        """Show what can be typed."""
        self.screen.write(filled("You can type, by the first letter too:"))
        self.list_commands(8, [(f"0 to {self._end}", "that move; 0 is the opening")])

    @command("quit", "exit")
    def quit(self, _rest: str) -> None:
        """Quit."""
        self._is_left = True


def _numbers(numbers: Sequence[int]) -> str:
    """The numbers of moves, shortened if there are many."""
    more = len(numbers) - _MOST_LISTED
    shown = ", ".join(map(str, numbers[:_MOST_LISTED]))
    return f"{shown} and {more} more" if more > 0 else shown


def _read_side(text: str, usual: int) -> int:
    """Which side to take."""
    sides = {"": usual, "1": FIRST, "first": FIRST, "2": SECOND, "second": SECOND}
    if text not in sides:
        raise PlayerError(f"{quote(text)} is not a side: type 1 or 2")
    return sides[text]
