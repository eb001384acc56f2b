"""The files that pages load: styles, fonts, pictures, and the scripts of each page as one."""

import re
from collections.abc import Iterator

from fivesquare.web.pages import assets
from fivesquare.web.pages.bundle import bundle
from fivesquare.web.pages.templating import environment

_SCRIPT = re.compile(r'\b(script|static)\("([\w/.-]+\.js)"\)')
_UNUSED = ("api.css", "club.css", "evening-way.css")


def static_files() -> dict[str, bytes]:
    """By their paths within the site."""
    folder = f"static/{assets.version()}"
    return {f"{folder}/{name}": body for name, body in _files()}


def _files() -> Iterator[tuple[str, bytes]]:
    for name, asset in assets.assets().items():
        if not name.endswith(".js") and name not in _UNUSED:
            yield name, asset.body
    for kind, name in sorted(_named()):
        if kind == "static":
            yield name, assets.assets()[name].body
        else:
            text = bundle(name, lambda each: assets.assets()[each].body.decode())
            yield assets.bundle_of(name), text.encode()


def _named() -> set[tuple[str, str]]:
    """The scripts that templates mention: as they are, or with all that they import."""
    environment_of_pages = environment()
    loader = environment_of_pages.loader
    assert loader is not None
    found: set[tuple[str, str]] = set()
    for template in environment_of_pages.list_templates():
        source, _, _ = loader.get_source(environment_of_pages, template)
        found.update(_SCRIPT.findall(source))
    return {(kind, name) for kind, name in found if not name.startswith(("api", "club", "evening"))}
