"""A lesson: a game in up to four small exercises, an answer to every claim, and what is left to know."""

import re
from collections.abc import Sequence

from fivesquare.fullscreen.board_view import SHAPES
from fivesquare.fullscreen.colours import has_colours
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import TextPage
from fivesquare.fullscreen.question_page import QuestionPage, Said
from fivesquare.fullscreen.text import Line, TextView, wrapped
from fivesquare.fullscreen.wishes import LessonWished, NewGameWished, RulesWished
from fivesquare.position import STOP, SWAP, start
from fivesquare.primer import Answer, Exercise, Primer, make_primer
from fivesquare.rulebook import RuleBook
from fivesquare.table import lessons_learned
from fivesquare.table.openings import Order
from fivesquare.table.summaries import title_of
from fivesquare.words import feedback, teaching
from fivesquare.words.feedback import Learner, learner_of
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON

OPPONENT = "level:1"
"""The opponent of the first game after a lesson."""

_FOOT = 6  # boards are small here, and rules long
_WIDEST = 76
_RIGHT, _WRONG = "✓", "✗"


class LessonPage(QuestionPage):
    """The exercises about a book, one after the other."""

    topic = "Lesson"
    DEFAULT_CSS = f"LessonPage.-narrow #foot {{ height: {_FOOT}; max-height: {_FOOT}; }}"
    foot_lines = _FOOT

    def __init__(self, book: RuleBook) -> None:
        super().__init__(start(book, seed=0), Learner(book))
        self.book = book
        self._primer: Primer | None = None
        self._at = 0
        self._answer: Answer | None = None
        self._said: Said = ("", "ink")

    def on_mount(self) -> None:
        book = self.book
        self.thinker.think(lambda glance: make_primer(book, glance), self._begin, self.failed)

    def _begin(self, primer: Primer) -> None:
        self._primer = primer
        self._ask(0)

    @property
    def _exercise(self) -> Exercise | None:
        """The exercise that is asked; None before the first and after the last."""
        exercises = () if self._primer is None else self._primer.exercises
        return exercises[self._at] if self._at < len(exercises) else None

    # --- An exercise ---

    def _ask(self, number: int) -> None:
        """Ask an exercise; after the last one, sum up."""
        self._at, self._answer, self._said = number, None, ("", "ink")
        self.say("")
        exercise = self._exercise
        if exercise is None:
            self._finish()
            return
        self.listener = learner_of(exercise)
        self.pose(exercise.position)
        if exercise.called is not None and exercise.called not in (STOP, SWAP):
            cells = exercise.position.all_moves
            self.view.ghosts = {cells.index(exercise.called): ""}

    def refused(self, cell: int) -> str:
        if not super().refused(cell):
            return ""
        if self.position.owner(cell):
            return super().refused(cell)
        return feedback.why_not(self.position, cell)

    def answer(self, move: str) -> None:
        exercise = self._exercise
        if exercise is None or not self.view.live:
            return
        self._answer = answer = exercise.answers[move]
        sign, style = (_RIGHT, "good") if answer.is_right else (_WRONG, "bad")
        self._said = (f"{sign} {feedback.said(exercise, move)}", style)
        self.show_steps([step.after for step in answer.line])

    def go_on(self) -> None:
        """Ask the next exercise, or the same one again after a wrong answer."""
        if self._answer is not None:
            self._ask(self._at + self._answer.is_right)

    def _finish(self) -> None:
        """Sum up on a page of its own, in place of this one."""
        assert self._primer is not None
        lessons_learned.remember(self.book)
        self.program.switch_screen(LearnedPage(self._primer))

    def _play(self) -> None:
        self.post_message(playing(self.book))

    # --- What is shown ---

    def heading(self) -> str:
        return title_of(self.book)

    def status(self) -> str:
        if self.program.compiler.is_running:
            return "Compiling ..."
        count = 0 if self._primer is None else len(self._primer.exercises)
        return f"{self._at + 1} of {count}" if count else ""

    def said(self) -> Sequence[Said]:
        exercise, primer = self._exercise, self._primer
        if exercise is None or primer is None:
            return [("Making the lesson ...", "muted")]
        rule = (teaching.rule(exercise, primer), "bold ink")
        told = [rule, self._said if self._answer else (teaching.task(exercise), "ink")]
        return told if has_colours() else [(_by_shape(text), style) for text, style in told]

    def keys(self) -> Sequence[Key]:
        others = [
            Key(("p",), "play", self._play, "play a game against level 1"),
            Key(("r",), "rules", self._show_rules, "the rules of this game"),
        ]
        if self._answer is not None:
            label = "next" if self._answer.is_right else "try again"
            return [Key(("enter", "space", "n"), label, self.go_on), *others]
        return [*self.answer_keys(), *others] if self.view.live else others

    def _show_rules(self) -> None:
        self.post_message(RulesWished(self.book))


class LearnedPage(TextPage):
    """The end of a lesson: how a game ends, what no exercise has shown, and a game to play."""

    def __init__(self, primer: Primer) -> None:
        super().__init__("Lesson", f"That's {title_of(primer.book)}", ())
        self._primer = primer

    def refresh_page(self) -> None:
        super().refresh_page()
        if self.is_mounted:
            self.query_one("#text", TextView).show(self._told())

    def _told(self) -> list[Line]:
        width = min(_WIDEST, self.size.width - 6)
        lines = list[Line]()
        for sentence in teaching.summary(self._primer):
            first, *rest = wrapped(sentence, width - 2)
            lines += [(("• ", "muted"), *first), *((("  ", "ink"), *line) for line in rest)]
        return lines

    def keys(self) -> Sequence[Key]:
        book = self._primer.book
        back, *others = super().keys()
        keys = [
            Key(("enter", "p"), "play", lambda: self.post_message(playing(book)), "play against level 1"),
            Key(("a",), "again", lambda: self._wish(book), "do this lesson again"),
            Key(("r",), "rules", lambda: self.post_message(RulesWished(book)), "the rules of this game"),
        ]
        following = lessons_learned.next_after(book)
        if following is not None:
            label = f"learn {capital(following.name or following.title)}"
            keys.insert(1, Key(("n",), label, lambda: self._wish(following)))
        return [*keys, back._replace(names=("escape", "q")), *others]

    def _wish(self, book: RuleBook) -> None:
        self.post_message(LessonWished(book, is_instead=True))


def _by_shape(text: str) -> str:
    """A sentence for who sees shapes alone."""
    for colour, shape in zip(Learner.names, SHAPES[1:], strict=True):
        text = re.sub(rf"\b{colour}\b", shape, text, flags=re.IGNORECASE)
    return text


def playing(book: RuleBook) -> NewGameWished:
    """A first game by the rules just learned."""
    return NewGameWished(Order(book, None), (PERSON, OPPONENT), is_instead=True)
