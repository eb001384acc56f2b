"""The files that pages load: scripts, styles, fonts, pictures. Their addresses change when they do."""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import brotli
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fivesquare.web.pages.bundle import bundle

_FOLDER = Path(__file__).parent / "static"
_FOREVER = "public, max-age=31536000, immutable"
_BUNDLE = ".bundle.js"  # in the same folder, where `addresses.js` finds the site from
_GZIP = [Middleware(GZipMiddleware, compresslevel=6)]
_SMALLEST = 500  # bytes that are worth to be compressed
_QUALITY = 5  # of Brotli: about as quick as gzip, and smaller

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers refuse it


def compressed(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route whose text is sent compressed, to a third; moves and streams of the API are not."""

    async def packed(request: Request) -> Response:
        return _with_brotli(request, await endpoint(request))

    return Route(path, packed, middleware=_GZIP)


def _with_brotli(request: Request, response: Response) -> Response:
    """The same compressed by Brotli, if the browser takes it; if not, the middleware sends it by gzip."""
    accepted = [each.strip() for each in request.headers.get("accept-encoding", "").split(",")]
    is_text = response.headers.get("content-type", "").startswith(("text/", "image/svg"))
    if "br" in accepted and is_text and len(response.body) >= _SMALLEST:
        response.body = brotli.compress(bytes(response.body), quality=_QUALITY)
        response.headers["content-encoding"] = "br"
        response.headers["content-length"] = str(len(response.body))
        response.headers["vary"] = "Accept-Encoding"
    return response


def routes() -> list[Route]:
    return [Route("/favicon.ico", icon), compressed("/static/{version}/{path:path}", static_file)]


class Asset(NamedTuple):
    """A file that pages load."""

    body: bytes
    kind: str


@cache
def assets() -> Mapping[str, Asset]:
    """All of them, by name: they are few and small. Nothing else can be asked for."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.is_file())
    return {
        path.relative_to(_FOLDER).as_posix(): Asset(path.read_bytes(), _kind(path.name)) for path in files
    }


def _kind(name: str) -> str:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@cache
def version() -> str:
    """Changes whenever one of the files does, so that a browser may keep them for ever."""
    total = hashlib.sha256()
    for name, asset in assets().items():
        total.update(name.encode() + b"\0" + hashlib.sha256(asset.body).digest())
    return total.hexdigest()[:12]


def address(path: str) -> str:
    """The address of a page or a file of this site, as `addresses.js` makes it in scripts."""
    return f"/{path}"


def static(name: str) -> str:
    """The address of a static file."""
    assert name in assets(), f"there is no static file {name}"
    return address(f"static/{version()}/{name}")


def script(name: str) -> str:
    """The address of a module with all it imports in one file."""
    return f"{static(name).removesuffix('.js')}{_BUNDLE}"


@cache
def _bundled(path: str) -> Asset | None:
    name = f"{path.removesuffix(_BUNDLE)}.js"
    made = assets().get(name)
    return made and made._replace(body=bundle(name, lambda each: assets()[each].body.decode()).encode())


async def static_file(request: Request) -> Response:
    """A file. Under the version of another edition it is served too, for pages that were open meanwhile."""
    path: str = request.path_params["path"]
    asset = _bundled(path) if path.endswith(_BUNDLE) else assets().get(path)
    if asset is None:
        raise HTTPException(404, "There is no such file.")
    is_ours = request.path_params["version"] == version()
    return Response(
        asset.body, media_type=asset.kind, headers={"Cache-Control": _FOREVER if is_ours else "no-cache"}
    )


async def icon(_request: Request) -> Response:
    return RedirectResponse(static("icon.svg"))
