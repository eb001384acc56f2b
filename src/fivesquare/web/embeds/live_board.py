"""A position or a game as a board that can be played: in a notebook, or as an HTML file of its own."""

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args

from fivesquare.errors import quote
from fivesquare.pictures.shapes import PAGE_OPENING, safe
from fivesquare.position import Position

Mode = Literal["play", "values", "replay"]
Theme = Literal["light", "dark"]

_PAGE = (
    PAGE_OPENING
    + """
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="{scheme}">
<title>{title}</title>
<style>body {{ margin: 8px; }} fivesquare-board {{ margin: auto; }}</style>
{element}
<script>{script}</script>
"""
)
_FRAME = (
    '<iframe srcdoc="{page}" title="{title}" height="{height}" style="width: 100%; border: 0"></iframe>'
)
_FITTING = """
new ResizeObserver(([entry]) => {
  if (frameElement) frameElement.height = Math.ceil(entry.target.getBoundingClientRect().height) + 16;
}).observe(document.querySelector("fivesquare-board"));
"""
_WIDTH = 430  # pixels of the cells of a board, about
_BESIDES = 230  # pixels above and below them


class LiveBoard:
    """A board that can be played: in a notebook, as a page (`html`), or as a part of one (`element`)."""

    def __init__(
        self,
        position: Position,
        mode: Mode = "play",
        *,
        ply: int | None = None,
        computer: int | None = None,
        theme: Theme | None = None,
    ) -> None:
        if mode not in get_args(Mode):
            raise ValueError(f"the mode is one of {', '.join(get_args(Mode))}, not {quote(mode)}")
        if theme not in (None, *get_args(Theme)):
            raise ValueError(f"the theme is one of {', '.join(get_args(Theme))}, not {quote(theme)}")
        if computer not in (None, 1, 2):
            raise ValueError(f"the computer is player 1 or 2, not {quote(computer)}")
        if ply is not None and not 0 <= ply <= len(position.moves):
            raise ValueError(f"the game has {len(position.moves)} moves, so ply {quote(ply)} is not in it")
        self.position, self.mode, self.theme = position, mode, theme
        wanted = {"mode": mode, "ply": ply, "computer": computer, "theme": theme}
        self._attributes = {name: str(value) for name, value in wanted.items() if value is not None}

    @property
    def element(self) -> str:
        """The element for a page that loads `fivesquare-board.js`, with a picture for one that does not."""
        attributes = {"record": json.dumps(self.position.to_record()), **self._attributes}
        written = " ".join(f'{name}="{safe(value)}"' for name, value in attributes.items())
        return f"<fivesquare-board {written}>{self.position.to_svg()}</fivesquare-board>"

    def html(self) -> str:
        """One HTML file that needs nothing else."""
        return self._page("")

    def _repr_html_(self) -> str:
        """What a notebook shows: the page in a frame, so that styles and scripts do not meet."""
        rows, columns = self.position.size
        height = _WIDTH * rows // max(rows, columns) + _BESIDES
        return _FRAME.format(page=safe(self._page(_FITTING)), title=self._title, height=height)

    @property
    def _title(self) -> str:
        return safe(self.position.book.title)

    def _page(self, more: str) -> str:
        from fivesquare.web.embeds.board_script import (
            board_script,  # may compile WebAssembly, which takes seconds
        )

        script = board_script() + more
        return _PAGE.format(
            scheme=self.theme or "light dark", title=self._title, element=self.element, script=script
        )

    def __repr__(self) -> str:
        return f"<LiveBoard of {self.position!r}: {self.mode}>"


def show(
    game: Position | Mapping[str, Any],
    mode: Mode = "play",
    *,
    ply: int | None = None,
    computer: int | None = None,
    theme: Theme | None = None,
) -> LiveBoard:
    """A board to play with, for a notebook or a page: of a position, or of the record of a game.

    `mode` is "play" to play on from there; "values" to see what every claim is worth as well; "replay" to
    step through the moves, from `ply` on. As `computer` 1 or 2, the computer plays for that player.

    >>> import fivesquare as fs
    >>> fs.show(fs.start("sweep", seed=1), "values")
    <LiveBoard of <Position sweep 3x3, 0 moves, player 1 to act>: values>
    """
    position = game if isinstance(game, Position) else Position.from_record(game)
    return LiveBoard(position, mode, ply=ply, computer=computer, theme=theme)
