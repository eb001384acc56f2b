"""The command `puzzle`: find the move that wins, one puzzle after the other, or what a game missed."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from fivesquare import record
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import FivesquareError, NotationError, many
from fivesquare.position import Position
from fivesquare.puzzles import DIFFICULTIES, Difficulty, Lesson, lessons, next_seed
from fivesquare.puzzles import puzzle as make_puzzle
from fivesquare.reviews import Review
from fivesquare.streams import stream
from fivesquare.terminal import games
from fivesquare.terminal.options import RecordFile, name_argument, plain_option
from fivesquare.terminal.questions import Question, question, question_of
from fivesquare.terminal.screen import Screen, filled, listed, width
from fivesquare.terminal.seats import seats_of
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import Teller, thinking, warm_up_aloud
from fivesquare.terminal.walking import go_over, scene

_USUAL: Difficulty = "medium"
_HELP = "Type your move, or hint, show, skip, help, quit."
_TASK = 7  # lines of the question that a game has not
_NEXT = "Enter for the next, or quit: "


class Source(RecordFile):
    """A file with a game, the number of a kept one, or the last that was finished."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return games.finished(None) if value == "last" else super().convert(value, param, ctx)


@click.command(epilog="Example: fivesquare puzzle grow --difficulty hard --seed 3")
@name_argument
@click.option("--seed", type=int, help="The same seed gives the same puzzles.")
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES, case_sensitive=False),
    help=f"How hard they are.  [default: {_USUAL}]",
)
@click.option(
    "--from", "source", metavar="FILE|N|last", type=Source(), help="The mistakes of a game as puzzles."
)
@plain_option
def puzzle(name: str | None, seed: int | None, difficulty: Any, source: Path | None, plain: bool) -> None:
    """Find the one move that wins.

    Without BOOK: puzzles of any game. With --from: what would have been right in a game of yours?
    """
    screen = Screen(plain)
    if source is None:
        pose_puzzles(screen, name, seed, difficulty or _USUAL)
        return
    if not (name is None and seed is None and difficulty is None):
        raise click.UsageError("--from has puzzles of its own: no book, --seed or --difficulty with it.")
    pose_lessons(screen, record.load(source))


def pose_puzzles(
    screen: Screen,
    name: str | None = None,
    seed: int | None = None,
    difficulty: Difficulty = _USUAL,
) -> None:
    """One puzzle after the other, of one book or of any, until somebody leaves."""
    warm_up_aloud(screen)
    seed = secrets.randbits(24) if seed is None else seed
    Series(screen).pose(_puzzles(screen, name, seed, difficulty))


def _puzzles(screen: Screen, name: str | None, seed: int, difficulty: Difficulty) -> Iterator[Question]:
    """The same puzzles for the same seed, without end. Each is also the first of a series of its own."""
    while True:
        book = name or stream(seed, "book").choice(list(CATALOGUE))
        told = _searching(Teller(screen))
        yield question(make_puzzle(book, seed=seed, difficulty=difficulty, progress=told))
        seed = next_seed(seed)


def _searching(teller: Teller) -> Callable[[int], None]:
    return lambda tried: teller.say(lambda: f"looking for a puzzle: {many(tried, 'game')} tried")


def pose_lessons(screen: Screen, game: Position) -> None:
    """What was given away in a game, one question after the other."""
    found, whose = _mistakes(go_over(game, screen))
    if not found:
        screen.write(filled("Nobody gave anything away in that game: there is no puzzle in it."))
        return
    voice = voice_for(game.book, screen.paint)
    numbered = enumerate(found, 1)
    questions = (question_of(each, f"{whose} {number} of {len(found)}", voice) for number, each in numbered)
    Series(screen).pose(questions, len(found))


def _mistakes(review: Review) -> tuple[tuple[Lesson, ...], str]:
    """The lessons of a game, and whose: of the one person who played it, if that one has any to learn."""
    people = [seat == "human" for seat in seats_of(review.position)]
    if people[0] == people[1]:
        return lessons(review), "mistake"
    person, computer = (FIRST, SECOND) if people[0] else (SECOND, FIRST)
    yours = lessons(review, player=person)
    return (
        (yours, "your mistake") if yours else (lessons(review, player=computer), "your opponent's mistake")
    )


# --- A series ---


class Tally:
    """How well somebody does."""

    def __init__(self) -> None:
        self.tried, self.solved, self.helped, self.streak = 0, 0, 0, 0

    def count(self, is_right: bool, is_helped: bool) -> None:
        """Count a puzzle by its first try."""
        self.tried += 1
        self.solved += is_right
        self.helped += is_right and is_helped
        self.streak = self.streak + 1 if is_right else 0

    def __str__(self) -> str:
        hints = f" ({self.helped} with a hint)" if self.helped else ""
        streak = f", {self.streak} in a row" if self.streak > 1 else ""
        return f"{self.solved} of {self.tried} solved at the first try{hints}{streak}."


