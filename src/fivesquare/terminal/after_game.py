"""The question after a game: again, swap seats, another level, take back, walk, menu or quit."""

from fivesquare.errors import quote
from fivesquare.table.keeper import Keeper
from fivesquare.table.offers import (
    AGAIN,
    EASIER,
    HARDER,
    MENU,
    QUIT,
    SWAP,
    TAKE_BACK,
    WALK,
    Offer,
    offers,
)
from fivesquare.table.summaries import after_replay
from fivesquare.terminal.screen import Screen, filled, inviting, listed
from fivesquare.terminal.session import Session
from fivesquare.words.players import in_words
from fivesquare.words.typed import chosen, suggestion

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


def _said(offer: Offer) -> str:
    """An offer with the letter that takes it."""
    said = _SAID.get(offer.word, f"({offer.word[0]}){offer.word[1:]}")
    levels = [in_words(seat) for seat in offer.seats if seat != "human"]
    return f"{said}: {levels[0]}" if offer.word in (HARDER, EASIER) else said


def ask_what_now(session: Session, screen: Screen) -> Offer:
    """Ask a person at a terminal what to do next, by a word or its first letter; Enter plays again."""
    enough = Offer(QUIT, session.seats)
    if not screen.is_terminal or "human" not in session.seats:
        return enough
    known = {offer.word: offer for offer in [*offers(session.seats, session.table.position), enough]}
    screen.write("\n" + filled(", ".join(map(_said, known.values())) + "."))
    advice = listed(((word, _MEANING[word]) for word in known), max(map(len, known)) + 1)
    while True:
        try:
            text = screen.ask(f"What now? [{AGAIN}] ", advice)
        except EOFError:
            return enough
        if text.strip().lower() == "exit":
            return enough
        word = chosen(text, known) if text.strip() else AGAIN
        if word is not None:
            return known[word]
        words = f"Type one of these words, or its first letter: {', '.join(known)}; or help."
        screen.write(filled(f"I don't know {quote(text.strip())}.{suggestion(text, known)} {words}"))


def say_how_to_see_it(keeper: Keeper, screen: Screen) -> None:
    """Say how to see a finished game again, if it is saved."""
    if keeper.kept is None or not keeper.is_safe:
        return
    name = after_replay(keeper.kept.path)
    screen.write(inviting("\nShow it again:", f"replay{name}"))
    screen.write(inviting("What each move was worth:", f"review{name}"))
