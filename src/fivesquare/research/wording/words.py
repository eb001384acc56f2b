"""The words of a game. Everything is written in plain words first; others replace them.

>>> from fivesquare.research.wording import Words
>>> Words(cell="tile", claim="pick", first="Ruby").told("The first player may claim any cell.")
'Ruby may pick any tile.'
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from random import Random
from typing import Any

from fivesquare.errors import RecordError, quote

_MARK = re.compile(r"[A-Z]", re.ASCII)
_WORD = re.compile(r"[A-Za-z]{3,20}", re.ASCII)
_NAME = re.compile(r"[A-Za-z]{3,20}( [A-Za-z]{3,20}){0,2}", re.ASCII)


@dataclass(frozen=True)
class Words:
    """The replacement of each plain word, which is the name of its field.

    A word has three letters at least and no digits, so that it is never the name of a cell.
    """

    cell: str = "cell"
    cells: str = "cells"
    claim: str = "claim"
    claims: str = "claims"
    claimed: str = "claimed"
    claiming: str = "claiming"
    free: str = "free"
    value: str = "value"
    values: str = "values"
    point: str = "point"
    points: str = "points"
    sum: str = "sum"
    sums: str = "sums"
    komi: str = "komi"
    stop: str = "stop"
    swap: str = "swap"
    opponent: str = "opponent"
    player: str = "player"
    players: str = "players"
    first: str = "the first player"
    second: str = "the second player"
    marks: tuple[str, str] = ("A", "B")
    """What the cells of the first and of the second player are marked with."""

    def __post_init__(self) -> None:
        for name, word in self._words.items():
            shape = _NAME if name in ("first", "second") else _WORD
            if not isinstance(word, str) or not shape.fullmatch(word):
                raise ValueError(f"{name}: a word has three letters or more, unlike {quote(word)}")
        words = [word.casefold() for word in self._words.values()]
        for word in words:
            if words.count(word) > 1:
                raise ValueError(f"one word stands for two things: {quote(word)}")
        object.__setattr__(self, "marks", tuple(self.marks))
        if len(set(self.marks)) != 2 or not all(_MARK.fullmatch(str(mark)) for mark in self.marks):
            raise ValueError(f"the marks of the players are two capital letters, not {quote(self.marks)}")

    @property
    def _words(self) -> dict[str, str]:
        return {name: word for name, word in vars(self).items() if name != "marks"}

    @property
    def renamed(self) -> tuple[str, ...]:
        """The plain words that these do not use."""
        plain = {**_PLAIN, "first": "first player", "second": "second player"}
        return tuple(plain[name] for name, word in self._words.items() if word != _PLAIN[name])

    def told(self, text: str) -> str:
        """A text in plain words, in these. Done once, to a whole text."""
        return _TABLE.sub(self._instead, text)

    def _instead(self, found: re.Match[str]) -> str:
        plain = found[0].casefold().removeprefix("the ")
        word = self._words[plain.removesuffix(" player") if " " in plain else plain]
        return word[0].upper() + word[1:] if found[0][0].isupper() else word

    def player_name(self, player: int) -> str:
        return self.first if player == 1 else self.second

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "marks": list(self.marks)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Words":
        """The inverse of `to_json`."""
        try:
            return cls(**told)
        except TypeError as error:
            raise RecordError(f"these are not the words of a game: {error}") from None

    @classmethod
    def drawn(cls, chance: Random) -> "Words":
        """The words of a theme, or invented ones."""
        theme = chance.choice([*_THEMES, None])
        if theme is None:
            return _invented(chance)
        first, second = chance.sample(_NAMES, 2)
        return replace(theme, first=first, second=second, marks=_initials(first, second))


_PLAIN: dict[str, str] = {
    field.name: str(field.default) for field in fields(Words) if field.name != "marks"
}
_FORMS = sorted({*_PLAIN} - {"first", "second"}, key=len, reverse=True)
_TABLE = re.compile(rf"\b(?:(?:the )?(?:first|second) player|{'|'.join(_FORMS)})\b", re.IGNORECASE)


def _regular(
    cell: str, claim: str, free: str, value: str, point: str, total: str, player: str, **others: Any
) -> Words:
    """Words with the forms that most have; claim is used as a verb and as a noun."""
    return Words(
        cell=cell,
        cells=f"{cell}s",
        claim=claim,
        claims=f"{claim}s",
        claimed=others.pop("claimed", f"{claim}ed"),
        claiming=others.pop("claiming", f"{claim}ing"),
        free=free,
        value=value,
        values=f"{value}s",
        point=point,
        points=f"{point}s",
        sum=total,
        sums=f"{total}s",
        player=player,
        players=f"{player}s",
        **others,
    )


_THEMES = (
    _regular(
        *("tile", "pick", "vacant", "weight", "coin", "total", "side"),
        komi="bonus",
        stop="halt",
        swap="trade",
        opponent="rival",
    ),
    _regular(
        *("plot", "stake", "wild", "yield", "credit", "purse", "house"),
        claimed="staked",
        claiming="staking",
        komi="grant",
        stop="rest",
        swap="exchange",
        opponent="challenger",
    ),
    _regular(
        *("star", "tag", "dark", "glow", "spark", "haul", "crew"),
        claimed="tagged",
        claiming="tagging",
        komi="gift",
        stop="done",
        swap="switch",
        opponent="enemy",
    ),
)
_NAMES = (
    *("Amber", "Bronze", "Coral", "Dusk", "Flint", "Garnet"),
    *("Hazel", "Ivory", "Jade", "Onyx", "Ruby", "Slate"),
)
_BEGINNINGS = (*"bdfgklmnprtvz", "bl", "dr", "gl", "kr", "pl")
_VOWELS = "aeiou"
_TAKEN = ("begin", "legal", "never")  # could be invented, and occur in the texts
_ENDINGS = ("b", "d", "g", "k", "l", "m", "n", "p", "r", "t", "nk", "rf", "lm")


def _invented(chance: Random) -> Words:
    stems: dict[str, str] = {}  # by their first three letters, so that they are easy to tell apart
    while len(stems) < 13:
        stem = "".join(map(chance.choice, (_BEGINNINGS, _VOWELS, _BEGINNINGS, _VOWELS, _ENDINGS)))
        if stem not in _TAKEN:
            stems.setdefault(stem[:3], stem)
    *regular, komi, stop, swap, opponent, first, second = stems.values()
    words = _regular(*regular, komi=komi, stop=stop, swap=swap, opponent=opponent)
    return replace(
        words, first=first.capitalize(), second=second.capitalize(), marks=_initials(first, second)
    )


def _initials(first: str, second: str) -> tuple[str, str]:
    """The first letters of two names, or the next ones where these are the same."""
    one, other = next(
        pair for pair in zip(first.upper(), second.upper(), strict=False) if len({*pair}) == 2
    )
    return one, other
