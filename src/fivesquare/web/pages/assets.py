"""The files that pages load: scripts, styles, fonts, pictures. Their addresses change when they do."""

import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

_FOLDER = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^(?:import|export) .*from "\./([\w.-]+)";$', re.MULTILINE)
_FOREVER = "public, max-age=31536000, immutable"
_GZIP = [Middleware(GZipMiddleware, compresslevel=6)]

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers refuse it


def compressed(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route whose text is sent compressed, to a third; moves and streams of the API are not."""
    return Route(path, endpoint, middleware=_GZIP)


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


@cache
def needed_by(name: str) -> tuple[str, ...]:
    """The modules that one imports, and those that they do, the nearest first."""
    found = [name]
    for each in found:
        found += [other for other in _imported(each) if other not in found]
    return tuple(found[1:])


def _imported(name: str) -> list[str]:
    return _IMPORT.findall(assets()[name].body.decode())


async def static_file(request: Request) -> Response:
    """A file. Under the version of another edition it is served too, for pages that were open meanwhile."""
    asset = assets().get(request.path_params["path"])
    if asset is None:
        raise HTTPException(404, "There is no such file.")
    is_ours = request.path_params["version"] == version()
    return Response(
        asset.body, media_type=asset.kind, headers={"Cache-Control": _FOREVER if is_ours else "no-cache"}
    )


async def icon(_request: Request) -> Response:
    return RedirectResponse(static("icon.svg"))
