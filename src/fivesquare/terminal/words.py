"""Words as people type them: capitals, unique beginnings and `level 3` for `level:3` are forgiven."""

import re
from collections.abc import Iterable

from fivesquare.players import PLAYERS, find_player
from fivesquare.players.registry import LEVEL_WORDS

FRIEND = "friend"

_LEVEL = r"(?ai)(?:l(?:e(?:v(?:el?)?)?)?\s*[:_-]?\s*)?0*([0-9]+)"
_PEOPLE = (FRIEND, "person", "me", "myself", "you")


def begun(text: str, names: Iterable[str]) -> list[str]:
    """The names that begin with what was typed; only one, if it was typed to its end."""
    word = " ".join(text.lower().split())
    meant = [name for name in names if word and name.startswith(word)]
    return [word] if word in meant else meant


def chosen(text: str, names: Iterable[str]) -> str | None:
    """The one name that was typed, or begun so that no other can be meant."""
    meant = begun(text, names)
    return meant[0] if len(meant) == 1 else None


def read_player(text: str) -> str:
    """The name of a player as the registry has it: `level 3`, `Level:3` and `3` are `level:3`."""
    word = " ".join(text.lower().split())
    level = re.fullmatch(_LEVEL, word)
    if level is not None:
        name = f"level:{level[1]}"
    else:
        name = chosen(word, [*PLAYERS, FRIEND]) or ("human" if word in _PEOPLE else word)
    name = "human" if name == FRIEND else name
    find_player(name)  # refuses what nobody is called
    return name


def player_names() -> list[str]:
    """Every name that a player can have."""
    return [
        f"{word}:{detail}" if detail else word for word, kind in PLAYERS.items() for detail in kind.details
    ]


def next_level(player: str, step: int) -> str | None:
    """The level so many steps above or below a level; None if there is none, or if it is no level."""
    word, _, detail = player.partition(":")
    if word != "level" or not 1 <= int(detail) + step <= len(LEVEL_WORDS):
        return None
    return f"level:{int(detail) + step}"
