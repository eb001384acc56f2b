"""Who asks: known to whatever is done for a request, and to what goes on in the background after it."""

from contextvars import ContextVar

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""An address, or the network that counts as one."""
