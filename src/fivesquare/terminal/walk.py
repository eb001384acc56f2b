"""A walk through a reviewed game: on the board, move by move, with what each move was worth.

At every move one can ask for the worth of all moves or the best line, or play on from there.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import PlayerError, did_you_mean, quote
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.reviews import review as review_game
from fivesquare.table.advice import Advice
from fivesquare.table.continuation import played_on, seats_against
from fivesquare.table.table import TableSetting
from fivesquare.terminal.dialogue import Command, Dialogue, command
from fivesquare.terminal.progress import Teller, thinking, warm_up_aloud
from fivesquare.terminal.review_report import tinted
from fivesquare.terminal.screen import Screen, filled, sentence
from fivesquare.terminal.voices import Voice, voice_for
from fivesquare.terminal.worth_board import evaluation_text
from fivesquare.words import commentary
from fivesquare.words.commentary import Commentary
from fivesquare.words.players import PERSON, seats_of
from fivesquare.words.typed import read_number, read_player

Choice = TypeVar("Choice")

_PROMPT = "[Enter: next; back, mistake, line, play, help]"
_USUAL = "3"
_WORDS_TO_CANCEL = ("back", "b", "cancel", "c", "quit", "q")


def go_over(game: Position, screen: Screen, seconds: float | None = None) -> Review:
    """Review a game, reporting progress."""
    warm_up_aloud(screen)
    teller = Teller(screen)
    return review_game(
        game,
        seconds=seconds,
        progress=lambda done, total: teller.say(lambda: commentary.progress(done, total)),
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
        self.commentary = Commentary(review, self.voice)
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

    def _overview(self) -> str:
        told = self.commentary.overview()
        return "\n".join(part for part in (told, self.voice.legend(), self.voice.balance()) if part)

    def _draw(self) -> None:
        """The board, and the move that led to it with its verdict."""
        self.screen.write(scene(self._position, self.voice))
        text = filled(f"{self.commentary.moved(self._at)} {self.commentary.standing(self._at)}")
        if self._at:
            text = tinted(text, self.review.moves[self._at - 1], self.screen.tint)
        self.screen.write(f"{text}\n")

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
        later = [number for number in self.commentary.mistakes if number > self._at]
        if later:
            self._go_to(later[0])
        else:
            self.say(self.commentary.no_more())

    @command("go to the turning point", "turning point")
    def turn(self, _rest: str) -> None:
        """Go to the turning point."""
        turning = self.review.turning_point
        if turning is None:
            self.say(self.commentary.nothing_wrong())
        else:
            self._go_to(turning.number)

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
            self.say(commentary.NO_MORE_TO_KNOW)
        elif not self._is_known:
            self.say(commentary.NOT_SOLVED)
        else:
            with thinking(self.screen, "Thinking ..."):
                text = self._evaluated()
            self.screen.write(f"{text}\n")

    def _evaluated(self) -> str:
        solution = self.review.solution_after(self._at)
        if solution is None:
            evaluation = self._advice.evaluate(self._position)
        else:
            evaluation = self._advice.evaluated(solution, self.review.line_after(self._at))
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
        if self._position.is_over:
            self.say(commentary.NOTHING_FOLLOWS)
        elif not self.review.line_after(self._at):
            self.say(commentary.NOT_SOLVED)
        else:
            is_mistake = self._at > 0 and self.review.moves[self._at - 1].is_mistake
            self.say(f"{self._refuted() if is_mistake else ''}{self.commentary.line(self._at)}")

    def _refuted(self) -> str:
        """What refutes the mistake just made, and what would have been right."""
        return f"{self.commentary.refuted(self._at)} {self.commentary.improved(self._at)}\n"

    # --- Playing on ---

    @command("play on from here, as a new game")
    def play(self, _rest: str) -> None:
        """Play on from here, as a new game."""
        if self._position.is_over:
            self.say(commentary.IS_OVER)
            return
        seats = self._ask_seats()
        if seats is None:
            self._draw()
            return
        self._setting = played_on(self._position, seats, self.style)
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
        if opponent == PERSON:
            return PERSON, PERSON
        acts = self._position.state.turn
        names = f"1: {self.voice.name(FIRST)}, 2: {self.voice.name(SECOND)}"
        side = self._ask(
            f"Which side is yours? ({names}) [{acts}] ",
            lambda text: _read_side(text, acts),
            f"Type 1 or 2. It is {self.voice.name(acts)}'s turn here. back returns to the walk.",
        )
        return None if side is None else seats_against(opponent, side)

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


def _read_side(text: str, usual: int) -> int:
    """Which side to take."""
    sides = {"": usual, "1": FIRST, "first": FIRST, "2": SECOND, "second": SECOND}
    if text not in sides:
        raise PlayerError(f"{quote(text)} is not a side: type 1 or 2")
    return sides[text]
