"""Routes that stand in the OpenAPI document like any other of FastAPI's, but call their function directly.

What FastAPI does around a function costs a third of the time of a move, and nothing of it is needed here:
bodies are checked by `read`, answers are JSON already.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fivesquare.errors import RecordError
from fivesquare.record import parse_record
from fivesquare.web.refusals import UnusableError
from fivesquare.web.wire import Problem, Wire

Body = TypeVar("Body", bound=Wire)
Endpoint = Callable[[Request], Awaitable[Response]]

_GAME = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


class PlainRoute(APIRoute):
    """Calls its function with the request, and sends what that returns."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.app = _plainly(endpoint)


def _plainly(endpoint: Endpoint) -> ASGIApp:
    """Starlette would look for the handler of an error here as well: the application does that for all."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)

    return app


class PlainApp(FastAPI):
    """FastAPI's document, and of what it puts around every request only the handling of errors."""

    def build_middleware_stack(self) -> ASGIApp:
        return ExceptionMiddleware(self.router, self.exception_handlers)


def add(
    app: FastAPI,
    method: str,
    path: str,
    endpoint: Endpoint,
    *,
    gives: type[BaseModel] | None,
    takes: type[Wire] | None = None,
    status: int = 200,
    refuses: tuple[int, ...] = (),
    parameters: Sequence[Mapping[str, Any]] = (),
    tag: str = "games",
    more: dict[int | str, dict[str, Any]] | None = None,
) -> None:
    """Add a route that takes and gives objects of these models, or refuses with one of these."""
    asked = [*([_GAME] if "{id}" in path else []), *parameters]
    told: dict[str, Any] = {"parameters": asked} if asked else {}
    if takes is not None:
        told["requestBody"] = {
            "required": any(field.is_required() for field in takes.model_fields.values()),
            "content": {"application/json": {"schema": takes.model_json_schema()}},
        }
    answers: dict[int | str, dict[str, Any]] = {
        refused: {"model": Problem}
        for refused in (*refuses, 403, 413, 421, 429)  # these by the guard, before anything else
    }
    app.router.add_api_route(
        path,
        endpoint,
        methods=[method],
        response_model=gives,
        status_code=status,
        responses={**answers, **(more or {})},
        openapi_extra=told,
        tags=[tag],
        route_class_override=PlainRoute,
    )


async def read(request: Request, model: type[Body]) -> Body:
    """The body of a request, checked; refuses what is not as it should be, in a sentence."""
    try:
        return model.model_validate(await sent(request))
    except ValidationError as error:
        raise UnusableError(_in_words(error)) from None


async def sent(request: Request) -> dict[str, Any]:
    """The object in the body of a request. No body at all is one in which nothing is said."""
    try:
        return parse_record((await request.body() or b"{}").decode())
    except UnicodeDecodeError:
        raise RecordError("the body is no text in UTF-8") from None


def _in_words(error: ValidationError) -> str:
    """The first thing that is wrong with a body, and where."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"] if "[" not in str(part))  # that is a type, no key
    return f"{place}: {first['msg']}" if place else first["msg"]


def answer(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON that must not be kept: a moment later it is something else."""
    return Response(body, status, {**(headers or {}), "cache-control": "no-store"}, "application/json")


def with_game(game: bytes, status: int = 200, **keys: Any) -> Response:
    """An object with a game in it, which is JSON already."""
    return answer(b'{%b,"game":%b}' % (json.dumps(keys)[1:-1].encode(), game), status)
