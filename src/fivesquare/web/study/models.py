"""What goes over the wire about analyses, puzzles and rule books, for the OpenAPI document.

Records, books and boards are checked by those who read them anyway, and who say better what is wrong.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fivesquare.primer import Topic
from fivesquare.reviews import Mark
from fivesquare.web.models import Board, Book, Claim, Done, Placement, Seat, Wire

Result = Literal[-1, 0, 1]
Winner = Literal[0, 1, 2]


class Record(Wire):
    """A game: its book, its board, and the moves so far. Further keys may stand beside these."""

    model_config = ConfigDict(extra="allow")

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["sweep"])
    board: Board = Field(description="Rows of values.", examples=[[[5, 3, 8], [2, 9, 1], [6, 4, 7]]])
    setup: Placement | None = Field(None, description="Where it started, if not at the opening.")
    moves: list[str] = Field(description='"row,col", "stop" or "swap".', examples=[["1,2", "2,2"]])


class Worth(BaseModel):
    """What perfect play leads to: who wins, 0 for a draw, and the final first-minus-second score."""

    winner: Winner
    margin: float | None


class Solved(BaseModel):
    """The object of `fivesquare solve`."""

    winner: Winner
    margin: float | None = Field(description="null in games whose goal is not most points.")
    best: list[str]
    each: dict[str, Worth]
    line: list[str] = Field(description="One perfect continuation, to the end.")
    nodes: int
    seconds: float


class ReviewedMove(BaseModel):
    number: int
    player: Seat
    move: str
    worth: Worth | None
    best_worth: Worth | None
    best: list[str]
    points_lost: float
    result_lost: int
    moves_lost: int
    verdict: str
    line: list[str]


class Reviewed(BaseModel):
    """The object of `fivesquare review --json`. What was not solved in time is null."""

    book: Book
    opening: Worth | None
    line: list[str]
    moves: list[ReviewedMove]
    turning_point: int | None
    accuracy: list[float | None]


class MoveWorth(BaseModel):
    """What a move is worth: to both as in `solve`, and as the player to move sees it."""

    winner: Winner | None
    margin: float | None
    lead: float | None = Field(description="In points, or cells, for the mover; an estimate if not exact.")
    result: Result | None = Field(description="1 won, 0 drawn, -1 lost, for the mover.")
    is_best: bool


class Valued(BaseModel):
    """What every move is worth, exactly or, where that takes too long, as it looks."""

    exact: bool
    turn: Seat | None
    best: list[str]
    each: dict[str, MoveWorth]
    line: list[str]
    depth: int | None = Field(description="How many moves one looked ahead, if it is not exact.")


class Setting(BaseModel):
    """What stays the same through a game."""

    title: str
    label: str
    name: str | None
    book: Book
    board: Board
    setup: Placement | None = Field(None, description="Where it started; left out if at the opening.")
    size: list[int]
    has_numbers: bool
    goal: dict[str, Any]
    players: list[str]


class Seen(BaseModel):
    """A position, as a game has it, and what is known of it."""

    ply: int
    turn: Seat | None
    legal: list[str]
    owners: list[list[int]]
    scores: list[int]
    counts: list[int]
    decided: Winner | None
    over: bool
    reason: str | None
    chain: str | None
    claims: dict[str, Claim]
    refused: dict[str, str] = Field(
        description="Why a free cell in reach may not be claimed: the score would be above the target."
    )
    last: Done | None
    winner: Winner | None = Field(description="With perfect play; null if it was not solved in time.")
    margin: float | None = Field(description="With perfect play, first minus second.")
    height: float | None = Field(description="The worth as one number, higher for the first player.")
    exact: bool = Field(description="Whether `each` is exact; if not, its leads are estimates.")
    each: dict[str, MoveWorth]
    best: list[str]
    line: list[str]


class Step(BaseModel):
    """A move of the game that was gone over."""

    number: int
    player: Seat
    move: str
    verdict: str
    mark: Mark
    points_lost: float
    result_lost: int
    moves_lost: int
    is_mistake: bool
    best: list[str]
    line: list[str] = Field(description="Best play after the move.")
    answered: str | None = Field(description="What a mistake runs into, in words.")


class Lesson(BaseModel):
    """A mistake as a question."""

    ply: int
    player: Seat
    played: str
    right: list[str]
    task: str
    deed: str
    hints: list[str]


class Walk(BaseModel):
    """A whole game gone over: every position with every worth."""

    game: Setting
    plies: list[Seen]
    moves: list[Step]
    turning_point: int | None
    accuracy: list[float | None]
    skill: list[float | None] = Field(description="0 for a random mover, 1 for a perfect one.")
    lessons: list[Lesson]
    has_margins: bool
    solved: bool = Field(description="Whether all of it was solved in time.")


class Plies(BaseModel):
    """A record, position by position, without any worths."""

    game: Setting
    plies: list[dict[str, Any]] = Field(description="The opening, and the position after each move.")


class WantedPosition(Wire):
    """A position: on a board or on one that is dealt, from the opening or from a setup, after moves."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["grow"])
    board: Board | str | None = Field(None, description="Rows of values; without it one is dealt.")
    seed: int | None = Field(None, description="The same seed gives the same board.")
    size: list[int] | None = Field(None, description="Rows and columns of a board to be dealt.")
    setup: Placement | None = Field(None, description="Where it starts, if that is not the opening.")
    moves: list[str] = Field([], description="Moves from there.")
    ply: int | None = Field(None, ge=0, description="Number of moves to make; by default all.")


