"""Which voice speaks for which book: one file a book of the catalogue, and the clear one, for them all."""

from fivesquare.books import kin
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.voices.base import Paint, Room, Voice, endless
from fivesquare.terminal.voices.chain import ChainVoice
from fivesquare.terminal.voices.clear import ClearVoice
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


def voice_for(book: RuleBook, paint: Paint, style: str = "book", room: Room = endless) -> Voice:
    """The voice of the book that this one is or is like; the clear one if it is like none, or is wanted.

    It speaks of one game after the other to a screen with that much `room`.
    """
    named = kin(book) if style == "book" else None
    return VOICES.get(named.name or "" if named else "", ClearVoice)(book, paint, room)


__all__ = ["VOICES", "ClearVoice", "Paint", "Voice", "voice_for"]
