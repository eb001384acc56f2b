"""The voices: one file for each book of the catalogue, and the clear voice for every book."""

from fivesquare.books import kin
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.voices.base import Paint, Room, Voice, endless
from fivesquare.terminal.voices.chain import ChainVoice
from fivesquare.terminal.voices.clear import ClearVoice
from fivesquare.terminal.voices.fifteen import FifteenVoice
from fivesquare.terminal.voices.flip import FlipVoice
from fivesquare.terminal.voices.grow import GrowVoice
from fivesquare.terminal.voices.sweep import SweepVoice
from fivesquare.words.players import PERSON, Seats, is_only_person

VOICES: dict[str, type[Voice]] = {
    "flip": FlipVoice,
    "sweep": SweepVoice,
    "grow": GrowVoice,
    "chain": ChainVoice,
    "fifteen": FifteenVoice,
}


def voice_for(
    book: RuleBook,
    paint: Paint,
    style: str = "book",
    room: Room = endless,
    seats: Seats = (PERSON, PERSON),
) -> Voice:
    """The voice of the named book that this book is like; the clear voice if there is none, or by `style`.

    `room` is the size of the screen. If only one of the `seats` is a person, the voice says "you" to them.
    """
    named = kin(book) if style == "book" else None
    you = next((player for player in (FIRST, SECOND) if is_only_person(player, seats)), NOBODY)
    return VOICES.get(named.name or "" if named else "", ClearVoice)(book, paint, room, you)


__all__ = ["VOICES", "ClearVoice", "Paint", "Voice", "voice_for"]
