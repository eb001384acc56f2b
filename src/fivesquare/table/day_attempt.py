"""The puzzle of a day as it is played: claims, the tries for each, and what is remembered."""

import datetime
from typing import Literal

from fivesquare import dailies
from fivesquare.dailies import DailyClaim, DailyPuzzle
from fivesquare.table import solved_days
from fivesquare.table.solved_days import PlayedDay

Judgement = Literal["right", "wrong", "over", "known"]
"""Of a try: "over" if it was the last one and wrong, "known" if it was made before and does not count."""


class DayAttempt:
    """An attempt at the puzzle of a day, claim by claim."""

    def __init__(self, puzzle: DailyPuzzle) -> None:
        self.puzzle = puzzle
        self.tried: list[list[str]] = [[]]
        """The moves tried at each claim so far; the last list is of the claim that is asked for."""

    @property
    def at(self) -> int:
        """The number of the claim that is asked for, from 0."""
        return len(self.tried) - 1

    @property
    def claim(self) -> DailyClaim:
        """The claim that is asked for."""
        return self.puzzle.claims[self.at]

    @property
    def claims_left(self) -> int:
        """How many claims there are to find, this one included."""
        return len(self.puzzle.claims) - self.at

    @property
    def tries_left(self) -> int:
        """How many tries there are left for this claim."""
        return self.claim.tries - len(self.tried[-1])

    @property
    def is_over(self) -> bool:
        return len(self.tried) > len(self.puzzle.claims)

    def judge(self, move: str) -> Judgement:
        """Count a try; after a right one, and after the last one, the next claim is asked for."""
        if move in self.tried[-1]:
            return "known"
        claim = self.claim
        self.tried[-1].append(move)
        if move != claim.move and self.tries_left:
            return "wrong"
        self.go_on()
        return "right" if move == claim.move else "over"

    def go_on(self) -> None:
        """Ask for the next claim; one that was not found until now has been shown."""
        self.tried.append([])

    def remember(self, today: datetime.date) -> PlayedDay:
        """How it went, remembered; call it when it is over."""
        result = dailies.result_of(self.puzzle, self.tried[:-1])
        day = PlayedDay(result, self.puzzle.date == today)
        solved_days.remember(self.puzzle.date, day)
        return day
