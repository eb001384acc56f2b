"""The API's documentation, made from its OpenAPI document: what a page shows of each request."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

_NO_NEWS = "Successful Response"  # what FastAPI says where nobody says more
_METHODS = ("get", "post", "put", "patch", "delete")
_OTHERS = "Others"


class Field(NamedTuple):
    """A parameter of a request, or a key of a body."""

    name: str
    where: str
    kind: str
    is_needed: bool
    text: str


class Body(NamedTuple):
    """What is sent, or comes back: its keys, and an example as text."""

    kind: str
    fields: tuple[Field, ...]
    example: str


class Answer(NamedTuple):
    """What may come back."""

    status: str
    text: str
    body: Body | None


class Operation(NamedTuple):
    """One thing that one can ask for."""

    id: str
    method: str
    path: str
    title: str
    text: tuple[str, ...]
    parameters: tuple[Field, ...]
    body: Body | None
    answers: tuple[Answer, ...]


class Group(NamedTuple):
    title: str
    text: str
    operations: tuple[Operation, ...]


def groups(document: Mapping[str, Any]) -> tuple[Group, ...]:
    """Everything in the document, by its tags, in the order in which it stands there."""
    found: dict[str, list[Operation]] = {tag["name"]: [] for tag in document.get("tags", ())}
    texts = {tag["name"]: tag.get("description", "") for tag in document.get("tags", ())}
    for path, methods in document.get("paths", {}).items():
        for method in _METHODS:
            if method in methods:
                tag = (methods[method].get("tags") or [_OTHERS])[0]
                operation = _Reader(document).operation(method, path, methods[method])
                found.setdefault(tag, []).append(operation)
    return tuple(
        Group(tag[0].upper() + tag[1:], texts.get(tag, ""), tuple(each))
        for tag, each in found.items()
        if each
    )


class _Reader:
    """Reads the parts of a document, which refer to each other."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def operation(self, method: str, path: str, told: Mapping[str, Any]) -> Operation:
        name = told.get("operationId") or f"{method}{path.replace('/', '-')}"
        summary = told.get("summary") or name
        request = self._whole(told.get("requestBody", {}))
        return Operation(
            id=str(name),
            method=method.upper(),
            path=path,
            title=summary.capitalize(),
            text=_paragraphs(told.get("description", "")),
            parameters=tuple(self._parameter(self._whole(each)) for each in told.get("parameters", ())),
            body=self._body(request.get("content", {})),
            answers=tuple(
                self._answer(status, self._whole(each))
                for status, each in told.get("responses", {}).items()
            ),
        )

    def _whole(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        """A part, or that which it refers to."""
        while "$ref" in part:
            place: Any = self.document
            for key in part["$ref"].removeprefix("#/").split("/"):
                place = place[key]
            part = place
        return part

    def _parameter(self, told: Mapping[str, Any]) -> Field:
        schema = told.get("schema", {})
        text = told.get("description") or self._whole(schema).get("description", "")
        return Field(told["name"], told["in"], self.kind(schema), bool(told.get("required")), text)

    def _answer(self, status: str, told: Mapping[str, Any]) -> Answer:
        told = self._whole(told)
        text = told.get("description", _NO_NEWS).replace(_NO_NEWS, "") or _phrase(status)
        return Answer(status, text, self._body(told.get("content", {})))

    def _body(self, content: Mapping[str, Any]) -> Body | None:
        for kind, told in content.items():
            schema = told.get("schema", {})
            return Body(kind, self._fields(self._whole(schema)), self._example(told))
        return None

    def _fields(self, schema: Mapping[str, Any]) -> tuple[Field, ...]:
        needed = schema.get("required", ())
        return tuple(
            Field(name, "body", self.kind(each), name in needed, self._whole(each).get("description", ""))
            for name, each in schema.get("properties", {}).items()
        )

    def _example(self, told: Mapping[str, Any]) -> str:
        schema = self._whole(told.get("schema", {}))
        examples = [each["value"] for each in told.get("examples", {}).values() if "value" in each]
        for example in (told.get("example"), *examples, schema.get("example"), *schema.get("examples", ())):
            if example is not None:
                return example if isinstance(example, str) else _written(example)
        return self._composed(schema)

    def _composed(self, schema: Mapping[str, Any]) -> str:
        """An example made of those of the keys, if every key that is needed has one."""
        keys = {name: self._whole(each) for name, each in schema.get("properties", {}).items()}
        found = {name: each["examples"][0] for name, each in keys.items() if each.get("examples")}
        has_all = all(name in found for name in schema.get("required", ()))
        return _written(found) if found and has_all else ""

    def kind(self, schema: Mapping[str, Any]) -> str:
        """What a value may be, in a few words."""
        schema = self._whole(schema)
        if "enum" in schema:
            return " or ".join(json.dumps(each) for each in schema["enum"])
        if "const" in schema:
            return json.dumps(schema["const"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return " or ".join(dict.fromkeys(self.kind(each) for each in schema[several]))
        kind = schema.get("type", "anything")
        if isinstance(kind, list):
            return " or ".join(kind)
        if kind == "array":
            items = schema.get("prefixItems") or [schema.get("items", {})]
            return f"list of {' and '.join(dict.fromkeys(self.kind(each) for each in items))}"
        return str(kind)


def _written(example: object) -> str:
    """An object with a key a line, whose values are short enough for one."""
    if not isinstance(example, Mapping):
        return json.dumps(example)
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in example.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def _phrase(status: str) -> str:
    return HTTPStatus(int(status)).phrase if status.isdecimal() else status
