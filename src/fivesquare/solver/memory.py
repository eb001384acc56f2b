"""Memory for a table: words that are 0 and lie still, as much as one likes.

The system gives it page by page as it is written to, and takes it back when nobody holds it any more.
"""

import ctypes
import mmap

_LARGE = 1 << 22  # bytes, from which on pages should be large as well, if the system has such


class Zeros:
    """So many 64-bit words, at `address`. Raises MemoryError if there is no room for them."""

    def __init__(self, words: int) -> None:
        self.words = words
        try:
            self._pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, OverflowError, ValueError):
            raise MemoryError(f"no room for {words} words") from None
        if 8 * words >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
            self._pages.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))
