"""The files that pages load: scripts, styles, fonts, pictures. Their addresses change when they do."""

import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fivesquare.web.exceptions import UnknownPageError
from fivesquare.web.links import address, edition
from fivesquare.web.messages import Page, Request, Response, redirect
from fivesquare.web.pages.bundle import bundle

_FOLDER = Path(__file__).parent / "static"
_FOREVER = "public, max-age=31536000, immutable"
_BUNDLE = ".bundle.js"  # in the same folder, where `addresses.js` finds the site from

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers refuse it


def routes() -> list[Page]:
    return [Page("/favicon.ico", icon), Page("/static/{version}/{path:path}", static_file)]


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


def static(name: str) -> str:
    """The address of a static file."""
    known = edition().assets
    assert known or name in assets(), f"there is no static file {name}"
    return address(f"static/{known or version()}/{name}")


def script(name: str) -> str:
    """The address of a module with all it imports in one file."""
    return static(name).removesuffix(name) + bundle_of(name)


def bundle_of(name: str) -> str:
    """The name of the file with a module and all it imports."""
    return f"{name.removesuffix('.js')}{_BUNDLE}"


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
        raise UnknownPageError("There is no such file.")
    is_ours = request.path_params["version"] == version()
    return Response(asset.body, 200, {"cache-control": _FOREVER if is_ours else "no-cache"}, asset.kind)


async def icon(_request: Request) -> Response:
    return redirect(static("icon.svg"))
