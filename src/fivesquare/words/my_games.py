"""What a page says to players about their own games: what counts for a ladder."""

from fivesquare.board import Size

_BECAUSE = {
    "hint": "You asked for a hint",
    "values": "You looked at the values",
    "tutor": "The tutor warned you",
    "undo": "You took a move back",
    "komi": "You had a head start",
    "board": "The board was set up by hand",
}


def not_counted(reason: str, size: Size) -> str:
    """Why a win beats no level; `size` is that of the book's own board."""
    because = _BECAUSE.get(reason, f"The ladder is played on {size.rows}x{size.columns} boards")
    return f"{because}, so this win doesn't count for the ladder."


def level_name(player: str) -> str:
    """A rung of a ladder: "level 4", "perfect play"."""
    return "perfect play" if player == "perfect" else player.replace(":", " ")
