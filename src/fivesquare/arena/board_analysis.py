"""One board solved: who wins on it, what each first move is worth, and what is at stake on the way."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from fivesquare import engine
from fivesquare.board import Board
from fivesquare.engine import FIRST
from fivesquare.position import Position
from fivesquare.research.family.difficulty import Study, TooLargeError
from fivesquare.research.skill import Estimate
from fivesquare.rulebook import RuleBook
from fivesquare.solver.limits import GAME

BoardRow = dict[str, Any]
"""A board and what was found, as JSON holds it. Of one that is too large: `board` and `too_large`, the
number of positions that were not enough. Of any other:

    board         its rows, as in a record
    winner        who wins with perfect play: 1, 2, or 0 for a draw
    margin        by how much, first minus second; null in games without margins
    best          the best first moves
    each          the worth of every first move, as `fivesquare solve` writes it
    nodes         positions searched to find these
    length        moves of the perfect line, on which both make the first of the best moves
    lead_changes  how often the lead goes from one player to the other on it
    critical      share of the decisions in which some move is worse than another
    decisive      share of the decisions in which it matters for who wins
    greedy        the probability that a greedy move is right in a critical one; null if none is critical
    branching     legal moves in a decision, on average

What comes after `nodes` is null if the effort was enough for the opening, and not for the games after it.
Decisions are those of five lines of play, as in the family's difficulty.
"""

ON_THE_WAY = ("length", "lead_changes", "critical", "decisive", "greedy", "branching")
"""What a row says about games on its board."""

SHARES = ("critical", "decisive", "greedy")
"""Of these what lies between 0 and 1."""


def analyze_board(
    book: RuleBook, board: Board, names: Iterable[object] = (), effort: int = GAME.nodes
) -> BoardRow:
    """Solve a board and measure it; `names` are those of the random streams of its casual games.

    Without `names` they are named by the board itself: the same board, the same row.
    """
    start, study = Position.start(book, board=board), Study(book, board, GAME._replace(nodes=effort))
    try:
        opening = study.solution(start)
    except TooLargeError:
        return {"board": board.rows, "too_large": effort}
    row = {
        "board": board.rows,
        "winner": opening.winner,
        "margin": opening.margin,
        "best": list(opening.best),
        "each": {move: worth._asdict() for move, worth in opening.each.items()},
        "nodes": opening.nodes,
    }
    try:
        return row | _on_the_way(study, start, tuple(names) or ("study", board))
    except TooLargeError:
        return row | dict.fromkeys(ON_THE_WAY)


def _on_the_way(study: Study, start: Position, names: tuple[object, ...]) -> BoardRow:
    measured = study.measure(start, names)
    return {
        "length": measured.length,
        "lead_changes": lead_changes(study.perfect_line(start)),
        "critical": measured.critical,
        "decisive": measured.decisive,
        "greedy": measured.greedy if measured.critical else None,
        "branching": measured.branching,
    }


def is_solved(row: BoardRow) -> bool:
    """Whether a row says anything but that its board is too large."""
    return "too_large" not in row


def as_far_as_can_be(name: str, mean: Estimate) -> Estimate:
    """The mean of something `ON_THE_WAY`; the interval of a share goes no further than a share can."""
    if name not in SHARES or mean.low is None or mean.high is None:
        return mean
    return mean._replace(low=max(0.0, mean.low), high=min(1.0, mean.high))


def winning_claims(row: BoardRow) -> list[str]:
    """The first claims with which the first player wins."""
    return [move for move, worth in row["each"].items() if worth["winner"] == FIRST]


def lead_changes(game: Iterable[Position]) -> int:
    """How often the lead goes from one player to the other; ties in between do not count.

    The lead is in points, with the komi; in cells where the goal is a majority.
    """
    leaders = [leader for leader in map(_leader, game) if leader]
    return sum(before != after for before, after in pairwise(leaders))


def _leader(position: Position) -> int:
    lead = engine.balanced_lead(position.setup, position.state)
    if lead == 0:
        return engine.NOBODY
    turn = position.state.turn
    return turn if lead > 0 else engine.other_player(turn)
