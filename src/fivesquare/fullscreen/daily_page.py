"""The puzzle of the day: its claims in turn, the tries for each, and the squares to share."""

import datetime
from collections.abc import Sequence

from fivesquare import dailies
from fivesquare.dailies import DailyClaim, DailyPuzzle
from fivesquare.engine import FIRST
from fivesquare.fullscreen.calendar_page import CalendarPage
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import TextPage
from fivesquare.fullscreen.question_page import QuestionPage, Said
from fivesquare.fullscreen.text import Line, wrapped
from fivesquare.fullscreen.wishes import RulesWished
from fivesquare.position import start
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solver
from fivesquare.table import solved_days
from fivesquare.table.day_attempt import DayAttempt
from fivesquare.table.solved_days import PlayedDay
from fivesquare.words import days, turns
from fivesquare.words.listener import Listener, capital
from fivesquare.words.questions import judged

_COLOURS = ("blue", "amber")
_FOUND, _WRONG, _LEFT, _SHOWN = "●", "✗", "·", "-"
_STYLES = {_FOUND: "first-text", _WRONG: "second-text", _LEFT: "muted", _SHOWN: "muted"}
_WIDEST = 60
_COPY = "It is on the clipboard, if your terminal allows that. Else select it with the mouse and Shift."


def player_of(book: RuleBook) -> Listener:
    """Who plays the puzzle of a day: blue, and first."""
    listener = Listener(book, FIRST)
    listener.names = _COLOURS
    return listener


