"""What a page is told about a position: everything that it shows, so that it decides no rule."""

from typing import Any

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.books import kin, written
from fivesquare.match import Step
from fivesquare.position import SWAP, Position
from fivesquare.rulebook import Exactly, Komi


def seen(position: Position) -> dict[str, Any]:
    """What is to be seen of a position, and what was done last."""
    return {**standing(position), "last": last(position)}


def standing(position: Position) -> dict[str, Any]:
    """What `fivesquare state` says, who has how many, and what each claim would do."""
    return {
        **position.view(),
        "counts": list(position.counts),
        "chain": position.all_moves[position.state.link] if position.in_chain else None,
        "claims": claims(position),
    }


def claims(position: Position) -> dict[str, Any]:
    """For each legal claim what it takes, and the scores and the numbers of cells after it."""
    setup, (own, other, turn, _) = position.setup, position.state
    mover, rival = turn - 1, 2 - turn
    scores_now, counts_now = position.scores, position.counts
    told = {}
    for cell in cells_of(position.claims):
        takes = engine.taken(setup, own, other, cell)
        brought, number = engine.score(setup, takes), takes.bit_count()
        scores, counts = list(scores_now), list(counts_now)
        scores[mover] += setup.values[cell] + brought
        counts[mover] += 1 + number
        if takes & other:
            scores[rival] -= brought
            counts[rival] -= number
        told[position.all_moves[cell]] = {
            "takes": [position.all_moves[taken] for taken in cells_of(takes)],
            "scores": scores,
            "counts": counts,
        }
    return told


def last(position: Position) -> dict[str, Any] | None:
    """What was done last; None at the opening."""
    if not position.moves:
        return None
    return done(Step(position.back(), position.moves[-1], position))


def last_claim(position: Position) -> tuple[int | None, frozenset[int]]:
    """The cell claimed last, and those that came along with it."""
    claimed = position.last_claim
    if claimed is None or position.moves[-1] == SWAP:
        return claimed, frozenset()
    history = position.history()
    last = -1 if position.moves[-1] == position.all_moves[claimed] else -2  # a chain may have been stopped
    step = Step(history[last - 1], position.moves[last], history[last])
    return claimed, frozenset(step.taken)


def done(step: Step) -> dict[str, Any]:
    """What a move did."""
    names = step.before.all_moves
    return {
        "move": step.move,
        "player": step.player,
        "takes": [names[cell] for cell in step.taken] if step.is_claim else [],
        "skipped": step.skipped,
    }


def brought(step: Step) -> dict[str, Any]:
    """What stands beside it in the list of moves: what it brought, and the scores after it."""
    return {
        "gain": step.gain if step.is_claim else 0,
        "scores": list(step.after.scores),
        "counts": list(step.after.counts),
    }


def setting(position: Position) -> dict[str, Any]:
    """What stays the same through a whole game."""
    named = kin(position.book)
    return {
        "book": written(position.book),
        "board": position.board.rows,
        "title": position.book.title,
        "name": None if named is None else named.name,
        "label": label(position),
        "size": [position.size.rows, position.size.columns],
        "has_numbers": position.book.values != "ones",
        "goal": goal(position),
    }


def label(position: Position) -> str:
    """What a game is called for short: titles of books are long, and two have the same one."""
    named = kin(position.book)
    if named is None or named.name is None or position.book.title != named.title:
        return position.book.title
    return named.name.capitalize()


def goal(position: Position) -> dict[str, Any]:
    """What the players are after; `enough` is what cannot be beaten, for each of them."""
    book = position.book
    if isinstance(book.goal, Exactly):
        return {"kind": "exactly", "target": book.goal.target}
    if book.goal == "majority":
        cells = position.size.cells
        return {"kind": "majority", "total": cells, "enough": [cells // 2 + 1] * 2}
    komi = book.balance.points if isinstance(book.balance, Komi) else 0
    total = sum(position.board.values)
    enough = [int((total + sign * komi) // 2) + 1 for sign in (1, -1)]
    return {"kind": "points", "total": total, "enough": enough, "komi": komi}