class ShownPosition(BaseModel):
    """A position as the analysis board shows it."""

    record: Record = Field(description="With all the moves.")
    view: dict[str, Any] = Field(description="As in `plies`, with what stays the same through a game.")
    movers: list[Seat] = Field(description="Who made each move.")
    setup: Placement = Field(description="The same position as a setup without moves.")
    known: str | None = Field(description="The name of its book or variant, if it has one.")
    has_chains: bool
    numbers: Literal["shuffled", "ones"] | list[int] = Field(
        description="What the board may hold: each number once, ones, or numbers from low to high."
    )


class WantedPuzzle(Wire):
    """Which puzzle; without a seed, any. With a record: its last position, if one move wins there."""

    book: Book | None = Field(None, description="Without it, a random one of the catalogue.")
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    seed: int | None = None
    size: list[int] | None = Field(None, description="Rows and columns, at most 25 cells.")
    record: Record | None = Field(None, description="Instead of all the others.")


class PuzzleView(Seen, Setting):
    """The position of a puzzle."""


class Puzzle(BaseModel):
    """A position in which exactly one move wins."""

    book: Book
    difficulty: Literal["easy", "medium", "hard"]
    seed: int | None = Field(description="null for the position of a record.")
    next_seed: int = Field(description="Of the puzzle that follows: one seed gives a whole series.")
    record: Record
    view: PuzzleView
    right: list[str]
    task: str
    hints: list[str]
    deed: str
    why: dict[str, str] = Field(description="Of each move, why it is right, or what it runs into.")


class WantedBook(Wire):
    """A rule book to be explained."""

    book: Book = Field(examples=["grow"])
    size: list[int] | None = Field(None, description="Rows and columns; without it, the book's own.")


class Paragraph(BaseModel):
    title: str
    text: str


class Ruling(BaseModel):
    id: str
    ruling: str
    reason: str


class ExplainedBook(BaseModel):
    """A rule book in sentences."""

    title: str
    name: str | None = Field(description="The named book that this one is, size and balance aside.")
    book: Book
    answers: dict[str, Any]
    brief: str
    rules: list[Paragraph]
    size: list[int]
    rulings: list[Ruling]


class WantedLesson(Wire):
    """A rule book to be learnt."""

    book: Book = Field(description="The name of a book, or a whole one as an object.", examples=["flip"])


class LessonView(BaseModel):
    """The position of an exercise, and what each claim in it would do."""

    board: Board
    size: list[int]
    has_numbers: bool
    goal: dict[str, Any]
    turn: Seat | None
    legal: list[str]
    owners: list[list[int]]
    scores: list[int]
    counts: list[int]
    decided: Winner | None
    over: bool
    winner: Winner | None
    reason: str | None
    chain: str | None
    claims: dict[str, Claim]
    refused: dict[str, str]
    last: Done | None


class Frame(BaseModel):
    """What a move changes about a position that is shown."""

    owners: list[list[int]]
    scores: list[int]
    counts: list[int]
    turn: Seat | None
    legal: list[str]
    over: bool
    last: Done


class ExerciseAnswer(BaseModel):
    """What is said to a move, and the board after it and after each move that follows."""

    right: bool
    words: str
    frames: list[Frame]
    result: str | None = Field(description="How the game ended, if the move is right and wins.")


class Exercise(BaseModel):
    """A position about one rule, with an answer to every legal move."""

    topic: Topic
    rule: str
    task: str
    names: list[str] = Field(description='The players: "You", and the other by colour.')
    has_places: bool = Field(description="Whether cells are called by row and column.")
    called: str | None = Field(description="The move that the task names.")
    view: LessonView
    refusals: dict[str, str] = Field(description="Why a free cell may not be claimed.")
    answers: dict[str, ExerciseAnswer]


class TaughtBook(BaseModel):
    """A rule book as exercises, and in sentences how it ends and what no exercise shows."""

    exercises: list[Exercise]
    learned: list[str]


class WantedKomi(Wire):
    """A board to be made fair: a given one, or one that is dealt."""

    book: Book = Field(examples=["flip"])
    board: Board | str | None = None
    seed: int | None = None
    size: list[int] | None = None


class FairKomi(BaseModel):
    """The komi with which perfect play ends even, and the board it is for."""

    komi: float
    board: Board
    seed: int | None
    book: Book = Field(description="The book with that komi.")


class ComputerPlayer(BaseModel):
    name: str
    words: str


class Choice(BaseModel):
    """A possible answer of a rule book: for a record, and in words."""

    answer: Any
    words: str


class QuestionAsked(BaseModel):
    question: str
    answers: list[Choice]


class Catalogue(BaseModel):
    """What there is to play, and against whom."""

    books: list[ExplainedBook]
    players: list[ComputerPlayer]
    questions: dict[str, QuestionAsked]
    difficulties: list[str]


class BadRecord(BaseModel):
    """What cannot be used, in a sentence; which move or which answer of the book is at fault, if one is."""

    error: str
    at: int | None = None
    field: str | None = None
