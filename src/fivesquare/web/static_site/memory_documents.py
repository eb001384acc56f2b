"""Documents in the memory of this process: for building the site, and for testing what a browser keeps."""

from collections.abc import Callable, Mapping, Sequence


class MemoryDocuments:
    """Texts under keys, each with a version, as `documents.js` keeps them."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[int, str]] = {}

    async def read(self, keys: Sequence[str]) -> Sequence[tuple[int, str] | None]:
        return [self._held.get(key) for key in keys]

    async def range(self, prefix: str) -> Sequence[tuple[str, int, str]]:
        return [(key, *found) for key, found in sorted(self._held.items()) if key.startswith(prefix)]

    async def commit(self, versions: Mapping[str, int], writes: Mapping[str, str | None]) -> bool:
        if any(self._version(key) != version for key, version in versions.items()):
            return False
        for key, text in writes.items():
            if text is None:
                self._held.pop(key, None)
            else:
                self._held[key] = (self._version(key) + 1, text)
        return True

    def _version(self, key: str) -> int:
        return self._held[key][0] if key in self._held else 0

    def tell(self, words: str) -> None:
        """There is one tab."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """No one tells anything."""
