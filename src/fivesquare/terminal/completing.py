"""What bash is answered when somebody presses Tab behind a colon: it takes level:3 for three words."""

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

_COLON = ":"


class Bash(BashComplete):
    """Puts together what bash has taken apart, and answers with what stands behind the colon."""

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
    """The words, with those in one that stood on both sides of a colon."""
    joined = list[str]()
    for word in words:
        if joined and (word == _COLON or joined[-1].endswith(_COLON)):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def answer_bash() -> None:
    """Let click answer bash in our way."""
    add_completion_class(Bash)
