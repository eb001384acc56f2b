"""Our docstrings are Markdown; autodoc reads reStructuredText. This makes the one of the other.

Paragraphs, lists and `>>>` examples are written alike in both. What differs is `code` in single backticks,
and what would mean something in reStructuredText by accident. Code that is a public name becomes a link.
"""

import re
from typing import Any

import stand_ins
from sphinx.application import Sphinx

import fivesquare

CODE = re.compile(r"`([^`]+)`")
PAGE = re.compile(r"\bdocs/(\w+)\.md\b")
PRIVATE = re.compile(r", _\w+: [^=,)]+(?: = None)?")
MARKUP = re.compile(r"[*|\\]|(?<=\w)_(?!\w)")


def restructured(text: str) -> str:
    """A docstring in reStructuredText. Code may run over the end of a line, but not of a paragraph."""
    return "\n\n".join(map(_restructured, text.split("\n\n")))


def _restructured(paragraph: str) -> str:
    if paragraph.lstrip().startswith(">>>"):
        return paragraph
    parts = CODE.split(paragraph)
    prose, code = parts[::2], parts[1::2]
    prose = [PAGE.sub(r":doc:`\1`", MARKUP.sub(r"\\\g<0>", text)) for text in prose]
    return "".join(text for pair in zip(prose, [*map(_literal, code), ""], strict=True) for text in pair)


def _literal(code: str) -> str:
    """Code, as a link if it is a public name. What stands against it needs a gap that is not seen."""
    code = " ".join(code.split())
    name = code.removeprefix("fs.")
    if name in fivesquare.__all__:
        return f"\\ :py:obj:`{code} <fivesquare.{name}>`\\ "
    return f"\\ ``{code}``\\ "


def _signature(
    app: Sphinx,
    what: str,
    name: str,
    thing: Any,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """A readable signature, without private parameters and the names of factories."""
    if signature:
        signature = PRIVATE.sub("", signature).replace("<factory>", "...").replace("~typing.", "")
    return signature, returns


def _process(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """A field of a tuple has a docstring that Python made, and which says nothing."""
    made = lines and lines[0].startswith("Alias for field number")
    lines[:] = [] if made else restructured("\n".join(lines)).splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    stand_ins.install()
    app.connect("autodoc-process-docstring", _process)
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True}
