"""One game at the terminal: the loop, and the commands at any prompt."""

from collections.abc import Callable
from typing import ParamSpec

from fivesquare.errors import FivesquareError
from fivesquare.match import Step
from fivesquare.players import needs_solver
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.table.saved_games import Kept
from fivesquare.table.table import Surroundings, Table, TableSetting
from fivesquare.terminal.dialogue import Dialogue, command
from fivesquare.terminal.progress import begin_to_warm_up, thinking, warm_up_aloud
from fivesquare.terminal.save_prompt import NO, YES, SavePrompt, unquoted
from fivesquare.terminal.screen import Screen, Unanswered, filled, width
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.worth_board import evaluation_text
from fivesquare.words.players import in_words
from fivesquare.words.rules import in_short
from fivesquare.words.typed import read_pair, suggestion

P = ParamSpec("P")


class Leave(Exception):  # noqa: N818
    """The person at the terminal wants to go."""


class TakeBack(Exception):  # noqa: N818
    """The person at the terminal wants a move back."""


class Session(Dialogue):
    """A table shown line by line on a screen, in the voice of its book."""

    def __init__(self, setting: TableSetting, screen: Screen, kept: Kept | None) -> None:
        super().__init__(screen)
        position, self.seats = setting.position, setting.seats
        self.voice = voice_for(position.book, screen.paint, setting.style, screen.room, self.seats)
        surroundings = Surroundings(
            self.ask, lambda: warm_up_aloud(screen), lambda text: screen.write(filled(text)), screen.warn
        )
        self.table = Table(setting, kept, self.voice, surroundings)
        self.saving = SavePrompt(self.table.keeper, screen)
        self.wants_menu = False
        self._was_asked = False
        self._instead = ""  # what was typed instead of a move that the tutor objected to

    # --- The loop ---

    def play(self) -> None:
        """Play to the end of the game, or until the user leaves."""
        keeper = self.table.keeper
        keeper.keep(self.table.position)
        try:
            self._play_on()
        finally:
            if keeper.is_nothing(self.table.position):
                keeper.forget()

    def _play_on(self) -> None:
        try:
            self._introduce()
            self._wake_solver()
            while not self.table.position.is_over:
                self._turn()
        except Leave:
            return
        except EOFError:
            self.saving.say_how_to_resume(self.table.position)
            return
        except KeyboardInterrupt as interrupt:
            if not isinstance(interrupt, Unanswered):
                self.screen.write()
            self.saving.say_how_to_resume(self.table.position)
            raise Unanswered from None
        self.screen.tell(self.voice.ending(self.table.position))

    def _turn(self) -> None:
        player = self.table.to_act
        try:
            step = self.table.advance() if player.is_person else self._await_computer()
        except TakeBack:
            self._take_back()
            return
        if player.is_person:
            self.screen.tell(self.voice.answer(step))
        else:
            self.screen.write(self.voice.tell(step, self.seats, player.remark))
        self._show(step)

    def _show(self, step: Step) -> None:
        """Show the board after a move, and a skip."""
        if step.after.in_chain:
            return
        self.screen.write(self.voice.after_turn(step.after))
        if step.skipped is not None:
            self.screen.write(self.voice.skipped(step.after, step.skipped))

    def _introduce(self) -> None:
        told = [f"At any prompt: {', '.join(self.commands)}."]
        told += [self.voice.opening_note, self.voice.legend(), self.voice.balance()]
        you = f"You are {self.voice.name(self.voice.you)}. " if self.voice.you else ""
        told += [
            f"{you}{name} is played by the computer: {in_words(seat)}."
            for name, seat in zip(self.voice.names, self.seats, strict=True)
            if seat != "human"
        ]
        self.screen.write("".join(filled(f"({line})") + "\n" for line in told if line))
        position = self.table.position
        board = self.voice.after_turn(position) if position.moves else self.voice.welcome(position)
        self.screen.write(board.lstrip("\n"))

    def _wake_solver(self) -> None:
        """Load the solver, if it will be needed, while the board is being read."""
        if self.table.needs_solver:
            begin_to_warm_up()

    def _await_computer(self) -> Step:
        """The computer's move. Ctrl-C interrupts its thinking, not the game."""
        while True:
            try:
                if needs_solver(self.table.seat):
                    warm_up_aloud(self.screen)
                with thinking(self.screen, f"{self._to_act} is thinking ..."):
                    return self.table.advance()
            except KeyboardInterrupt:
                if not self.screen.is_terminal:
                    raise
                self._pause()

    def _pause(self) -> None:
        """After Ctrl-C in the computer's turn: any command works, but not a move."""
        self.screen.write(filled(f"\nInterrupted: {self._to_act} has not moved yet."))
        while True:
            text = self.screen.ask("(Enter lets it continue; undo, save, quit and so on work) ", None)
            if not text.strip():
                return
            if not self.obeys(text):
                self.screen.write("It is the computer's turn: press Enter, or type help.")

    @property
    def _to_act(self) -> str:
        """The player to move, in the book's words and in ours."""
        return self.voice.seated(self.table.position.state.turn, self.table.seat)

    # --- Asking a person ---

    def ask(self, position: Position) -> str:
        """A legal move from the person at the terminal; all other input is handled here."""
        if position.may_swap:
            self.screen.write(filled(self.voice.offer(position)))
        prompt = self.voice.prompt(position, not self._was_asked)
        while True:
            text = self._instead or self.screen.ask(prompt, None)
            self._instead = ""
            self._was_asked = True
            prompt = self.voice.prompt(position, is_first=False)
            if self.obeys(text):
                continue
            try:
                move = self.voice.read(position, text)
            except FivesquareError as error:
                self.screen.write(filled(f"{error}{_guess(text)}"))
                self.screen.write(filled(f"{self.voice.advice(position)}{_helping(text)}") + "\n")
                prompt = self.voice.prompt_again(position)
                continue
            if self._is_meant(position, move):
                return move

    def _is_meant(self, position: Position, move: str) -> bool:
        """Whether to make a move, after asking if the tutor objects."""
        objection = self._thought(self.table.objection, position, move) if self.table.tutor else ""
        if not objection:
            return objection is not None
        self.screen.write(filled(objection))
        question = "Play it anyway? (yes, no, or another move) "
        answer = self.screen.ask(question, "yes plays it; no asks again; or type another move.").strip()
        if answer.lower() in YES:
            return True
        self._instead = "" if answer.lower() in NO else answer
        if not self._instead:
            self.screen.write()
        return False

    def _thought(self, think: Callable[P, str], *arguments: P.args, **named: P.kwargs) -> str | None:
        """The result of thinking; None if Ctrl-C interrupted it, which does not end the game."""
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
        if not self.table.take_back():
            self.screen.write("There is no move to take back.\n")
            return
        self.screen.write(f"Taken back.\n{self.voice.after_turn(self.table.position)}")

    # --- Commands ---

    @command("show this", "?", "h")
    def help(self, _rest: str) -> None:
        """Show what can be typed."""
        if self.table.to_act.is_person:
            self.screen.write(filled(self.voice.advice(self.table.position)))
        self.screen.write("Besides a move you can type:")
        self.list_commands(10)

    @command("explain the game")
    def rules(self, _rest: str) -> None:
        """Explain the game."""
        position = self.table.position
        self.screen.write(in_short(position.book, position.size, width()) + "\n")

    @command("show the board and the score", "board")
    def score(self, _rest: str) -> None:
        """Show the board and the score."""
        position = self.table.position
        self.screen.write(self.voice.board(position))
        self.screen.tell(self.voice.tally(position))
        if isinstance(position.book.balance, Komi):
            self.screen.write(filled(f"({self.voice.balance()})"))
        self.screen.write()

    @command("list your legal moves, and the game so far")
    def moves(self, _rest: str) -> None:
        """List the legal moves, and those made so far."""
        position = self.table.position
        now = [self.voice.named(position, move) for move in position.legal]
        who = "You" if self.table.to_act.is_person else self._to_act
        self.screen.write(filled(f"{who} can play: {', '.join(now)}."))
        if position.moves:
            steps = zip(position.history(), position.moves, strict=False)
            made = [self.voice.named(before, move) for before, move in steps]
            self.screen.write(filled(f"Played so far: {', '.join(made)}."))
        self.screen.write()

    @command("show a best move, and why")
    def hint(self, _rest: str) -> None:
        """Show a best move, and why."""
        self._advise(lambda position: filled(self.table.advice.hint(position).sentence))

    @command("show what every move is worth")
    def eval(self, _rest: str) -> None:
        """Show what every move is worth."""
        self._advise(self._evaluation)

    def _evaluation(self, position: Position) -> str:
        return evaluation_text(self.table.advice.evaluate(position), self.voice, self.screen.tint)

    def _advise(self, advise: Callable[[Position], str]) -> None:
        advice = self._thought(advise, self.table.position)
        if advice is not None:
            self.screen.write(f"{advice}\n")

    @command("take back your last move")
    def undo(self, _rest: str) -> None:
        """Take back your last move."""
        raise TakeBack

    @command("save FILE: save the game in a file as well")
    def save(self, rest: str) -> None:
        """Save the game in a file."""
        if not rest:
            self.screen.write("Which file? Type: save FILE\n")
            return
        self.saving.save_as(unquoted(rest), self.table.position)

    @command("go to the menu; asks whether to save")
    def menu(self, _rest: str) -> None:
        """Ask whether to save, and go to the menu."""
        if self.saving.leave(self.table.position):
            self.wants_menu = True
            raise Leave

    @command("quit; asks whether to save", "q", "exit")
    def quit(self, _rest: str) -> None:
        """Ask whether to save, and quit."""
        if self.saving.leave(self.table.position):
            raise Leave


def _guess(text: str) -> str:
    """A suggestion for input that is neither a command nor a cell."""
    return suggestion(text, [*Session.commands, *Session.aliases]) if _is_word(text) else ""


def _helping(text: str) -> str:
    """A mention of help after a word, but not after a wrong number."""
    return " Or type help." if _is_word(text) else ""


def _is_word(text: str) -> bool:
    return read_pair(text) is None and any(letter.isalpha() for letter in text)
