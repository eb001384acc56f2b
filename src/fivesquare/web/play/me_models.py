"""What goes over the wire about a browser's own progress."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from fivesquare.web.models import Wire

_LONGEST_TEXT = 200  # characters of a name that is sent: spaces and accents may fall away

MistakeKind = Literal["taken", "past", "shut", "missed", "biggest"]


class OwnName(Wire):
    name: str | None = Field(
        max_length=_LONGEST_TEXT, description="null takes it away; games that have begun keep theirs."
    )


class KeptName(BaseModel):
    name: str | None


class GameCounts(BaseModel):
    """Of the newest 400 games."""

    running: int
    finished: int
    won: int
    lost: int
    draw: int


class LadderNow(BaseModel):
    beaten: list[str] = Field(examples=[["level:1", "level:2"]])
    next: str | None = Field(description="The lowest level not beaten yet; null if none is left.")
    won: int = Field(description="Games of this book, on any board, against anybody.")
    lost: int


class ReviewsSoFar(BaseModel):
    """How many of the newest 40 finished games were gone over: the rest is being worked on."""

    done: int
    of: int
    left_out: int = Field(description="Games whose board is too large for exact values.")


class Measure(BaseModel):
    recent: float | None = Field(description="The mean of the newest ten games.")
    better: float | None = Field(
        description="What that is above the ten before; null if there are too few."
    )
    games: list[float] = Field(description="Game by game, the oldest first.")


class UsualMistake(BaseModel):
    kind: MistakeKind
    count: int
    of: int = Field(description="How many moves cost the result.")
    words: str


class Me(BaseModel):
    """How far a browser has come."""

    name: str | None
    streak: int = Field(description="Days in a row on which the puzzle of the day was solved.")
    games: GameCounts
    ladders: dict[str, LadderNow]
    reviews: ReviewsSoFar
    accuracy: Measure = Field(description="As the review of a game has it, from 0 to 1.")
    skill: Measure = Field(description="1 for perfect play, 0 for random moves, less for worse.")
    mistake: UsualMistake | None = Field(description="From three mistakes of a kind on.")


class Practice(BaseModel):
    records: list[dict[str, Any]] = Field(description="Up to five positions, as records.")


class OwnCopy(BaseModel):
    fivesquare: str = Field(description="The version that wrote it.")
    name: str | None
    levels: dict[str, list[str]]
    days: list[dict[str, Any]]
    games: list[dict[str, Any]] = Field(description="id, seats, and the record of each game.")


class Forgotten(BaseModel):
    pass
