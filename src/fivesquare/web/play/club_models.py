"""What goes over the wire about evenings: for checking what comes in and for the OpenAPI document."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from fivesquare.web.models import Board, Book, Done, Seat, Wire
from fivesquare.web.play.models import TimeLimit
from fivesquare.web.play.names import LONGEST_NAME, LONGEST_TITLE

_LONGEST_TEXT = 200  # characters of a name that is sent: spaces and accents may fall away


class NewEvening(Wire):
    """An evening to open; the browser that does so is its host."""

    title: str = Field(
        "", max_length=_LONGEST_TEXT, description=f"Up to {LONGEST_TITLE} characters.", examples=["Friday"]
    )
    book: Book = Field("flip", description="The name of a book, or a whole one as an object.")
    clock: TimeLimit | None = Field(None, description='{"move": 30} or {"game": 300}, in seconds.')
    form: Literal["everybody", "ladder"] = Field(
        "everybody", description="Everybody meets everybody, or neighbours in the standing meet."
    )
    legs: Literal[1, 2] = Field(1, description="How often two players meet; 1 in a ladder.")


class Joining(Wire):
    name: str = Field(
        max_length=_LONGEST_TEXT,
        description=f"Up to {LONGEST_NAME} characters; nobody else on this evening has it.",
        examples=["Mara"],
    )
    keep: bool = Field(False, description="Whether this browser keeps it for games to come.")


class WantedRound(Wire):
    round: int = Field(ge=1, description="Which round to begin, counted from 1.", examples=[1])


class Decision(Wire):
    round: int = Field(ge=1, description="The newest round.", examples=[1])
    table: int = Field(ge=1, description="Counted from 1.", examples=[2])
    winner: Literal[0, 1, 2] | None = Field(
        None, description="Who gets the game; 0 is a draw, null skips it: it counts for nobody."
    )
    reopen: bool = Field(False, description="Take the decision back instead.")


class Admission(Wire):
    player: int = Field(ge=1, examples=[3])
    welcome: bool = Field(False, description="false removes the player, true lets them come back.")


class Door(Wire):
    open: bool = Field(description="Whether others can join.")


class TableBoard(BaseModel):
    """The board of a table as a small picture of it needs it."""

    board: Board
    size: list[int]
    has_numbers: bool
    goal: dict[str, Any]
    owners: list[list[int]]
    scores: list[int]
    counts: list[int]
    legal: list[str]
    turn: Seat | None
    over: bool
    last: Done | None


class EveningTable(BaseModel):
    first: int = Field(description="The number of the player who begins.")
    second: int
    game: str = Field(description="The id of the game.")
    settled: bool = Field(description="Whether it has a result.")
    winner: Literal[0, 1, 2] | None = Field(description="0 is a draw; null: open, or it counts for nobody.")
    decided: bool = Field(description="Whether the host decided so, not the game.")
    reason: str | None = Field(description="How the game ended.")
    here: list[bool] = Field(description="For each player whether they look at their game.")
    view: TableBoard | None


class EveningPlayer(BaseModel):
    number: int
    name: str
    state: Literal["here", "left", "removed"]


class EveningPlace(BaseModel):
    """A player in the standing: a win is 1 point, a draw half a point."""

    player: int
    rank: int = Field(description="Equal points share a rank.")
    tied: bool
    points: float
    won: int
    drawn: int
    lost: int
    free: int = Field(description="Rounds without an opponent; in a ladder each counts as a win.")


class NextRound(BaseModel):
    pairs: list[list[int]] = Field(description="The numbers of the players; the first begins.")
    free: list[int]


class Evening(BaseModel):
    """The current state of an evening: everything that can be seen of it."""

    id: str
    version: int = Field(description="Counts whatever happens: of two answers the higher one is newer.")
    title: str
    label: str = Field(description="The game.")
    brief: str
    form: Literal["everybody", "ladder"]
    legs: int
    clock: dict[str, float] | None
    size: list[int]
    created: str
    open: bool = Field(description="Whether others can join.")
    over: bool
    playing: bool = Field(description="Whether a table of the newest round has no result yet.")
    round: int = Field(description="How many rounds have begun.")
    rounds: int | None = Field(description="How many there will be if all stay; null in a ladder.")
    players: list[EveningPlayer]
    tables: list[EveningTable] = Field(description="Of the newest round.")
    free: list[int] = Field(description="Who sits out the newest round.")
    next: NextRound | None
    standing: list[EveningPlace]
    results: list[list[Any]] = Field(
        description="Of all rounds: the round, both players, who won (1, 2, 0 or null), the id of the game."
    )


class Opened(BaseModel):
    id: str
    evening: Evening


class Joined(BaseModel):
    player: int = Field(description="The number of this browser's player.")
    evening: Evening
