"""Who wins the boards of a rule book, on the wire."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from fivesquare.fairness import BOARDS
from fivesquare.web.models import Book, Wire


class WantedFairness(Wire):
    """A rule book, and how many of its boards are to be solved."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["raid"])
    boards: int = Field(BOARDS, ge=1, le=BOARDS, description="From seed 0 on.")


class Fairness(BaseModel):
    """Who wins these boards with perfect play; if they are too large, between two greedy players."""

    kind: Literal["solved", "estimate"]
    boards: int = Field(description="How many were looked at.")
    of: int = Field(description="How many there are to look at: 1 of a book without numbers, else 100.")
    is_done: bool
    first: int
    second: int
    drawn: int
    left_out: int = Field(description="Boards that were too large to solve.")
    low: float | None = Field(description="The 95% interval of the first player's share, a draw half.")
    high: float | None
    is_fair: bool = Field(description="Whether the boards do not speak against a fair game.")
    heading: str
    certainty: str = Field(description="How sure that is, in words; empty until it is.")
    detail: str


class WantedRemedies(Wire):
    """A rule book, and how many ways to make it fair are to be tried."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["flip"])
    tried: int = Field(100, ge=0, le=100, description="So many of the ways that there are.")


class Remedy(BaseModel):
    """A way that makes it fairer, and what it comes to on as many boards."""

    kind: Literal["book", "swap", "komi"]
    title: str
    text: str
    book: dict[str, Any] = Field(description="All the answers of the book with it.")
    first: int
    second: int
    drawn: int


class Remedies(BaseModel):
    """The best ways among those that were tried."""

    tried: int
    of: int
    is_done: bool
    remedies: list[Remedy]
    note: str = Field(description="Why there are none; empty if there are some, or one still looks.")


class WantedSample(Wire):
    """A rule book to be shown."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["grow"])


class SampleGame(BaseModel):
    """A whole game of a rule book: its opening, and what each move changes."""

    title: str
    view: dict[str, Any]
    frames: list[dict[str, Any]]
    caption: str = Field(description="Who plays.")
