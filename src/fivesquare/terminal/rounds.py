"""Games in a row at the terminal: who plays first, what comes next, and where each is saved."""

from contextlib import closing, nullcontext

from fivesquare import record
from fivesquare.board import Board
from fivesquare.errors import FileError
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.offers import EASIER, HARDER, MENU, QUIT, TAKE_BACK, WALK, Offer
from fivesquare.table.openings import Order, drawn
from fivesquare.table.saved_games import Kept
from fivesquare.table.settings import remember_opponent
from fivesquare.table.summaries import book_of
from fivesquare.table.table import TableSetting
from fivesquare.terminal.after_game import ask_what_now, say_how_to_see_it
from fivesquare.terminal.progress import solved_margin
from fivesquare.terminal.screen import Screen, filled, sentence
from fivesquare.terminal.session import Session
from fivesquare.words.players import begins


def dealt(order: Order, screen: Screen, board: Board | None = None) -> Position:
    """The opening of a new game; says so if its board has no fair komi."""
    return order.deal(
        solved_margin(screen),
        lambda error: screen.write(filled(f"({sentence(error)} This game has no komi.)") + "\n"),
        board,
    )


def play_game(setting: TableSetting, screen: Screen, kept: Kept | None, order: Order | None = None) -> bool:
    """Play a game, and more as long as the user wants; whether to show the menu afterwards."""
    while True:
        order = order or Order(setting.position.book, setting.position.size)
        with nullcontext() if kept is None else closing(kept):
            following = _play_one(setting, screen, kept)
        if isinstance(following, Offer) and following.word in (MENU, QUIT):
            return following.word == MENU
        if isinstance(following, TableSetting):  # from the middle of the game just walked through
            setting, order = following, None
        else:
            setting = setting._replace(position=dealt(order, screen), seats=following.seats)
        kept = autosave(setting.position, screen)
        screen.write()


def _play_one(setting: TableSetting, screen: Screen, kept: Kept | None) -> Offer | TableSetting:
    """Play to the end and ask what to do next."""
    session = Session(setting, screen, kept)
    session.play()
    while session.table.position.is_over:
        offer = ask_what_now(session, screen)
        if offer.word == QUIT:
            say_how_to_see_it(session.table.keeper, screen)
            return offer
        if offer.word == TAKE_BACK:
            session.table.take_back()
            screen.write("Taken back.\n")
            session.play()
        elif offer.word == WALK:
            from fivesquare.terminal.walk import go_over, walk  # most games are not walked through

            branch = walk(go_over(session.table.position, screen), screen, setting.style)
            if branch is not None:
                return branch
        else:
            if offer.word in (HARDER, EASIER):
                remember_opponent(offer.seats)
            return offer
    return Offer(MENU if session.wants_menu else QUIT, session.seats)


def autosave(position: Position, screen: Screen) -> Kept | None:
    try:
        return saved_games.keep_here(book_of(position))
    except FileError as error:
        screen.warn(f"This game is not saved: {error}. Use --save FILE.")
        return None


# --- Seats ---


def toss(seats: tuple[str, str], seed: int, screen: Screen) -> tuple[str, str]:
    tossed, has_swapped = drawn(seats, seed)
    is_friend = seats == ("human", "human") and has_swapped
    screen.write(f"{begins(tossed[0], is_friend)} (drawn at random).\n")
    return tossed


def check_seats(setting: TableSetting, kept: Kept) -> None:
    """Refuse a saved game whose seats name unknown players."""
    with record.naming(kept.path):
        for name in setting.seats:
            find_player(name)