class DailyPage(QuestionPage):
    """The puzzle of a day; played once, it shows how it went."""

    topic = "Puzzle of the day"

    def __init__(self, day: datetime.date | None = None, today: datetime.date | None = None) -> None:
        self._today = today or datetime.date.today()
        self._day = dailies.date_of(day or self._today)
        position = start(dailies.name_of(self._day))
        super().__init__(position, player_of(position.book))
        self._clear()

    def _clear(self) -> None:
        self._puzzle: DailyPuzzle | None = None
        self._attempt: DayAttempt | None = None
        self._result: PlayedDay | None = None
        self._said: Said = ("", "ink")
        self._is_giving_up = False

    def on_mount(self) -> None:
        self._look_for_it()

    def open(self, day: datetime.date) -> None:
        """Show the puzzle of another day."""
        self.thinker.drop()
        self._day = day
        self._clear()
        self.say("")
        self._look_for_it()

    def _look_for_it(self) -> None:
        day = self._day
        self.view.is_veiled, self.view.live = True, False
        self.thinker.think(lambda glance: dailies.made(day, glance), self._found, self.failed)

    def _found(self, puzzle: DailyPuzzle) -> None:
        self._puzzle = puzzle
        self.listener = player_of(puzzle.position.book)
        self._solver = Solver(puzzle.position.book, puzzle.position.board, memory=dailies.MEMORY, threads=1)
        played = solved_days.played().get(self._day)
        if played is None:
            self._begin()
        else:
            self._said = (days.PLAYED, "muted")
            self._show_end(played)

    def _begin(self) -> None:
        """Play it, for the first time or again."""
        assert self._puzzle is not None
        self._attempt = DayAttempt(self._puzzle)
        self._result = None
        self._said = ("", "ink")
        self.say("")
        self._ask()

    # --- Playing ---

    def _ask(self) -> None:
        """Ask for the next claim; after the last one, show how it went."""
        assert self._attempt is not None
        if self._attempt.is_over:
            self._show_end(self._attempt.remember(self._today))
        else:
            self.pose(self._attempt.claim.position)

    def answer(self, move: str) -> None:
        attempt = self._attempt
        if attempt is None or not self.view.live:
            return
        self._is_giving_up = False
        claim = attempt.claim
        match attempt.judge(move):
            case "known":
                self._said = (days.known(claim, move, self.listener), "ink")
            case "wrong":
                self.mark_wrong(move)
                self._refute(claim, move)
            case "over":
                self._refute(claim, move, days.shown(claim, self.listener))
                self.show_steps(claim.after, self._ask)
            case "right":
                self._said = (judged(True, days.right(claim, self.listener)), "good")
                self.show_steps(claim.after, self._ask)

    def _refute(self, claim: DailyClaim, move: str, after: str = "") -> None:
        """Say who would win after a wrong move, then, when that is worked out, how."""
        listener, solver = self.listener, self._solver
        said = (" ".join((*days.wrong(claim, move, listener), after)).strip(), "bad")

        def show(why: str) -> None:
            if self._said is said:
                self._said = (judged(False, f"{why} {after}".strip()), "bad")

        self._said = said
        self.thinker.think(lambda _glance: days.why(claim, solver, move, listener), show, self.failed)

    def _give_up(self) -> None:
        """Show the claim, once it is clear that this is meant."""
        attempt = self._attempt
        if attempt is None or not self.view.live:
            return
        if not self._is_giving_up:
            self._is_giving_up = True
            self._said = ("Then the day counts as not solved. Press a again to see the claim.", "bad")
            return
        self._is_giving_up = False
        claim = attempt.claim
        attempt.go_on()
        self._said = (days.shown(claim, self.listener), "ink")
        self.show_steps(claim.after, self._ask)

    # --- The end ---

    def _show_end(self, result: PlayedDay) -> None:
        assert self._puzzle is not None
        self._attempt, self._result = None, result
        self.view.live, self.view.is_veiled = False, False
        self.view.notes, self.view.ghosts = {}, {}
        self.view.position = self._puzzle.claims[-1].after[-1]
        self.say(*self._said)

    def _share_text(self) -> str:
        assert self._result is not None
        streak = solved_days.streak_with(self._result, self._today)
        return days.share_text(self._day, self._result.result, streak)

    def _share(self) -> None:
        """Copy the squares, and show them as well: not every terminal lets a program copy."""
        text = self._share_text()
        self.program.copy_to_clipboard(text)
        lines: list[Line] = [((line, "ink"),) for line in text.split("\n")]
        remark = wrapped(_COPY, min(_WIDEST, self.size.width - 6), "muted")
        self.program.push_screen(TextPage("Share", self.heading(), [*lines, (), *remark]))

    # --- What is shown ---

    def heading(self) -> str:
        return days.heading(self._day)

    def status(self) -> str:
        if self.program.compiler.is_running:
            return "Compiling ..."
        return "" if self.is_wide else " ".join(marks for marks in self._marks() if marks)

    def said(self) -> Sequence[Said]:
        if self._result is not None:
            return self._told_end(self._result)
        if self._attempt is None:
            return [(f"{capital(days.SEARCHING)} ...", "muted")]
        attempt = self._attempt
        asked = turns.choice(self.position, self.listener) if self.view.live else ""
        left = days.to_go(attempt.claims_left, attempt.tries_left) if self.view.live else ""
        said = [
            (days.task(attempt.puzzle, self.listener), "ink"),
            (asked, "ink"),
            (left, "ink"),
            self._said,
        ]
        return [each for each in said if each[0]]

    def _told_end(self, day: PlayedDay) -> list[Said]:
        """How it went, and the streak."""
        word, phrase = days.verdict(day.result)
        streak = solved_days.streak(self._today)
        is_solved = solved_days.streak_with(day, self._today) > 0
        row = days.in_prospect(streak, is_solved, is_played=self._today in solved_days.played())
        return [
            (f"{word}{'' if word.endswith('!') else '.'} {phrase}.", "bold ink"),
            (f"{streak.now} {row}" if streak.now else row, "ink"),
        ]

    def _marks(self) -> list[str]:
        """The tries for each claim so far: wrong ones, then the right one or those left."""
        if self._result is not None:
            result = self._result.result
            pairs = zip(result.tries, result.found, strict=True)
            return [_WRONG * (made - found) + (_FOUND if found else _SHOWN) for made, found in pairs]
        if self._attempt is None or self._puzzle is None:
            return []
        drawn = list[str]()
        for claim, tried in zip(self._puzzle.claims, self._attempt.tried, strict=False):
            found = claim.move in tried
            is_asked = len(drawn) == self._attempt.at
            then = _LEFT * (claim.tries - len(tried)) if is_asked else _FOUND if found else _SHOWN
            drawn.append(_WRONG * (len(tried) - found) + then)
        return drawn

    def more_lines(self, room: int, width: int) -> Sequence[Line]:
        """The tries for each claim."""
        lines: list[Line] = [
            ((f"{number} ", "muted"), *((mark, _STYLES[mark]) for mark in marks))
            for number, marks in enumerate(self._marks(), 1)
        ]
        return [(), *lines] if len(lines) < room else ()

    def keys(self) -> Sequence[Key]:
        others = [
            Key(("d",), "days", self._choose_day, "the calendar of past days"),
            Key(("r",), "rules", self._show_rules, "the rules of this game"),
        ]
        if self._result is not None:
            again = Key(("enter", "space"), "again", self._begin, "play it again; the first time counts")
            return [Key(("c",), "share", self._share, "copy the squares, to share them"), *others, again]
        if not self.view.live:
            return others
        show = Key(("a",), "show", self._give_up, "show the claim; the day counts as not solved")
        return [*self.answer_keys(), show, *others]

    def _choose_day(self) -> None:
        self.program.push_screen(CalendarPage(self._day, self._today, self.open))

    def _show_rules(self) -> None:
        self.post_message(RulesWished(self.position.book))
