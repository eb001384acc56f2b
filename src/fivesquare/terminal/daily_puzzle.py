"""The puzzle of the day at a prompt: its claims one after the other, then the squares to share."""

import datetime
from contextlib import suppress

from fivesquare import dailies
from fivesquare.dailies import DailyPuzzle
from fivesquare.table import solved_days
from fivesquare.table.day_attempt import DayAttempt
from fivesquare.table.puzzle_supply import PuzzleTally
from fivesquare.table.solved_days import PlayedDay
from fivesquare.terminal.dialogue import command
from fivesquare.terminal.progress import Teller, thinking, warm_up_aloud
from fivesquare.terminal.puzzle_series import Posed
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.walk import scene
from fivesquare.words import days
from fivesquare.words.questions import Question, judged


def pose_daily(screen: Screen, day: datetime.date, today: datetime.date, style: str = "book") -> None:
    """Pose the puzzle of a day; it counts when all its claims are found or shown."""
    warm_up_aloud(screen)
    teller = Teller(screen)
    attempt = DayAttempt(dailies.made(day, lambda: teller.say(lambda: days.SEARCHING)))
    if day in solved_days.played():
        screen.write(filled(days.PLAYED) + "\n")
    with suppress(EOFError):
        while not attempt.is_over:
            posed = PosedClaim(attempt, screen, style)
            posed.ask()
            if posed.is_left:
                break
    if not attempt.is_over:
        screen.write(filled("Not finished, so it does not count. You can start it again."))
        return
    _show_end(screen, attempt.puzzle, attempt.remember(today), today, style)


def _show_end(
    screen: Screen, puzzle: DailyPuzzle, day: PlayedDay, today: datetime.date, style: str
) -> None:
    """Show the final board, how it went, and the squares to share."""
    voice = voice_for(puzzle.position.book, screen.paint, style, screen.room)
    word, phrase = days.verdict(day.result)
    streak = solved_days.streak_with(day, today)
    screen.write(f"{scene(puzzle.claims[-1].after[-1], voice)}\n")
    screen.write(filled(f"{word} {phrase}.") + "\n")
    screen.write(days.share_text(puzzle.date, day.result, streak))


class PosedClaim(Posed):
    """One claim of the day's puzzle: a wrong move is explained and taken back."""

    offers = "Type your move, or show, help, quit."

    def __init__(self, attempt: DayAttempt, screen: Screen, style: str = "book") -> None:
        self._day = attempt
        self._claim = claim = attempt.claim
        is_first, puzzle = attempt.at == 0, attempt.puzzle
        voice = voice_for(claim.position.book, screen.paint, style)
        title = f"Puzzle of the day, {days.heading(puzzle.date)}" if is_first else f"Claim {attempt.at + 1}"
        task = days.task(puzzle, voice) if is_first else self._to_go()
        asked = Question(
            title, task, "keeps the win", claim.position, (claim.move,), claim.each, dailies.MEMORY
        )
        super().__init__(asked, screen, PuzzleTally(), style)

    def _to_go(self) -> str:
        return days.to_go(self._day.claims_left, self._day.tries_left)

    def _who(self) -> str:
        """Inside a chain, from where; else the task says enough."""
        return super()._who() if self.position.in_chain else ""

    def _judge(self, move: str) -> None:
        judgement = self._day.judge(move)
        self._is_done = judgement in ("right", "over")
        if judgement == "known":
            self.say(days.known(self._claim, move, self.voice))
        elif judgement == "right":
            self.say(judged(True, days.right(self._claim, self.voice)))
        else:
            with thinking(self.screen, "Thinking ..."):
                why = self.question.why_wrong(move, self.voice)
            after = days.shown(self._claim, self.voice) if self._is_done else self._to_go()
            self.say(judged(False, f"{why} {after}"))

    # --- Commands ---

    @command("show the claim; the day counts as not solved", "answer")
    def show(self, _rest: str) -> None:
        """Show the claim, which counts as not found."""
        self.say(days.shown(self._claim, self.voice))
        self._day.go_on()
        self._is_done = True

    @command("show the board", "score")
    def board(self, _rest: str) -> None:
        """Show the board."""
        self._draw()
        self.say(f"{self._who()} {self._to_go()}".strip())

    rules, help, quit = Posed.rules, Posed.help, Posed.quit
