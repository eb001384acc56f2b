"""One game at the terminal: the loop, and what can be said at any prompt besides a move."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, ParamSpec

from fivesquare.books.explain import explain
from fivesquare.errors import FivesquareError
from fivesquare.match import Match, Step
from fivesquare.players import Luck, make_player, needs_solver
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.terminal.advising import Advice
from fivesquare.terminal.games import Kept
from fivesquare.terminal.keeping import NO, YES, Keeper, unquoted
from fivesquare.terminal.screen import Screen, Unanswered, filled, listed, width
from fivesquare.terminal.seats import in_words
from fivesquare.terminal.tutoring import Tutor
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import begin_to_warm_up, thinking, warm_up_aloud

P = ParamSpec("P")


class Leave(Exception):  # noqa: N818
    """The person at the terminal wants to go."""


class TakeBack(Exception):  # noqa: N818
    """The person at the terminal wants a move back."""


class Command(NamedTuple):
    """Something to say at a prompt that is not a move."""

    summary: str
    run: Callable[["Session", str], None]


class Setting(NamedTuple):
    """What is settled before a game begins, or goes on."""

    position: Position
    seats: tuple[str, str]
    style: str = "book"
    tutor: float | None = None  # so many points are worth an objection; None: there is no tutor


class Session:
    """A game between two seats, shown on a screen and kept in a file."""

    def __init__(self, setting: Setting, screen: Screen, kept: Kept | None) -> None:
        position, seats = setting.position, setting.seats
        seed = position.extra.get("seed")
        seed = seed if isinstance(seed, int) else 0
        self.screen = screen
        self.voice = voice_for(position.book, screen.paint, setting.style, screen.room)
        self.seats = seats
        first, second = (
            make_player(seat, Luck(seed, name), self.ask)
            for seat, name in zip(seats, ("first", "second"), strict=True)
        )
        self.match = Match(
            replace(position, extra={**position.extra, "players": list(seats)}), first, second
        )
        self.keeper = Keeper(kept, screen)
        self.advice = Advice(screen, self.voice)
        self.tutor = (
            None if setting.tutor is None else Tutor(self.advice, self.voice, screen, setting.tutor)
        )
        self._was_asked = False
        self._remark = ""
        self._instead = ""  # what was typed for a move to which the tutor objected

    # --- The loop ---

    def play(self) -> None:
        """Play to the end of the game, or until somebody leaves."""
        self.keeper.keep(self.match.position)
        try:
            self._play_on()
        finally:
            if self.keeper.is_nothing(self.match.position):
                self.keeper.forget()

    def _play_on(self) -> None:
        try:
            self._introduce()
            self._wake_solver()
            while not self.match.position.is_over:
                self._turn()
        except Leave:
            return
        except EOFError:
            self.keeper.say_how_to_resume(self.match.position)
            return
        except KeyboardInterrupt as interrupt:
            if not isinstance(interrupt, Unanswered):
                self.screen.write()
            self.keeper.say_how_to_resume(self.match.position)
            raise Unanswered from None
        self.screen.tell(self.voice.ending(self.match.position))

    def _turn(self) -> None:
        player = self.match.to_act
        try:
            step = self.match.advance() if player.is_person else self._await_computer()
        except TakeBack:
            self._take_back()
            return
        self.keeper.keep(step.after)  # before it is acknowledged: what was seen to happen is on disk
        if player.is_person:
            self.screen.tell(self.voice.answer(step, self._remark))
            self._remark = ""
        else:
            self.screen.write(self.voice.tell(step, self.seats, player.remark))
        self._show(step)

    def _show(self, step: Step) -> None:
        """What follows a move, whoever made it."""
        if step.after.in_chain:
            return
        self.screen.write(self.voice.after_turn(step.after))
        if step.skipped is not None:
            self.screen.write(self.voice.skipped(step.after, step.skipped))

    def _introduce(self) -> None:
        told = [f"At any prompt: {', '.join(COMMANDS)}."]
        told += [self.voice.hint, self.voice.legend(), self.voice.balance()]
        told += [
            f"{name} is played by the computer: {in_words(seat)}."
            for name, seat in zip(self.voice.names, self.seats, strict=True)
            if seat != "human"
        ]
        self.screen.write("".join(filled(f"({line})") + "\n" for line in told if line))
        position = self.match.position
        board = self.voice.after_turn(position) if position.moves else self.voice.welcome(position)
        self.screen.write(board.lstrip("\n"))

    def _wake_solver(self) -> None:
        """If anybody needs the solver, it gets ready while the board is being read."""
        if self.tutor is not None or any(map(needs_solver, self.seats)):
            begin_to_warm_up()

    def _await_computer(self) -> Step:
        """The computer's move. Ctrl-C interrupts its thinking, not the game."""
        while True:
            try:
                if needs_solver(self._seat):
                    warm_up_aloud(self.screen)
                with thinking(self.screen, f"{self._to_act} is thinking ..."):
                    return self.match.advance()
            except KeyboardInterrupt:
                if not self.screen.is_terminal:
                    raise
                self._pause()

    def _pause(self) -> None:
        """Whoever stopped the computer's thinking may say anything but a move."""
        self.screen.write(filled(f"\nInterrupted: {self._to_act} has not moved yet."))
        while True:
            text = self.screen.ask("(Enter lets it go on; undo, save, quit and so on work) ")
            if not text.strip():
                return
            if not self._obeys(text):
                self.screen.write("It is the computer's turn.")

    @property
    def _seat(self) -> str:
        """The name of whoever acts, as players are named."""
        return self.seats[self.match.position.state.turn - 1]

    @property
    def _to_act(self) -> str:
        """Whoever acts, in the book's words and in ours."""
        return self.voice.seated(self.match.position.state.turn, self._seat)

    # --- Asking a person ---

    def ask(self, position: Position) -> str:
        """A legal move from the person at the terminal; everything else is answered here."""
        if position.may_swap:
            self.screen.write(filled(self.voice.offer(position)))
        prompt = self.voice.prompt(position, not self._was_asked)
        while True:
            text = self._instead or self.screen.ask(prompt)
            self._instead = ""
            self._was_asked = True
            prompt = self.voice.prompt(position, is_first=False)
            if self._obeys(text):
                continue
            try:
                move, self._remark = self.voice.read(position, text)
            except FivesquareError as error:
                self.screen.write(filled(str(error)))
                self.screen.write(filled(self.voice.advice(position)) + "\n")
                prompt = self.voice.prompt_again(position)
                continue
            if self._remark or self._is_meant(position, move):
                return move

    def _obeys(self, text: str) -> bool:
        """Whether a line was a command, which is done then."""
        word, *rest = text.split(maxsplit=1) or [""]
        command = COMMANDS.get(SHORT.get(word.lower(), word.lower()))
        if command is None:
            return False
        command.run(self, rest[0].strip() if rest else "")
        return True

    def _is_meant(self, position: Position, move: str) -> bool:
        """Whether a move is to be made although the tutor objects."""
        objection = "" if self.tutor is None else self._thought(self.tutor.objection, position, move)
        if not objection:
            return objection is not None
        self.screen.write(filled(objection))
        answer = self.screen.ask("Play it all the same? (yes, no, or another move) ").strip()
        if answer.lower() in YES:
            return True
        self._instead = "" if answer.lower() in NO else answer
        if not self._instead:
            self.screen.write()
        return False

    def _thought(self, think: Callable[P, str], *arguments: P.args, **named: P.kwargs) -> str | None:
        """What comes of thinking. Ctrl-C at a terminal interrupts that, not the game; None then."""
        try:
            warm_up_aloud(self.screen)
            with thinking(self.screen, "Thinking ..."):
                return think(*arguments, **named)
        except KeyboardInterrupt:
            if not self.screen.is_terminal:
                raise
            self.screen.write("\nInterrupted.\n")
            return None

    def _take_back(self) -> None:
        if not self.match.take_back():
            self.screen.write("There is no move to take back.\n")
            return
        self.keeper.keep(self.match.position)
        self.screen.write(f"Taken back.\n{self.voice.after_turn(self.match.position)}")

    # --- Commands ---

    def help(self, _rest: str) -> None:
        """Show what can be typed."""
        self.screen.write(filled(self.voice.advice(self.match.position)))
        self.screen.write("Besides a move you can type:")
        words = listed(((word, command.summary) for word, command in COMMANDS.items()), 10)
        self.screen.write(f"{words}\n")

    def rules(self, _rest: str) -> None:
        """Explain the game."""
        position = self.match.position
        self.screen.write(explain(position.book, position.size, width()) + "\n")

    def score(self, _rest: str) -> None:
        """Show the board and the score."""
        position = self.match.position
        self.screen.write(self.voice.board(position))
        self.screen.tell(self.voice.scores(position))
        if isinstance(position.book.balance, Komi):
            self.screen.write(filled(f"({self.voice.balance()})"))
        self.screen.write()

    def hint(self, _rest: str) -> None:
        """Show a best move, and why."""
        self._advise(self.advice.hint)

    def eval(self, _rest: str) -> None:
        """Show what every move is worth."""
        self._advise(self.advice.eval)

    def _advise(self, advise: Callable[[Position], str]) -> None:
        advice = self._thought(advise, self.match.position)
        if advice is not None:
            self.screen.write(f"{advice}\n")

    def undo(self, _rest: str) -> None:
        """Take back your last move."""
        raise TakeBack

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        if not rest:
            self.screen.write("Which file? Type: save FILE\n")
            return
        self.keeper.save_as(unquoted(rest), self.match.position)

    def quit(self, _rest: str) -> None:
        """Leave, and ask whether to save."""
        if self.keeper.leave(self.match.position):
            raise Leave


COMMANDS: dict[str, Command] = {
    "help": Command("show this", Session.help),
    "rules": Command("explain the game", Session.rules),
    "score": Command("show the board and the score", Session.score),
    "hint": Command("show a best move, and why", Session.hint),
    "eval": Command("show what every move is worth", Session.eval),
    "undo": Command("take back your last move", Session.undo),
    "save": Command("save FILE: keep the game in a file as well", Session.save),
    "quit": Command("leave; asks whether to save", Session.quit),
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
