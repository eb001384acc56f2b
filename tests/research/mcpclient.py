"""`fivesquare mcp` in a process of its own, and the official client at the other end of its pipes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

_HANDED_ON = ("PYTHONPATH", "XDG_CACHE_HOME", "XDG_STATE_HOME")


class Answer(NamedTuple):
    """What a model reads, what a program reads, and whether it is a refusal."""

    text: str
    content: dict[str, Any]
    is_error: bool

    @classmethod
    def of(cls, result: CallToolResult) -> "Answer":
        [block] = result.content
        assert isinstance(block, TextContent)
        return cls(block.text, result.structured_content or {}, bool(result.is_error))


class Model:
    """Calls tools, one after the other."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client

    def call(self, tool: str, **arguments: Any) -> Answer:
        return Answer.of(self.portal.call(self.client.call_tool, tool, arguments))

    def done(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a program reads of a call that is not refused."""
        answer = self.call(tool, **arguments)
        assert not answer.is_error, answer.text
        return answer.content

    def refused(self, tool: str, **arguments: Any) -> str:
        """The reason of a refusal."""
        answer = self.call(tool, **arguments)
        assert answer.is_error, answer.text
        return answer.text


def command(*options: str) -> StdioServerParameters:
    env = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
    return StdioServerParameters(
        command=sys.executable, args=["-m", "fivesquare", "mcp", *options], env=env
    )


@contextmanager
def connected(*options: str, mode: str = "auto") -> Iterator[Model]:
    """A connection to a server of its own."""
    client = Client(command(*options), mode=mode)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
        yield Model(portal, client)