class Series:
    """Questions one after the other, and the score."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.tally = Tally()
        self._is_told = True

    def pose(self, questions: Iterator[Question], count: int | None = None) -> None:
        """Ask until somebody leaves, or all `count` of them have been asked."""
        try:
            for number, each in enumerate(questions, 1):
                self._is_told = False
                posed = Posed(each, self.screen, self.tally)
                posed.ask()
                if posed.is_left or number == count or not (posed.is_skipped or self._goes_on()):
                    break
        except EOFError:
            pass
        if self.tally.tried and not self._is_told:
            self.screen.write(filled(str(self.tally)))

    def _goes_on(self) -> bool:
        """Whether there is to be another."""
        if self.tally.tried:
            self.screen.write(filled(str(self.tally)))
            self._is_told = True
        while True:
            word = self.screen.ask(_NEXT).strip().lower()
            if SHORT.get(word, word) == "quit":
                return False
            if word in ("", "next", "n"):
                self.screen.write()
                return True


# --- One question ---


class Command(NamedTuple):
    """Something to say besides a move."""

    summary: str
    run: Callable[["Posed"], None]


class Posed:
    """One question, until it is solved, shown, skipped or left."""

    def __init__(self, question: Question, screen: Screen, tally: Tally) -> None:
        self.question = question
        self.position = question.position
        self.screen = screen
        self.tally = tally
        self.voice = voice_for(question.position.book, screen.paint, room=screen.room)
        self._hints_given = 0
        self._is_counted = False
        self._is_done = False
        self.is_skipped, self.is_left = False, False

    def ask(self) -> None:
        """Ask until there is nothing left to ask."""
        self.screen.write(f"{filled(self.question.title)}\n")
        self._draw()
        self._say(f"{self._who()} {self.question.task} {_HELP}")
        while not (self._is_done or self.is_skipped or self.is_left):
            self._answer(self.screen.ask("Your move: "))

    def _draw(self) -> None:
        position, voice = self.position, self.voice
        said = (filled(text) for text in (voice.legend(), voice.balance()))
        parts = (scene(position, voice), *said, voice.menu(position, spare=_TASK))
        self.screen.write("\n".join(part for part in parts if part) + "\n")

    def _who(self) -> str:
        """Who is to act, and from where."""
        position, voice = self.position, self.voice
        name = voice.name(position.state.turn)
        if position.in_chain:
            place = voice.place(position, position.state.link)
            return (
                f"{name} has just claimed {place}, and may claim {voice.choice(position)} as well, or stop."
            )
        return f"{name} is to act{', or to swap' if position.may_swap else ''}."

    def _say(self, text: str) -> None:
        self.screen.write(filled(text) + "\n")

    def _answer(self, text: str) -> None:
        word = (text.split() or [""])[0].lower()
        command = COMMANDS.get(SHORT.get(word, word))
        if command is not None:
            command.run(self)
            return
        try:
            move = self._read(text)
        except FivesquareError as error:
            self._say(f"{error} {_HELP}")
            return
        is_right = move in self.question.right
        self._count(is_right)
        with thinking(self.screen, "Thinking ..."):
            why = (self.question.why_right if is_right else self.question.why_wrong)(move, self.voice)
        self._say(f"{'Right' if is_right else 'No'}: {why}")
        self._is_done = is_right

    def _read(self, text: str) -> str:
        """A move. A slip of the keyboard is none, though in a game it would end a chain."""
        if not text.strip():
            raise NotationError("Nothing was typed.")
        move, remark = self.voice.read(self.position, text)
        if remark:
            raise NotationError(remark.partition("\n")[0])
        return move

    def _count(self, is_right: bool) -> None:
        if not self._is_counted:
            self.tally.count(is_right, is_helped=self._hints_given > 0)
        self._is_counted = True

    # --- Commands ---

    def hint(self) -> None:
        """Narrow the choice, the second time more."""
        hints = self.question.hints(self.voice)
        if self._hints_given < len(hints):
            self._say(hints[self._hints_given])
            self._hints_given += 1
        else:
            self._say("That was the last hint; show tells the answer.")

    def show(self) -> None:
        """Tell the answer, which counts as not solved."""
        self._count(is_right=False)
        with thinking(self.screen, "Thinking ..."):
            why = self.question.why_right(self.question.right[0], self.voice)
        self._say(f"The answer: {why}")
        self._is_done = True

    def skip(self) -> None:
        """Go on to another."""
        self.is_skipped = True
        self.screen.write()

    def score(self) -> None:
        """Show the board and the score."""
        self._draw()
        self._say(f"{self._who()} {self.question.task}")
        if self.tally.tried:
            self._say(str(self.tally))

    def rules(self) -> None:
        """Explain the game."""
        self.screen.write(explain(self.position.book, self.position.size, width()) + "\n")

    def help(self) -> None:
        """Show what can be typed."""
        self.screen.write(filled(self.voice.advice(self.position)))
        self.screen.write("Besides a move you can type:")
        words = listed(((word, command.summary) for word, command in COMMANDS.items()), 6)
        self.screen.write(f"{words}\n")

    def quit(self) -> None:
        """Leave."""
        self.is_left = True


COMMANDS: dict[str, Command] = {
    "hint": Command("narrow the choice; twice: more", Posed.hint),
    "show": Command("tell the answer; it is not solved", Posed.show),
    "skip": Command("another one, and this not counted", Posed.skip),
    "score": Command("the board and how you stand", Posed.score),
    "rules": Command("explain the game", Posed.rules),
    "help": Command("show this", Posed.help),
    "quit": Command("leave", Posed.quit),
}
SHORT = {"answer": "show", "board": "score", "?": "help", "h": "help", "q": "quit", "exit": "quit"}
