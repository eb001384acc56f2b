"""The OpenAPI document is true: whatever is sent, the answers are those that it announces."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fivesquare.web.app import unguarded
from fivesquare.web.settings import Settings
from web.server import Server, eventually, running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
COMPILING = 300  # seconds, on a machine that has much else to do
ENDLESS = "/events"  # a stream has no end that could be waited for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("openapi")
    free: dict[str, Any] = {
        "requests": 10_000,
        "requests_at_once": 10_000,
        "new_games": 1000,
        "new_games_at_once": 10_000,
    }
    with running(folder, **free, solve_seconds=0.5) as server, server.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", COMPILING)
        yield server


@pytest.fixture(scope="module")
def game(server: Server) -> dict[str, Any]:
    """A game that exists, so that more than refusals is tried."""
    with server.client() as client:
        begun: dict[str, Any] = client.post("/api/games", json={"book": "grow", "seed": 1}).json()
        return begun


CONTENT: dict[str, Any] = unguarded(Settings()).state.website.document.content
DOCUMENT = schemathesis.openapi.from_dict(CONTENT)
FOUND: list[Any] = [found.ok() for found in DOCUMENT.get_all_operations() if isinstance(found, Ok)]
OPERATIONS = [operation for operation in FOUND if not operation.path.endswith(ENDLESS)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_answers_are_those_of_the_document(
    operation: Any, data: st.DataObject, server: Server, game: dict[str, Any]
) -> None:
    case = data.draw(operation.as_strategy())
    if "id" in case.path_parameters and data.draw(st.booleans()):
        case.path_parameters["id"] = game["id"]
        case.headers["Authorization"] = f"Bearer {game['seats']['1']}"
    case.call_and_validate(base_url=server.url, checks=CHECKS)


@pytest.mark.parametrize(
    ("path", "method", "kind"),
    [("/api/games/{id}/events", "get", "text/event-stream"), ("/api/picture", "post", "image/png")],
)
def test_an_answer_that_is_not_json_is_announced_as_what_it_is(path: str, method: str, kind: str) -> None:
    assert list(CONTENT["paths"][path][method]["responses"]["200"]["content"]) == [kind]


def test_every_reference_of_the_document_leads_somewhere() -> None:
    names = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(CONTENT)))
    assert names == set(CONTENT["components"]["schemas"])


def test_only_the_methods_of_the_document_are_answered(server: Server, game: dict[str, Any]) -> None:
    with server.client() as client:
        for path in (f"/api/games/{game['id']}", f"/api/games/{game['id']}/events"):
            refused = client.head(path)
            assert (refused.status_code, refused.headers["allow"]) == (405, "GET")
