"""What the analysis board shows: any position of any book, and the same as a setup to be changed."""

import json
from typing import Any

from fivesquare import json_view, placement
from fivesquare.books.variants import VARIANTS
from fivesquare.errors import FivesquareError, RecordError, many
from fivesquare.position import Position
from fivesquare.rulebook import Between, RuleBook
from fivesquare.web import messages
from fivesquare.web.messages import Request, Response
from fivesquare.web.study import models, review_view
from fivesquare.web.study.solver_requests import refused


async def position(request: Request) -> Response:
    """A position, set up by hand, dealt or after moves: what it shows, without any worths."""
    wish = await messages.read(request, models.WantedPosition)
    try:
        told = shown(_end(wish), wish.ply)
    except FivesquareError as error:
        return refused(error)
    return messages.answer(json.dumps(told, separators=(",", ":")).encode())


def _end(wish: models.WantedPosition) -> Position:
    """The position after all the moves."""
    setup = None if wish.setup is None else wish.setup.written
    start = Position.start(wish.book, board=wish.board, seed=wish.seed, size=wish.size, setup=setup)
    return Position.from_record({**start.to_record(), "moves": wish.moves})


def shown(end: Position, ply: int | None = None) -> dict[str, Any]:
    """The position after `ply` moves of a game, and the same as a setup without moves."""
    number, made = len(end.moves) if ply is None else ply, len(end.moves)
    if number > made:
        raise RecordError(f"there is no position after move {number}: there are {many(made, 'move')}")
    history, values = end.history(), end.book.values
    position = history[number]
    return {
        "record": end.to_record(),
        "view": {**review_view.setting(end), "ply": number, **json_view.seen(position)},
        "movers": [before.state.turn for before in history[:-1]],
        "setup": placement.write(position.setup, position.size, position.state),
        "known": _known(end.book),
        "has_chains": end.book.again == "chain",
        "numbers": [values.low, values.high] if isinstance(values, Between) else values,
    }


def _known(book: RuleBook) -> str | None:
    """The name of a book or a variant, if it is one."""
    return book.name or next((name for name, variant in VARIANTS.items() if variant == book), None)
