"""Pictures of positions become boards that can be played.

A page marks a picture with the command that drew it:

    <!-- $ fivesquare picture docs/examples/grow.json --ply 3 --values --svg docs/pictures/grow.svg -->
    ![A game of grow](pictures/grow.svg)

From it `with_boards` makes the directive `board`, whose picture stays inside of the element for readers
without scripts. The configuration value `board_script` is the path of `fivesquare-board.js`; without it
they stay pictures.
"""

import html
import json
import re
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

SCRIPT = "fivesquare-board.js"
MODES = ("play", "values", "replay")
PICTURE = re.compile(
    r"<!-- \$ fivesquare picture docs/(?P<record>\S+\.json)(?P<options>[^\n]*?)"
    r" --svg docs/pictures/\S+ -->\n(?P<image>!\[[^\n]*\)\n)"
)


def with_boards(page: str) -> str:
    """The text of a page, in which every picture of a record asks for its board."""
    return PICTURE.sub(lambda place: directive(place["record"], place["options"], place["image"]), page)


def directive(record: str, options: str, image: str) -> str:
    ply = re.search(r"--ply (\d+)", options)
    mode = "values" if "--values" in options else "play" if ply else "replay"
    lines = [f":::{{board}} {record}", f":mode: {mode}", f":ply: {ply[1]}" if ply else "", image, ":::"]
    return "\n".join(filter(None, lines)) + "\n"


class LiveBoard(SphinxDirective):
    """A picture inside of the element that replaces it."""

    required_arguments = 1
    has_content = True
    option_spec = {  # noqa: RUF012 (docutils' way)
        "mode": lambda text: directives.choice(text, MODES),
        "ply": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        picture = self.parse_content_to_nodes()
        if not self.config.board_script:
            return picture
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        record = json.loads(Path(path).read_text(encoding="utf-8"))
        if "ply" in self.options:
            record["moves"] = record["moves"][: self.options["ply"]]
        text = html.escape(json.dumps(record), quote=True)
        site = f' site="{self.config.site_address}"' if self.config.site_address else ""
        tag = f'<fivesquare-board record="{text}" mode="{self.options.get("mode", "play")}"{site}>'
        self.env.metadata[self.env.docname]["has_boards"] = True
        return [
            nodes.raw("", tag, format="html"),
            *picture,
            nodes.raw("", "</fivesquare-board>", format="html"),
        ]


def _add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    if app.env.metadata.get(page, {}).get("has_boards"):
        app.add_js_file(SCRIPT, loading_method="defer")


def _copy_script(app: Sphinx, error: Exception | None) -> None:
    if app.config.board_script and error is None:
        shutil.copyfile(app.config.board_script, Path(app.outdir, "_static", SCRIPT))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("board_script", "", "env", [str])
    app.add_directive("board", LiveBoard)
    app.connect("html-page-context", _add_script)
    app.connect("build-finished", _copy_script)
    return {"parallel_read_safe": True}
