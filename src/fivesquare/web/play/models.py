"""What goes over the wire about games, for checking what comes in and for the OpenAPI document."""

from typing import Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from fivesquare.web.models import Board, Book, Claim, Done, Placement, Problem, Seat, Wire
from fivesquare.web.play import clock
from fivesquare.web.play.names import LONGEST_NAME

_LONGEST_TEXT = 200  # characters of a name that is sent: spaces and accents may fall away


class TimeLimit(Wire):
    """The time that each player has: for every move, or for the whole game."""

    move: int | None = Field(
        None, ge=clock.SHORTEST_MOVE, le=clock.LONGEST_MOVE, description="Seconds for each move."
    )
    game: int | None = Field(
        None, ge=clock.SHORTEST_GAME, le=clock.LONGEST_GAME, description="Seconds for the whole game."
    )

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.move is None) == (self.game is None):
            raise ValueError('a clock is {"move": SECONDS} or {"game": SECONDS}')
        return self


class NewGame(Wire):
    """A game to begin."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["grow"])
    board: Board | str | None = Field(None, description="Rows of values; without it one is dealt.")
    seed: int | None = Field(None, description="The same seed gives the same board and the same luck.")
    size: list[int] | None = Field(None, description="Rows and columns of a board to be dealt.")
    first: str = Field(
        "human", description='Who plays first: "human", "level:3", "perfect", ...', examples=["human"]
    )
    second: str = Field("human", description="Who plays second.", examples=["level:3"])
    balance: Literal["none", "swap"] | dict[str, float] | None = Field(
        None, description='Another balance than the book\'s: "swap", or {"komi": 12.5}.'
    )
    setup: Placement | None = Field(None, description="Where it starts, if that is not the opening.")
    moves: list[str] = Field([], description="Moves that have been made already.")
    sit: list[Seat] | None = Field(
        None,
        description="The seats that the cookie of this answer opens; without it, every one that a person "
        "has. A seat that is not taken is open until its secret is used.",
    )
    clock: TimeLimit | None = Field(
        None, description='Between people: {"move": 30} or {"game": 300}, in seconds for each player.'
    )
    name: str | None = Field(
        None,
        max_length=_LONGEST_TEXT,
        description="What the player is called whose one seat the cookie of this answer opens.",
    )


class Move(Wire):
    ply: int = Field(ge=0, description="How many moves were made before this one.", examples=[4])
    move: str = Field(description='"row,col", "stop" or "swap".', examples=["1,2"])
    version: int | None = Field(
        None,
        ge=0,
        description="The game's version when the move was chosen. With it, a retry does not repeat "
        "a move that was taken back since.",
    )


class Takeback(Wire):
    version: int = Field(ge=0, description="The game's version when you decided.", examples=[7])
    answer: Literal["ask", "yes", "no"] = Field(
        "ask", description='"no" declines what the other player asks for, and withdraws what you asked for.'
    )


class Resignation(Wire):
    version: int = Field(ge=0, description="The game's version when you decided.", examples=[7])


class Rematch(Wire):
    board: Literal["same", "new"] = "new"


class Advice(Wire):
    ply: int = Field(ge=0, description="Number of moves in the game as the player sees it.", examples=[4])
    kind: Literal["hint", "values", "tutor"] = Field(
        description="What is wanted: one good move, the worth of each, or a warning before a bad one. "
        'All but a "tutor" who has nothing to warn of are noted in the game before they are given.'
    )
    move: str | None = Field(
        None,
        description='With "tutor", the move that one is about to make; without it the tutor gets ready.',
    )


class PlayerName(Wire):
    name: str | None = Field(
        max_length=_LONGEST_TEXT,
        description=f"Up to {LONGEST_NAME} characters; null takes it away.",
        examples=["Mara"],
    )
    seat: Seat | None = Field(None, description="Which of the player's seats; required if they have both.")
    keep: bool = Field(False, description="Whether this browser keeps it for games to come.")


class Phrase(Wire):
    phrase: Literal["hello", "nice", "oops", "hm", "more", "bye"]


class Sitting(Wire):
    both: bool = Field(True, description="Whether a browser that has the one seat may have the other too.")


class Invitation(Wire):
    seat: Seat = Field(description="One's own, or the one that is still open.", examples=[2])


class Remaining(BaseModel):
    """The clock of a game."""

    move: float | None = Field(None, description="Seconds for each move, if that is what it counts.")
    game: float | None = Field(None, description="Seconds for the whole game, if that is what it counts.")
    left: list[float] = Field(description="Seconds that each player had left at `since`.")
    runs: Seat | None = Field(description="Whose time is running.")
    since: float | None = Field(description="From when on, in the time of `now`.")


class Present(BaseModel):
    """Whether a player follows the game."""

    here: bool
    since: float | None = Field(description="Away since then, in the time of `now`; null if unknown.")


class Utterance(BaseModel):
    """What a player said a moment ago."""

    phrase: str
    at: float = Field(description="When, in the time of `now`.")


class Logged(Done):
    """A move in the list of moves."""

    gain: int
    scores: list[int]
    counts: list[int]


class Game(BaseModel):
    """The current state of a game: everything that can be seen of it."""

    id: str
    ply: int = Field(description="How many moves the record has.")
    version: int = Field(description="Counts whatever happens: of two answers the higher one is newer.")
    book: Book
    board: Board
    setup: Placement | None = Field(None, description="Where it started; left out if at the opening.")
    moves: list[str]
    players: list[str]
    turn: Seat | None
    legal: list[str]
    owners: list[list[int]]
    scores: list[int]
    counts: list[int] = Field(description="How many cells each player owns.")
    decided: Literal[0, 1, 2] | None = Field(
        description="Who wins whatever both play from here, as far as counting shows; null while open."
    )
    over: bool
    winner: Literal[0, 1, 2] | None
    reason: str | None
    claims: dict[str, Claim]
    refused: dict[str, str] = Field(
        description="Why a free cell in reach may not be claimed: the score would be above the target."
    )
    last: Done | None
    log: list[Logged]
    chain: str | None = Field(description="Inside a chain the cell just claimed.")
    seats: list[Literal["computer", "sat", "open", "elsewhere"]] = Field(
        description='"elsewhere" only in the static edition: moves come and go by links.'
    )
    asks: Seat | None = Field(description="Who asks for a takeback.")
    waits: list[int] = Field(
        description="For each seat, how many seconds after its last declined takeback it may ask again."
    )
    resigned: Seat | None
    rematch: str | None = Field(description="The id of the game after this one.")
    thinking: bool = Field(description="Whether it is the computer's turn.")
    watching: int = Field(description="How many look on without a seat.")
    names: list[str | None] = Field(description="What the players are called; null if they did not say.")
    helped: list[list[Literal["hint", "values", "tutor"]]] = Field(
        description="For each player the help that was asked for: such a win counts for no ladder."
    )
    clock: Remaining | None
    presence: list[Present | None] = Field(description="Of two people who have sat down.")
    said: list[Utterance | None] = Field(description="What each of two people said last, for a moment.")
    now: float | None = Field(
        None, description="In events, between people: the server's time, in seconds since 1970."
    )
    title: str
    label: str = Field(description="The title, or for short the name of the book.")
    name: str | None = Field(description="The named book that this one is, size and balance aside.")
    size: list[int]
    has_numbers: bool
    goal: dict[str, Any]
    seed: int
    created: str
    evening: str | None = Field(None, description="The evening of a club to which it belongs.")


class Begun(BaseModel):
    """A game that has begun, with the secret of each seat that a person has."""

    id: str
    seats: dict[str, str | None]
    game: Game


class Seated(BaseModel):
    seats: list[Seat] = Field(description="What this browser has.")
    opens: list[Seat] = Field(description="What the secret opens.")
    game: Game


class Climb(BaseModel):
    """What a won game means for the ladder of its book, for the browser that asks."""

    level: str = Field(examples=["level:4"])
    is_new: bool | None = Field(None, description="Whether this game was the first to beat it.")
    next: str | None = Field(None, description="The lowest level not beaten yet; null if none is left.")
    helped: str | None = Field(None, description="Why the win does not count; left out if it does.")
    words: str | None = Field(None, description="The same in a sentence.")


class Climbed(BaseModel):
    ladder: Climb | None = Field(description="null while the game goes on, and where no level was won.")


class Link(BaseModel):
    """A link that opens a seat, and the same as a picture (SVG)."""

    link: str
    qr: str


class Again(BaseModel):
    id: str
    began: bool = Field(description="Whether this request began it; if not, the other player did.")
    game: Game


class Stale(Problem):
    """What went wrong, and the current state of the game."""

    game: Game | None = None
