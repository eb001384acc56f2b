"""Pages, scripts and styles sent compressed, to a third; moves and streams of the API are not."""

import gzip
from collections.abc import Awaitable, Callable

import brotli

from fivesquare.web.messages import Request, Response

_SMALLEST = 500  # bytes that are worth to be compressed
_QUALITY = 5  # of Brotli: about as quick as gzip, and smaller
_LEVEL = 6  # of gzip
_TEXT = ("text/", "image/svg", "application/json")


def compressed(
    endpoint: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """What the endpoint answers; a text compressed by Brotli or gzip, if the client takes it."""

    async def packed(request: Request) -> Response:
        response = await endpoint(request)
        if response.headers["content-type"].startswith(_TEXT):
            _compress(response, request.headers.get("accept-encoding", ""))
        return response

    return packed


def _compress(response: Response, accepted: str) -> None:
    response.headers["vary"] = "Accept-Encoding"
    coding = _coding(accepted)
    if coding is None or len(response.body) < _SMALLEST:
        return
    pack = _PACK[coding]
    response.body = pack(response.body)
    response.headers["content-encoding"] = coding
    response.headers["content-length"] = str(len(response.body))


def _coding(accepted: str) -> str | None:
    """The first of ours that a client takes."""
    refused = ("q=0", "q=0.0", "q=0.00", "q=0.000")
    taken = {
        name.strip().lower()
        for name, _, weight in (each.partition(";") for each in accepted.split(","))
        if weight.strip() not in refused
    }
    return next((coding for coding in _PACK if coding in taken), None)


_PACK: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=_QUALITY),
    "gzip": lambda body: gzip.compress(body, _LEVEL),
}
