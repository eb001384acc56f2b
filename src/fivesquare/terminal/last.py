"""What the last claim did, for whoever draws it."""

from fivesquare.match import Step
from fivesquare.position import Position


def last_taken(position: Position) -> tuple[int, ...]:
    """What the last claim took; nothing before the first one, and after a swap."""
    if not position.moves:
        return ()
    history = position.history()
    if position.moves[-1] == "stop":
        history = history[:-1]
    step = Step(history[-2], history[-1].moves[-1], history[-1])
    return step.taken if step.is_claim else ()
