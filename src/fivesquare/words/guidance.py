"""Advice before a move, in words: what a claim gives away, and which one to make."""

from collections.abc import Sequence
from typing import NamedTuple

from fivesquare.board import cells_of
from fivesquare.engine import NOBODY, other_player
from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.solver import Solution, Worth
from fivesquare.words.listener import Listener, capital
from fivesquare.words.worths import NOTHING, Soon, is_lost, points


class Caution(NamedTuple):
    """Why to think again: a heading, what happens, and the move that answers."""

    title: str
    text: str
    answer: str | None


class Suggestion(NamedTuple):
    """A move to make, and why."""

    advice: str
    reason: str


# --- What a claim gives away ---


def given_away(solution: Solution, move: str) -> str:
    """What a move costs: "the win", "the draw", "3 points"."""
    regret = solution.regret(move)
    if regret.result_lost:
        return "the win" if solution.winner == solution.position.state.turn else "the draw"
    return many(regret.lost, "point")


def objection(solution: Solution, move: str, listener: Listener) -> str:
    """What a move would cost, but not what is better."""
    return f"{listener.named(solution.position, move)} would give away {given_away(solution, move)}."


def caution(solution: Solution, move: str, line: Sequence[str], listener: Listener) -> Caution:
    """What a costly move runs into, what that comes to, and what it was; `line` follows the move."""
    position = solution.position
    assert solution.worth is not None
    here = Step(position, move, position.play(move))
    reply = _reply(here, line)
    answered = "" if reply is None else _answered(here, reply, listener)
    deed = _deed(here, listener)
    happens = f"{deed}, but {answered}" if deed and answered else capital(answered) or deed
    then = f"{outcome(solution.each[move], position, listener)}"
    now = f"As it is, {outcome(solution.worth, position, listener)}."
    happened = f"{happens}. Then {then}." if happens else f"After {listener.named(position, move)} {then}."
    title = f"Wait, that gives {given_away(solution, move)} away"
    return Caution(title, f"{happened} {now}", None if reply is None else reply.move)


def _reply(step: Step, line: Sequence[str]) -> Step | None:
    """The other player's first move of a line, if there is one."""
    position = step.after
    for move in line:
        following = Step(position, move, position.play(move))
        if following.player != step.player:
            return following
        position = following.after
    return None


def _deed(step: Step, listener: Listener) -> str:
    """What a move brings, as a clause: "the 10 turns over the 2"; empty if that is not worth telling."""
    if not step.is_claim or not step.taken:
        return ""
    place = capital(listener.place(step.before, step.cell))
    taken = _joined([listener.place(step.before, cell) for cell in step.taken])
    return f"{place} turns over {taken}" if step.before.book.captures else f"{place} brings {taken} along"


def _answered(step: Step, reply: Step, listener: Listener) -> str:
    """What the other player does about it: "Level 6 answers with the 14 and takes back the 9"."""
    name = listener.called(reply.player)
    if not reply.is_claim:
        return f"{name} {'stops' if reply.move == STOP else 'swaps'}"
    text = f"{name} answers with {listener.place(reply.before, reply.cell)}"
    if not reply.taken:
        return text
    gained = {step.cell, *step.taken} if step.is_claim else set[int]()
    back = " back" if reply.before.book.captures and gained.intersection(reply.taken) else ""
    taken = _joined([listener.place(reply.before, cell) for cell in reply.taken])
    return f"{text} and takes{back} {taken}" + ("" if reply.before.book.captures else " along")


def outcome(worth: Worth, position: Position, listener: Listener) -> str:
    """What perfect play comes to for the player to move: "you lose by 2 points"."""
    player = position.state.turn
    if worth.winner == NOBODY:
        return "it is a draw"
    verb = "wins" if worth.winner == player else "loses"
    does = listener.who(player, verb)
    if worth.margin is None:
        return does
    return f"{does} by {points(worth.margin)}" if worth.margin else f"{does} on the tie"


# --- Which one to make ---


def suggestion(solution: Solution, move: str, listener: Listener, soon: Soon = NOTHING) -> Suggestion:
    """One of the best moves, and why."""
    position = solution.position
    step = Step(position, move, position.play(move))
    parts = [*_gains(step, listener), _purpose(solution, move, listener, soon)]
    *some, last = parts
    return Suggestion(
        told(position, move, listener), capital(f"{', '.join(some)}{', and ' if some else ''}{last}.")
    )


def told(position: Position, move: str, listener: Listener) -> str:
    """A move as advice: "Claim the 11."."""
    words = {STOP: "Stop here", SWAP: "Swap"}
    return f"{words.get(move) or f'Claim {listener.named(position, move)}'}."


def _gains(step: Step, listener: Listener) -> list[str]:
    """What a claim takes, and that nothing can undo it, where that is certain."""
    if not step.is_claim:
        return []
    parts = list[str]()
    taken = [listener.place(step.before, cell) for cell in step.taken]
    if taken and step.before.book.captures:
        parts.append(f"it turns over {_joined(taken)}")
    elif taken:
        parts.append(f"{_joined(taken)} {'comes' if len(taken) == 1 else 'come'} along")
    if step.before.book.captures and not step.after.is_over and is_safe(step):
        parts.append("nothing can take it back" if taken else "nothing can take it")
    return parts


def is_safe(step: Step) -> bool:
    """Whether nothing that a claim won can ever be captured: no free cell beside it has a higher number."""
    setup, state, values = step.after.setup, step.after.state, step.after.board.values
    free = setup.full & ~(state.own | state.other)
    return all(
        values[near] < values[cell]
        for cell in (step.cell, *step.taken)
        for near in cells_of(setup.beside[cell] & free)
    )


def _purpose(solution: Solution, move: str, listener: Listener, soon: Soon) -> str:
    """What the move comes to."""
    position, worth = solution.position, solution.each[move]
    player = position.state.turn
    if len(solution.each) == 1:
        return "it is the only move"
    if not is_lost(solution):
        return outcome(worth, position, listener)
    if len(set(soon.values())) > 1:
        return f"it holds out longest, though {listener.who(other_player(player), 'wins')}"
    if worth.margin:
        return f"it keeps the loss down to {points(worth.margin)}"
    return f"no move is better: {outcome(worth, position, listener)}"


def _joined(parts: Sequence[str]) -> str:
    *some, last = parts
    return f"{', '.join(some)} and {last}" if some else last
