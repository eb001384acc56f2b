"""Replays a game step by step, in its book's own voice or the clear one."""

from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import voice_for
from fivesquare.words.players import is_computer, seats_of

_ADVICE = "Enter shows the next turn; q quits."


def show(position: Position, screen: Screen, style: str = "book") -> None:
    """Replay the game that led to `position`. At a terminal it waits for Enter after each turn."""
    seats = seats_of(position)
    voice = voice_for(position.book, screen.paint, style, screen.room, seats)
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
        screen.write(f"The game is not over: {voice.who(now.state.turn, 'is')} to act.")


def _wait(screen: Screen) -> bool:
    """Whether to continue; only a person at a terminal is asked."""
    if not screen.is_terminal:
        return True
    try:
        return not screen.ask("(Enter continues, q quits) ", _ADVICE).strip().lower().startswith("q")
    except EOFError:
        return False
