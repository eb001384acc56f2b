"""Small boards inside a page: their colours are those of the page, in light and dark."""

from functools import cache

from markupsafe import Markup

from fivesquare import pictures, scenes
from fivesquare.position import Position


@cache
def scene(book: str) -> Markup:
    """What a game of that book looks like, as an ornament."""
    return drawn(scenes.scene(book))


def drawn(position: Position, label: str = "", with_rim: bool = False) -> Markup:
    """The board of a position; with a `label` it is a picture that says so, without one an ornament."""
    return Markup(pictures.miniature(position.board_data, label=label, rim=with_rim))
