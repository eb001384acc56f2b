"""What the handlers of questions share: what was sent is checked, the answer awaited and told."""

import asyncio
import json
from collections.abc import Coroutine, Mapping
from typing import Any

from fivesquare.errors import FivesquareError, RecordError, RuleBookError, quote
from fivesquare.web import messages
from fivesquare.web.messages import Request, Response, until_left
from fivesquare.web.models import Wire
from fivesquare.web.study.answer_cache import SolverAnswer


def only(sent: Mapping[str, Any], model: type[Wire]) -> None:
    """Refuse keys that mean nothing here."""
    for key in sent:
        if key not in model.model_fields:
            raise RecordError(f"{quote(key)} means nothing here; there are {', '.join(model.model_fields)}")


def needed(sent: Mapping[str, Any], key: str) -> Any:
    if key not in sent:
        raise RecordError(f'there is no "{key}"')
    return sent[key]


async def unless_gone(request: Request, asking: Coroutine[Any, Any, SolverAnswer]) -> SolverAnswer:
    """The answer; if the client disconnects first, the work is abandoned."""
    answer: asyncio.Task[SolverAnswer] = asyncio.ensure_future(asking)
    leaving = asyncio.ensure_future(until_left(request.receive))
    try:
        await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
        return answer.result() if answer.done() else SolverAnswer(b"", 503)
    finally:
        leaving.cancel()
        answer.cancel()


def refused(error: FivesquareError) -> Response:
    """What is wrong, and with which move or which answer of a book."""
    told: dict[str, Any] = {"error": str(error), "at": error.at}
    if isinstance(error, RuleBookError):
        told["field"] = error.field
    return messages.answer(as_json(told), 422)


def answered(told: dict[str, Any], is_final: bool = True) -> SolverAnswer:
    return SolverAnswer(as_json(told), is_final=is_final)


def as_json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":"), allow_nan=False).encode()
