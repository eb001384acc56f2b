"""A position as JSON for pages and tools: everything that they show, so that they decide no rule."""

from typing import Any

from fivesquare import certainty, engine
from fivesquare.board import cells_of
from fivesquare.books import kin, written
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.rulebook import Exactly, Komi


def seen(position: Position) -> dict[str, Any]:
    """A position, and the last move."""
    return {**standing(position), "last": last(position)}


def standing(position: Position) -> dict[str, Any]:
    """The object of `fivesquare state`, with counts, who cannot be caught, and what each claim would do."""
    return {
        **position.view(),
        "counts": list(position.counts),
        "decided": position.decided,
        "chain": position.all_moves[position.state.link] if position.in_chain else None,
        "claims": claims(position),
        "refused": refused(position),
    }


def refused(position: Position) -> dict[str, str]:
    """Why free cells in reach may not be claimed, as the rest of a sentence: the target forbids it."""
    if not isinstance(position.book.goal, Exactly) or position.is_over:
        return {}
    setup, (own, other, _, link) = position.setup, position.state
    reach = setup.beside[link] if position.in_chain else engine.within_reach(setup, own)
    cells = cells_of(reach & ~(own | other | position.claims) & setup.full)
    return {position.all_moves[cell]: str(position.refusal(cell)) for cell in cells}


def claims(position: Position) -> dict[str, Any]:
    """What each legal claim takes, and the scores and cell counts after it."""
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
    """The last move; None at the opening."""
    if not position.moves:
        return None
    return done(Step(position.back(), position.moves[-1], position))


def done(step: Step) -> dict[str, Any]:
    """What a move did."""
    names = step.before.all_moves
    return {
        "move": step.move,
        "player": step.player,
        "takes": [names[cell] for cell in step.taken] if step.is_claim else [],
        "skipped": step.skipped,
        "forfeits": step.is_forfeited,
    }


def brought(step: Step) -> dict[str, Any]:
    """What the list of moves adds: the gain, and the scores after it."""
    return {
        "gain": step.gain if step.is_claim else 0,
        "scores": list(step.after.scores),
        "counts": list(step.after.counts),
    }


def setting(position: Position) -> dict[str, Any]:
    """What stays the same during a game."""
    named, setup = kin(position.book), position.written_setup
    return {
        "book": written(position.book),
        "board": position.board.rows,
        **({} if setup is None else {"setup": setup}),
        "title": position.book.title,
        "name": None if named is None else named.name,
        "label": label(position),
        "size": [position.size.rows, position.size.columns],
        "has_numbers": position.book.values != "ones",
        "goal": goal(position),
    }


def label(position: Position) -> str:
    """A short name of a game: the books' titles are long, and two are the same."""
    named = kin(position.book)
    if named is None or named.name is None or position.book.title != named.title:
        return position.book.title
    return named.name.capitalize()


def goal(position: Position) -> dict[str, Any]:
    """The goal of the game; `enough` is the total that wins for each player, if any total is safe."""
    book = position.book
    if isinstance(book.goal, Exactly):
        return {"kind": "exactly", "target": book.goal.target}
    enough = certainty.enough(position.setup)
    if book.goal == "majority":
        return {"kind": "majority", "total": position.size.cells, "enough": enough}
    komi = book.balance.points if isinstance(book.balance, Komi) else 0
    return {"kind": "points", "total": sum(position.board.values), "enough": enough, "komi": komi}
