"""The API's reference, made from its OpenAPI document: what a page shows of each request."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from fivesquare.web.openapi import SUCCESS


class FieldDoc(NamedTuple):
    """A parameter of a request, or a key of a body."""

    name: str
    where: str
    kind: str
    is_needed: bool
    text: str


class BodyDoc(NamedTuple):
    """What is sent, or comes back: its media type, its keys, and an example as text."""

    kind: str
    fields: tuple[FieldDoc, ...]
    example: str


class ResponseDoc(NamedTuple):
    """What may come back."""

    status: str
    text: str
    body: BodyDoc


class OperationDoc(NamedTuple):
    """One kind of request."""

    id: str
    method: str
    path: str
    title: str
    text: tuple[str, ...]
    parameters: tuple[FieldDoc, ...]
    body: BodyDoc | None
    answers: tuple[ResponseDoc, ...]


class OperationGroup(NamedTuple):
    title: str
    operations: tuple[OperationDoc, ...]


def groups(document: Mapping[str, Any]) -> tuple[OperationGroup, ...]:
    """Everything in the document, by its tags, in its order."""
    reader = _Reader(document["components"]["schemas"])
    found: dict[str, list[OperationDoc]] = {}
    for path, methods in document["paths"].items():
        for method, told in sorted(methods.items()):
            found.setdefault(told["tags"][0], []).append(reader.operation(method, path, told))
    return tuple(OperationGroup(tag.capitalize(), tuple(each)) for tag, each in found.items())


class _Reader:
    """Reads the parts of a document, which refer to its schemas."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas

    def operation(self, method: str, path: str, told: Mapping[str, Any]) -> OperationDoc:
        return OperationDoc(
            id=told["operationId"],
            method=method.upper(),
            path=path,
            title=told["summary"].capitalize(),
            text=tuple(" ".join(part.split()) for part in told["description"].split("\n\n")),
            parameters=tuple(map(self._parameter, told.get("parameters", ()))),
            body=self._body(told["requestBody"]["content"]) if "requestBody" in told else None,
            answers=tuple(self._answer(*each) for each in told["responses"].items()),
        )

    def _whole(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """A schema, or the one it refers to."""
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def _parameter(self, told: Mapping[str, Any]) -> FieldDoc:
        kind = self._kind(told["schema"])
        return FieldDoc(told["name"], told["in"], kind, told["required"], told.get("description", ""))

    def _answer(self, status: str, told: Mapping[str, Any]) -> ResponseDoc:
        text = HTTPStatus(int(status)).phrase if told["description"] == SUCCESS else told["description"]
        return ResponseDoc(status, text, self._body(told["content"]))

    def _body(self, content: Mapping[str, Any]) -> BodyDoc:
        [(kind, told)] = content.items()
        schema = self._whole(told["schema"])
        needed = schema.get("required", ())
        keys = {name: self._whole(each) for name, each in schema.get("properties", {}).items()}
        fields = tuple(
            FieldDoc(name, "body", self._kind(each), name in needed, each.get("description", ""))
            for name, each in keys.items()
        )
        return BodyDoc(kind, fields, _example(keys, needed))

    def _kind(self, schema: Mapping[str, Any]) -> str:
        """What a value may be, in a few words."""
        schema = self._whole(schema)
        if "enum" in schema:
            return " or ".join(json.dumps(each) for each in schema["enum"])
        if "anyOf" in schema:
            return " or ".join(dict.fromkeys(map(self._kind, schema["anyOf"])))
        if schema.get("type") == "array":
            return f"list of {self._kind(schema['items'])}"
        return str(schema.get("type", "anything"))


def _example(keys: Mapping[str, Mapping[str, Any]], needed: tuple[str, ...]) -> str:
    """An example made of those of the keys, one a line, if every key that is needed has one."""
    found = {name: each["examples"][0] for name, each in keys.items() if each.get("examples")}
    if not found or not all(name in found for name in needed):
        return ""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}"
