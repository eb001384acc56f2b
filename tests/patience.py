"""How long a test waits for what must come.

Nothing is decided by the clock: a test waits for an event, and gives up only when something hangs.
"""

PATIENCE = 300.0
"""Seconds; only a hang takes that long, also on a machine that has much else to do."""
