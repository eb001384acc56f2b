"""What is raised when something does not hold."""

found: list["InvariantError"] = []
"""Those of this world, also where somebody has caught them: asyncio and the product catch much."""


class InvariantError(AssertionError):
    """An invariant does not hold."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        found.append(self)
