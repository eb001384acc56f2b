"""What is asked after a game: again, other seats, another level, the last move back, or enough."""

from typing import NamedTuple

from fivesquare.terminal.keeping import Keeper
from fivesquare.terminal.screen import Screen, filled, inviting
from fivesquare.terminal.seats import in_words
from fivesquare.terminal.session import Session
from fivesquare.terminal.summaries import after_replay
from fivesquare.terminal.words import chosen, next_level

AGAIN, SWAP, HARDER, EASIER, TAKE_BACK, WALK, QUIT = (
    "again",
    "swap seats",
    "harder",
    "easier",
    "take back",
    "walk",
    "quit",
)
_SAID = {TAKE_BACK: "(t)ake back the last move", WALK: "(w)alk through it"}


class Offer(NamedTuple):
    """What can be done after a game: a word, and who sits where then."""

    word: str
    seats: tuple[str, str]

    def __str__(self) -> str:
        said = _SAID.get(self.word, f"({self.word[0]}){self.word[1:]}")
        levels = [in_words(seat) for seat in self.seats if seat != "human"]
        return f"{said}: {levels[0]}" if self.word in (HARDER, EASIER) else said


def ask_what_now(session: Session, screen: Screen) -> Offer:
    """One word, or its first letter; Enter leaves. Only a person who has played at a terminal is asked."""
    enough = Offer(QUIT, session.seats)
    if not screen.is_terminal or "human" not in session.seats:
        return enough
    offers = {offer.word: offer for offer in [*_offers(session), enough]}
    screen.write("\n" + filled(", ".join(map(str, offers.values())) + "."))
    while True:
        try:
            text = screen.ask("What now? [quit] ")
        except EOFError:
            return enough
        if text.strip().lower() in ("", "exit"):
            return enough
        word = chosen(text, offers)
        if word is not None:
            return offers[word]
        screen.write(filled(f"Type one of these words, or its first letter: {', '.join(offers)}."))


def _offers(session: Session) -> list[Offer]:
    seats = session.seats
    offers = [Offer(AGAIN, seats)]
    if seats[0] != seats[1]:
        offers.append(Offer(SWAP, (seats[1], seats[0])))
    for word, step in ((HARDER, 1), (EASIER, -1)):
        moved = tuple(next_level(seat, step) or seat for seat in seats)
        if moved != seats:
            offers.append(Offer(word, (moved[0], moved[1])))
    earlier = session.match.position.history()[
        1:-1
    ]  # a game without a move is not kept: do not go back to it
    if any(seats[position.state.turn - 1] == "human" for position in earlier):
        offers.append(Offer(TAKE_BACK, seats))
    offers.append(Offer(WALK, seats))
    return offers


def say_how_to_see_it(keeper: Keeper, screen: Screen) -> None:
    """How to see a finished game again, if it is kept."""
    if keeper.kept is None or not keeper.is_safe:
        return
    name = after_replay(keeper.kept.path)
    screen.write(inviting("\nShow it again:", f"replay{name}"))
    screen.write(inviting("What each move was worth:", f"review{name}"))
