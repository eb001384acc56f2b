"""Puzzles at a prompt: an endless series, or the mistakes of a game."""

import secrets
from collections.abc import Callable, Iterator

from fivesquare.errors import FivesquareError, NotationError, quote
from fivesquare.position import Position
from fivesquare.puzzles import Difficulty, next_seed
from fivesquare.table.puzzle_supply import SEED_BITS, USUAL, PuzzleAttempt, PuzzleTally, mistakes, posed
from fivesquare.terminal.dialogue import Dialogue, command
from fivesquare.terminal.progress import Teller, thinking, warm_up_aloud
from fivesquare.terminal.screen import Screen, filled, width
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.walk import go_over, scene
from fivesquare.words.questions import NO_MISTAKES, Question, judged, question_of, searching, shown
from fivesquare.words.rules import in_short
from fivesquare.words.typed import suggestion

_TASK = 7  # lines of the question, which a game does not have
_NEXT = "Enter for the next, or quit: "
_NEXT_ADVICE = "Enter shows the next puzzle; quit quits."


def pose_puzzles(
    screen: Screen,
    name: str | None = None,
    seed: int | None = None,
    difficulty: Difficulty = USUAL,
    style: str = "book",
) -> None:
    """Pose puzzles of one book, or of any, until the user quits."""
    warm_up_aloud(screen)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    Series(screen, style).pose(_puzzles(screen, name, seed, difficulty))


def _puzzles(screen: Screen, name: str | None, seed: int, difficulty: Difficulty) -> Iterator[Question]:
    """An endless series, determined by the seed. Each puzzle is also the first of its own series."""
    while True:
        yield posed(name, seed, difficulty, _searching(Teller(screen)))
        seed = next_seed(seed)


def _searching(teller: Teller) -> Callable[[int], None]:
    return lambda tried: teller.say(lambda: searching(tried))


def pose_lessons(screen: Screen, game: Position, style: str = "book") -> None:
    """Pose the mistakes of a game as puzzles."""
    found, whose = mistakes(go_over(game, screen))
    if not found:
        screen.write(filled(NO_MISTAKES))
        return
    voice = voice_for(game.book, screen.paint, style)
    numbered = enumerate(found, 1)
    questions = (question_of(each, f"{whose} {number} of {len(found)}", voice) for number, each in numbered)
    Series(screen, style).pose(questions, len(found))


# --- A series ---


class Series:
    """A series of questions, and its score."""

    def __init__(self, screen: Screen, style: str = "book") -> None:
        self.screen = screen
        self.style = style
        self.tally = PuzzleTally()
        self._is_told = True

    def pose(self, questions: Iterator[Question], count: int | None = None) -> None:
        """Ask until the user quits, or all `count` questions have been asked."""
        try:
            for number, each in enumerate(questions, 1):
                self._is_told = False
                asked = Posed(each, self.screen, self.tally, self.style)
                asked.ask()
                if asked.is_left or number == count or not (asked.is_skipped or self._goes_on()):
                    break
        except EOFError:
            pass
        if self.tally.tried and not self._is_told:
            self.screen.write(filled(str(self.tally)))

    def _goes_on(self) -> bool:
        """Show the score; whether the user wants another question."""
        if self.tally.tried:
            self.screen.write(filled(str(self.tally)))
            self._is_told = True
        while True:
            word = self.screen.ask(_NEXT, _NEXT_ADVICE).strip().lower()
            if Posed.aliases.get(word, word) == "quit":
                return False
            if word in ("", "next", "n"):
                self.screen.write()
                return True
            self.screen.write(filled(f"I don't know {quote(word)}. {_NEXT_ADVICE} Or type help."))


# --- One question ---


class Posed(Dialogue):
    """One question, until it is solved, shown, skipped or left."""

    offers = "Type your move, or hint, show, skip, help, quit."

    def __init__(self, question: Question, screen: Screen, tally: PuzzleTally, style: str = "book") -> None:
        super().__init__(screen)
        self.question = question
        self.position = question.position
        self.tally = tally
        self.voice = voice_for(question.position.book, screen.paint, style, screen.room)
        self._attempt = PuzzleAttempt(question, tally)
        self._is_done = False
        self.is_skipped, self.is_left = False, False

    def ask(self) -> None:
        """Ask until there is nothing left to ask."""
        self.screen.write(f"{filled(self.question.title)}\n")
        self._draw()
        self.say(f"{self._who()} {self.question.task} {self.offers}".strip())
        while not (self._is_done or self.is_skipped or self.is_left):
            self._answer(self.screen.ask("Your move: ", None))

    def _draw(self) -> None:
        position, voice = self.position, self.voice
        said = (filled(text) for text in (voice.legend(), voice.balance()))
        parts = (scene(position, voice), *said, voice.menu(position, spare=_TASK))
        self.screen.write("\n".join(part for part in parts if part) + "\n")

    def _who(self) -> str:
        """Whose turn it is, and from where."""
        position, voice = self.position, self.voice
        name = voice.name(position.state.turn)
        if position.in_chain:
            place = voice.place(position, position.state.link)
            return (
                f"{name} has just claimed {place}, and may claim {voice.choice(position)} as well, or stop."
            )
        return f"{name} is to act{', or to swap' if position.may_swap else ''}."

    def _answer(self, text: str) -> None:
        if self.obeys(text):
            return
        try:
            move = self._read(text)
        except FivesquareError as error:
            self.say(f"{error}{suggestion(text, self.commands)} {self.offers}")
            return
        self._judge(move)

    def _judge(self, move: str) -> None:
        """Say whether a move is right, and why."""
        is_right = self._attempt.judge(move)
        with thinking(self.screen, "Thinking ..."):
            why = (self.question.why_right if is_right else self.question.why_wrong)(move, self.voice)
        self.say(judged(is_right, why))
        self._is_done = is_right

    def _read(self, text: str) -> str:
        """A move. An empty line is refused, though in a game it would end a chain."""
        if not text.strip():
            raise NotationError("Nothing was typed.")
        return self.voice.read(self.position, text)

    # --- Commands ---

    @command("narrow the choice; again for more")
    def hint(self, _rest: str) -> None:
        """Narrow the choice, the second time more."""
        self.say(self._attempt.hint(self.voice) or "That was the last hint. Type show for the answer.")

    @command("show the answer; counts as not solved", "answer")
    def show(self, _rest: str) -> None:
        """Show the answer, which counts as not solved."""
        self._attempt.give_up()
        with thinking(self.screen, "Thinking ..."):
            why = self.question.why_right(self.question.right[0], self.voice)
        self.say(shown(why))
        self._is_done = True

    @command("go to another; does not count")
    def skip(self, _rest: str) -> None:
        """Go to another puzzle."""
        self.is_skipped = True
        self.screen.write()

    @command("show the board and your score", "board")
    def score(self, _rest: str) -> None:
        """Show the board and the score."""
        self._draw()
        self.say(f"{self._who()} {self.question.task}")
        if self.tally.tried:
            self.say(str(self.tally))

    @command("explain the game")
    def rules(self, _rest: str) -> None:
        """Explain the game."""
        self.screen.write(in_short(self.position.book, self.position.size, width()) + "\n")

    @command("show this", "?", "h")
    def help(self, _rest: str) -> None:
        """Show what can be typed."""
        self.screen.write(filled(self.voice.advice(self.position)))
        self.screen.write("Besides a move you can type:")
        self.list_commands(6)

    @command("quit", "q", "exit")
    def quit(self, _rest: str) -> None:
        """Quit."""
        self.is_left = True
