"""A game shown again, step by step, in its book's own voice."""

from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import voice_for


def replay(position: Position, screen: Screen, style: str = "book") -> None:
    """Show how `position` came about. At a terminal it waits for Enter after each turn."""
    voice = voice_for(position.book, screen.paint, style)
    now = position.back(len(position.moves))
    screen.write(voice.welcome(now))
    for number, move in enumerate(position.moves):
        if not now.in_chain and not _wait(screen):
            return
        step = Step(now, move, now.play(move))
        if now.may_swap:
            screen.write(filled(voice.offer(now)))
        screen.write(voice.prompt(now, number == 0) + voice.typed(now, move))
        screen.write(voice.answer(step))
        now = step.after
        if not now.in_chain:
            screen.write(voice.after_turn(now))
        if step.skipped is not None:
            screen.write(voice.skipped(step.skipped))
    if now.is_over:
        screen.write(voice.ending(now))
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
