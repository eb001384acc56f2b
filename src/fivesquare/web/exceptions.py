"""What a request can be refused for: a status, a sentence, and the game where that helps."""

from fivesquare.errors import FivesquareError


class RefusalError(FivesquareError):
    """A request that cannot be granted. `game` is the current game as JSON, if the request was stale."""

    status = 400

    def __init__(self, sentence: str, game: bytes | None = None, wait: int | None = None) -> None:
        super().__init__(sentence, game, wait)
        self.sentence = sentence
        self.game = game
        self.wait = wait  # seconds after which it is worth another try

    def __str__(self) -> str:
        return self.sentence


class NoSeatError(RefusalError):
    """No secret came along, or one that opens nothing here."""

    status = 401


class UnknownPageError(RefusalError):
    """There is nothing at this address."""

    status = 404


class UnknownGameError(RefusalError):
    """There is no such game."""

    status = 404


class UnknownDayError(RefusalError):
    """There is no puzzle of that day, or not yet."""

    status = 404


class UnknownEveningError(RefusalError):
    """There is no such evening."""

    status = 404


class NoHostError(RefusalError):
    """Only the host of an evening can do that."""

    status = 401


class NotNowError(RefusalError):
    """An evening is not at the point where this could be done, or has no place for it."""

    status = 409


class StaleError(RefusalError):
    """The game has changed in the meantime, or is not at the point where this can be done."""

    status = 409


class UnusableError(RefusalError):
    """What was sent cannot be read, or the rules refuse it."""

    status = 422


class TooOftenError(RefusalError):
    """Something that was done often lately; `wait` says when it may be done again."""

    status = 429
