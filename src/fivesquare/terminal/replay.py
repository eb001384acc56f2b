"""The command `replay`: a game again, step by step, in its book's own voice or the clear one."""

from pathlib import Path

import click

from fivesquare import record
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal import games
from fivesquare.terminal.options import plain_option, record_argument, style_option
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.seats import is_computer, seats_of
from fivesquare.terminal.voices import voice_for


@click.command(epilog="Example: fivesquare replay game.json --plain")
@record_argument
@style_option
@plain_option
def replay(path: Path | None, style: str, plain: bool) -> None:
    """Show a game again, step by step.

    FILE, or N of the games that `games` lists. Without: the last one that was finished.
    """
    show(record.load(games.finished(path)), Screen(plain), style)


def show(position: Position, screen: Screen, style: str = "book") -> None:
    """Show how `position` came about. At a terminal it waits for Enter after each turn."""
    voice = voice_for(position.book, screen.paint, style, screen.room)
    seats = seats_of(position)
    now = position.back(len(position.moves))
    was_asked = False
    if voice.legend():
        screen.write(filled(f"({voice.legend()})\n"))
    screen.write(voice.welcome(now))
    for move in position.moves:
        if not now.in_chain and not _wait(screen):
            return
        step = Step(now, move, now.play(move))
        if is_computer(seats[step.player - 1]):
            screen.write(voice.tell(step, seats))
        else:
            if now.may_swap:
                screen.write(filled(voice.offer(now)))
            screen.tell(voice.prompt(now, not was_asked) + voice.typed(now, move))
            screen.tell(voice.answer(step))
            was_asked = True
        now = step.after
        if not now.in_chain:
            screen.write(voice.after_turn(now))
        if step.skipped is not None:
            screen.write(voice.skipped(now, step.skipped))
    if now.is_over:
        screen.tell(voice.ending(now))
    else:
        screen.write(f"The game is not over: {voice.name(now.state.turn)} is to act.")


def _wait(screen: Screen) -> bool:
    """Whether to go on; only a person at a terminal is asked."""
    if not screen.is_terminal:
        return True
    try:
        return not screen.ask("(Enter goes on, q leaves) ").strip().lower().startswith("q")
    except EOFError:
        return False
