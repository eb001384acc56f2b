"""Whoever asked may leave before there is an answer."""

from starlette.requests import ClientDisconnect
from starlette.types import Receive


def has_left(error: Exception) -> bool:
    """Whether it only says that nobody waits for the answer any more."""
    return isinstance(error, ClientDisconnect)


async def until_left(receive: Receive) -> None:
    """Returns when whoever asked has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
