"""`fivesquare completion`, and completion after a colon in bash, which splits level:3 into three words."""

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

_COLON = ":"


class Bash(BashComplete):
    """Joins the words that bash split at a colon, and answers with what follows the colon."""

    _before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        arguments, incomplete = super().get_completion_args()
        words = _joined([*arguments, incomplete] if incomplete else arguments)
        if not incomplete:
            return words, ""
        *arguments, word = words
        if word != incomplete:
            self._before = word[: word.rindex(_COLON) + 1]
        return arguments, word

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value.removeprefix(self._before)}"


def _joined(words: list[str]) -> list[str]:
    """The words, with those on both sides of a colon joined."""
    joined = list[str]()
    for word in words:
        if joined and (word == _COLON or joined[-1].endswith(_COLON)):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def answer_bash() -> None:
    """Register our completion for bash."""
    add_completion_class(Bash)


@click.command(epilog='Example: eval "$(fivesquare completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of your shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(
        kind(
            click.get_current_context().find_root().command, {}, "fivesquare", "_FIVESQUARE_COMPLETE"
        ).source()
    )
