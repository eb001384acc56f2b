"""Prompts of the menu: an empty line takes the default in brackets, `back` goes back, `quit` quits."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from fivesquare.errors import FivesquareError, NotationError, did_you_mean, quote
from fivesquare.terminal.screen import Screen, filled, listed, sentence
from fivesquare.words.typed import begun, chosen

Answer = TypeVar("Answer")

QUIT = "quit"
LEAVE = (QUIT, "exit", "q")

_USUAL = "back goes back one question, quit leaves."
_MORE = f"more is for board, size, balance, rules of your own, style and tutor; {_USUAL}"


class Back(Exception):  # noqa: N818
    """The user wants the previous question."""


class More(Exception):  # noqa: N818
    """The user wants the less common settings."""


def ask(
    screen: Screen, question: str, read: Callable[[str], Answer], advice: str, has_more: bool = False
) -> Answer:
    """Ask until `read` accepts the answer; `advice` is added to the usual help."""
    advice = f"{advice} {_MORE}" if has_more else f"{advice} {_USUAL}"
    while True:
        text = " ".join(screen.ask(filled(question) + " ", advice).split())
        if text.lower() in LEAVE:
            raise EOFError  # as if the input ended here
        if text.lower() in ("back", "b"):
            raise Back
        if has_more and text.lower() == "more":
            raise More
        try:
            return read(text)
        except FivesquareError as error:
            screen.write(filled(sentence(error)))


def show_list(screen: Screen, rows: Iterable[tuple[str, str]]) -> None:
    """Write a line for each word and its meaning, wrapped to the screen."""
    words = list(rows)
    screen.write(listed(words, max(len(word) for word, _ in words) + 1))


def numbered(text: str, names: list[str]) -> str | None:
    """The name with this number in a list."""
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    return numbers.get(text.lstrip("0"))


def pick(text: str, names: list[str]) -> str:
    name = chosen(text, names)
    if name is not None:
        return name
    could_be = begun(text, names)
    if could_be:
        raise ambiguous(text, could_be)
    raise unknown(text, names)


def ambiguous(text: str, names: Iterable[str]) -> NotationError:
    """The error for an answer that could mean any of these."""
    return NotationError(f"{quote(text)} could be {' or '.join(names)}")


def unknown(text: str, names: Iterable[str]) -> NotationError:
    """The error for an answer that is not one of these."""
    known = list(names)
    return NotationError(
        f"I don't know {quote(text)}{did_you_mean(text, known)}: choose {', '.join(known)}, or type help"
    )
