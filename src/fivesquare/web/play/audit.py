"""A database gone over: every game and evening is folded by the rules, and whatever is wrong is said."""

from collections.abc import Callable, Iterator

from fivesquare.errors import FivesquareError, quote
from fivesquare.web.play.evening import EveningState
from fivesquare.web.play.game_state import GameState
from fivesquare.web.store.base import StoredEvening, StoredGame
from fivesquare.web.store.snapshot import Flaw, Snapshot

_SEATS = ("1", "2")
_OF_A_SEAT = frozenset({"ask", "no", "resign", "sit", "elsewhere", "help", "name", "time"})
_NOT_AFTER_THE_END = frozenset({"resign", "time"})
_UNREADABLE = (FivesquareError, ValueError, KeyError, IndexError, TypeError, AttributeError)


def flaws(snapshot: Snapshot, on_game: Callable[[], object]) -> Iterator[Flaw]:
    """Everything that is wrong; `on_game` is called after each game."""
    yield from snapshot.flaws()
    for game in snapshot.games():
        found = game if isinstance(game, Flaw) else _flaw_of_game(game)
        if found is not None:
            yield found
        on_game()
    for evening in snapshot.evenings():
        found = evening if isinstance(evening, Flaw) else _flaw_of_evening(evening)
        if found is not None:
            yield found


def _flaw_of_game(kept: StoredGame) -> Flaw | None:
    """The first thing that is wrong with a game: what follows may do so from that."""
    name = kept.beginning.id
    try:
        game = GameState.begin(kept.beginning)
    except _UNREADABLE as error:
        return Flaw(name, f"it cannot be begun: {error}")
    for seat, keys in enumerate(kept.keys, start=1):
        if keys and not game.is_human(seat):
            return Flaw(name, f"something opens its seat {seat}, which the computer holds")
    for number, what in enumerate(kept.entries):
        try:
            problem = _why_not(game, what)
            game = game.after(what)
        except _UNREADABLE as error:
            problem = str(error)
        if problem is not None:
            return Flaw(name, f"entry {number}, {quote(what)}: {problem}")
    return None


def _why_not(game: GameState, what: str) -> str | None:
    """Why an entry cannot follow, as far as folding it does not say."""
    word, _, detail = what.partition(" ")
    if word in _OF_A_SEAT and detail.partition(" ")[0] not in _SEATS:
        return "there is no such seat"
    is_move = word[:1].isdigit() or word in ("stop", "swap")
    if (is_move and game.loser is not None) or (word in _NOT_AFTER_THE_END and game.is_over):
        return "the game was over"
    return None


def _flaw_of_evening(kept: StoredEvening) -> Flaw | None:
    evening = EveningState(kept.id, kept.setting, kept.created)
    for number, what in enumerate(kept.entries):
        try:
            evening = evening.after(what)
        except _UNREADABLE as error:
            return Flaw(kept.id, f"entry {number}, {quote(what)}: {error}")
    strangers = set(kept.keys) - {guest.number for guest in evening.guests}
    if strangers:
        return Flaw(kept.id, f"player {min(strangers)} has a key, and never came")
    return None
