"""What can be done after a game: play again, in other seats or against another level, and so on."""

from typing import NamedTuple

from fivesquare.position import Position
from fivesquare.table.resignations import winner_of
from fivesquare.words.typed import next_level

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


class Offer(NamedTuple):
    """Something to do after a game: its word, and who would sit where."""

    word: str
    seats: tuple[str, str]


def offers(seats: tuple[str, str], position: Position) -> list[Offer]:
    """What can be done after this game, but for leaving."""
    offered = [Offer(AGAIN, seats)]
    if seats[0] != seats[1]:
        offered.append(Offer(SWAP, (seats[1], seats[0])))
    for word, step in ((HARDER, 1), (EASIER, -1)):
        moved = tuple(next_level(seat, step) or seat for seat in seats)
        if moved != seats:
            offered.append(Offer(word, (moved[0], moved[1])))
    # A game without moves is not saved, so there is nothing to go back to.
    earlier = position.history()[1:-1]
    is_resigned = winner_of(position) is not None
    if is_resigned or any(seats[before.state.turn - 1] == "human" for before in earlier):
        offered.append(Offer(TAKE_BACK, seats))
    return [*offered, Offer(WALK, seats), Offer(MENU, seats)]
