"""One script for each page: a module and all it imports, in one file.

A browser that learns of an import only when it has read the script before it waits once for each level, and
asks once for each file. A bundle is made of the modules as they are written, each in a function of its own,
so that names do not meet; what one exports is what its function returns. Documentation is dropped.
"""

import re
from collections.abc import Callable

_IMPORT = re.compile(
    r'^import (?:\* as (?P<all>\w+)|(?P<names>\{[^}]*\})) from "\./(?P<file>[\w.-]+)";$', re.M
)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.M)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.M)
_COMMENT = r"/\*\*(?:[^*]|\*(?!/))*\*/"
_DOC = re.compile(rf"^[ \t]*{_COMMENT}\n|{_COMMENT} ?", re.M)  # a line, or a type within one

Source = Callable[[str], str]
"""The text of a module, by its name."""


def bundle(entry: str, source: Source) -> str:
    """A module and all it imports as one script."""
    return "\n".join(_wrapped(name, source(name)) for name in in_order(entry, source))


def in_order(entry: str, source: Source) -> list[str]:
    """The modules that one needs, each after those that it imports, itself the last."""
    done: list[str] = []
    _visit(entry, source, done, [])
    return done


def _visit(name: str, source: Source, done: list[str], path: list[str]) -> None:
    if name in path:
        raise ValueError(f"modules import each other: {' -> '.join([*path, name])}")
    if name not in done:
        for imported in _IMPORT.finditer(source(name)):
            _visit(imported["file"], source, done, [*path, name])
        done.append(name)


def _wrapped(name: str, text: str) -> str:
    """A module as a constant: an object with what it exports."""
    exported = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, _DOC.sub("", text)))
    if left := _LEFT.search(body):
        raise ValueError(f"{name} cannot be bundled: {left[0]}")
    return f"const {_constant(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();"


def _taken(imported: re.Match[str]) -> str:
    names = imported["all"] or re.sub(r"(\w+) as (\w+)", r"\1: \2", imported["names"])
    return f"const {names} = {_constant(imported['file'])};"


def _constant(name: str) -> str:
    """A name that no module uses."""
    return "$" + re.sub(r"\W", "$", name)
