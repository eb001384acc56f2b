"""Which voice speaks for which book: one file a book of the catalogue, and a general one for the rest."""

from fivesquare.books import kin
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.voices.base import Paint, Voice
from fivesquare.terminal.voices.chain import ChainVoice
from fivesquare.terminal.voices.fifteen import FifteenVoice
from fivesquare.terminal.voices.flip import FlipVoice
from fivesquare.terminal.voices.grow import GrowVoice
from fivesquare.terminal.voices.sweep import SweepVoice

VOICES: dict[str, type[Voice]] = {
    "flip": FlipVoice,
    "sweep": SweepVoice,
    "grow": GrowVoice,
    "chain": ChainVoice,
    "fifteen": FifteenVoice,
}


def voice_for(book: RuleBook, paint: Paint) -> Voice:
    """The voice of the book that this one is or is like; the general one if it is like none."""
    named = kin(book)
    return VOICES.get(named.name or "" if named else "", Voice)(book, paint)


__all__ = ["VOICES", "Paint", "Voice", "voice_for"]
