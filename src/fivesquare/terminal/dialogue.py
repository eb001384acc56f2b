"""A dialogue at a prompt: a class whose methods are the commands that can be typed there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from fivesquare.terminal.screen import Screen, filled, listed

Method = TypeVar("Method", bound=Callable[..., None])


@dataclass(frozen=True)
class Command:
    """A method that is called by typing its name or an alias."""

    summary: str
    run: Callable[[Any, str], None]
    aliases: tuple[str, ...] = ()
    takes_number: bool = False
    is_long: bool = False  # Ctrl-C interrupts the command, not the dialogue


def command(
    summary: str, *aliases: str, takes_number: bool = False, is_long: bool = False
) -> Callable[[Method], Method]:
    """Decorator that makes a method of a dialogue a command; it is passed the rest of the line."""

    def mark(method: Method) -> Method:
        method.__dict__["command"] = Command(summary, method, aliases, takes_number, is_long)
        return method

    return mark


class Dialogue:
    """A person at a screen, and the commands they can type, in the order of the source."""

    commands: ClassVar[dict[str, Command]] = {}
    aliases: ClassVar[dict[str, str]] = {}
    """Command names by alias."""

    def __init_subclass__(cls) -> None:
        members = vars(cls).items()
        cls.commands = {name: each.command for name, each in members if hasattr(each, "command")}
        cls.aliases = {word: name for name, each in cls.commands.items() for word in each.aliases}

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def say(self, text: str) -> None:
        """Write a paragraph."""
        self.screen.write(filled(text) + "\n")

    def obeys(self, text: str) -> bool:
        """Run a line if it is a command; whether it was one."""
        word, *rest = text.split(maxsplit=1) or [""]
        found = self.commands.get(self.aliases.get(word.lower(), word.lower()))
        if found is None:
            return False
        found.run(self, rest[0].strip() if rest else "")
        return True

    def list_commands(self, width: int, besides: Iterable[tuple[str, str]] = ()) -> None:
        """Write every command with its summary."""
        rows = [(word, each.summary) for word, each in self.commands.items()]
        self.screen.write(f"{listed([*rows, *besides], width)}\n")
