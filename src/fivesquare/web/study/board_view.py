"""What the analysis board shows: any position of any book, and the same as a setup to be changed."""

import json
from typing import Any

from fivesquare import json_view, placement
from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.rulebook import Between
from fivesquare.web import messages
from fivesquare.web.messages import Request, Response
from fivesquare.web.study import models, review_view
from fivesquare.web.study.handlers import refused


async def position(request: Request) -> Response:
    """A position, set up by hand, dealt or after moves: what is to be seen of it, without any worths."""
    wish = await messages.read(request, models.WantedPosition)
    try:
        found = _found(wish)
    except FivesquareError as error:
        return refused(error)
    return messages.answer(json.dumps(shown(found), separators=(",", ":")).encode())


def _found(wish: models.WantedPosition) -> Position:
    setup = None if wish.setup is None else wish.setup.written
    found = Position.start(wish.book, board=wish.board, seed=wish.seed, size=wish.size, setup=setup)
    record = {**found.to_record(), "moves": wish.moves}
    return Position.from_record(record) if wish.moves else found


def shown(position: Position) -> dict[str, Any]:
    """The record of a position, what is to be seen of it, and the same as a setup without moves."""
    values = position.book.values
    return {
        "record": position.to_record(),
        "view": {
            **review_view.setting(position),
            "ply": len(position.moves),
            **json_view.seen(position),
        },
        "movers": [before.state.turn for before in position.history()[:-1]],
        "setup": placement.write(position.setup, position.size, position.state),
        "numbers": [values.low, values.high] if isinstance(values, Between) else values,
    }
