"""The questions that are asked about a position: how each is put, what its answer is, and what is right.

Texts are written in plain words, and told in those of the wording. Answers name moves as the wording does,
and players by their marks.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fivesquare.errors import FivesquareError, NotationError, RecordError, quote
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.research.wording import Wording
from fivesquare.research.wording.move_parser import bare, behind, lines_of
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.solver import Solver, Worth

FREE = "."
DRAW = "draw"


class Facts(NamedTuple):
    """What is known about a position, and its wording."""

    position: Position
    wording: Wording
    move: str | None  # the one that is asked about, if one is
    worth: Worth
    best: tuple[str, ...]
    line: tuple[str, ...]


class QuestionKind(NamedTuple):
    """A kind of question. `is_right` judges an answer that may be any text."""

    ask: Callable[[Facts], str]
    answer: Callable[[Facts], str]
    is_right: Callable[[Facts, str], bool]
    has_move: bool = False
    is_critical: bool = False  # asked only where it matters what is played


def put(facts: Facts, name: str) -> str:
    """The question with everything that is needed to answer it."""
    position, wording = facts.position, facts.wording
    words = wording.words
    return "\n\n".join(
        [
            wording.rules(position.book, position.size),
            wording.board(position, position.state.turn),
            words.told(f"{wording.places.explained(position.size)}{_other_moves(position.book)}"),
            QUESTIONS[name].ask(facts),
            words.told("The last line of your reply must be ANSWER: and the answer, and nothing else."),
        ]
    )


def _other_moves(book: RuleBook) -> str:
    """How those moves are written that name no cell, and which there are not."""
    told = ""
    if book.again == "chain":
        told += (
            " One more claim is a move of its own, made by whoever made the one before. Whoever may claim "
            "one more and does not want to plays stop; whoever cannot does not."
        )
    if book.balance == "swap":
        told += " To swap is the move swap."
    return f"{told} To be skipped is no move."


# --- Which move is best ---


def _ask_best(facts: Facts) -> str:
    margin = ", then a larger lead over a smaller one at the end" if _has_margins(facts) else ""
    return facts.wording.words.told(
        "Which move is best here? You want a win over a draw over a loss"
        f"{margin}, and so does your opponent; both of you play perfectly from here on. "
        "If several moves are equally good, name any one of them."
    )


def _answer_best(facts: Facts) -> str:
    return facts.wording.tell(facts.position, facts.best[0])


def _is_best(facts: Facts, text: str) -> bool:
    return facts.wording.read(facts.position, text) in facts.best


# --- What is legal ---


def _ask_legal(facts: Facts) -> str:
    return facts.wording.words.told("Which moves are legal here? Name all of them, with spaces in between.")


def _answer_legal(facts: Facts) -> str:
    return _told(facts, facts.position.legal)


def _is_legal(facts: Facts, text: str) -> bool:
    return sorted(_read(facts, text)) == sorted(facts.position.legal)


# --- What follows ---


def _ask_next(facts: Facts) -> str:
    first, second = facts.wording.words.marks
    return _told_with_move(
        facts,
        "What is the position after you play {move}? Write who owns each cell, row by row from the top, "
        f"with / between the rows: {first} for the first player, {second} for the second player, {FREE} "
        f"for a free cell. Then a space, and {first} or {second} for whoever acts next, or {FREE} if the "
        f"game is over. A board of two rows could be {first}{FREE}/{second}{first} {second}",
    )


def _answer_next(facts: Facts) -> str:
    marks = (FREE, *facts.wording.words.marks)
    after = facts.position.play(_move(facts))
    rows = "/".join("".join(marks[owner] for owner in row) for row in after.owners)
    return f"{rows} {marks[after.turn or 0]}"


def _is_next(facts: Facts, text: str) -> bool:
    return _normal(text) == _normal(_answer_next(facts))


def _ask_score(facts: Facts) -> str:
    what = (
        "many cells does each player own" if _counts_cells(facts) else "many points does each player have"
    )
    komi = ", without komi" if _has_komi(facts) else ""
    return _told_with_move(
        facts,
        f"How {what} after you play {{move}}? Write two numbers with a space in between{komi}, that of the "
        "first player first.",
    )


def _answer_score(facts: Facts) -> str:
    after = facts.position.play(_move(facts))
    first, second = after.totals
    return f"{first} {second}"


def _is_score(facts: Facts, text: str) -> bool:
    return text.split() == _answer_score(facts).split()


# --- Who wins ---


def _ask_winner(facts: Facts) -> str:
    first, second = facts.wording.words.marks
    if _has_margins(facts):
        asked = "Who wins, and by how much?"
        komi = ", komi counted" if _has_komi(facts) else ""
        form = f"like {first} by 3 if the first player wins with 3 points more{komi}, by 0 if a tie is won"
    else:
        asked = "Who wins?"
        form = f"{first} if the first player wins, {second} if the second player does"
    return facts.wording.words.told(f"{asked} {_wishes(facts)} Write {form}, or {DRAW}.")


def _wishes(facts: Facts) -> str:
    margin = ", then a larger lead over a smaller one at the end" if _has_margins(facts) else ""
    return f"Both players play perfectly from here on: each wants a win over a draw over a loss{margin}."


def _answer_winner(facts: Facts) -> str:
    winner, margin = facts.worth
    if not winner:
        return DRAW
    mark = facts.wording.words.marks[winner - 1]
    return mark if margin is None else f"{mark} by {abs(margin):g}"


def _is_winner(facts: Facts, text: str) -> bool:
    return _normal(text) == _normal(_answer_winner(facts))


# --- How it goes on ---


def _ask_line(facts: Facts) -> str:
    return facts.wording.words.told(
        f"How does the game go on from here to its end? {_wishes(facts)} Name all the moves of both "
        "players in their order, with spaces in between. If there are several perfect ways, name any one."
    )


def _answer_line(facts: Facts) -> str:
    return _told(facts, facts.line)


def _is_line(facts: Facts, text: str) -> bool:
    """Whether every move is a best one where it is made, and the last ends the game."""
    moves = _read(facts, text)
    if tuple(moves) == facts.line:
        return True
    solver = Solver(facts.position.book, facts.position.board, threads=1)
    position = facts.position
    for move in moves:
        if move not in solver.solve(position).best:
            return False
        position = position.play(move)
    return position.is_over


# --- All of them ---

QUESTIONS: Mapping[str, QuestionKind] = {
    "best": QuestionKind(_ask_best, _answer_best, _is_best, is_critical=True),
    "legal": QuestionKind(_ask_legal, _answer_legal, _is_legal),
    "next": QuestionKind(_ask_next, _answer_next, _is_next, has_move=True),
    "score": QuestionKind(_ask_score, _answer_score, _is_score, has_move=True),
    "winner": QuestionKind(_ask_winner, _answer_winner, _is_winner),
    "line": QuestionKind(_ask_line, _answer_line, _is_line),
}


def is_right(facts: Facts, name: str, text: str) -> bool:
    """Whether a text answers the question rightly; one that cannot be read does not."""
    try:
        return QUESTIONS[name].is_right(facts, text)
    except FivesquareError:
        return False


def _has_margins(facts: Facts) -> bool:
    return facts.position.book.goal == "points"


def _has_komi(facts: Facts) -> bool:
    return isinstance(facts.position.book.balance, Komi)


def _counts_cells(facts: Facts) -> bool:
    return facts.position.book.goal == "majority"


def _move(facts: Facts) -> str:
    if facts.move is None:
        raise NotationError("this question is about a move, and none is given")
    return facts.move


def _told_with_move(facts: Facts, text: str) -> str:
    told = facts.wording.words.told(text)
    return told.replace("{move}", facts.wording.tell(facts.position, _move(facts)))


def _told(facts: Facts, moves: tuple[str, ...]) -> str:
    return " ".join(facts.wording.tell(facts.position, move) for move in moves)


def _read(facts: Facts, text: str) -> list[str]:
    return [facts.wording.read(facts.position, word) for word in text.split()]


def _normal(text: str) -> str:
    """A text without what makes no difference: capital letters, and how many spaces."""
    return " ".join(text.casefold().split())


# --- Scores ---

_KEYWORD = "answer"
_FULL_STOP = re.compile(r"(?<=\w)\.\Z")  # one behind a space is an answer: no player acts next


def score(row: Mapping[str, Any] | str, answer: object) -> float:
    """1.0 if the answer is right, else 0.0; what cannot be read is not.

    `row` is a row, its `metadata`, or its `info`. The answer may be the bare answer, or a whole reply
    whose last line is ANSWER: and the answer; a reply that gives two different answers gives none.
    """
    metadata = _metadata(row)
    said = stated(answer) if isinstance(answer, str) else None
    if said is None:
        return 0.0
    return 1.0 if is_right(_facts(metadata), metadata["question"], _FULL_STOP.sub("", said)) else 0.0


def stated(reply: str) -> str | None:
    """The answer that a reply gives; None if it gives none, or several."""
    try:
        lines = lines_of(reply)
    except NotationError:
        return None
    answers = [said for said in (behind(_KEYWORD, line) for line in lines) if said is not None]
    if not answers:
        return bare("\n".join(lines))  # the bare answer was taken out of the reply elsewhere
    if len({" ".join(said.casefold().split()) for said in answers}) > 1:
        return None
    return behind(_KEYWORD, lines[-1])


def _metadata(row: object) -> Mapping[str, Any]:
    if isinstance(row, str):
        try:
            row = json.loads(row)
        except json.JSONDecodeError:
            row = None
    if isinstance(row, Mapping) and "metadata" in row:
        return _metadata(row["metadata"])
    if not isinstance(row, Mapping) or row.get("question") not in QUESTIONS or "record" not in row:
        raise RecordError(f"a row of a dataset, its metadata or its info is scored, not {quote(row)}")
    return row


def _facts(metadata: Mapping[str, Any]) -> Facts:
    try:
        return Facts(
            Position.from_record(parse_record(metadata["record"])),
            Wording.from_json(json.loads(metadata["wording"])),
            metadata["move"],
            Worth(metadata["winner"], metadata["margin"]),
            tuple(metadata["best"]),
            tuple(metadata["line"]),
        )
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise RecordError(f"this metadata is incomplete: {quote(str(error))}") from None
