"""One game at the terminal: the loop, and what can be said at any prompt besides a move."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from fivesquare.background import Work
from fivesquare.books.explain import explain
from fivesquare.errors import FivesquareError
from fivesquare.match import Match, Step
from fivesquare.players import Luck, make_player, needs_solver
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.perfect import Perfect
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.solver import warm_up
from fivesquare.terminal.games import Kept, Moves, save_as
from fivesquare.terminal.screen import Screen, argument, called, filled, sentence
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import say_if_cold, warm_up_aloud
from fivesquare.terminal.worths import hint, verdict, worth_board


class Leave(Exception):  # noqa: N818
    """The person at the terminal wants to go."""


class TakeBack(Exception):  # noqa: N818
    """The person at the terminal wants a move back."""


class Command(NamedTuple):
    """Something to say at a prompt that is not a move."""

    summary: str
    run: Callable[["Session", str], None]


class Session:
    """A game between two seats, shown on a screen and kept in a file."""

    def __init__(
        self, position: Position, seats: tuple[str, str], screen: Screen, kept: Kept | None, seed: int
    ) -> None:
        self.screen = screen
        self.voice = voice_for(position.book, screen.paint)
        self.seats = seats
        self.kept = kept
        first, second = (
            make_player(seat, Luck(seed, name), self.ask)
            for seat, name in zip(seats, ("first", "second"), strict=True)
        )
        self.match = Match(
            replace(position, extra={**position.extra, "players": list(seats)}), first, second
        )
        self._been: set[Moves] = set()
        self._is_failing, self._was_kept = False, False
        self._warming: Work[None] | None = None
        self._was_asked = False
        self._remark = ""

    # --- The loop ---

    def play(self) -> None:
        """Play to the end of the game, or until somebody leaves."""
        self._keep()
        try:
            self._play_on()
        finally:
            if self._is_nothing_to_keep:
                self._forget()

    def _play_on(self) -> None:
        try:
            self._introduce()
            self._wake_solver()
            while not self.match.position.is_over:
                self._turn()
        except Leave:
            return
        except EOFError:
            self._say_how_to_resume()
            return
        except KeyboardInterrupt:
            if not self.match.to_act.is_person:  # nobody was asked: the terminal's ^C stands on this line
                self.screen.write()
            self._say_how_to_resume()
            raise
        self.screen.write(self.voice.ending(self.match.position))
        if self.kept is not None and not self._is_failing:
            file = argument(self.kept.path)
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
        self._keep()  # before it is acknowledged: what was seen to happen is on disk
        if not player.is_person:
            prompt = self.voice.prompt(step.before, not self._was_asked)
            self.screen.write(prompt + self.voice.typed(step.before, step.move))
            self._was_asked = True
            if player.remark:
                self.screen.write(f"({player.remark})")
        self._show(step)

    def _show(self, step: Step) -> None:
        self.screen.write(self.voice.answer(step, self._remark))
        self._remark = ""
        if step.after.in_chain:
            return
        self.screen.write(self.voice.after_turn(step.after))
        if step.skipped is not None:
            self.screen.write(self.voice.skipped(step.skipped))

    def _introduce(self) -> None:
        words = ", ".join(COMMANDS)
        self.screen.write(f"(At any prompt: {words}.)")
        if self.voice.hint:
            self.screen.write(f"({self.voice.hint})")
        if self.voice.balance():
            self.screen.write(f"({self.voice.balance()})")
        for name, seat in zip(self.voice.names, self.seats, strict=True):
            if seat != "human":
                self.screen.write(f"({name} is played by the computer: {seat}.)")
        self.screen.write()
        position = self.match.position
        board = self.voice.after_turn(position) if position.moves else self.voice.welcome(position)
        self.screen.write(board.lstrip("\n"))

    def _wake_solver(self) -> None:
        """If a player needs the solver, it gets ready while the board is being read.

        It takes a third of a second to import and seconds to compile the first time.
        """
        if any(map(needs_solver, self.seats)):
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

    # --- Keeping the game ---

    def _keep(self) -> bool:
        """Write the game down. Who plays is told once when that fails, and once when it works again."""
        self._been.add(self.match.position.moves)
        if self.kept is None:
            return False
        try:
            self.kept.save(self.match.position)
        except FivesquareError as error:
            if not self._is_failing:
                self.screen.warn(
                    f"The game cannot be kept: {error}. This is tried again after every move; "
                    "to keep it elsewhere type: save FILE"
                )
            self._is_failing = True
        else:
            if self._is_failing:
                self.screen.warn("The game is kept again.")
            self._is_failing, self._was_kept = False, True
        return not self._is_failing

    @property
    def _is_nothing_to_keep(self) -> bool:
        """Whether nobody has moved, and nobody has said where to keep the game."""
        return not self.match.position.moves and (self.kept is None or self.kept.is_ours)

    def _take_back(self) -> None:
        if not self.match.take_back():
            self.screen.write("There is no move to take back.\n")
            return
        self._keep()
        self.screen.write(f"Taken back.\n{self.voice.after_turn(self.match.position)}")

    def _say_how_to_resume(self) -> None:
        if self._is_nothing_to_keep:
            self.screen.write("Nobody has moved: the game is not kept.")
        elif self.kept is not None and self._keep():
            file = argument(self.kept.path)
            self.screen.write(f"The game is kept. Go on with: {called()} resume {file}")
        else:
            self._say_what_is_lost()

    def _say_what_is_lost(self) -> None:
        what = "The last moves are" if self._was_kept else "The game is"
        self.screen.write(f"{what} not kept.")

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
        self._advise(whole=False)

    def eval(self, _rest: str) -> None:
        """Show what every move is worth."""
        self._advise(whole=True)

    def _advise(self, whole: bool) -> None:
        warm_up_aloud(self.screen)
        position = self.match.position
        solution = self._adviser.solve(position)
        if solution is None:
            hunch = self._adviser.guess(position)
            self.screen.write(f"{hunch.move} looks best ({not_perfect(hunch)}).\n")
        elif whole:
            board = worth_board(position, solution, self.voice)
            self.screen.write(f"{board}\n{verdict(position, solution, self.voice)}\n")
        else:
            move = Perfect(Luck(0), self._adviser).choose(position)
            self.screen.write(f"Hint: {hint(position, solution, move, self.voice)}\n")

    @cached_property
    def _adviser(self) -> Adviser:
        return Adviser()

    def undo(self, _rest: str) -> None:
        """Take back your last move."""
        raise TakeBack

    def save(self, rest: str) -> None:
        """Save the game in a file."""
        if not rest:
            self.screen.write("Which file? Type: save FILE\n")
            return
        self._save_as(rest)

    def _save_as(self, name: str) -> Path | None:
        """The file in which the game is saved now; None, and a word about it, if it cannot be."""
        try:
            path = save_as(name, self.match.position, self._been, self.kept)
        except FivesquareError as error:
            self.screen.write(f"{sentence(error)}\n")
            return None
        self.screen.write(f"Saved. Go on at any time with: {called()} resume {argument(path)}\n")
        return path

    def quit(self, _rest: str) -> None:
        """Leave, and ask whether to save."""
        is_safe = self.kept is not None and not self.kept.is_ours and self._keep()
        if is_safe or self._is_nothing_to_keep:
            self._say_how_to_resume()
            raise Leave
        while True:
            answer = self.screen.ask("Save this game? (yes, no, or a file name) ").strip()
            if answer.lower() in ("n", "no"):
                if self.kept is None or not self.kept.is_ours:
                    self._say_what_is_lost()
                elif self._forget():
                    self.screen.write("The game is not kept.")
                raise Leave
            if answer.lower() in ("", "y", "yes"):
                if self._keep():
                    self._say_how_to_resume()
                    raise Leave
                self.screen.write("There is no place to keep it by itself: give a file name.")
                continue
            path = self._save_as(answer)
            if path is not None:
                if self.kept is not None and not self.kept.is_at(path):
                    self._forget()
                raise Leave

    def _forget(self) -> bool:
        """Remove the game from our own folder; False, and a word about it, if it cannot be."""
        if self.kept is not None and self.kept.is_ours:
            try:
                self.kept.remove()
            except FivesquareError as error:
                self.screen.warn(sentence(error))
                return False
        return True


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
