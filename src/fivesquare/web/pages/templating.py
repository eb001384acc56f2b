"""Pages from templates, and the page that is shown instead of one when something is wrong."""

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import BaseLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

from fivesquare.web import links
from fivesquare.web.messages import Request, Response, html
from fivesquare.web.pages.assets import script, static

_TEMPLATES = Path(__file__).parent / "templates"
COMPILED = "compiled_templates"
"""Beside the templates, or instead of them: the same as modules, which saves a browser the compiling."""


@cache
def environment() -> Environment:
    made = Environment(
        loader=_loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(address=links.address, static=static, script=script, edition=links.edition)
    return made


def _loader() -> BaseLoader:
    if _TEMPLATES.is_dir():
        return FileSystemLoader(_TEMPLATES)
    return ModuleLoader(_TEMPLATES.with_name(COMPILED))


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """A page. `site` is where it is, for links that are read elsewhere."""
    told = {"here": None, **context}
    return html(environment().get_template(template).render(site=links.here(request), **told), status)


class Sorry(NamedTuple):
    """What is said about an error."""

    title: str
    sentence: str


_SORRY = {
    403: Sorry("Not allowed", "That request came from another site, so it was refused."),
    404: Sorry("There is nothing here", "The address may be wrong, or what was here has been deleted."),
    405: Sorry("Not possible here", "This address cannot be used that way."),
    422: Sorry("That cannot be read", "Something in the address or in the request is wrong."),
    429: Sorry("A moment, please", "That was a lot of requests. Wait a little, and try again."),
    500: Sorry("Something went wrong", "It is not your fault. The error has been logged."),
    503: Sorry("Not just now", "Try again in a moment."),
}


def error_page(request: Request, status: int, sentence: str, headers: Mapping[str, str]) -> Response:
    """What a person sees instead of a page."""
    phrase = HTTPStatus(status).phrase
    title, usual = _SORRY.get(status, Sorry("That did not work", f"{phrase}."))
    said = usual if sentence in ("", phrase) else _whole_sentence(sentence)
    is_game = status == HTTPStatus.NOT_FOUND and request.url.path.startswith("/games/")
    told = {"code": status, "title": title, "sentence": said, "is_game": is_game}
    page = render(request, "error.html", status=status, **told)
    page.headers.update(headers)
    return page


def _whole_sentence(text: str) -> str:
    """What programs are told, for people."""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
