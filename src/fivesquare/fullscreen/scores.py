"""What stands beside a board: both scores with their bars, what wins, and the moves."""

from collections.abc import Sequence
from typing import NamedTuple

from fivesquare.engine import FIRST, SECOND
from fivesquare.fullscreen.text import Line, beside, cut, length, wrapped
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.words.goal import goal
from fivesquare.words.listener import Listener, capital

_SHAPES = ("", "●", "◆")
_INK = ("", "first-text", "second-text")


class Aside(NamedTuple):
    """What is said below a player's name, and the clock if there is one."""

    text: str = ""
    clock: str = ""
    style: str = "muted"
    """That of the clock."""


Asides = tuple[Aside, Aside]
NO_ASIDES = (Aside(), Aside())


def name_of(listener: Listener, player: int) -> str:
    """A player's name as a heading: "You", "Level 3"."""
    return capital(listener.called(player))


def in_full(
    position: Position,
    listener: Listener,
    width: int,
    preview: Position | None = None,
    notes: Sequence[str] | None = None,
    asides: Asides = NO_ASIDES,
) -> list[Line]:
    """Both players with their bars, and what wins. `preview` is where the claim under the cursor leads.

    `notes`, one for each player, replace what wins.
    """
    lines = list[Line]()
    names = (name_of(listener, FIRST), name_of(listener, SECOND))
    wanted = goal(position, names)
    if notes is not None:
        wanted = wanted._replace(each=(notes[0], notes[1]), both="")
    for player in (FIRST, SECOND):
        lines.append(_score(position, listener, player, width, preview))
        lines.append(_bar(position, player, width, preview))
        aside = asides[player - 1]
        if aside.text or aside.clock:
            lines.append(beside(((f"  {aside.text}", "muted"),), ((aside.clock, aside.style),), width))
        if wanted.each[player - 1] and not position.is_over:
            lines.append(((wanted.each[player - 1], "muted"),))
    is_said = wanted.both and not position.is_over
    return [*lines, *wrapped(wanted.both, width, "muted")] if is_said else lines


def in_a_line(
    position: Position,
    listener: Listener,
    width: int,
    preview: Position | None = None,
    asides: Asides = NO_ASIDES,
) -> Line:
    """Both scores in one line, for a narrow screen."""
    first, second = (
        _named(position, listener, player, width // 2, preview, asides) for player in (FIRST, SECOND)
    )
    return beside(first, second, width)


def _score(
    position: Position, listener: Listener, player: int, width: int, preview: Position | None
) -> Line:
    ink = f"bold {_INK[player]}"
    name: Line = ((_named_with_mark(position, listener, player), ink),)
    return beside(name, ((_number(position, player, preview), ink),), width)


def _named(
    position: Position, listener: Listener, player: int, room: int, preview: Position | None, asides: Asides
) -> Line:
    """A player with the score, and the clock if there is one; a long name is cut."""
    aside, ink = asides[player - 1], f"bold {_INK[player]}"
    number: Line = ((f" {_number(position, player, preview)} ", ink),)
    clock: Line = ((f"{aside.clock} ", aside.style),) if aside.clock else ()
    name: Line = ((_named_with_mark(position, listener, player), ink),)
    return (*cut(name, room - length(number) - length(clock)), *number, *clock)


def _named_with_mark(position: Position, listener: Listener, player: int) -> str:
    """A player with the shape, and a mark if it is their turn; a game can end before the board is full."""
    is_to_act = position.turn == player and "result" not in position.extra
    return f"{'▸' if is_to_act else ' '}{_SHAPES[player]} {name_of(listener, player)}"


def _number(position: Position, player: int, preview: Position | None) -> str:
    now = position.sides[player - 1].score
    then = now if preview is None else preview.sides[player - 1].score
    return now if now == then else f"{now} → {then}"


def _bar(position: Position, player: int, width: int, preview: Position | None) -> Line:
    """The score as a part of the goal, which is the tick near the end."""
    now = position.sides[player - 1].part
    then = now if preview is None else preview.sides[player - 1].part
    room = width - 1
    filled, reached = (min(room, round(part * room)) for part in (now, then))
    ink = _INK[player]
    parts = [("━" * min(filled, reached), ink), ("╍" * abs(reached - filled), ink)]
    return (*parts, ("─" * (room - max(filled, reached)), "line"), ("┤", "muted"))


def moves(position: Position, lines: int, width: int, skipped: bool = True) -> list[Line]:
    """The last moves of a game, as many as fit, one a line."""
    history = position.history()
    listed = list[Line]()
    for number in range(max(0, len(position.moves) - lines), len(position.moves)):
        listed.append(move_line(history, number, width))
    return listed


def move_line(history: Sequence[Position], number: int, width: int) -> Line:
    """One move: its number, who made it, where, and what it gained."""
    before, after = history[number], history[number + 1]
    step = Step(before, after.moves[-1], after)
    gained = f" +{step.gain}" if step.is_claim and before.book.values != "ones" else ""
    text = f"{number + 1:>3} {_SHAPES[step.player]} "
    return cut(((text, _INK[step.player]), (f"{step.move}{gained}", "ink")), width)
