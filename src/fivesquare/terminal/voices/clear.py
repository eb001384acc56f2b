"""The clear voice: every book drawn and told alike; also of every game that has no voice of its own."""

from fivesquare.terminal.voices.base import Voice


class ClearVoice(Voice):
    """How every rule book can speak."""
