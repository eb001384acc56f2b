"""The operations of the API, and the OpenAPI document made from them and their models."""

import inspect
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Any, NamedTuple

from pydantic import BaseModel

from fivesquare.web.messages import Endpoint, Request, Response
from fivesquare.web.models import Problem, Wire

Model = type[BaseModel]

SUCCESS = "Successful Response"
_JSON = "application/json"
_GAME = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
_BY_THE_GUARD = (403, 413, 421, 429)  # what it refuses, whatever is asked for


class Media(NamedTuple):
    """An answer that is not JSON."""

    type: str
    schema: dict[str, Any]
    text: str


@dataclass(frozen=True)
class Operation:
    """A route of the API: takes and gives objects of these models, or refuses.

    `refuses` with a sentence, and `explains` with a model that says more. `is_costly` marks one that makes
    the solver think or draws a picture: the guard charges more for it, and counts how many are under way.
    """

    method: str
    path: str
    endpoint: Endpoint
    _: KW_ONLY
    gives: Model | Media
    takes: type[Wire] | None = None
    status: int = 200
    refuses: tuple[int, ...] = ()
    explains: Mapping[int, Model] = field(default_factory=dict)
    parameters: Sequence[dict[str, Any]] = ()
    tag: str = "games"
    is_costly: bool = False

    @property
    def refusals(self) -> dict[int, Model]:
        """The models of errors, by status."""
        return {**dict.fromkeys((*self.refuses, *_BY_THE_GUARD), Problem), **self.explains}

    @property
    def models(self) -> list[Model]:
        """The models of all answers."""
        return [*self.refusals.values(), *([] if isinstance(self.gives, Media) else [self.gives])]

    def described(self, schemas: Mapping[Model, dict[str, Any]]) -> dict[str, Any]:
        """The operation as it is in the document."""
        name, method = self.endpoint.__name__, self.method.lower()
        told: dict[str, Any] = {
            "tags": [self.tag],
            "summary": name.replace("_", " ").title(),
            "description": inspect.getdoc(self.endpoint),
            "operationId": re.sub(r"\W", "_", f"{name}{self.path}_{method}"),
            "responses": self._responses(schemas),
        }
        parameters = [*([_GAME] if "{id}" in self.path else []), *self.parameters]
        if parameters:
            told["parameters"] = parameters
        if self.takes is not None:
            is_required = any(field.is_required() for field in self.takes.model_fields.values())
            told["requestBody"] = {
                "required": is_required,
                **_content(_JSON, schemas[self.takes]),
            }
        return told

    def _responses(self, schemas: Mapping[Model, dict[str, Any]]) -> dict[str, Any]:
        if isinstance(self.gives, Media):
            given = {"description": self.gives.text, **_content(self.gives.type, self.gives.schema)}
        else:
            given = {"description": SUCCESS, **_content(_JSON, schemas[self.gives])}
        refused = {
            str(status): {"description": HTTPStatus(status).phrase, **_content(_JSON, schemas[model])}
            for status, model in self.refusals.items()
        }
        return {str(self.status): given, **refused}


def _content(media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {media_type: {"schema": schema}}}


def matching(paths: Iterable[str]) -> re.Pattern[str]:
    """A pattern that whole paths match, those with a parameter included: "/api/daily/{date}"."""
    return re.compile("|".join(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) for path in paths) or r"(?!)")


class Document:
    """The OpenAPI document, made the first time that it is asked for."""

    def __init__(self, operations: Sequence[Operation], **info: str) -> None:
        self._operations = operations
        self._info = info

    @cached_property
    def content(self) -> dict[str, Any]:
        from pydantic.json_schema import models_json_schema  # no part of what checks models in a browser

        models = dict.fromkeys(model for operation in self._operations for model in operation.models)
        taken = dict.fromkeys(each.takes for each in self._operations if each.takes is not None)
        found, definitions = models_json_schema(
            [*((model, "serialization") for model in models), *((model, "validation") for model in taken)],
            ref_template="#/components/schemas/{model}",
        )
        references: dict[Any, dict[str, Any]] = {model: schema for (model, _), schema in found.items()}
        paths: dict[str, dict[str, Any]] = {}
        for operation in self._operations:
            paths.setdefault(operation.path, {})[operation.method.lower()] = operation.described(references)
        schemas = definitions["$defs"]
        return {"openapi": "3.1.0", "info": self._info, "paths": paths, "components": {"schemas": schemas}}

    async def serve(self, _request: Request) -> Response:
        body = json.dumps(self.content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return Response(body.encode())
