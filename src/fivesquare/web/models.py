"""What games and analyses share on the wire: for checking what comes in and for the OpenAPI document."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Seat = Literal[1, 2]
Book = str | dict[str, Any]
Board = list[list[int]]


class Wire(BaseModel):
    """What is sent to us: nothing but what is known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Claim(BaseModel):
    """What a claim would do."""

    takes: list[str]
    scores: list[int]
    counts: list[int]


class Done(BaseModel):
    """What a move did."""

    move: str
    player: Seat
    takes: list[str]
    skipped: Seat | None


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    error: str
