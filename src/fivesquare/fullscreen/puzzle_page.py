"""Puzzles: a series that never ends, or the mistakes of a game, with hints, a score and a streak."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from textual.timer import Timer

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.puzzle_choice_page import PuzzleChoicePage, recalled
from fivesquare.fullscreen.question_page import QuestionPage, Said, numbered
from fivesquare.fullscreen.thinking import Thinker
from fivesquare.fullscreen.wishes import RulesWished
from fivesquare.lanes import Glance
from fivesquare.position import Position, start
from fivesquare.puzzles import Difficulty
from fivesquare.reviews import Review
from fivesquare.table.puzzle_supply import (
    EndlessPuzzles,
    OwnMistakes,
    PuzzleAttempt,
    PuzzleSupply,
    PuzzleTally,
)
from fivesquare.table.summaries import title_of
from fivesquare.words import turns
from fivesquare.words.listener import Listener, capital
from fivesquare.words.players import PERSON, called
from fivesquare.words.questions import NO_MISTAKES, Question, judged, shown, tried

_GLANCE = 0.25  # seconds between two looks at how far a search is
_NOTHING: Said = ("", "ink")

Found = TypeVar("Found")


def endless(
    name: str | None = None, seed: int | None = None, difficulty: Difficulty | None = None
) -> "PuzzlePage":
    """Puzzles of a book, or of any; where nothing is given, as they were last chosen."""
    last = recalled()
    if name is None and seed is None and difficulty is None:
        name = last.name
    return PuzzlePage(EndlessPuzzles(name, seed, difficulty or last.difficulty))


def of_mistakes(game: Review | Position) -> "PuzzlePage":
    """The mistakes of a game."""
    return PuzzlePage(OwnMistakes(game))


def addressing(position: Position) -> Listener:
    """A listener who is the player to move."""
    listener = Listener(position.book, position.state.turn)
    listener.names = called((PERSON, PERSON), listener.you)
    return listener


class PuzzlePage(QuestionPage):
    """One question after the other; the next one is made while this one is thought about."""

    topic = "Puzzle"

    def __init__(self, supply: PuzzleSupply) -> None:
        nothing = start("sweep")
        super().__init__(nothing, addressing(nothing))
        self._maker = Thinker(self, self._get_ready)
        self._ticker: Timer | None = None
        self._begin(supply)

    def _begin(self, supply: PuzzleSupply) -> None:
        self._supply = supply
        self._tally = PuzzleTally()
        self._prepared: Question | None = None
        self._is_waiting, self._is_last = True, False
        self._progress, self._problem = "", ""
        self._clear(None)

    def _clear(self, question: Question | None) -> None:
        """Begin with a question, or without one."""
        self._attempt = None if question is None else PuzzleAttempt(question, self._tally)
        self._hints, self._tried = list[str](), set[str]()
        self._verdict = _NOTHING
        self._moves: Sequence[str] = ()
        self._line: Sequence[Position] = ()
        self._at = 0
        self.view.set_reactive(BoardView.live, False)
        self.view.is_veiled = question is None

    def on_mount(self) -> None:
        self._ticker = self.set_interval(_GLANCE, self._tick)
        self._prepare()

    def on_unmount(self) -> None:
        self._maker.close()

    @property
    def is_thinking(self) -> bool:
        return self.thinker.is_busy or (self._is_waiting and self._maker.is_busy)

    # --- The series ---

    def _prepare(self) -> None:
        """Make the next question in the background, if that is not done already."""
        if self._prepared is not None or self._maker.is_busy or self._is_last:
            return
        supply = self._supply

        def work(glance: Glance) -> Question | None:
            def tell(progress: str) -> None:
                self._progress = progress
                glance()

            return supply.next(tell)

        self._problem, self._progress = "", ""
        if self._ticker is not None:
            self._ticker.resume()
        self._maker.think(work, self._store, self._unfound)

    def _tick(self) -> None:
        """Show how far the search is, as long as it is waited for."""
        if self._is_waiting and self._maker.is_busy:
            self.refresh_page()
        elif self._ticker is not None:
            self._ticker.pause()

    def _store(self, question: Question | None) -> None:
        self._prepared, self._is_last = question, question is None
        if self._is_waiting:
            self._go_to_next()

    def _unfound(self, error: BaseException) -> None:
        """No puzzle was found: another seed may have one."""
        if not isinstance(error, FivesquareError):
            raise error
        self._problem = f"{capital(str(error))}."

    def _go_to_next(self) -> None:
        """Pose the next question, or wait until it is made."""
        question, self._prepared = self._prepared, None
        self._clear(question)
        self._is_waiting = question is None and not self._is_last
        self.say("")
        if question is not None:
            self.listener = addressing(question.position)
            self.pose(question.position)
        elif self._is_last:
            self._verdict = (str(self._tally) if self._tally.tried else NO_MISTAKES, "ink")
        self._prepare()

    def _choose_kind(self) -> None:
        self.program.push_screen(PuzzleChoicePage(self._use))

    def _use(self, name: str | None, difficulty: Difficulty) -> None:
        """Begin another series."""
        self._maker.drop()
        self._begin(EndlessPuzzles(name, None, difficulty))
        self._go_to_next()

    # --- A question ---

    def answer(self, move: str) -> None:
        if self._attempt is None:
            return
        del self._hints[:-1]
        if move in self._tried:
            self._verdict = (tried(self.position, move, self.listener), "ink")
            return
        self._tried.add(move)
        if self._attempt.judge(move):
            self._finish(self._attempt.question, move, judged(True, "{}"))
            return
        self.mark_wrong(move)
        question, listener = self._attempt.question, self.listener

        def show(why: str) -> None:
            self._verdict = (judged(False, why), "bad")

        self._explain(lambda: question.why_wrong(move, listener), show)

    def _give_up(self) -> None:
        if self._attempt is not None:
            self._attempt.give_up()
            self._finish(self._attempt.question, self._attempt.question.right[0], shown("{}"))

    def _finish(self, question: Question, move: str, told: str) -> None:
        """Ask no more: say why a move is right, and show the line that it begins."""
        self.view.live, self.view.notes = False, {}
        self._hints.clear()
        listener = self.listener

        def show(found: tuple[str, Sequence[str]]) -> None:
            why, self._moves = found
            line = [question.position]
            for each in self._moves:
                line.append(line[-1].play(each))
            self._line = line
            self._verdict = (told.format(why), "good")
            self._step_to(0)

        self._explain(lambda: (question.why_right(move, listener), question.line_from(move)), show)

    def _explain(self, work: Callable[[], Found], show: Callable[[Found], object]) -> None:
        """Work something out and show it, unless another question is asked by then."""
        attempt, self._verdict = self._attempt, ("Thinking ...", "muted")
        self.say("")

        def tell(found: Found) -> None:
            if self._attempt is attempt:
                show(found)

        self.thinker.think(lambda _glance: work(), tell, self.failed)

    def _ask_hint(self) -> None:
        if self._attempt is not None:
            hint = self._attempt.hint(self.listener)
            self._verdict = _NOTHING if hint else ("That was the last hint. a shows the answer.", "ink")
            self._hints += [hint] if hint else []
            self.say("")

    def _step_to(self, at: int) -> None:
        """Show the line after so many of its moves; those to come are numbered on the board."""
        if not self._line:
            return
        is_forward, self._at = at > self._at, min(max(at, 0), len(self._line) - 1)
        position = self._line[self._at]
        if is_forward:
            self.show_position(position)
        self.view.position = position
        self.view.ghosts = numbered(position, self._moves[self._at :])

    def go_on(self) -> None:
        if not self._is_waiting or self._problem:
            self._is_waiting = True
            self._go_to_next()

    # --- What is shown ---

    def heading(self) -> str:
        if self._attempt is None:
            return ""
        question = self._attempt.question
        return f"{title_of(question.position.book)}: {question.title.rpartition(': ')[2]}"

    def status(self) -> str:
        if self.program.compiler.is_running:
            return "Compiling ..."
        tally = self._tally
        return f"{tally.solved}/{tally.tried}" if tally.tried and not self.is_wide else ""

    def said(self) -> Sequence[Said]:
        if self._attempt is None:
            return [self._without_question()]
        position = self.position
        task = " ".join((turns.choice(position, self.listener), self._attempt.question.task)).strip()
        said = [(task if self.view.live else self._attempt.question.task, "ink")]
        said += [(hint, "ink") for hint in self._hints]
        tally = (str(self._tally), "muted") if self._tally.tried and self.is_wide else _NOTHING
        return [each for each in (*said, self._verdict, tally) if each[0]]

    def _without_question(self) -> Said:
        if self._problem:
            return self._problem, "bad"
        if self._is_last:
            return self._verdict
        return f"{capital(self._progress or 'looking for a puzzle')} ...", "muted"

    def keys(self) -> Sequence[Key]:
        following = Key(("n",), "next", self.go_on, "another puzzle")
        others = list[Key]()
        if isinstance(self._supply, EndlessPuzzles):
            others.append(Key(("o",), "which", self._choose_kind, "another game or difficulty"))
        if self._attempt is None:
            again = [Key(("enter", "n"), "try again", self.go_on)] if self._problem else []
            return [*again, *others]
        others.append(Key(("r",), "rules", self._show_rules, "the rules of this game"))
        if not self.view.live:
            following = following._replace(names=("enter", "n", "space"))
            return [following, *self._line_keys(), *others]
        hint = ("i",) if self.program.has_vi_keys else ("h", "i")
        return [
            *self.answer_keys(),
            Key(hint, "hint", self._ask_hint, "narrow the choice; again for more"),
            Key(("a",), "show", self._give_up, "show the answer; counts as not solved"),
            following._replace(label="skip", meaning="another puzzle; this one does not count"),
            *others,
        ]

    def _line_keys(self) -> list[Key]:
        """The keys that play the line after an answer."""
        if not self._line:
            return []
        return [
            Key(("right", "l"), "play on", lambda: self._step_to(self._at + 1), "play the line", "←→"),
            Key(("left", "h"), "", lambda: self._step_to(self._at - 1)),
        ]

    def _show_rules(self) -> None:
        self.post_message(RulesWished(self.position.book))
