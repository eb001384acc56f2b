"""The puzzle of the day at a prompt: its claims one after the other, then the squares to share."""

import datetime
from contextlib import suppress

from fivesquare import dailies
from fivesquare.dailies import DailyPuzzle
from fivesquare.table import solved_days
from fivesquare.table.solved_days import PlayedDay
from fivesquare.terminal.dialogue import command
from fivesquare.terminal.progress import Teller, thinking, warm_up_aloud
from fivesquare.terminal.puzzle_series import Posed, PuzzleTally
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.walk import scene
from fivesquare.words import days
from fivesquare.words.questions import Question


def pose_daily(screen: Screen, day: datetime.date, today: datetime.date) -> None:
    """Pose the puzzle of a day; it counts when all its claims are found or shown."""
    warm_up_aloud(screen)
    teller = Teller(screen)
    puzzle = dailies.made(day, lambda: teller.say(lambda: "looking for the puzzle of the day"))
    if day in solved_days.played():
        screen.write(filled("You have already played this one; the first time counts.") + "\n")
    tried = list[list[str]]()
    with suppress(EOFError):
        for number in range(len(puzzle.claims)):
            posed = PosedClaim(puzzle, number, screen)
            posed.ask()
            if posed.is_left:
                break
            tried.append(posed.tried)
    if len(tried) < len(puzzle.claims):
        screen.write(filled("Not finished, so it does not count. You can start it again."))
        return
    result = PlayedDay(dailies.result_of(puzzle, tried), day == today)
    solved_days.remember(day, result)
    _show_end(screen, puzzle, result, today)


def _show_end(screen: Screen, puzzle: DailyPuzzle, day: PlayedDay, today: datetime.date) -> None:
    """Show the final board, how it went, and the squares to share."""
    voice = voice_for(puzzle.position.book, screen.paint, room=screen.room)
    word, phrase = days.verdict(day.result)
    counts = day.is_on_time and day.result.is_solved
    streak = solved_days.streak(today).now if counts else 0
    screen.write(f"{scene(puzzle.claims[-1].after[-1], voice)}\n")
    screen.write(filled(f"{word} {phrase}.") + "\n")
    screen.write(days.share_text(puzzle.date, day.result, streak))


class PosedClaim(Posed):
    """One claim of the day's puzzle: a wrong move is explained and taken back."""

    offers = "Type your move, or show, help, quit."

    def __init__(self, puzzle: DailyPuzzle, number: int, screen: Screen) -> None:
        self._claim = claim = puzzle.claims[number]
        self._left = len(puzzle.claims) - number  # claims to find, this one included
        self._most = claim.tries
        self.tried = list[str]()
        voice = voice_for(claim.position.book, screen.paint)
        title = f"Puzzle of the day, {days.heading(puzzle.date)}" if number == 0 else f"Claim {number + 1}"
        task = days.task(puzzle, voice) if number == 0 else days.to_go(self._left, self._most)
        asked = Question(
            title, task, "keeps the win", claim.position, (claim.move,), claim.each, dailies.MEMORY
        )
        super().__init__(asked, screen, PuzzleTally())

    def _who(self) -> str:
        """Inside a chain, from where; else the task says enough."""
        return super()._who() if self.position.in_chain else ""

    def _judge(self, move: str) -> None:
        if move in self.tried:
            self.say(f"You have tried {self.voice.named(self.position, move)}. Try another.")
            return
        self.tried.append(move)
        self._is_done = move == self._claim.move or len(self.tried) == self._most
        if move == self._claim.move:
            self.say(f"Right: {days.right(self._claim, self.voice)}")
            return
        with thinking(self.screen, "Thinking ..."):
            why = self.question.why_wrong(move, self.voice)
        after = days.to_go(self._left, self._most - len(self.tried))
        self.say(f"No: {why} {days.shown(self._claim, self.voice) if self._is_done else after}")

    # --- Commands ---

    @command("show the claim; the day counts as not solved", "answer")
    def show(self, _rest: str) -> None:
        """Show the claim, which counts as not found."""
        self.say(days.shown(self._claim, self.voice))
        self._is_done = True

    @command("show the board", "score")
    def board(self, _rest: str) -> None:
        """Show the board."""
        self._draw()
        self.say(f"{self._who()} {days.to_go(self._left, self._most - len(self.tried))}".strip())

    rules, help, quit = Posed.rules, Posed.help, Posed.quit
