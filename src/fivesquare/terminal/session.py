"""One game at the terminal: the loop, and what can be said at any prompt besides a move."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from fivesquare.background import Work
from fivesquare.books.explain import explain
from fivesquare.errors import FivesquareError
from fivesquare.match import Match, Step
from fivesquare.players import Luck, find_player, make_player
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.solver import warm_up
from fivesquare.terminal.advising import Advice
from fivesquare.terminal.games import Kept
from fivesquare.terminal.keeping import Keeper
from fivesquare.terminal.screen import Screen, argument, called, filled
from fivesquare.terminal.seats import in_words
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import say_if_cold


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


class Session:
    """A game between two seats, shown on a screen and kept in a file."""

    def __init__(self, setting: Setting, screen: Screen, kept: Kept | None) -> None:
        position, seats, style = setting
        seed = position.extra.get("seed")
        seed = seed if isinstance(seed, int) else 0
        self.screen = screen
        self.voice = voice_for(position.book, screen.paint, style, screen.room)
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
        self._warming: Work[None] | None = None
        self._was_asked = False
        self._remark = ""

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
        except KeyboardInterrupt:
            if not self.match.to_act.is_person:  # nobody was asked: the terminal's ^C stands on this line
                self.screen.write()
            self.keeper.say_how_to_resume(self.match.position)
            raise
        self.screen.write(self.voice.ending(self.match.position))
        if self.keeper.kept is not None and self.keeper.is_safe:
            file = argument(self.keeper.kept.path)
            self.screen.write(f"\nShow it again: {called()} replay {file}")
            self.screen.write(f"What each move was worth: {called()} review {file}")

    def _turn(self) -> None:
        player = self.match.to_act
        if not player.is_person:
            self._await_solver()
        try:
            step = self.match.advance()
        except TakeBack:
            self._take_back()
            return
        self.keeper.keep(
            self.match.position
        )  # before it is acknowledged: what was seen to happen is on disk
        if player.is_person:
            self.screen.write(self.voice.answer(step, self._remark))
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
        words = ", ".join(COMMANDS)
        self.screen.write(f"(At any prompt: {words}.)")
        if self.voice.hint:
            self.screen.write(f"({self.voice.hint})")
        if self.voice.legend():
            self.screen.write(filled(f"({self.voice.legend()})"))
        if self.voice.balance():
            self.screen.write(f"({self.voice.balance()})")
        for name, seat in zip(self.voice.names, self.seats, strict=True):
            if seat != "human":
                self.screen.write(f"({name} is played by the computer: {in_words(seat)}.)")
        self.screen.write()
        position = self.match.position
        board = self.voice.after_turn(position) if position.moves else self.voice.welcome(position)
        self.screen.write(board.lstrip("\n"))

    def _wake_solver(self) -> None:
        """If a player needs the solver, it gets ready while the board is being read.

        It takes a third of a second to import and seconds to compile the first time.
        """
        if any(find_player(seat)[0].needs_solver for seat in self.seats):
            self._warming = Work(warm_up, "solver")

    def _await_solver(self) -> None:
        if self._warming is not None:
            if not self._warming.is_done:
                say_if_cold(self.screen)
            self._warming.result()
            self._warming = None

    # --- Asking a person ---

    def ask(self, position: Position) -> str:
        """A legal move from the person at the terminal; everything else is answered here."""
        if position.may_swap:
            self.screen.write(filled(self.voice.offer(position)))
        prompt = self.voice.prompt(position, not self._was_asked)
        while True:
            text = self.screen.ask(prompt)
            self._was_asked = True
            prompt = self.voice.prompt(position, is_first=False)
            word, *rest = text.split(maxsplit=1) or [""]
            command = COMMANDS.get(SHORT.get(word.lower(), word.lower()))
            if command is not None:
                command.run(self, rest[0].strip() if rest else "")
                continue
            try:
                move, self._remark = self.voice.read(position, text)
            except FivesquareError as error:
                self.screen.write(filled(str(error)))
                self.screen.write(filled(self.voice.advice(position)) + "\n")
                prompt = self.voice.prompt_again(position)
                continue
            return move

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
        for word, command in COMMANDS.items():
            self.screen.write(f"  {word:<10} {command.summary}")
        self.screen.write()

    def rules(self, _rest: str) -> None:
        """Explain the game."""
        self.screen.write(explain(self.match.position.book, self.match.position.size) + "\n")

    def score(self, _rest: str) -> None:
        """Show the board and the score."""
        position = self.match.position
        self.screen.write(f"{self.voice.board(position)}\n{self.voice.scores(position)}")
        if isinstance(position.book.balance, Komi):
            self.screen.write(f"({self.voice.balance()})")
        self.screen.write()

    def hint(self, _rest: str) -> None:
        """Show a best move, and why."""
        self.screen.write(self.advice.hint(self.match.position) + "\n")

    def eval(self, _rest: str) -> None:
        """Show what every move is worth."""
        self.screen.write(self.advice.eval(self.match.position) + "\n")

    def undo(self, _rest: str) -> None:
        """Take back your last move."""
        raise TakeBack

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        if not rest:
            self.screen.write("Which file? Type: save FILE\n")
            return
        self.keeper.save_as(rest, self.match.position)

    def quit(self, _rest: str) -> None:
        """Leave, and ask whether to save."""
        self.keeper.leave(self.match.position)
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
