"""`fivesquare-board.js`: a board for anybody's page, in one script that loads nothing else.

The board is drawn as on our own pages; rules and search are the WebAssembly module; what only Python
knows, such as the named books and where a frame has what, is written into the script.
"""

import base64
import gzip
import itertools
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree

from fivesquare import engine, library, packed
from fivesquare.board import Board
from fivesquare.books import NAMED
from fivesquare.rulebook import AGAINS, REACHES, TAKES, Exactly, Goal, RuleBook, Values
from fivesquare.solver import frame, model
from fivesquare.web.pages.assets import assets
from fivesquare.web.pages.bundle import bundle

SCRIPTS = Path(__file__).parent / "scripts"
SYMBOLS = Path(__file__).parents[1] / "pages" / "templates" / "symbols.html"

_STYLE = Path(__file__).with_name("board.css")
_GOALS: tuple[Goal, ...] = ("points", "majority", Exactly(2))
_SMALL: dict[Values, Board] = {"shuffled": Board.of([[1, 2]]), "ones": Board.of([[1, 1]])}
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENTS = re.compile(r"\n\s*")
_NOT_FOR_ELEMENTS = re.compile(r"@font-face \{.*?\}|color-scheme: light dark;|:root\[.*?\}", re.DOTALL)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_SYMBOL = re.compile(r"<symbol.*?</symbol>")


@cache
def board_script() -> str:
    """The script, which defines the element `fivesquare-board`."""
    return f'"use strict";\n(() => {{\n{bundled("element.js")}\n}})();\n'


def bundled(entry: str, besides: Mapping[str, str] = MappingProxyType({})) -> str:
    """A module with all that it needs, in ASCII, since a page may have any encoding.

    `besides` are further modules, by name.
    """
    texts = {**{path.name: path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js")}, **besides}
    for name, content in _contents().items():
        texts["embedded.js"] = texts["embedded.js"].replace(f'"%{name}%"', json.dumps(content))

    def source(name: str) -> str:
        return texts[name] if name in texts else assets()[name].body.decode()

    return _NOT_ASCII.sub(_escaped, _INDENTS.sub("\n", bundle(entry, source)))


def _escaped(sign: re.Match[str]) -> str:
    return json.dumps(sign[0])[1:-1]


def _contents() -> dict[str, str]:
    return {
        "MODULE": base64.b64encode(gzip.compress(library.wasm(), 9, mtime=0)).decode(),
        "STYLE": _style(),
        "SYMBOLS": json.dumps(_symbols()),
        "BOOKS": json.dumps({name: {**book.answers, "title": book.title} for name, book in NAMED.items()}),
        "FRAME": json.dumps(_numbers()),
        "PROVED": json.dumps(_proved()),
    }


def _style() -> str:
    """The tokens and the board of our pages, in an element that follows the page's own scheme."""
    tokens = assets()["tokens.css"].body.decode()
    tokens = _NOT_FOR_ELEMENTS.sub("", tokens).replace(":root", ":host")
    parts = (tokens, assets()["board.css"].body.decode(), _STYLE.read_text(encoding="utf-8"))
    return _INDENTS.sub("\n", _COMMENT.sub("", "\n".join(parts))).strip()


def _symbols() -> list[dict[str, Any]]:
    """The symbols of our pages, as data: a script makes no markup of text."""
    drawn = map(ElementTree.fromstring, _SYMBOL.findall(SYMBOLS.read_text(encoding="utf-8")))
    return [{**symbol.attrib, "shapes": [{"shape": s.tag, **s.attrib} for s in symbol]} for symbol in drawn]


def _numbers() -> dict[str, int]:
    """The constants that scripts share with the search."""
    return {
        name: value
        for module in (packed, frame, model)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


def _proved() -> dict[str, int]:
    """The shortcuts that are proved, by the answers that they depend on."""
    found = {}
    for answers in itertools.product(REACHES, TAKES, AGAINS, _GOALS, _SMALL.items()):
        reach, take, again, goal, (values, board) = answers
        book = RuleBook(board.size, values, reach, take, again, goal, tie="draw")
        setup = engine.set_up(book, board)
        key = (setup.reach, setup.take, setup.again, setup.goal, int(values == "ones"))
        found["".join(map(str, key))] = model.make_model(setup, board).flags
    return found
