"""What games and analyses share on the wire: for checking what comes in and for the OpenAPI document."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal[1, 2]
Book = str | dict[str, Any]
Board = list[list[int]]


class Wire(BaseModel):
    """What is sent to us: nothing but what is known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Placement(Wire):
    """A position set up by hand, where a game starts elsewhere than at the opening."""

    owners: list[list[int]] = Field(
        description="Rows of 0 (free), 1 and 2.", examples=[[[1, 0, 2], [0, 0, 0], [0, 0, 0]]]
    )
    turn: int = Field(description="1 or 2: whose turn it is.", examples=[1])
    link: str | None = Field(None, description='Inside a chain the cell just claimed: "row,col".')

    @property
    def written(self) -> dict[str, Any]:
        """As in a record."""
        return self.model_dump(exclude_none=True)


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
    forfeits: bool = Field(
        description="Whether it earned a second claim, and no cell beside it may be claimed."
    )


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    error: str
