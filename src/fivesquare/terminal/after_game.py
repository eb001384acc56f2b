"""The question after a game: again, swap seats, another level, take back, walk, menu or quit."""

from typing import NamedTuple

from fivesquare.errors import quote
from fivesquare.table.keeper import Keeper
from fivesquare.table.summaries import after_replay
from fivesquare.terminal.screen import Screen, filled, inviting, listed
from fivesquare.terminal.session import Session
from fivesquare.words.players import in_words
from fivesquare.words.typed import chosen, next_level, suggestion

AGAIN, SWAP, HARDER, EASIER, TAKE_BACK, WALK, MENU, QUIT = (
    "again",
    "swap seats",
    "harder",
    "easier",
    "take back",
    "walk",
    "menu",
    "quit",
)
_SAID = {TAKE_BACK: "(t)ake back the last move", WALK: "(w)alk through it"}
_MEANING = {
    AGAIN: "play again on a new board; Enter alone too",
    SWAP: "play again with seats swapped",
    HARDER: "play one level higher",
    EASIER: "play one level lower",
    TAKE_BACK: "take back your last move and play on from there",
    WALK: "step through the game and see what each move was worth",
    MENU: "go to the menu",
    QUIT: "quit",
}


class Offer(NamedTuple):
    """Something to do after a game: its word, and who would sit where."""

    word: str
    seats: tuple[str, str]

    def __str__(self) -> str:
        said = _SAID.get(self.word, f"({self.word[0]}){self.word[1:]}")
        levels = [in_words(seat) for seat in self.seats if seat != "human"]
        return f"{said}: {levels[0]}" if self.word in (HARDER, EASIER) else said


def ask_what_now(session: Session, screen: Screen) -> Offer:
    """Ask a person at a terminal what to do next, by a word or its first letter; Enter plays again."""
    enough = Offer(QUIT, session.seats)
    if not screen.is_terminal or "human" not in session.seats:
        return enough
    offers = {offer.word: offer for offer in [*_offers(session), enough]}
    screen.write("\n" + filled(", ".join(map(str, offers.values())) + "."))
    advice = listed(((word, _MEANING[word]) for word in offers), max(map(len, offers)) + 1)
    while True:
        try:
            text = screen.ask(f"What now? [{AGAIN}] ", advice)
        except EOFError:
            return enough
        if text.strip().lower() == "exit":
            return enough
        word = chosen(text, offers) if text.strip() else AGAIN
        if word is not None:
            return offers[word]
        known = f"Type one of these words, or its first letter: {', '.join(offers)}; or help."
        screen.write(filled(f"I don't know {quote(text.strip())}.{suggestion(text, offers)} {known}"))


def _offers(session: Session) -> list[Offer]:
    seats = session.seats
    offers = [Offer(AGAIN, seats)]
    if seats[0] != seats[1]:
        offers.append(Offer(SWAP, (seats[1], seats[0])))
    for word, step in ((HARDER, 1), (EASIER, -1)):
        moved = tuple(next_level(seat, step) or seat for seat in seats)
        if moved != seats:
            offers.append(Offer(word, (moved[0], moved[1])))
    # A game without moves is not saved, so there is nothing to go back to.
    earlier = session.table.position.history()[1:-1]
    if any(seats[position.state.turn - 1] == "human" for position in earlier):
        offers.append(Offer(TAKE_BACK, seats))
    return [*offers, Offer(WALK, seats), Offer(MENU, seats)]


def say_how_to_see_it(keeper: Keeper, screen: Screen) -> None:
    """Say how to see a finished game again, if it is saved."""
    if keeper.kept is None or not keeper.is_safe:
        return
    name = after_replay(keeper.kept.path)
    screen.write(inviting("\nShow it again:", f"replay{name}"))
    screen.write(inviting("What each move was worth:", f"review{name}"))
