"""How the menu asks: an empty line takes what stands in brackets, `back` goes back and `quit` leaves."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from fivesquare.errors import FivesquareError, NotationError, quote
from fivesquare.terminal.screen import Screen, filled, listed, sentence
from fivesquare.terminal.words import begun, chosen

Answer = TypeVar("Answer")

QUIT = "quit"
LEAVE = (QUIT, "exit", "q")


class Back(Exception):  # noqa: N818
    """Whoever was asked wants the question before."""


class More(Exception):  # noqa: N818
    """Whoever was asked wants the questions that are seldom asked."""


def ask(screen: Screen, question: str, read: Callable[[str], Answer], has_more: bool = False) -> Answer:
    """Ask until there is an answer that can be read."""
    while True:
        text = " ".join(screen.ask(filled(question) + " ").split())
        if text.lower() in LEAVE:
            raise EOFError  # as if the input had ended here
        if text.lower() in ("back", "b"):
            raise Back
        if has_more and text.lower() == "more":
            raise More
        try:
            return read(text)
        except FivesquareError as error:
            screen.write(filled(sentence(error)))


def show_list(screen: Screen, rows: Iterable[tuple[str, str]]) -> None:
    """A line for each word and what is said of it; what does not fit goes on below."""
    words = list(rows)
    screen.write(listed(words, max(len(word) for word, _ in words) + 1))


def numbered(text: str, names: list[str]) -> str | None:
    """The name behind a number of a list."""
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    return numbers.get(text.lstrip("0"))


def pick(text: str, names: list[str]) -> str:
    name = chosen(text, names)
    if name is not None:
        return name
    meant = begun(text, names)
    if meant:
        raise NotationError(f"{quote(text)} could be {' or '.join(meant)}")
    raise NotationError(f"{quote(text)} is none of these: {', '.join(names)}")
