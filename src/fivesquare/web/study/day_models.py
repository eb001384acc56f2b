"""The puzzle of the day on the wire."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from fivesquare.web.models import Wire
from fivesquare.web.study.models import Setting

Move = Annotated[str, Field(max_length=8)]
Tries = Annotated[list[Move], Field(max_length=8)]


class DayTried(Wire):
    """Every move that was tried at each claim, the right one last; one not found ends without it."""

    tried: list[Tries] = Field(max_length=8, examples=[[["2,3"], ["1,1", "3,3"], ["4,2"], ["1,2"]]])
    today: str = Field(description="The date where the player is.", max_length=10, examples=["2026-11-18"])


class DailyClaim(BaseModel):
    """A claim to find: every other move hands the win to the opponent."""

    view: dict[str, Any]
    right: str
    tries: int
    wrong: dict[str, list[str]] = Field(description="Of each other move, that it is wrong, and its result.")
    why: dict[str, str] = Field(description="What each other move runs into.")
    kept: str = Field(description="What the right one does, and what follows it.")
    shown: str = Field(description="The same for a player who did not find it.")
    to_go: list[str] = Field(description="What is left to find, by how many tries are left.")
    after: list[dict[str, Any]] = Field(description="The positions after it, up to the next claim.")


class DailyPuzzle(BaseModel):
    """The puzzle of a day: a position, and every claim to the end of its game."""

    date: str
    number: int
    book: str
    label: str
    day: str = Field(description="The date in words.")
    heading: str
    size: list[int]
    count: int = Field(description="How many claims there are.")
    next: str = Field(description="The game of the next day.")
    task: str
    tries: int = Field(description="The most tries for a claim.")
    game: Setting
    claims: list[DailyClaim]


class DayTile(BaseModel):
    """A day of the calendar."""

    date: str
    day: int
    letter: str
    state: Literal["solved", "failed", "open", "none"]
    words: str


class PlayedDay(BaseModel):
    """How a day went."""

    tries: list[int]
    found: list[bool]
    solved: bool
    on_time: bool = Field(description="Whether it was solved on its own date: only then it counts.")
    verdict: str
    sum: str
    total: str
    share: str = Field(description="The squares to share.")


class DayCalendar(BaseModel):
    """The days that a browser has played, as of its own date."""

    today: str
    streak: int
    longest: int
    streak_words: str
    week: list[DayTile]
    weeks: list[list[DayTile]]
    played: dict[str, PlayedDay] = Field(description="How they went, by date.")


class DayHandedIn(DayCalendar):
    """The same after a puzzle, with how it went this time."""

    first: bool = Field(description="Whether this was the first time that this day was played.")
    attempt: PlayedDay
