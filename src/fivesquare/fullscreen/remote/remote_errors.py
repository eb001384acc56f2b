"""Why a game on a server cannot be joined, or a request in it is refused: sentences for people."""

from typing import Any

from fivesquare.errors import FivesquareError


class RemoteError(FivesquareError, ValueError):
    """Something that cannot be done in a game on a server."""


class LinkError(RemoteError):
    """A text that is not a link to a game which can be joined from here."""


class ServerError(RemoteError):
    """A request that failed, with the HTTP status; 0 if there was no answer, or none that makes sense."""

    def __init__(
        self,
        sentence: str,
        status: int = 0,
        retry_after: float | None = None,
        game: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence, status, retry_after, game)  # pickling makes the error again from these
        self.sentence = sentence
        self.status = status
        self.retry_after = retry_after
        """Seconds after which the server wants to be asked again."""
        self.game = game
        """The game as it is now, where the request came too late for it."""

    def __str__(self) -> str:
        return self.sentence

    @property
    def is_passing(self) -> bool:
        """Whether asking again may help: no answer, too much at once, or a server in trouble."""
        return self.status in (0, 429) or self.status >= 500


class MovedError(RemoteError):
    """A redirect to another address."""

    def __init__(self, sentence: str, address: str) -> None:
        super().__init__(sentence, address)
        self.sentence = sentence
        self.address = address

    def __str__(self) -> str:
        return self.sentence
