"""What goes over the wire about advice in a game, for checking and for the OpenAPI document."""

from pydantic import BaseModel, Field, RootModel

from fivesquare.web.models import Seat, Wire
from fivesquare.web.study.models import Frame, Record, Valued


class HintStep(BaseModel):
    """One move of a hint, and what it changes on the board."""

    move: str
    player: Seat
    frame: Frame


class Hinted(BaseModel):
    """A move to make, why, and how it may go on."""

    exact: bool
    advice: str = Field(examples=["Claim the 11."])
    reason: str = Field(examples=["It turns over the 2, and you win by 8 points."])
    steps: list[HintStep] = Field(description="That move, and up to two of best play after it.")


class Caution(BaseModel):
    """What the tutor says of a move."""

    title: str = Field(examples=["Wait, that gives the win away"])
    text: str
    answer: str | None = Field(description="The other player's answer.")


class Warned(BaseModel):
    """What the tutor says of a move."""

    exact: bool = Field(description="If not, the position is too large to be judged.")
    caution: Caution | None = Field(description="null if the move gives no result away.")


class Advised(RootModel[Valued | Hinted | Warned]):
    """Values, a hint or a warning, as it was asked for."""


class FinishedGame(Wire):
    """A game that is over, on the board or by a `result` beside its moves, and whom it is told to."""

    record: Record
    player: Seat | None = Field(None, description="Who is addressed; without it, both are.")


class Takeaway(BaseModel):
    """One sentence about a finished game."""

    sentence: str | None = Field(
        description="null where nothing exact can be said.", examples=["You were winning until move 7."]
    )
    move: int | None = Field(description="The number of the move that it is about.")
    heights: list[float | None] = Field(
        description="The worth at the start and after each move, up for the first player; null if unknown."
    )
